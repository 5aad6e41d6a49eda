"""A prediction, then its answer: the question, the learner's tries, and a reply to each with its numbers."""

from collections.abc import Callable

import streamlit as st

from rankviz.lessons.lesson import Ask, AskIdea, AskLargest
from rankviz.lessons.predict import Question, verdict
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.lessons import tables
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.shell.language import said
from rankviz.ui.state.session import touch

SHOWN = ":material/lightbulb:"
"""The sign of an answer that was shown: not an error."""


@cached
def question_about(shown: Shown, asked: Ask | AskLargest | AskIdea) -> Question | None:
    """Return the question about a round of a run; cached."""
    return asked.question(shown.trace)


def answered(key: str) -> bool:
    """Return whether the question under that key is settled: answered correctly, or given up."""
    return key in progress().answers


def tried(key: str) -> bool:
    """Return whether the question under that key has been answered in this visit."""
    return bool(st.session_state.get(f"tries-{key}"))


def told(key: str) -> str:
    """Return a text that changes with each reply to an act."""
    memory = st.session_state
    return f"{len(memory.get(f'tries-{key}', []))} {memory.get(f'wrong-{key}', '')} {answered(key)}"


def box(asked: Question, key: str, on_answer: Callable[[], None], *, given_up: bool = False) -> None:
    """Show the question with its options, a reply to each try, and a button for the answer after a wrong try.

    `on_answer` runs before the question is settled. Only the first try counts. `given_up` when the answer was revealed
    elsewhere.
    """
    tries: list[str] = st.session_state.setdefault(f"tries-{key}", [])
    if given_up and not answered(key):
        _told(asked)
        return
    if answered(key):
        first, right = progress().answers[key]
        found = not right and asked.option(first) and key not in progress().shown
        _settled(asked, tries or [asked.answer.label if found else first])
        return
    place, none = f"predict-{key}-{len(tries)}", f"none-{key}"

    def settle(found: bool) -> None:
        progress().settle(key, tries[0], _right(asked, tries[0]), found=found)
        on_answer()
        touch()

    def answer() -> None:
        label = st.session_state.get(place)
        st.session_state[none] = label is None
        if label is not None:
            tries.append(str(label))
            if _right(asked, tries[-1]):
                settle(found=True)
        touch()

    with st.form(f"form-{key}", border=True), st.container(gap="small"):
        st.markdown(messages.plain(asked.question if tries else asked.prompt))
        if tries:
            st.markdown(f":red[:material/cancel:] {messages.plain(verdict(asked, tries[-1], said))}")
        tables.answer_table(asked)
        st.radio(
            said("Your prediction"),
            [option.label for option in asked.options],
            index=None,
            key=place,
            label_visibility="collapsed",
            horizontal=not any(option.hint for option in asked.options),
            format_func=lambda label: _offered(asked, str(label), str(label) in tries),
        )
        if st.session_state.get(none):
            st.warning(said("Choose one first."), icon=":material/touch_app:")
        with st.container(horizontal=True):
            st.form_submit_button(said("Check"), type="primary", icon=":material/check:", on_click=answer)
            if tries:
                st.form_submit_button(said("Show the answer"), on_click=settle, kwargs={"found": False})


def again(tries: int) -> str:
    """Return the number of tries as text after a reply; "" for one."""
    return f" ({said('try {number}', number=tries)})" if tries > 1 else ""


def _right(asked: Question, label: str) -> bool:
    option = asked.option(label)
    return option is not None and option.right


def _offered(asked: Question, label: str, tried: bool) -> str:
    """Return an option as shown: those that were tried stay, struck through; the reply to them has their numbers."""
    option, words = asked.option(label), f"**{messages.plain(label)}**"
    hint = f" · {messages.plain(option.hint)}" if option and option.hint else ""
    return f"~~{words}~~" if tried else f"{words}{hint}"


def _settled(asked: Question, tries: list[str]) -> None:
    if _right(asked, tries[-1]):
        message = verdict(asked, tries[-1], said)
        st.success(messages.plain(f"{message}{again(len(tries))}"), icon=":material/check_circle:")
    else:
        _told(asked)


def _told(asked: Question) -> None:
    """Show the answer to a learner who did not find it."""
    st.info(messages.plain(asked.answer.why), icon=SHOWN)
