"""The workbench: a tiny data set built by hand on the left, the runs learned from it on the right."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.errors import DataError
from rankviz.lessons.challenges import Challenge
from rankviz.lessons.registry import CHALLENGES
from rankviz.ui.controls.run_controls import choose_run
from rankviz.ui.details import sizes
from rankviz.ui.pages.lessons import challenge as lessons_challenge
from rankviz.ui.pages.lessons import practice
from rankviz.ui.pages.workbench import edits, in_words, tools
from rankviz.ui.pages.workbench.grid import grids
from rankviz.ui.pages.workbench.history import history
from rankviz.ui.pages.workbench.page import PAGE as BENCH
from rankviz.ui.pages.workbench.page import ROUNDS
from rankviz.ui.pages.workbench.paste import paste
from rankviz.ui.pages.workbench.rounds import drawing
from rankviz.ui.pages.workbench.tools import Change, Tool
from rankviz.ui.pages.workbench.written import source, table_of
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.stage import embedded_stage, halted
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state import page_link, session
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import State

PAGE, STAGE, CANVAS = "workbench", "workbench-run", "workbench-canvas"
STATE, WARNINGS = "state-workbench", "workbench-said"
PREDICTING, DRAWN = "workbench-predict", "workbench-drawn"
DRAWN_RUN = "drawn"
"""In the link: the run that the drawing follows."""
PAGE_PARAMETERS = ("challenge", practice.PREDICT, practice.OF, DRAWN_RUN)
"""Parameters of the link besides the choices that all pages have."""


def show() -> None:
    """Show the page."""
    link, fresh = page_link.current(PAGE)
    state, warnings = _arrive(link, fresh)
    with st.sidebar:
        state = BENCH.suited(state)
        state = state.but(**choose_run(state, BENCH.offers))
        size = st.empty()
    above = st.container()  # always there: messages that come and go must not close the tables
    with above:
        messages.warn([*warnings, *st.session_state.pop(WARNINGS, [])])
    st.html(frontend.styles("workbench_page"))
    bench, picture = st.columns([1, 1.5], gap="medium")
    table, challenge = history().now, CHALLENGES.get(link.get("challenge", ""))
    with bench, st.container(key="workbench"):
        drawing, halts = _bench(table, challenge)
    goal = picture.container(key="workbench-goal", gap="xsmall") if challenge else picture.empty()
    if not edits.implied(table):
        _draw(drawing, table)
        with picture:
            _no_pairs(table)
        if challenge:
            goal.markdown(f"**{messages.plain(challenge.sentence)}**")
        _keep(state, challenge)
        return
    with above:
        state, shown = embedded_stage.run(STAGE, state.but(data=source(table)), size)
    _draw(drawing, table, shown if state["data"] == source(table) else None)
    size.caption(messages.plain(sizes.learned_from(shown.trace)))
    whole = _keep(state, challenge)
    if challenge:
        with goal:
            lessons_challenge.conditions(challenge, shown.trace)
    if not (challenge and challenge.asks_stop):
        with halts:
            _no_rounds(table, state, shown, STATE)
    bench.page_link(layout.WATCH, label="Open in Watch", icon=":material/play_circle:", query_params=whole)
    with picture:
        predicting = st.toggle("Predict each round", key=PREDICTING, help="Guess before you see it")
        _picture(state, shown, predicting, challenge)


def _keep(state: State, challenge: Challenge | None) -> dict[str, str]:
    """Remember the state, write the address, and return the parameters of the state's link."""
    memory = st.session_state
    memory[STATE] = state
    whole = to_link(state, whole=True)
    parameters = {"challenge": challenge.name} if challenge else {}
    if memory.get(PREDICTING):
        parameters |= practice.written()
    if memory.get(DRAWN):
        parameters[DRAWN_RUN] = memory[DRAWN]
    page_link.write(PAGE, {**parameters, **whole})
    return whole


@fragment
def _picture(state: State, shown: Shown, predicting: bool, challenge: Challenge | None) -> None:
    held = Offer()
    if predicting:
        practice.questions(STAGE, shown)
        held = practice.hold(STAGE, shown)
        _keep(st.session_state[STATE], challenge)
    embedded_stage.draw(STAGE, state, shown, held, state_key=STATE)


def _arrive(link: dict[str, str], fresh: bool) -> tuple[State, list[str]]:
    """Return the state, from the link if fresh, else as it was left, and warnings; turn its data into a table."""
    memory = st.session_state
    if not fresh and STATE in memory:
        return memory[STATE], []
    if STATE in memory and "data" not in link:
        state = memory[STATE]
        warnings: list[str] = []
    else:
        given = {key: value for key, value in link.items() if key not in PAGE_PARAMETERS}
        begin = CHALLENGES[link["challenge"]].start if link.get("challenge") in CHALLENGES else {}
        # A link with data is whole: rounds that it leaves out are at their default.
        rounds = {} if "data" in given else {"rounds": str(ROUNDS)}
        state, warnings = from_link({**rounds, **begin, "data": str(BENCH.start["data"]), **given})
        memory[PREDICTING] = practice.PREDICT in link
        memory[DRAWN] = link.get(DRAWN_RUN, "")
        practice.read(link)
    if "data" in link:
        table, why = _table_of(str(state["data"]))
        warnings = [*warnings, *([why] if why else [])]
        history().put(table)
    if "t" in link or not embedded_stage.placed(STAGE):
        embedded_stage.put_cursor(STAGE, int(state["t"]) if "t" in link else 1)
    return state, warnings


