"""The page: the choice of battles, the value of "both bad", the ladders, and the link to Watch."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from rankviz.board import arena as boards
from rankviz.board.arena import Board
from rankviz.engine.algorithms.preference.ladder import METHODS
from rankviz.engine.choice import Value
from rankviz.engine.data.builtin import arena
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.arena import votes
from rankviz.ui.pages.arena.link import LINK, PAGE, TOPS, Chosen
from rankviz.ui.pages.arena.votes import DRAWN, REAL, SCHEME
from rankviz.ui.serving import frontend
from rankviz.ui.serving.store import STORE
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import catalog, page_link
from rankviz.ui.state.catalog import Data
from rankviz.ui.state.session import WIDGET, touch

KEY = "arena-ladders"
DATA = {REAL: "Chatbot arena, 14 August 2024", DRAWN: "Simulated votes", SCHEME: "Your own votes"}
RULES = {"tie": "a tie", "drop": "nothing", "loss": "a loss to “good enough”"}
INTRODUCTION = (
    "A third of the votes on chatbots name no winner. Somebody has to decide what a tie is worth, and some ranks "
    "depend on it. Drag the tie value: Bradley–Terry, RB-D and Elo change, Davidson and Net wins never do, and "
    "RankBoost+ hardly does unless “both bad” counts as a loss. Two models are highlighted and "
    "compared below; click any two."
)


def show(chosen: Chosen) -> Chosen:
    """Show the page; return the choices set by its controls."""
    st.html(frontend.styles("arena_page"))
    try:
        found = _controls(chosen)
        if found is None:
            st.info(
                "Only you can see your votes; they are deleted when the server stops.",
                icon=":material/upload_file:",
            )
            return chosen
        chosen, data = found
        board, packed = _board(catalog.canonical(data), chosen.bad)
    except DataError as problem:
        messages.error(problem)
        return chosen
    opened = boards.opened(board, *_pair(chosen, board))
    digest = STORE.put(packed, shareable=not isinstance(data, Uploaded))
    _ladders(chosen, digest, opened, KEY, lambda name: _asked(chosen, name))
    _beside(chosen, board, data)
    return chosen


def _controls(chosen: Chosen) -> tuple[Chosen, Data] | None:
    """Show the controls for battles, the rule for "both bad", and the number of places; None while votes are missing.

    Raises DataError for a table of votes that does not fit into memory, and for an upload that is gone.
    """
    here = votes.parse(chosen.data)
    first = votes.name(here)
    with st.container(horizontal=True, key="arena-controls", vertical_alignment="bottom"):
        data = st.selectbox(
            "Votes", list(DATA), list(DATA).index(first), format_func=DATA.__getitem__, width=300,
            key=f"{WIDGET}arena-data", on_change=touch,
        )  # fmt: skip
        bad = st.segmented_control(
            "“Both bad” counts as", list(RULES), default=chosen.bad, format_func=RULES.__getitem__, required=True,
            key=f"{WIDGET}arena-bad", on_change=touch,
            help="“Good enough” is an extra model. Both lose to it when both are bad; one that wins or ties beats it.",
        )  # fmt: skip
        top = st.segmented_control(
            "Ranks", TOPS, default=chosen.top, format_func=lambda top: "all" if top == TOPS[-1] else str(top),
            required=True, key=f"{WIDGET}arena-top", on_change=touch,
        )  # fmt: skip
        made = _of_menu(data, here if data == first else None)
    if made is None:
        return None
    pair = chosen.pair if made.text == chosen.data else ""
    return replace(chosen, data=made.text, bad=bad or "tie", top=top or TOPS[1], pair=pair), made


def _of_menu(name: str, here: Data | None) -> Data | None:
    """Return the battles of an entry of the menu: those shown, if they are of that entry; None for no votes yet."""
    if name == DRAWN:
        values = here.values() if isinstance(here, Source) else {}
        return Source("synthetic", "arena", _planted(values))
    if name == REAL:
        return Source("bundled", "arena", {})
    return here or votes.uploader()


def _planted(values: Mapping[str, Value]) -> dict[str, str]:
    """Show the options of random battles in a popover, and return them."""
    with st.popover("What is planted", icon=":material/potted_plant:"):
        options = {}
        for option in arena.DRAWN:
            value = values.get(option.name, option.default)
            key = f"{WIDGET}arena-{option.name}"
            if option.kind == "choice":
                found: object = st.selectbox(
                    option.label, option.choices, option.choices.index(str(value)), key=key, help=option.help,
                    on_change=touch,
                )  # fmt: skip
            elif option.name == "seed":
                found = st.number_input(
                    option.label, 0, 2**31 - 1, int(value), help=option.help, key=key, on_change=touch
                )
            else:
                number: Any = int if option.kind == "int" else float
                low, high, step = (number(each or 0) for each in (option.low, option.high, option.step))
                found = st.slider(
                    option.label, low, high, number(value), step, help=option.help, key=key, on_change=touch
                )
            if found != option.default:
                options[option.name] = option.write(found)
        planted = options.get("planted", "all")
        st.caption(" ".join(told for kind, told in arena.TRUTHS.items() if planted in ("all", kind)))
    return options


@cached
def _board(data: Data, bad: str) -> tuple[Board, bytes]:
    """Compute the board of battles and its bytes for the browser, once for everybody who may see them."""
    found = boards.board(votes.counts(data), bad)
    return found, boards.packed(found)


def _pair(chosen: Chosen, board: Board) -> tuple[int, int]:
    """Return the pair that is open: the link's, if it is on this board, else the board's own."""
    rows = [int(text) for text in chosen.pair.split("-") if text.isdecimal() and len(text) < 9]
    if len(rows) == 2 and rows[0] != rows[1] and max(rows) < board.tally.n:
        return rows[0], rows[1]
    return board.hinge(chosen.top)


def _asked(chosen: Chosen, name: str) -> None:
    """Do what the component requests."""
    value = getattr(st.session_state.get(KEY), name, None)
    touch()
    if name == "missing":
        return  # the following rerun stores the board again
    try:
        page_link.go(PAGE, LINK.as_link(_changed(chosen, name, value)))
    except (DataError, TypeError, ValueError):
        return  # a request from another page's state is not a valid choice here


def _changed(chosen: Chosen, name: str, value: object) -> Chosen:
    if name == "tie":
        return replace(chosen, tie=_worth(value))
    if name == "pair" and isinstance(value, list):
        return replace(chosen, pair="-".join(str(int(row)) for row in value[:2]))
    if name == "go" and isinstance(value, list):
        return replace(chosen, tie=_worth(value[0]), pair="-".join(str(int(row)) for row in value[1:3]))
    return replace(chosen, by=str(LINK.choices["by"].check(value)))


def _worth(value: object) -> float:
    found = LINK.choices["tie"].check(value)
    assert isinstance(found, float)
    return round(found, 2)


def _beside(chosen: Chosen, board: Board, data: Data) -> None:
    """Show the link to Watch, and the facts of the battles."""
    ruled = votes.with_rule(data, chosen.tie, chosen.bad)
    every = ",".join(method.name for method in METHODS)
    query: Mapping[str, str] = {"data": ruled.text, "alg": every, "rounds": "300", "holdout": "0"}
    st.page_link(
        layout.WATCH, label="Watch all six learn from these votes, round by round",
        icon=":material/play_circle:", query_params=dict(query),
    )  # fmt: skip
    table = board.counts.table.sum(axis=0)
    won, lost, tied, bad = (int(count) for count in table)
    text = (
        f"{counted(won + lost + tied + bad, 'vote')} on {counted(len(board.counts.names), 'model')}: {won + lost:,} "
        f"decided, {tied:,} ties, {bad:,} “both bad”. {_extra(board)}▲ and ▼: ranks gained or lost compared with a "
        "tie value of ½. RB-D and RankBoost+ are shown after their last round, with one weak ranker per model. A tied "
        "vote becomes a pair in each direction, so RB-D learns from it; what RB-D leaves out are pairs that a ranker "
        "ties."
    )
    if chosen.data == REAL:
        text += " Counts of the public chatbot arena from the package leaderbot 0.4.3 (BSD-3-Clause)."
    st.caption(messages.plain(text))


def _extra(board: Board) -> str:
    """Count what is ranked, where the rule for "both bad" adds to the models."""
    more = board.tally.n > len(board.counts.names)
    return f"With “good enough”, {board.tally.n} are ranked. " if more else ""


_mount = st.components.v2.component("rankviz_arena", js=frontend.text("mount.js"))
ASKS = ("tie", "pair", "focus", "go", "missing")
"""The requests of the component, as properties of its state."""


def _ladders(
    chosen: Chosen, digest: str, opened: dict[str, object], key: str, on: Callable[[str], Any]
) -> None:
    """Show the board stored under `digest` and a pair of it, opened; `on` is called with the visitor's requests."""
    data = {
        "stage_url": frontend.stage_url(frontend.ARENA),
        "board_url": frontend.run_url(digest),
        "tie": chosen.tie,
        "top": chosen.top,
        "focus": chosen.by,
        "opened": opened,
    }
    asked: dict[str, Any] = {f"on_{name}_change": (lambda name=name: on(name)) for name in ASKS}
    _mount(key=key, data=(data,), height="content", **asked)
