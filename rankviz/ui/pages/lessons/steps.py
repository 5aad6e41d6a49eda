"""One lesson, a step at a time: the text on the left, and on the right the stage that the text drives."""

import re
from itertools import chain

import streamlit as st

from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import DataError
from rankviz.lessons.lesson import Lesson, Sentence, Step
from rankviz.lessons.tries import Drag, Flip
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.pages.lessons import authored_lessons, find, predict, tables, tries
from rankviz.ui.pages.lessons.progress import progress, step_key
from rankviz.ui.pages.lessons.saved_lessons import PLACED, sync_with_browser
from rankviz.ui.pages.lessons.summary import END
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.shell.from_top import from_top
from rankviz.ui.shell.language import said
from rankviz.ui.stage import embedded_stage
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state import page_link
from rankviz.ui.state.link import to_link
from rankviz.ui.state.run_spec import to_state
from rankviz.ui.state.session import touch

MOST_FAULTS = 20
"""The most errors shown for a step."""
_look = st.components.v2.component("rankviz_look", js=frontend.text("show_tile.js"))
"""A button that scrolls to a tile of the stage where it is not next to the words."""

PAGE = "lessons"
STAGE = "lesson-stage"


def styles() -> None:
    """Load the styles of a step."""
    st.html(frontend.styles("lesson_steps"))


def show(lesson: Lesson, number: int, fresh: bool) -> None:
    """Show step `number` (from 1) of a lesson; `fresh` when the visitor opens it again."""
    step = lesson.steps[number - 1]
    progress().see(lesson.name, number)
    if authored_lessons.is_own(lesson.name) and (faults := authored_lessons.faults(lesson, number)):
        sync_with_browser()
        _not_so(lesson, number, faults)
        return
    state = to_state(step.moment.spec, step.moment.t)
    board = BOARDS[step.figure.board]
    before = shown = runs.run(runs.request(state, board.pictures))
    now = None
    if step.tries is not None:
        key = step_key(lesson, number)
        now = tries.tried(step, step.tries, key, state, before)
        state, shown = now.state, now.shown
        tries.settle(step.tries, key, now, lambda: embedded_stage.put_cursor(STAGE, _shows(step, now)))
    sync_with_browser()  # by now a try has been judged, and is stored with the rest
    _place_cursor(lesson, number, step, now, fresh)
    styles()
    from_top(f"{lesson.name}/{number}", predict.told(step_key(lesson, number)))
    words, picture = st.columns([1, 2.55], gap="medium")
    with words, st.container(key="lesson-side"):
        with st.container(key="lesson-words", gap="small"):
            _words(lesson, number, step, before, now)
        _buttons(lesson, number)
    with picture:
        figure = Offer(settings=_settings(lesson, number, step, shown))
        figure |= Offer(settings={"said": _told(step, before, now, done=_settled(lesson, number, step))})
        embedded_stage.alone(STAGE, state, shown, figure | _acts(step, step_key(lesson, number)), board)
        with st.container(key="lesson-watch"):
            st.page_link(
                layout.file(board.page),
                label=said("Open this run in {page}", page=board.title),
                icon=":material/play_circle:",
                query_params=to_link(state, whole=True),
            )


def _not_so(lesson: Lesson, number: int, faults: list[DataError]) -> None:
    """Show the errors in a step of a user's own lesson, in the step's place."""
    styles()
    with st.container(key="lesson-words", gap="small"):
        _bar(lesson, number)
        st.header(messages.plain(lesson.steps[number - 1].heading))
        for fault in faults[:MOST_FAULTS]:
            messages.error(fault)
        if len(faults) > MOST_FAULTS:
            st.caption(f"These are the first {MOST_FAULTS} of {len(faults):,} errors.")
    _buttons(lesson, number)


def waits_at(lesson: Lesson, number: int, step: Step, now: tries.Tried | None) -> int:
    """Return the round at which the stage starts: in an open step the one before the question, or the one to change."""
    if not _settled(lesson, number, step):
        if step.find is not None:
            return step.find.start
        if step.tries is not None:
            return step.tries.t
        if step.ask is not None:
            return step.ask.t - 1
    return _shows(step, now)