def _table_of(data: str) -> tuple[Table, str]:
    """Return the table behind a choice of data, and a message if the workbench cannot hold the data."""
    try:
        return table_of(data), ""
    except DataError as wrong:
        return history().now, str(wrong)


def _bench(table: Table, challenge: Challenge | None) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Show the table's tools and its grids.

    Return the places of the drawing, and of the runs without rounds below it: a sentence that comes and goes there
    moves neither the drawing nor the board. All edits come in callbacks.
    """
    title = messages.plain(challenge.title) if challenge else "Build data, watch boosting learn"
    st.subheader(title, anchor=False)
    _tools()
    drawing, halts = st.container(key="workbench-drawing"), st.container()
    with st.expander("As tables", icon=":material/table:"):
        grids(table, _edit)
        paste(_put)
    return drawing, halts


def _draw(place: DeltaGenerator, table: Table, shown: Shown | None = None) -> None:
    with place:
        _canvas(table, CANVAS, _drawn, _follow, shown, st.session_state.get(DRAWN, ""))


def _follow() -> None:
    """Record the run that was chosen for the drawing."""
    run = getattr(st.session_state.get(CANVAS), "drawn", None)
    if isinstance(run, str):
        st.session_state[DRAWN] = run
        session.touch()


def _drawn() -> None:
    edit = getattr(st.session_state.get(CANVAS), "edit", None)
    if edit is not None:
        _edit(lambda table: edits.apply(table, edit))


def _edit(change: Change) -> None:
    """Do an edit; if its table cannot be edited further, keep the old table and say why."""
    try:
        _put(change)
    except DataError as wrong:
        st.session_state[WARNINGS] = [str(wrong)]


def _put(change: Change) -> None:
    """Do an edit. Raises DataError if its table cannot be edited further."""
    session.touch()
    table = change(history().now)
    edits.check(table)
    history().put(table)


def _tools() -> None:
    versions = history()
    table = versions.now
    with st.container(horizontal=True, gap="xsmall", key="workbench-tools"):
        st.button(
            "Undo",
            icon=":material/undo:",
            shortcut="Ctrl+Z",
            disabled=not versions.past,
            on_click=_step,
            args=("undo",),
        )
        st.button(
            "Redo",
            icon=":material/redo:",
            shortcut="Ctrl+Y",
            disabled=not versions.future,
            on_click=_step,
            args=("redo",),
        )
        for tool in tools.in_sight(table):
            _button(tool)
        with st.popover("More", icon=":material/more_horiz:"):
            for tool in tools.further(table):
                _button(tool)
            st.markdown("**Start from**")
            for name, data in tools.STARTS.items():
                _button(Tool(name, "file_open", _beginning_with(data)))


def _beginning_with(data: str) -> Change:
    return lambda _: table_of(data)


def _button(tool: Tool) -> None:
    st.button(
        tool.label,
        icon=f":material/{tool.icon}:",
        key=f"bench-{tool.name}",
        disabled=tool.off,
        on_click=_edit,
        args=(tool.change,),
    )


def _step(way: str) -> None:
    session.touch()
    getattr(history(), way)()


_mount = st.components.v2.component("rankviz_workbench", js=frontend.text("mount.js"))


def _canvas(
    table: Table,
    key: str,
    on_edit: Callable[[], None],
    on_drawn: Callable[[], None],
    shown: Shown | None = None,
    drawn: str = "",
) -> None:
    """Draw a table, and on it the stage's round of the runs learned from it, `shown`.

    `on_edit` is called for an edit (`.edit` of the component's state), `on_drawn` when another run was chosen for the
    drawing (`.drawn`); `drawn` names the current one, "" for the first run that has rounds.
    """
    data = {
        "stage_url": frontend.stage_url(frontend.WORKBENCH),
        "run_url": "" if shown is None else frontend.run_url(shown.digest),
        "drawn": drawn,
    } | drawing(table, None if shown is None else shown.trace)
    _mount(
        key=key,
        data=(data,),  # in a tuple, like the stage's data: mount.js unpacks both
        on_edit_change=on_edit,
        on_drawn_change=on_drawn,
        height="content",
    )


def _no_pairs(table: Table) -> None:
    """Explain that there is nothing to learn yet, and how to make the first pair."""
    st.info(messages.plain(in_words.without_pairs(table)), icon=":material/start:")


def _no_rounds(table: Table, state: State, shown: Shown, key: str) -> None:
    """Explain which runs have no round, why, and what would give them one; nothing when all have rounds.

    The buttons change the state in the session under `key`.
    """
    halts = in_words.without_rounds(shown.trace)
    if not halts:
        return
    st.info(messages.plain(in_words.what_to_change(table, halts)), icon=":material/front_hand:")
    for remedy in halted.remedies(state, shown, halts):
        st.button(
            remedy.label,
            key=f"bench-remedy-{remedy.name}",
            on_click=_take,
            args=(key, remedy.name, remedy.value),
        )


def _take(key: str, name: str, value: object) -> None:
    memory = st.session_state
    memory[key] = memory[key].but(**{name: value})
    memory[WIDGET + name] = value
    touch()
