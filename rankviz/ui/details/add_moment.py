"""The moment on the stage, put into the visitor's playlist."""

from __future__ import annotations

import streamlit as st

from rankviz.errors import DataError
from rankviz.lessons.playlists.playlist import LONGEST_TITLE, Moment
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import own_playlist

TOLD = "moment-added"


def add_moment(link: str, title: str) -> None:
    """The button, and where the playlist is once there is one."""

    def add() -> None:
        try:
            st.session_state[TOLD] = (
                f"Moment {own_playlist.add(Moment(link, title=title[:LONGEST_TITLE]))} is in your playlist."
            )
        except DataError as problem:
            st.session_state[TOLD] = problem

    own_playlist.keep()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Add this moment", icon=":material/playlist_add:", key="add-moment", on_click=add)
        if own_playlist.current() is not None:
            st.page_link(layout.PLAYLISTS, label="Your playlist", icon=":material/playlist_play:")
    told = st.session_state.pop(TOLD, None)
    if isinstance(told, DataError):
        messages.error(told)
    elif told:
        st.caption(told)