def _shows(step: Step, now: tries.Tried | None) -> int:
    """Return the round at which the stage is when the step is done; `now` is the learner's changed run."""
    t = step.moment.t if step.ask is None else max(step.moment.t, step.ask.t)
    return step.tries.shows(now.facts, t) if step.tries is not None and now is not None else t


def _settings(lesson: Lesson, number: int, step: Step, shown: Shown) -> dict[str, object]:
    """Return the stage's settings for the step's figure; while the question is open no later round is shown."""
    settled, facts = _settled(lesson, number, step), step.facts(shown.trace)
    open_question = step.ask is not None and not settled
    look = step.board_look(shown.trace, done=settled)
    return {
        **step.figure.settings(
            facts,
            marked=step.find is None or settled,
            found=(step.find.algorithm, step.find.answer(facts)) if step.find and settled else None,
        ),
        "open": not settled,
        "look": f"{look},future:hidden" if open_question else look,
        "hold": step.ask.t - 1 if step.ask and open_question else None,
        "asked": f"{lesson.name}/{number}",
    }


def _told(step: Step, before: Shown, now: tries.Tried | None, *, done: bool) -> str:
    """Return what is said of the figure as plain text; of other answers that is the reply, as the rest is not."""
    facts = step.facts(before.trace)
    changed = facts if now is None else now.facts
    told = [each.words(changed) for each in step.last(done=done) if each.holds(changed)]
    if isinstance(step.tries, Flip) and now is not None and now.choice:
        return " ".join((step.tries.reply(changed), *told))
    return " ".join((*(each.words(facts) for each in chain(*step.paragraphs) if each.holds(facts)), *told))


def _settled(lesson: Lesson, number: int, step: Step) -> bool:
    return not step.asks or predict.answered(step_key(lesson, number))


def _acts(step: Step, key: str) -> Offer:
    """Return what the learner can do on the figure while the step is open."""
    changes = step.tries
    if not predict.answered(key) and isinstance(changes, Drag):
        return Offer(
            {"branches": True}, on={"branch": lambda fork: tries.record_try(step, changes, key, fork)}
        )
    return Offer()


def _place_cursor(lesson: Lesson, number: int, step: Step, now: tries.Tried | None, fresh: bool) -> None:
    here = f"{lesson.name}/{number}"
    if st.session_state.get(PLACED) != here or fresh:
        st.session_state[PLACED] = here
        embedded_stage.put_cursor(STAGE, waits_at(lesson, number, step, now))


def _words(lesson: Lesson, number: int, step: Step, shown: Shown, now: tries.Tried | None) -> None:
    """Show the text of a step about its run, and about the learner's changed run `now`."""
    key, t = step_key(lesson, number), step.moment.t
    facts = Facts(shown.trace, t)
    changed = facts if now is None else now.facts
    _bar(lesson, number)
    st.header(messages.plain(step.heading))
    for paragraph in step.paragraphs:
        st.markdown(" ".join(_rendered(sentence, facts) for sentence in paragraph))
    if step.many:
        st.page_link(layout.EXPERIMENTS, label=messages.plain(step.many), icon=":material/science:")
    if step.ask is not None:
        _ask(lesson, number, step, shown)
    if step.find is not None:
        find.box(step.find, facts, key, STAGE, lambda: embedded_stage.put_cursor(STAGE, t))
    if (asked := step.tries) is not None and now is not None:
        tries.box(
            step,
            asked,
            key,
            now,
            shown.trace,
            # A run that ended early has left the stage at its last round.
            lambda: embedded_stage.put_cursor(STAGE, asked.t),
            lambda: embedded_stage.put_cursor(STAGE, _shows(step, now)),
        )
    tried = now is not None and now.choice != ""
    settled = _settled(lesson, number, step)
    if step.note is not None and (settled or step.tries):
        tables.note(step.note, changed, tried=tried)
    # A wrong answer has its reason in sight, which takes the room of where to look.
    hidden = not settled and (tried or (step.ask is not None and predict.tried(key)))
    for sentence in () if hidden else step.last(done=settled):
        if text := _rendered(sentence, changed):
            st.markdown(f":material/arrow_forward: {text}")
    # On a phone the tile that the words speak of may be out of sight.
    drags = isinstance(step.tries, Drag)
    first = step.subject(shown.trace, done=settled).tile or step.figure.tiles[0]
    data = {"panel": first, "title": step.figure.title(first)}
    _look(key="lesson-drag" if drags else "lesson-look", data=data, height="content")


