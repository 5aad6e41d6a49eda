"""The stage as a Streamlit component: a short loader; the stage itself arrives over HTTP under its hash."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import streamlit as st

from rankviz.ui.serving import frontend
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.link import LOOK

_mount = st.components.v2.component("rankviz_stage", js=frontend.text("mount.js"))


@dataclass(frozen=True)
class Drawer:
    """The drawer beside a stage: its parts by name, and the open one ("" when it is shut)."""

    parts: Mapping[str, str] = field(default_factory=dict)
    open: str = ""
    on_choice: Callable[[], None] | None = None


@dataclass(frozen=True)
class Looks:
    """The look of the stage in the link: the text the stage writes, and whether the stage fills the screen."""

    look: str = ""
    present: bool = False
    on_change: Callable[[], None] | None = None


@dataclass(frozen=True)
class Presenter:
    """The presenter's side of a stage: the room that follows it, and notes for a second window.

    `room` is made by `rankviz.ui.rooms.leading`. `on_act` is called when a key asks something of the room (`.act`).
    `question` stands on the presented screen where no class answers it.
    """

    room: Mapping[str, object] | None = None
    notes: Mapping[str, object] | None = None
    on_act: Callable[[], None] | None = None
    question: Mapping[str, object] | None = None


def look_chosen(key: str) -> tuple[str, bool] | None:
    """Return (look, whether the stage fills the screen) as the stage under that key wrote it; None if it has not."""
    text = getattr(st.session_state.get(key), "look", None)
    if not isinstance(text, str):
        return None
    present, _, look = text.partition(";")
    return (look, bool(present)) if LOOK.fullmatch(look) else None


def stage(
    *,
    run_url: str,
    stage_url: str,
    round: int,
    settings: dict[str, object],
    key: str,
    on_round: Callable[[], None],
    on_missing: Callable[[], None],
    on_explain: Callable[[], None] | None = None,
    on_branch: Callable[[], None] | None = None,
    on_mark: Callable[[], None] | None = None,
    on_remedy: Callable[[], None] | None = None,
    layout: str = "watch",
    banner: Banner | None = None,
    drawer: Drawer = Drawer(),  # noqa: B008 (frozen)
    looks: Looks = Looks(),  # noqa: B008 (frozen)
    about: Mapping[str, str] | None = None,
    presenter: Presenter = Presenter(),  # noqa: B008 (frozen)
) -> object:
    """Mount the stage, which fetches `run_url` once and then steps by itself.

    `on_round` is called when the viewer has rested on a round (the whole part of `.round` of the component's state),
    `on_missing` when the server no longer has the run, `on_explain` when a number was chosen (`.explain`);
    without `on_explain` numbers cannot be chosen. `on_branch` is called when another α was chosen for a round
    (`.branch`, the text of a fork); without `on_branch` none can be. `on_mark` is called when a round was marked on
    the losses' chart (`.mark`), where the settings allow marks, `on_remedy` when one of the banner's remedies was
    chosen (`.remedy`). `layout` names the arrangement of tiles (see layouts.js), `banner` is the line above them. A
    part of `drawer` is asked for as `.tab`; a new look arrives as `.look`. `about` has the `parameters` and the `link`
    for the caption of a saved picture.
    `presenter` says which class follows each step, and what a second window shows.
    """
    more: dict[str, Any] = {
        f"on_{name}_change": call
        for name, call in (
            ("explain", on_explain),
            ("branch", on_branch),
            ("mark", on_mark),
            ("remedy", on_remedy),
            ("tab", drawer.on_choice),
            ("look", looks.on_change),
            ("act", presenter.on_act),
        )
        if call is not None
    }
    data = {
        "run_url": run_url,
        "stage_url": stage_url,
        "server": frontend.NAME,
        "round": round,
        "settings": settings | ({"look": looks.look} if looks.on_change else {}),
        "layout": layout,
        "explains": on_explain is not None,
        "branches": on_branch is not None,
        "banner": None if banner is None else asdict(banner),
        "present": looks.present,
        "looks": looks.on_change is not None,
        "tabs": [list(part) for part in drawer.parts.items()],
        "tab": drawer.open,
        "about": dict(about or {}),
        "room": None if presenter.room is None else dict(presenter.room),
        "notes": None if presenter.notes is None else dict(presenter.notes),
        "question": None if presenter.question is None else dict(presenter.question),
    }
    return _mount(
        key=key,
        data=(data,),  # in a tuple: in a dict Streamlit looks for tables, and loads pandas to do so
        on_round_change=on_round,
        on_missing_change=on_missing,
        **more,
    )
