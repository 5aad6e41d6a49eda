"""The visitor's saved work: the run on the stage as a page by itself, and moments as playlist, page or text."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rankviz.board.offline import page as pages
from rankviz.board.offline import talk
from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist, from_bytes, write
from rankviz.lessons.predict import QUESTIONS
from rankviz.site.playground.computed_run import ComputedRun, RunBuilder, written
from rankviz.site.playground.pages import read, run_of
from rankviz.ui.pages.playlists.board import asks
from rankviz.ui.serving.uploads import Uploaded

Given = Mapping[str, str]
"""A moment as the page has it: `link` as after the `#`, `title`, `note`, and `ask`, a key of `QUESTIONS` or ""."""

ASKS = [["", "Nothing"], *([name, name.capitalize()] for name in QUESTIONS)]
"""The questions that a moment can ask before the next round: name and words."""


def page(runs: RunBuilder, link: str, address: str) -> tuple[dict[str, Any], bytes]:
    """Return the run of a link as a page by itself; `address` is the playground's, "" where others do not reach it.

    Raises DataError for a page above 25 MB.
    """
    made = run_of(link, runs)
    contents = pages.page(made.trace, link=_link(made, address), spec=made.spec, looks=made.looks())
    return _named(made.trace.problem.title, "html"), contents


def playlist(
    runs: RunBuilder, title: str, moments: Sequence[Given], address: str
) -> tuple[dict[str, Any], bytes]:
    """Return moments and their runs as a page by itself, which plays them.

    Raises DataError as :func:`page` does, and for a link whose run differs from what it says.
    """
    for number, each in enumerate(moments, 1):
        if messages := read(each["link"])[3]:
            raise DataError(f"Moment {number}: {messages[0].rstrip('.')}", remedy="Remove it")
    made = [run_of(each["link"], runs) for each in moments]
    found = of_page(title, moments)
    return _named(title, "html"), talk.talk(
        found.title,
        [
            talk.TalkMoment(
                each.trace,
                looks := each.looks(),
                moment.title,
                moment.note,
                asks=asks(moment, looks.round, each.trace),
                link=_link(each, address),
                spec=each.spec,
            )
            for moment, each in zip(found.moments, made, strict=True)
        ],
    )


def of_page(title: str, given: Sequence[Given]) -> Playlist:
    """Return the moments as a playlist. Raises DataError for what no playlist may hold."""
    return Playlist(title or "My playlist", tuple(map(_moment, given)))


def text(runs: RunBuilder, title: str, moments: Sequence[Given]) -> tuple[dict[str, Any], bytes]:
    """Return the moments as the text that the app opens.

    Raises DataError for moments of the visitor's own files: their data do not travel in a text.
    """
    for number, each in enumerate(moments, 1):
        if isinstance(read(each["link"])[2].source, Uploaded):
            raise DataError(
                f"Moment {number} shows your own file, which a text cannot contain",
                remedy="Save the playlist as a page, which holds the runs",
            )
    return _named(title, "md"), write(of_page(title, moments)).encode()


def opened(runs: RunBuilder, contents: str) -> dict[str, Any]:
    """Return the title and the moments of a playlist's text (base64). Raises DataError for any other text."""
    found = from_bytes(base64.b64decode(contents))
    return {
        "title": found.title,
        "moments": [
            {"link": each.in_playground(), "title": each.title, "note": each.note, "ask": each.question}
            for each in found.moments
        ],
    }


def _named(title: str, ending: str) -> dict[str, Any]:
    """Return the name of a file in which the title is recognised."""
    name = re.sub(r"[^\w]+", "-", title.lower()).strip("-")
    return {"name": f"{name or 'rankviz'}.{ending}"}


def _moment(given: Given) -> Moment:
    name, _, query = given["link"].partition("?")
    here = "" if name == "watch" else name
    return Moment(f"{here}?{query}", given["note"], given["title"], (), given["ask"])


def _link(made: ComputedRun, address: str) -> str:
    """Return the address that shows the moment to everybody; "" where it shows a file of the visitor's own."""
    own = isinstance(made.state.source, Uploaded)
    return "" if own or not address else f"{address}#{written(made.app.board.page, made.state)}"


ANSWERS: dict[str, Callable[..., Any]] = {"page": page, "playlist": playlist, "text": text, "opened": opened}
