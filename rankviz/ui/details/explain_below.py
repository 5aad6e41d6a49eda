"""A number of the stage explained below it, on pages whose stage has no tabs."""

import streamlit as st

from rankviz.explain.model import NUMBERS
from rankviz.ui.details import explain
from rankviz.ui.runs.shown import Shown
from rankviz.ui.state.state import State


def choose(stage: str) -> None:
    """Open the number that was chosen on the stage of that name."""
    explain.follow_click(st.session_state.get(stage), stage)


def close(stage: str) -> None:
    """Explain nothing below that stage."""
    st.session_state.pop(explain.chosen_on(stage), None)


def show(stage: str, state: State, shown: Shown, t: int) -> None:
    """Explain the number chosen on that stage at round `t`, if any. Call this function in the stage's fragment."""
    memory, place = st.session_state, f"{explain.chosen_on(stage)}-in"
    text = memory.get(explain.chosen_on(stage), "")
    if text and memory.get(place, shown.identity) != shown.identity and text.partition(":")[2] not in NUMBERS:
        text = ""  # in another run the same rows stand for other pairs and items
        close(stage)
    memory[place] = shown.identity
    if not text:
        return
    with st.container(border=True, gap="small", key="explain-below"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown("**Explain**", width="content")
            st.button(
                "Close",
                icon=":material/close:",
                type="tertiary",
                key="explain-close",
                on_click=close,
                args=(stage,),
            )
        explain.explanation(state.but(t=t, explain=text), shown, stage)
