"""The run and the stage of a page that has its own state and cursor."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.boards import WATCH, Board
from rankviz.engine.errors import DataError
from rankviz.ui.details import answers, reproduce
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.shell import messages
from rankviz.ui.stage.component import stage
from rankviz.ui.stage.feature import Offer
from rankviz.ui.stage.stage_settings import settings as settings_of
from rankviz.ui.stage.visitors_view import look
from rankviz.ui.state import orders
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

ACTED = "acted-on-stage"
"""In the session after an action on the stage to which the text replies."""


def run(name: str, state: State, place: DeltaGenerator, board: Board = WATCH) -> tuple[State, Shown]:
    """Return `state` and its run. If the run fails, show the error and return the last valid run under that name."""
    memory, good = st.session_state, f"good-{name}"
    above = st.container()  # always there: an error that comes and goes must not mount the stage again
    try:
        with place, st.spinner("Computing the run…", show_time=True):
            shown = runs.run(runs.request(state, board.pictures))
    except DataError as problem:
        before = memory.get(good)
        state, shown = runs.last_good(before, State(), lambda _: board.pictures)
        with above:
            messages.error(problem, run_stays=state is before)
    memory[good] = state
    return state, shown


def cursor(name: str) -> int:
    """Return the round the visitor rests on; 0 before any was chosen."""
    return int(st.session_state.get(f"round-{name}", 0))


def placed(name: str) -> bool:
    """Return whether a round was chosen."""
    return f"round-{name}" in st.session_state


def put_cursor(name: str, t: int) -> None:
    """Send the stage to a round."""
    st.session_state[f"round-{name}"] = t
    orders.give(name)


Presents = Callable[[State, int], Offer]
"""(state, round) → the presenter's side of the stage."""


def draw(
    name: str,
    state: State,
    shown: Shown,
    offer: Offer = Offer(),  # noqa: B008 (frozen)
    board: Board = WATCH,
    state_key: str = "",
    presents: Presents | None = None,
) -> None:
    """Show the stage under that name, which explains a number that is chosen on it below itself.

    `offer` is the page's part of the stage, by default the whole board. `state_key` names a state in the session that
    sets which tiles and curves are shown, and whether over the whole screen.
    Call this function inside a fragment, so that a new round reruns no more than the fragment; an action on the stage
    reruns the page.
    """
    if st.session_state.pop(ACTED, False):
        st.rerun()
    t = min(cursor(name), int(state["rounds"]))
    if state_key:
        now = st.session_state[state_key]
        state = state.but(look=now["look"], present=now["present"])

    def rested(t: int) -> None:
        st.session_state[f"round-{name}"] = t

    def missing() -> None:
        runs.last_good(state, State(), lambda _: board.pictures)

    def looked(look: str, present: bool, tab: str, explain: str) -> None:
        st.session_state[state_key] = st.session_state[state_key].but(look=look, present=present)

    def acted(call: Callable[[Any], object]) -> Callable[[Any], None]:
        def act(answer: Any) -> None:
            call(answer)
            st.session_state[ACTED] = True

        return act

    here = "" if board.page == WATCH.page else board.page
    link = address.public(address.link(to_link(state, whole=True), here))
    plain = Offer(
        {
            "answers_url": answers.url(shown),
            "explains": True,
            "about": {"parameters": reproduce.in_words(state), "link": link},
        },
        settings_of(state, shown.trace) | ({} if state_key else {"curves": None}),
    )
    asked = offer | (Offer() if presents is None else presents(state, t))
    asked = replace(asked, on={kind: acted(call) for kind, call in asked.on.items()})
    stage(
        shown,
        t,
        board.name,
        plain | asked | (look(state, looked) if state_key else Offer()),
        key=name,
        orders_to=name,
        on_round=rested,
        on_missing=missing,
    )


alone = fragment(draw)
"""The same, in a fragment."""