def _bar(lesson: Lesson, number: int) -> None:
    """Show the present step, and links to all others."""
    last = len(lesson.steps)
    where = said("step {number} of {last}", number=number, last=last)
    st.caption(messages.plain(f"{lesson.title} · {where}"))
    key = f"steps-of-{lesson.name}"
    st.session_state[key] = number

    def choose() -> None:
        page_link.go(PAGE, {"lesson": lesson.name, "step": str(st.session_state[key])})

    st.segmented_control(
        said("Step"),
        range(1, last + 1),
        key=key,
        on_change=choose,
        required=True,
        label_visibility="collapsed",
        width="stretch",
    )


def _ask(lesson: Lesson, number: int, step: Step, shown: Shown) -> None:
    assert step.ask is not None
    ask, key = step.ask, step_key(lesson, number)
    asked = predict.question_about(shown, ask)
    if asked is None:
        return
    predict.box(asked, key, lambda: embedded_stage.put_cursor(STAGE, _shows(step, None)))


def _rendered(sentence: Sentence, facts: Facts) -> str:
    """Return a sentence as Markdown with its values set off; "" when the sentence is not true of the run."""
    if not sentence.holds(facts):
        return ""
    return "".join(
        f"**{messages.plain(text)}**" if value else _with_terms(text)
        for text, value in sentence.pieces(facts)
    )


def _with_terms(text: str) -> str:
    """Return words as Markdown that sets off *terms*, and nothing else."""
    parts = re.split(r"\*([^*]+)\*", text)
    return "".join(
        f"*{messages.plain(part)}*" if i % 2 else messages.plain(part) for i, part in enumerate(parts)
    )


def _reopen(lesson: Lesson, number: int, step: Step) -> None:
    """Open a settled step again, as it was before the first try."""
    key = step_key(lesson, number)
    progress().reopen(key)
    for name in ("tries", "choice", "wrong", "none"):
        st.session_state.pop(f"{name}-{key}", None)
    embedded_stage.put_cursor(STAGE, waits_at(lesson, number, step, None))
    touch()


def _buttons(lesson: Lesson, number: int) -> None:
    last, step = len(lesson.steps), lesson.steps[number - 1]
    with st.container(horizontal=True, gap="xsmall"):
        if number > 1:
            _go(
                "Back",
                {"lesson": lesson.name, "step": str(number - 1)},
                ":material/arrow_back:",
                key="Shift+N",
            )
        if number < last:
            _go(
                "Next",
                {"lesson": lesson.name, "step": str(number + 1)},
                ":material/arrow_forward:",
                True,
                "N",
            )
        else:
            _go("Finish", {"lesson": lesson.name, "step": END}, ":material/done_all:", True, "N")
        if step.asks and _settled(lesson, number, step):
            st.button(
                said("Try again"),
                key="lesson-again",
                icon=":material/replay:",
                type="tertiary",
                on_click=_reopen,
                args=(lesson, number, step),
            )


def _go(label: str, link: dict[str, str], icon: str, main: bool = False, key: str | None = None) -> None:
    st.button(
        said(label),
        key=f"lesson-{label}",
        icon=icon,
        type="primary" if main else "secondary",
        shortcut=key,
        on_click=page_link.go,
        args=(PAGE, link),
    )
