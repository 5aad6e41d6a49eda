"""The question for a round: the learner moves the figure to a round and says it is that; each try gets a reply."""

from collections.abc import Callable

import streamlit as st

from rankviz.lessons.lesson import Find, Mark
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.pages.lessons.predict import SHOWN, again, answered
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.shell import messages
from rankviz.ui.shell.language import said
from rankviz.ui.stage import embedded_stage
from rankviz.ui.state.session import touch


def box(asked: Find, facts: Facts, key: str, name: str, on_answer: Callable[[], None]) -> None:
    """Show the question about the figure `name`, the button for its current round, and a reply to each try.

    `on_answer` runs when the question is settled. Only the first try counts.
    """
    tries: list[int] = st.session_state.setdefault(f"tries-{key}", [])

    def settle(found: bool) -> None:
        progress().settle(key, str(tries[0]), asked.accepts(facts, tries[0]), found=found)
        on_answer()
        touch()

    if answered(key):
        _settled(asked, facts, tries or [_last_of_before(asked, facts, key)])
        return

    with st.container(border=True, key="lesson-find", gap="small"):
        st.markdown(f":material/ads_click: {messages.plain(asked.task(facts))}")
        if tries:
            reply = messages.plain(asked.reply(facts, tries[-1], said))
            st.markdown(f":red[:material/cancel:] {said('Not this one.')} {reply}")
        with st.container(horizontal=True):
            with st.container(
                key="at-this-round", width="content"
            ):  # the figure reports its round first (leaving.js)
                label = said("Mark this round") if isinstance(asked, Mark) else said("It is this round")
                here = st.button(label, type="primary", key=f"find-{key}", on_click=touch)
            if tries:
                st.button(
                    said("Show the answer"), key=f"give-up-{key}", on_click=settle, kwargs={"found": False}
                )
    if here:
        # Not in a callback: by now the callback of the figure's round has been called, whichever came first.
        t = embedded_stage.cursor(name)
        if tries[-1:] != [t]:
            tries.append(t)
        if asked.accepts(facts, tries[-1]):
            settle(found=True)
        touch()
        st.rerun()


def _settled(asked: Find, facts: Facts, tries: list[int]) -> None:
    answer = asked.answer(facts)
    it_is, reply = (
        said("It is round {round}.", round=answer),
        messages.plain(asked.reply(facts, answer, said)),
    )
    if facts.t != answer:  # which the figure shows, and the words below speak of
        reply += " " + said("On to round {round}.", round=facts.t)
    if asked.accepts(facts, tries[-1]):
        right = said("Right.") if tries[-1] == answer else f"{said('Close enough.')} {it_is}"
        st.success(f"{right} {reply}{again(len(tries))}", icon=":material/check_circle:")
    else:
        st.info(f"{it_is} {reply}", icon=SHOWN)


def _last_of_before(asked: Find, facts: Facts, key: str) -> int:
    """Return the last try of an earlier visit; 0 where the answer was shown, or another question asked."""
    first, right = progress().answers[key]
    if key in progress().shown or not first.isdecimal():
        return 0
    return int(first) if right else asked.answer(facts)
