"""A button that adds the moment on the stage to the visitor's playlist."""

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import LONGEST_TITLE, Moment
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import visitors_playlist

MESSAGE = "moment-added"


def add_moment(link: str, title: str) -> None:
    """Show the button, and the link to the playlist once there is one."""

    def add() -> None:
        try:
            st.session_state[MESSAGE] = (
                f"Moment {visitors_playlist.add(_moment(link, title))} is in your playlist."
            )
        except DataError as problem:
            st.session_state[MESSAGE] = problem

    visitors_playlist.sync_with_browser()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Add this moment", icon=":material/playlist_add:", key="add-moment", on_click=add)
        if visitors_playlist.current() is not None:
            st.page_link(layout.PLAYLISTS, label="Your playlist", icon=":material/playlist_play:")
    message = st.session_state.pop(MESSAGE, None)
    if isinstance(message, DataError):
        messages.error(message)
    elif message:
        st.caption(message)


def _moment(link: str, title: str) -> Moment:
    """Return the moment; its link starts at the page, so that it opens wherever the playlist does."""
    return Moment(link.removeprefix(address.home()), title=title[:LONGEST_TITLE])
