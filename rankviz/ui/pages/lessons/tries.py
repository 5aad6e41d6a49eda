"""Tries that change the run: an answer flipped in a table, an α dragged on the stage. Each try is run, and answered."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from rankviz.engine.boards import BOARDS
from rankviz.engine.data.builtin import inline
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.lesson import Step
from rankviz.lessons.tries import Flip, Try
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.pages.lessons.predict import SHOWN, again, answered
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.shell.language import said
from rankviz.ui.state.run_spec import to_state
from rankviz.ui.state.session import touch
from rankviz.ui.state.state import State

TABLE = "lesson-flip"

_mount = st.components.v2.component("rankviz_flip", js=frontend.text("flip_table.js"))


@dataclass(frozen=True)
class Tried:
    """A step's run after the learner's choice ("" for none): the choice, the state, the run and its facts."""

    choice: str
    state: State
    shown: Shown
    facts: Facts


def tried(step: Step, asked: Try, key: str, state: State, before: Shown) -> Tried:
    """Return the run of the last try; once the question is settled, of the right try or of the answer."""
    choice = _choice(step, asked, key)
    if choice:
        state = to_state(asked.changed(step.moment.spec, choice), step.moment.t)
        shown = runs.run(runs.request(state, BOARDS[step.figure.board].pictures))
    else:
        shown = before
    return Tried(choice, state, shown, asked.facts(before.trace, shown.trace))


def record_try(step: Step, asked: Try, key: str, choice: object) -> None:
    """Record a try. A try that cannot be made leaves an error message and changes nothing else."""
    touch()
    if answered(key):
        return
    try:
        asked.changed(step.moment.spec, str(choice))
    except DataError as wrong:
        st.session_state[f"wrong-{key}"] = str(wrong)
        return
    st.session_state.pop(f"wrong-{key}", None)
    _tries(key).append(str(choice))


def settle(asked: Try, key: str, now: Tried, on_answer: Callable[[], None]) -> None:
    """Record the question as settled when the last try reached the goal; right means: at the first try."""
    if now.choice and not answered(key) and asked.met(now.facts):
        _write(key, now.choice, right=len(_tries(key)) == 1, found=True)
        on_answer()


def box(
    step: Step,
    asked: Try,
    key: str,
    now: Tried,
    before: Trace,
    on_try: Callable[[], None],
    on_answer: Callable[[], None],
) -> None:
    """Show the task, the table in which it is done, and below it, as it must not move, a reply to each try."""
    if answered(key):
        if isinstance(asked, Flip):
            _table(asked, now.choice, before)
        _settled(asked, key, now)
        return

    def flip(choice: object) -> None:
        record_try(step, asked, key, choice)
        on_try()

    def give_up() -> None:
        _write(key, asked.answer, right=False, found=False)
        on_answer()
        touch()

    with st.container(border=True, key="lesson-find", gap="small"):
        st.markdown(f":material/touch_app: {messages.plain(asked.task(now.facts))}")
        if isinstance(asked, Flip):
            _table(asked, now.choice, before, flip)
        if wrong := st.session_state.get(f"wrong-{key}"):
            st.markdown(f":red[:material/cancel:] {messages.plain(wrong)}")
        elif now.choice:
            st.markdown(
                f":red[:material/cancel:] {said('Not yet.')} {messages.plain(asked.reply(now.facts))}"
            )
        if now.choice:
            st.button(said("Show the answer"), key=f"give-up-{key}", on_click=give_up)


def _table(asked: Flip, choice: str, before: Trace, on_flip: Callable[[object], None] | None = None) -> None:
    """Show each ranker's answer to each item, a button where `on_flip` is given; the flipped answer is marked."""
    table = inline.of_problem(before.problem)
    assert table is not None

    def flipped() -> None:
        if on_flip is not None:
            on_flip(getattr(st.session_state.get(TABLE), "flip", None))

    _mount(
        key=TABLE,
        data={
            "items": [str(item) for item in before.problem.item_ids],
            "rankers": [
                {"name": name, "bits": list(bits)} for name, bits in table.rankers if name in asked.rankers
            ],
            "flipped": choice,
            "done": on_flip is None,
            "how": said("● yes, ○ no; the flipped one is framed.")
            if on_flip is None
            else said("● yes, ○ no. Press one to flip it; only one answer can be flipped at a time."),
        },
        on_flip_change=flipped,
        height="content",
    )


def _settled(asked: Try, key: str, now: Tried) -> None:
    reply = messages.plain(asked.reply(now.facts))
    tries = len(_tries(key))
    if tries and now.choice == _tries(key)[-1]:
        st.success(f"{said('Right.')} {reply}{again(tries)}", icon=":material/check_circle:")
    elif progress().answers[key][1]:
        st.success(f"{said('Right.')} {reply}", icon=":material/check_circle:")
    else:
        st.info(f"{said('One way to do it:')} {reply}", icon=SHOWN)


def _tries(key: str) -> list[str]:
    found: list[str] = st.session_state.setdefault(f"tries-{key}", [])
    return found


def _write(key: str, choice: str, *, right: bool, found: bool) -> None:
    progress().settle(key, (_tries(key) or [choice])[0], right, found=found)
    st.session_state[f"choice-{key}"] = choice


def _choice(step: Step, asked: Try, key: str) -> str:
    """Return the choice whose run is shown: the settled one; in a later visit a right first try, or the answer."""
    if not answered(key):
        return (_tries(key) or [""])[-1]
    first, right = progress().answers[key]
    return str(
        st.session_state.get(f"choice-{key}")
        or (first if right and _possible(step, asked, first) else asked.answer)
    )


def _possible(step: Step, asked: Try, choice: str) -> bool:
    """Return whether a choice of an earlier visit is still valid: the step may have had other data."""
    try:
        asked.changed(step.moment.spec, choice)
    except DataError:
        return False
    return True
