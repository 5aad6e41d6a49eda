"""The stage as a Streamlit component: a short loader; the stage itself arrives over HTTP under its hash."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import streamlit as st

from rankviz.ui.serving import frontend
from rankviz.ui.shell import language
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state import orders
from rankviz.ui.state.link import LOOK

_mount = st.components.v2.component("rankviz_stage", js=frontend.text("mount.js"))


@dataclass(frozen=True)
class Drawer:
    """The drawer of a stage: the address for questions about the run, its parts by name, the open one and the number.

    Without an address nothing is explained; without `explains` no number is, and without parts none is below the stage.
    """

    url: str = ""
    explains: bool = True
    parts: Mapping[str, str] = field(default_factory=dict)
    open: str = ""
    number: str = ""


@dataclass(frozen=True)
class Looks:
    """The look of the stage in the link: the text the stage writes, and whether the stage fills the screen."""

    look: str = ""
    present: bool = False
    on_change: Callable[[], None] | None = None


@dataclass(frozen=True)
class Presenter:
    """The presenter's side of a stage: the room that follows it, and notes for a second window.

    `room` is made by `rankviz.ui.rooms.leading`. `on_act` is called when a key makes a request to the room (`.act`).
    `question` is shown on the presented screen where no class answers it.
    """

    room: Mapping[str, object] | None = None
    notes: Mapping[str, object] | None = None
    on_act: Callable[[], None] | None = None
    question: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Seen:
    """The visitor's view, as the stage wrote it: the drawer's part and number are "" where it has no parts."""

    look: str
    present: bool
    tab: str
    explain: str


def seen(key: str) -> Seen | None:
    """Return the visitor's view on the stage under that key; None if it has written nothing."""
    text = getattr(st.session_state.get(key), "look", None)
    if not isinstance(text, str) or text.count(";") != 4:
        return None
    _, present, tab, number, look = text.split(";")
    return Seen(look, bool(present), tab, number) if LOOK.fullmatch(look) else None


def stage(
    *,
    run_url: str,
    stage_url: str,
    round: int,
    orders_to: str,
    settings: dict[str, object],
    key: str,
    on_round: Callable[[int], None],
    on_missing: Callable[[], None],
    on_branch: Callable[[], None] | None = None,
    on_tie: Callable[[], None] | None = None,
    on_flip: Callable[[], None] | None = None,
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

    `round` is the session's round, and the target of an order to the stage (`rankviz.ui.state.orders`, under
    the name `orders_to`). `on_round` is called with the round on which the viewer has rested, `on_missing` when the
    server no longer has the run. `on_branch` is called when another α was chosen for a round
    (`.branch`, the text of a fork); without `on_branch` none can be. `on_tie` is called when
    another tie value was chosen (`.tie`), where the run comes from votes, `on_flip` when a ranker's answer was
    flipped (`.flip`, "ranker:item"), where all answers are shown. `on_mark` is called when a round was marked on the
    losses' chart (`.mark`), where the settings allow marks, `on_remedy` when one of the banner's remedies was chosen
    (`.remedy`). `layout` names the arrangement of tiles (see layouts.js), `banner` is the line above them. A
    new look arrives as `.look`, with the part of the drawer that is open. `about` has the `parameters` and the `link`
    for the caption of a saved picture.
    `presenter` has the class that follows each step, and the contents of a second window.
    """

    def rested() -> None:
        t = orders.heard(orders_to, getattr(st.session_state.get(key), "round", None))
        if t is not None:
            on_round(t)

    more: dict[str, Any] = {
        f"on_{name}_change": call
        for name, call in (
            ("branch", on_branch),
            ("tie", on_tie),
            ("flip", on_flip),
            ("mark", on_mark),
            ("remedy", on_remedy),
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
        "order": orders.last(orders_to),
        "settings": settings | ({"look": looks.look} if looks.on_change else {}),
        "layout": layout,
        "answers_url": drawer.url,
        "explains": bool(drawer.url) and drawer.explains,
        "branches": on_branch is not None,
        "ties": on_tie is not None,
        "flips": on_flip is not None,
        "banner": None if banner is None else asdict(banner),
        "present": looks.present,
        "language": language.for_stage(),
        "looks": looks.on_change is not None,
        "tabs": [list(part) for part in drawer.parts.items()],
        "tab": drawer.open,
        "explain": drawer.number,
        "about": dict(about or {}),
        "room": None if presenter.room is None else dict(presenter.room),
        "notes": None if presenter.notes is None else dict(presenter.notes),
        "question": None if presenter.question is None else dict(presenter.question),
    }
    return _mount(
        key=key,
        data=(data,),  # in a tuple: in a dict Streamlit looks for tables, and loads pandas to do so
        on_round_change=rested,
        on_missing_change=on_missing,
        **more,
    )
