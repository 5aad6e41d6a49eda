"""Find the round: the learner moves the figure to it and says so, or marks it on the chart; each try is answered."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rankviz.lessons.lesson import Find, Mark
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.pages.lessons import stage
from rankviz.ui.pages.lessons.predict import answered
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch


def mark(key: str, t: int) -> None:
    """A round was marked on the chart."""
    st.session_state[f"marked-{key}"] = int(t)
    touch()


def box(asked: Find, facts: Facts, key: str, name: str, on_answer: Callable[[], None]) -> None:
    """The question about the figure `name`, the button for the round it shows, and a reply to each try.

    `on_answer` runs when it is settled. The first try is the one that counts.
    """
    tries: list[int] = st.session_state.setdefault(f"tries-{key}", [])

    def settle() -> None:
        progress().answers[key] = (str(tries[0]), asked.accepts(facts, tries[0]))
        on_answer()
        touch()

    marked = st.session_state.pop(f"marked-{key}", None)
    if marked is not None and not answered(key):
        tries.append(marked)
        if asked.accepts(facts, marked):
            settle()
            st.rerun()  # the figure shows now where it was
    if answered(key):
        _settled(asked, facts, tries or [int(progress().answers[key][0])])
        return

    with st.container(border=True, key="lesson-find", gap="small"):
        if tries:
            st.markdown(
                f":red[:material/cancel:] Not this one. {messages.plain(asked.reply(facts, tries[-1]))}"
            )
        st.markdown(f":material/ads_click: {messages.plain(asked.prompt)}")
        with st.container(horizontal=True):
            with st.container(
                key="at-this-round", width="content"
            ):  # the figure says its round first (leaving.js)
                label = "Mark this round" if isinstance(asked, Mark) else "It is this round"
                here = st.button(label, type="primary", key=f"find-{key}", on_click=touch)
            if tries:
                st.button("Show the answer", key=f"give-up-{key}", on_click=settle)
    if here:
        # Not in a callback: that of the figure's round has been called by now, whichever came first.
        tries.append(stage.cursor(name))
        if asked.accepts(facts, tries[-1]):
            settle()
        touch()
        st.rerun()


def _settled(asked: Find, facts: Facts, tries: list[int]) -> None:
    told = messages.plain(asked.reply(facts, asked.answer(facts)))
    if asked.accepts(facts, tries[-1]):
        again = f" (try {len(tries)})" if len(tries) > 1 else ""
        st.success(f"Right. {told}{again}", icon=":material/check_circle:")
    else:
        st.error(f"It is round {asked.answer(facts)}. {told}", icon=":material/cancel:")
