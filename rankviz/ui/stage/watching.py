"""From a state to the screen: the wait, the run or the one before it, and the stage with its drawer."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.board.offline.page import Looks as ReplayLooks
from rankviz.engine.data.battles import TIE
from rankviz.engine.errors import DataError
from rankviz.lessons import predict
from rankviz.ui.controls.data_controls import choose_data, worth_of_a_tie
from rankviz.ui.controls.grade_choice import without_foreign_grade
from rankviz.ui.controls.holdout_choice import with_data
from rankviz.ui.controls.run_controls import choose_run
from rankviz.ui.details import answers, reproduce, sizes
from rankviz.ui.details.answers import QUICK
from rankviz.ui.details.parts import BY_STAGE, nearest, parts
from rankviz.ui.rooms import leading
from rankviz.ui.rooms.offer import offered
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.runs.run_queue import LONG
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import turn
from rankviz.ui.serving import address, frontend
from rankviz.ui.serving.first_picture import FIRST_PICTURE
from rankviz.ui.shell import language, messages
from rankviz.ui.stage import flips, halted
from rankviz.ui.stage.banner import Banner, banner
from rankviz.ui.stage.component import Drawer, Looks, Presenter, seen, stage
from rankviz.ui.stage.page import WATCH, StagePage
from rankviz.ui.stage.stage_settings import settings
from rankviz.ui.state import catalog, session
from rankviz.ui.state.state import MAX_ALGORITHMS, State

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
        **{name: now[name] for name in ("explain", "tab", "look", "present")},
    )
    there = parts(shown, paper=page.paper is not None)
    state = state.but(tab=nearest(str(state["tab"]), there)) if state["tab"] else state
    session.write_link(state)
    if shown.excerpt:
        st.info(messages.plain(shown.excerpt), icon=":material/crop:")
    line = page.banner(shown.trace) if page.banner else banner(state, shown)
    above = halted.with_halts(line, state, shown)
    led = leading.show(lambda: _moment(state, shown, page, above), shown.digest, int(state["t"]))
    stage(
        run_url=frontend.run_url(shown.digest),
        stage_url=frontend.stage_url(),
        round=int(state["t"]),
        orders_to=page.name,
        settings=settings(state, shown.trace) | led.settings,
        key=STAGE,
        layout=page.board.name,
        banner=above,
        on_round=session.set_round,
        on_missing=lambda: _missing(page),
        on_branch=_branch if _may_branch(state, shown) else None,
        on_tie=None if shown.excerpt else _tie_of(state),
        on_flip=_flip_of(state, shown),
        on_remedy=lambda: _mended(state, shown),
        drawer=Drawer(answers.url(shown), not shown.excerpt, there, str(state["tab"]), str(state["explain"])),
        looks=Looks(str(state["look"]), bool(state["present"]), _looked),
        about={"parameters": reproduce.in_words(state), "link": address.public(session.share_url(state))},
        presenter=Presenter(led.room, on_act=lambda: _acted(shown)),
    )
    if not state["tab"] or state["tab"] in BY_STAGE:
        return
    FIRST_PICTURE.let_it_come()
    # Only now: pandas and Plotly take half as long to load as the engine, and Python does one thing at a time.
    from rankviz.ui.details.details import details

    with turn(shown.trace.problem.n_pairs <= QUICK):
        details(state, shown, _offline(state, shown, page, above), page.paper)


def _moment(state: State, shown: Shown, page: StagePage, above: Banner | None) -> dict[str, object]:
    """Return the part of the page that a class sees, besides the run and the round."""
    looks = _offline(state, shown, page, above)
    travels = not catalog.link_note(state.source)
    link = session.share_url(state.but(tab="", explain="", present=False)) if travels else ""
    return {
        "layout": looks.layout,
        "settings": dict(looks.settings),
        "banner": looks.banner,
        "about": {"parameters": reproduce.in_words(state), "link": ""},
        "link": link.removeprefix(address.home()),
    }


def _offline(state: State, shown: Shown, page: StagePage, above: Banner | None) -> ReplayLooks:
    """Return the look of the stage for a saved page, which links nowhere else."""
    return ReplayLooks(
        page.board.name,
        int(state["t"]),
        {**settings(state, shown.trace), "look": str(state["look"])},
        None if above is None else asdict(above.alone),
        language.for_page(),
    )


def _looked() -> None:
    chosen = seen(STAGE)
    if chosen is not None:
        session.see(chosen.look, chosen.present, chosen.tab, chosen.explain)


def _acted(shown: Shown) -> None:
    """Do what a key requests of the room; its question is which ranker comes next."""
    name = getattr(st.session_state.get(STAGE), "act", None)
    if not isinstance(name, str):
        return
    revealed = leading.apply_key(name, lambda t: offered(shown, predict.RANKER, t))
    if revealed is not None and revealed.t is not None:
        session.go_to(revealed.t)


def _may_branch(state: State, shown: Shown) -> bool:
    """Return whether a branch fits next to the runs, or can replace another branch."""
    return not shown.excerpt and len(state["alg"]) < MAX_ALGORITHMS


def _branch() -> None:
    text = getattr(st.session_state.get(STAGE), "branch", None)
    if isinstance(text, str):
        session.branch(text)


def _tie_of(state: State) -> Callable[[], None] | None:
    """Return the callback for another tie value from the stage; None where the sidebar does not offer one."""
    key = worth_of_a_tie(state.source)
    if key not in st.session_state:
        return None

    def chosen() -> None:
        tie = getattr(st.session_state.get(STAGE), "tie", None)
        with suppress(DataError):  # an invalid value changes nothing
            session.set_widget(key, TIE.check(tie))

    return chosen


def _flip_of(state: State, shown: Shown) -> Callable[[], None] | None:
    """Return the callback for a flipped answer from the stage; None where no table can hold the data."""
    table = flips.table(state, shown, runs.problem(state))
    if table is None:
        return None

    def chosen() -> None:
        cell = getattr(st.session_state.get(STAGE), "flip", None)
        if isinstance(cell, str):
            session.follow(flips.flipped(st.session_state["state"], table, cell))

    return chosen


def _mended(state: State, shown: Shown) -> None:
    name = getattr(st.session_state.get(STAGE), "remedy", None)
    remedy = halted.offered(state, shown, name) if isinstance(name, str) else None
    if remedy is not None:
        session.set_choice(remedy.name, remedy.value)


def _missing(page: StagePage) -> None:
    """Pack the run's bytes again after the server dropped them; the following rerun sends the new address."""
    good = st.session_state.get("good")
    if good is not None:
        runs.still_there(good, page.pictures_of(good))
