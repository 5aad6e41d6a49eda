"""Answers about a link, without computing its run: its choices, and the link after a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rankviz.engine.data import sources
from rankviz.engine.errors import DataError
from rankviz.engine.runs.link import shown_whole
from rankviz.site.playground import bench, controls, saved_moments, visitor_files
from rankviz.site.playground.computed_run import RunBuilder, written
from rankviz.site.playground.pages import PAGES, read, starts
from rankviz.ui.pages.workbench.page import PAGE as BENCH
from rankviz.ui.stage import flips
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link

STAYS = ("alg", "rounds", "seed")
"""The part of a link that stays when the visitor's own data are loaded."""


def choices(runs: RunBuilder, link: str) -> dict[str, Any]:
    """Return the choices of a link."""
    name, page, state, messages = read(link)
    return {
        "link": written(name, state),
        "messages": messages,
        "groups": controls.groups(
            state, page.offers, (*page.app.knobs, *page.app.in_sight), data=page.app is not BENCH
        ),
        "bench": bench.on_page(state, None) if page.app is BENCH else None,
        "pages": [[each, other.named] for each, other in PAGES.items()],
        "page": name,
        "limits": sources.LIMITS,
        "asks": saved_moments.ASKS,
        "starts": [[title, each] for title, each in starts(name)],
    }


def change(runs: RunBuilder, link: str, name: str, value: str) -> dict[str, Any]:
    """Return the link after a control was changed, and the messages about it."""
    page, _, state, _ = read(link)
    given = to_link(state, whole=True) | controls.changed(state, name, value)
    if name in (controls.FAMILY, controls.TARGET) and (
        shown_whole(str(state["data"])) or catalog.holds_nothing_out(state.source, int(state["seed"]))
    ):
        given.pop("holdout", None)  # these data use all of their items; others have a part held out
    state, messages = from_link(given)
    return {"link": written(page, state), "messages": messages}


def edit(runs: RunBuilder, link: str, edit: dict[str, Any]) -> dict[str, Any]:
    """Return the link after an edit of the workbench's table."""
    page, _, state, _ = read(link)
    given = to_link(state, whole=True) | {"data": bench.edited(state, edit), "fork": ""}
    return {"link": written(page, from_link(given)[0])}


def flip(runs: RunBuilder, link: str, cell: str) -> dict[str, Any]:
    """Return the link with an answer of the run on the stage flipped, "ranker:item"."""
    page, _, state, _ = read(link)
    table = None if runs.on_stage is None else runs.on_stage.table()
    if table is None:
        raise DataError(
            "These answers cannot be flipped", remedy="Choose a small table, without held-out items"
        )
    return {"link": written(page, flips.flipped(state, table, cell))}


def keep(runs: RunBuilder, link: str, scheme: str, files: list[tuple[str, str]]) -> dict[str, Any]:
    """Store the visitor's own files (name, contents in base64), and return the link of their run."""
    name, page, state, _ = read(link)
    data = visitor_files.store_files(scheme, files)
    stays = {name: text for name, text in to_link(state).items() if name in STAYS}
    state, _ = from_link({**stays, "data": data.text, "t": "0"})
    return {"link": written("watch" if page.app is BENCH else name, state), "place": data.place}


ANSWERS: dict[str, Callable[..., Any]] = {
    "link": choices,
    "change": change,
    "edit": edit,
    "flip": flip,
    "keep": keep,
}
