"""The menu of moments at the top of the sidebar; what to look for in each stands above the stage."""

import streamlit as st

from rankviz.ui.presets.presets import preset_of
from rankviz.ui.presets.qbrank import MOMENTS
from rankviz.ui.state import session
from rankviz.ui.state.state import State

KEY = "qbrank-moment"
_STATES = {moment.title: moment.state for moment in MOMENTS}


def menu(state: State) -> None:
    """Show the menu: a moment sets everything at once; none is chosen where the state is no moment."""
    now = preset_of(state)
    st.session_state[KEY] = now.title if now in MOMENTS else None
    st.selectbox(
        "Moment",
        list(_STATES),
        key=KEY,
        placeholder="choose what to watch",
        help="Sets data, algorithms and parameters, one round before what the line above the stage describes.",
        on_change=_go,
    )


def _go() -> None:
    title = st.session_state[KEY]
    if title is not None:
        session.open_state(_STATES[title])
