"""Predict, then reveal: the question, the learner's answer, and the reveal with its numbers."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rankviz.lessons.predict import Question, question, verdict
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch


@cached
def ask(shown: Shown, algorithm: str, t: int, kind: str) -> Question | None:
    """The question about a round of a run, found once."""
    return question(shown.trace, shown.trace.run(algorithm), t, kind)


def answered(key: str) -> bool:
    """Whether the question under that key has its answer."""
    return key in progress().answers


def box(asked: Question, key: str, on_answer: Callable[[], None]) -> None:
    """The question with its options; once answered, right or wrong and why. `on_answer` runs before the reveal."""
    given = progress().answers.get(key)
    if given is not None:
        _reveal(asked, *given)
        return
    place = f"predict-{key}"

    def answer() -> None:
        label = st.session_state.get(place)
        if label is not None:
            option = asked.option(str(label))
            progress().answers[key] = (str(label), bool(option and option.right))
            on_answer()
        touch()

    with st.form(f"form-{key}", border=True), st.container(gap="small"):
        st.markdown(messages.plain(asked.prompt))
        st.radio(
            "Your prediction",
            [option.label for option in asked.options],
            index=None,
            key=place,
            label_visibility="collapsed",
            format_func=lambda label: _offered(asked, str(label)),
        )
        st.form_submit_button("Reveal", type="primary", icon=":material/visibility:", on_click=answer)


def _offered(asked: Question, label: str) -> str:
    option = asked.option(label)
    hint = f" · {messages.plain(option.hint)}" if option else ""
    return f"**{messages.plain(label)}**{hint}"


def _reveal(asked: Question, label: str, right: bool) -> None:
    text = messages.plain(verdict(asked, label))
    if right:
        st.success(text, icon=":material/check_circle:")
    else:
        st.error(text, icon=":material/cancel:")
