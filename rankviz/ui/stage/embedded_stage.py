"""The run and the stage of a page that has its own state and cursor."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.boards import WATCH, Board
from rankviz.engine.errors import DataError
from rankviz.ui.details import answers, reproduce
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address, frontend
from rankviz.ui.shell import messages
from rankviz.ui.stage.banner import Banner
from rankviz.ui.stage.component import Drawer, Looks, Presenter, seen, stage
from rankviz.ui.stage.stage_settings import settings as settings_of
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


@dataclass(frozen=True)
class Acts:
    """Callbacks for a round marked on the chart and for another α; without one, the action is not offered."""

    on_mark: Callable[[int], None] | None = None
    on_branch: Callable[[str], None] | None = None


Presents = Callable[[State, int], tuple[Presenter, dict[str, object]]]
"""(state, round) → the presenter's data, and the settings that a class needs."""


@fragment
def alone(
    name: str,
    state: State,
    shown: Shown,
    settings: dict[str, object] | None = None,
    board: Board = WATCH,
    acts: Acts = Acts(),  # noqa: B008 (frozen)
    state_key: str = "",
    presents: Presents | None = None,
    banner: Banner | None = None,
) -> None:
    """Show the stage in a fragment: a new round reruns nothing else, an action on the stage reruns the page."""
    if st.session_state.pop(ACTED, False):
        st.rerun()
    draw(name, state, shown, settings, state_key, acts, board, presents, banner)


def draw(
    name: str,
    state: State,
    shown: Shown,
    settings: dict[str, object] | None = None,
    state_key: str = "",
    acts: Acts = Acts(),  # noqa: B008 (frozen)
    board: Board = WATCH,
    presents: Presents | None = None,
    banner: Banner | None = None,
) -> None:
    """Show the stage under that name, which explains a number that is chosen on it below itself.

    `settings` say what is shown and how (view.js: Settings), by default the whole board. `state_key` names a state in
    the session that sets which tiles and curves are shown, and whether over the whole screen.
    Call this function inside a fragment, so that a new round reruns no more than the fragment.
    """
    t = min(cursor(name), int(state["rounds"]))
    if state_key:
        now = st.session_state[state_key]
        state = state.but(look=now["look"], present=now["present"])

    def rested(t: int) -> None:
        st.session_state[f"round-{name}"] = t

    def missing() -> None:
        runs.last_good(state, State(), lambda _: board.pictures)

    def looked() -> None:
        chosen = seen(name)
        if chosen is not None:
            before = st.session_state[state_key]
            st.session_state[state_key] = before.but(look=chosen.look, present=chosen.present)

    def acted(kind: str, call: Callable[[Any], None]) -> Callable[[], None]:
        def heard() -> None:
            found = getattr(st.session_state.get(name), kind, None)
            if found is not None:
                call(found)
                st.session_state[ACTED] = True

        return heard

    here = "" if board.page == WATCH.page else board.page
    link = address.public(address.link(to_link(state, whole=True), here))
    presenter, asked = (Presenter(), {}) if presents is None else presents(state, t)
    looks = Looks(str(state["look"]), bool(state["present"]), looked) if state_key else Looks()
    stage(
        run_url=frontend.run_url(shown.digest),
        stage_url=frontend.stage_url(),
        round=t,
        orders_to=name,
        settings=settings_of(state, shown.trace)
        | ({} if state_key else {"curves": None})
        | (settings or {})
        | asked,
        looks=looks,
        key=name,
        on_round=rested,
        on_missing=missing,
        layout=board.name,
        drawer=Drawer(answers.url(shown)),
        on_branch=acted("branch", acts.on_branch) if acts.on_branch else None,
        on_mark=acted("mark", acts.on_mark) if acts.on_mark else None,
        about={"parameters": reproduce.in_words(state), "link": link},
        presenter=presenter,
        banner=banner,
    )
