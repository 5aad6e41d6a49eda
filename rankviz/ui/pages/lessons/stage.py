"""The run and the stage of a page with a state and a cursor of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.errors import DataError
from rankviz.ui.details import explain_below, reproduce
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address, frontend
from rankviz.ui.shell import messages
from rankviz.ui.stage.component import Looks, Presenter, look_chosen, stage
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import SCALES, State

ACTED = "acted-on-stage"
"""In the session when something was done on the stage that the words answer."""


@dataclass(frozen=True)
class Board:
    """Which tiles stand on a stage (stage/layouts.js), and what they draw beside what every run has."""

    layout: str = "watch"
    pictures: tuple[str, ...] = ()


WATCHED = Board()


def run(name: str, state: State, place: DeltaGenerator, board: Board = WATCHED) -> tuple[State, Shown]:
    """The run of `state`; when there is none, the sentence why, and the last run that worked under that name."""
    memory, good = st.session_state, f"good-{name}"
    try:
        with place, st.spinner("Computing the run…", show_time=True):
            shown = runs.run(state, board.pictures)
    except DataError as problem:
        before = memory.get(good)
        state, shown = runs.last_good(before, State(), lambda _: board.pictures)
        messages.error(problem, kept=state is before)
    memory[good] = state
    return state, shown


def cursor(name: str, first: int = 0) -> int:
    """The round the visitor rests on, `first` before anything was chosen."""
    return int(st.session_state.get(f"round-{name}", first))


def put_cursor(name: str, t: int) -> None:
    """Send the stage to a round."""
    st.session_state[f"round-{name}"] = t


@dataclass(frozen=True)
class Acts:
    """What the page does when a round was marked on the chart, or another α chosen; without it neither can be."""

    on_mark: Callable[[int], None] | None = None
    on_branch: Callable[[str], None] | None = None


Presents = Callable[[State, int], tuple[Presenter, dict[str, object]]]
"""From a state and a round to what the presenter's side knows, and the settings that a class asks for."""


@fragment
def alone(
    name: str,
    state: State,
    shown: Shown,
    settings: dict[str, object] | None = None,
    board: Board = WATCHED,
    acts: Acts = Acts(),  # noqa: B008 (frozen)
    kept: str = "",
    presents: Presents | None = None,
) -> None:
    """The stage as a fragment of its own: nothing else on the page follows its round, but what was done on it."""
    if st.session_state.pop(ACTED, False):
        st.rerun()
    draw(name, state, shown, settings, kept, acts, board, presents)


def draw(
    name: str,
    state: State,
    shown: Shown,
    settings: dict[str, object] | None = None,
    kept: str = "",
    acts: Acts = Acts(),  # noqa: B008 (frozen)
    board: Board = WATCHED,
    presents: Presents | None = None,
) -> None:
    """The stage under that name, and below it the number chosen on it.

    `settings` are what is shown and how (view.js: Settings), by default the whole board. `kept` is where the session
    keeps a state that says which tiles and curves are shown, and whether over the whole screen.
    Call it inside a fragment, so that a new round reruns no more than that.
    """
    t = min(cursor(name), int(state["rounds"]))
    if kept:
        now = st.session_state[kept]
        state = state.but(look=now["look"], present=now["present"])

    def rested() -> None:
        round = getattr(st.session_state.get(name), "round", None)
        if isinstance(round, (int, float)):
            put_cursor(name, int(round))

    def missing() -> None:
        runs.last_good(state, State(), lambda _: board.pictures)

    def looked() -> None:
        chosen = look_chosen(name)
        if chosen is not None:
            look, present = chosen
            st.session_state[kept] = st.session_state[kept].but(look=look, present=present)

    def acted(kind: str, call: Callable[[Any], None]) -> Callable[[], None]:
        def heard() -> None:
            found = getattr(st.session_state.get(name), kind, None)
            if found is not None:
                call(found)
                st.session_state[ACTED] = True

        return heard

    presenter, asked = (Presenter(), {}) if presents is None else presents(state, t)
    looks = Looks(str(state["look"]), bool(state["present"]), looked) if kept else Looks()
    stage(
        run_url=frontend.run_url(shown.digest),
        stage_url=frontend.stage_url(),
        round=t,
        settings={"log": SCALES[str(state["scale"])]}
        | ({} if kept else {"curves": None})
        | (settings or {})
        | asked,
        looks=looks,
        key=name,
        on_round=rested,
        on_missing=missing,
        layout=board.layout,
        on_explain=lambda: explain_below.choose(name),
        on_branch=acted("branch", acts.on_branch) if acts.on_branch else None,
        on_mark=acted("mark", acts.on_mark) if acts.on_mark else None,
        about={"parameters": reproduce.in_words(state), "link": address.link(to_link(state, whole=True))},
        presenter=presenter,
    )
    explain_below.show(name, state, shown, t)
