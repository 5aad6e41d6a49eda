"""The buttons of the moments of margins: each sets everything at once."""

import streamlit as st

from rankviz.ui.pages.margins.moments import MOMENTS, moment_of
from rankviz.ui.state import session
from rankviz.ui.state.state import State


def moments(state: State) -> None:
    """Show buttons that set everything at once; the button of the present moment is marked."""
    now = moment_of(state)
    with st.container(horizontal=True, gap="xsmall", key="moments"):
        for moment in MOMENTS:
            st.button(
                moment.title,
                key=f"moment-{moment.title}",
                type="primary" if moment is now else "secondary",
                on_click=session.open_state,
                args=(moment.state,),
            )
