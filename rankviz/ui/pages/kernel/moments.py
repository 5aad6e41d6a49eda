"""The menu of moments in the sidebar: one choice sets data, parameters and round, and the banner explains it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.ui.presets.on_kernel import MOMENTS, moment_of
from rankviz.ui.state import session
from rankviz.ui.state.state import State

KEY = "moment"


def choose(state: State, place: DeltaGenerator) -> None:
    """Show the menu of moments in `place`, with the current one selected; open the one that is picked."""
    here = moment_of(state)
    st.session_state[KEY] = None if here is None else here.title
    with place:
        st.selectbox(
            "Moments",
            [moment.title for moment in MOMENTS],
            key=KEY,
            placeholder="Open one",
            help="Each sets data, algorithms, parameters and round. What to look for stands above the stage; "
            "then press Step.",
            on_change=_open,
        )


def _open() -> None:
    chosen = st.session_state.get(KEY)
    for moment in MOMENTS:
        if moment.title == chosen:
            session.open_state(moment.state)
