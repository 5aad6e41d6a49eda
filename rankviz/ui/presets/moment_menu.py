"""The menu of a page's moments at the top of the sidebar: one choice sets data, algorithms, parameters and round."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.ui.presets.presets import Preset
from rankviz.ui.state import session


def moment_menu(place: DeltaGenerator, page: str, moments: Sequence[Preset], here: Preset | None) -> None:
    """Show the menu in `place` with the present moment selected, if the state is one; open the one that is picked."""
    key, states = f"{page}-moment", {moment.title: moment.state for moment in moments}

    def open_chosen() -> None:
        title = st.session_state[key]
        if title is not None:
            session.open_state(states[title])

    st.session_state[key] = None if here is None or here not in moments else here.title
    with place:
        st.selectbox(
            "Moments",
            list(states),
            key=key,
            placeholder="Open one",
            help="Each sets data, algorithms, parameters and round. What to look for appears above the tiles; "
            "then press Step.",
            on_change=open_chosen,
        )
