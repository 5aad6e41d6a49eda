"""From a state to the screen: the wait, the run or the one before it, and the stage with its drawer."""

from functools import reduce
from operator import or_

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.errors import DataError
from rankviz.ui.controls.data_controls import choose_data
from rankviz.ui.controls.grade_choice import without_foreign_grade
from rankviz.ui.controls.holdout_choice import with_data
from rankviz.ui.controls.run_controls import choose_run
from rankviz.ui.details import sizes
from rankviz.ui.details.parts import nearest, parts
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.runs.run_queue import LONG
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.stage.component import stage
from rankviz.ui.stage.feature import StageView
from rankviz.ui.stage.features import FEATURES
from rankviz.ui.stage.page import WATCH, StagePage
from rankviz.ui.state import session
from rankviz.ui.state.state import State

STAGE = "stage"
AT_ONCE = 1.0
"""Seconds that a long run may take before its progress is shown."""
LEFT = "run-left"
"""In the session after Stop was pressed: the next run is then another one, or none."""
STOP_HELP = (
    "Ends the run for you; it continues for others who wait for it. You keep the rounds measured so far: none while "
    "weak rankers are being prepared or the run is being drawn."
)


def choose(page: StagePage) -> tuple[State, DeltaGenerator]:
    """Return the state chosen in the sidebar, and the place there for the sentence on what is learned from."""
    state, warnings = session.current(page.name, page.name, None if page is WATCH else page.start)
    state = page.suited(state)
    body = st.empty()
    with st.sidebar:
        data = choose_data(state, body)
        place = st.empty()
        state = state if data is None else without_foreign_grade(state, with_data(state, data, page.start))
        chosen = choose_run(state, page.offers, page.knobs, page.in_sight, fresh=page.fresh)
    messages.warn(warnings)
    return session.choose(state, **chosen), place


def run(state: State, place: DeltaGenerator, page: StagePage = WATCH) -> tuple[State, Shown]:
    """Return `state` and its run, and update the link. If the run fails, show the error and return the last valid run.

    The progress of a long wait is shown in `place`, where it does not move the stage.
    """
    memory = st.session_state
    above = st.container()  # always there: what comes and goes above the stage must not mount it again
    try:
        with place, st.spinner("Reading the data…", show_time=True):
            runs.problem(state)
        with place, st.spinner("Computing the run…", show_time=True):
            asked = runs.request(state, page.pictures_of(state))
            job = runs.begin(asked)
            under_way = job is not None and not job.wait(AT_ONCE)
            if job is None or not under_way:
                shown = runs.run(asked)
        if job is not None and under_way:
            with above:
                return _meanwhile(asked, job, page)
        place.caption(messages.plain(sizes.learned_from(shown.trace)))
    except DataError as problem:
        good = memory.get("good")
        state, shown = runs.last_good(good, page.start, page.pictures_of)
        with above:
            _stale(problem, shown, is_previous=state is good)
            if isinstance(problem, NoRun):
                st.button("Run it again", on_click=runs.run_again, icon=":material/replay:", key="run-again")
    memory["good"] = state
    session.write_link(state)
    return state, shown


def _stale(problem: Exception, shown: Shown, *, is_previous: bool) -> None:
    """Explain why the chosen run failed and which data the stage shows instead, and dim the stage."""
    title = shown.problem.title
    still = f"still shows the previous run, on {title}" if is_previous else f"shows {title} instead"
    messages.error(problem, shown=f"The board below {still}.")
    st.html(frontend.styles("stale"))


def _meanwhile(asked: RunRequest, job: LongRun, page: StagePage) -> tuple[State, Shown]:
    """Show the progress of a long run, with a button to stop it; return the previous run; without one, end the page."""
    _progress(asked, job)
    before = st.session_state.get("good")
    shown = None if before is None else runs.still_there(before, page.pictures_of(before))
    if before is None or shown is None:
        st.stop()
    return before, shown


@st.fragment(run_every=0.5)
def _progress(asked: RunRequest, job: LongRun) -> None:
    if job.done or st.session_state.pop(LEFT, False):
        st.rerun()
    waits = LONG.place_in_words(job)
    with st.container(border=True):
        st.progress(job.share, waits or job.text)
        st.button(
            "Stop and keep these rounds" if job.has_rounds else "Stop",
            help=STOP_HELP,
            on_click=_leave,
            args=(asked, job),
            disabled=job.stopped and not job.is_drawing,
            icon=":material/stop_circle:",
            key="stop-run",
        )


def _leave(asked: RunRequest, job: LongRun) -> None:
    runs.leave(asked, job)
    st.session_state[LEFT] = True


@fragment
def stage_and_details(state: State, shown: Shown, page: StagePage = WATCH) -> None:
    """Show the stage and its drawer. A round the viewer rests on reruns this function and nothing else."""
    if session.pop_branched():
        st.rerun()  # another run: rerun the page around this part as well
    now = st.session_state["state"]
    state = state.but(
        t=min(int(now["t"]), int(state["rounds"])),
        tab=nearest(str(now["tab"]), parts(shown, paper=page.paper is not None)),
        **{name: now[name] for name in ("explain", "look", "present")},
    )
    session.write_link(state)
    if shown.excerpt:
        st.info(messages.plain(shown.excerpt), icon=":material/crop:")
    view = StageView(state, shown, page)
    offered = reduce(or_, (feature(view) for feature in FEATURES))
    stage(
        shown,
        int(state["t"]),
        page.board.name,
        offered,
        key=STAGE,
        orders_to=page.name,
        on_round=session.set_round,
        on_missing=lambda: _missing(page),
    )
    for show in offered.below:
        show()


def _missing(page: StagePage) -> None:
    """Pack the run's bytes again after the server dropped them; the following rerun sends the new address."""
    good = st.session_state.get("good")
    if good is not None:
        runs.still_there(good, page.pictures_of(good))
