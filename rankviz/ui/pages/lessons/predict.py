"""Predict, then reveal: the question, the learner's tries, and a reply to each with its numbers."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rankviz.lessons.lesson import Ask, AskLargest
from rankviz.lessons.predict import Question, verdict
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.lessons import tables
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch


@cached
def ask(shown: Shown, asked: Ask | AskLargest) -> Question | None:
    """Return the question about a round of a run; cached."""
    return asked.question(shown.trace)


def answered(key: str) -> bool:
    """Return whether the question under that key is settled: answered rightly, or given up."""
    return key in progress().answers


def box(asked: Question, key: str, on_answer: Callable[[], None]) -> None:
    """Show the question with its options, a reply to each try, and a button for the answer after a wrong try.

    `on_answer` runs before the question is settled. Only the first try counts.
    """
    tries: list[str] = st.session_state.setdefault(f"tries-{key}", [])
    if answered(key):
        _settled(asked, tries or [progress().answers[key][0]])
        return
    place, none = f"predict-{key}-{len(tries)}", f"none-{key}"

    def settle() -> None:
        first = asked.option(tries[0])
        progress().answers[key] = (tries[0], bool(first and first.right))
        on_answer()
        touch()

    def answer() -> None:
        label = st.session_state.get(place)
        st.session_state[none] = label is None
        if label is not None:
            tries.append(str(label))
            if str(label) == asked.answer.label:
                settle()
        touch()

    with st.form(f"form-{key}", border=True), st.container(gap="small"):
        if tries:
            st.markdown(f":red[:material/cancel:] {messages.plain(verdict(asked, tries[-1]))}")
        else:
            st.markdown(messages.plain(asked.prompt))
        tables.answer_table(asked)
        st.radio(
            "Your prediction",
            [option.label for option in asked.options if option.label not in tries],
            index=None,
            key=place,
            label_visibility="collapsed",
            horizontal=not any(option.hint for option in asked.options),
            format_func=lambda label: _offered(asked, str(label)),
        )
        if st.session_state.get(none):
            st.warning("Choose one first.", icon=":material/touch_app:")
        with st.container(horizontal=True):
            st.form_submit_button(
                "Try again" if tries else "Reveal",
                type="primary",
                icon=":material/visibility:",
                on_click=answer,
            )
            if tries:
                st.form_submit_button("Show the answer", on_click=settle)


def _offered(asked: Question, label: str) -> str:
    option = asked.option(label)
    hint = f" · {messages.plain(option.hint)}" if option and option.hint else ""
    return f"**{messages.plain(label)}**{hint}"


def _settled(asked: Question, tries: list[str]) -> None:
    if tries[-1] == asked.answer.label:
        again = f" (try {len(tries)})" if len(tries) > 1 else ""
        message = verdict(asked, tries[-1])
        st.success(messages.plain(f"{message}{again}"), icon=":material/check_circle:")
    else:
        message = f"{verdict(asked, tries[-1])} {asked.answer.why}"
        st.error(messages.plain(message), icon=":material/cancel:")
