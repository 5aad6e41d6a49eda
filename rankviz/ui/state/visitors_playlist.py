"""The visitor's own playlist: in the session, and in the browser for the next one."""

from contextlib import suppress
from uuid import uuid4

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist, read, write
from rankviz.ui.serving import frontend

PLAYLIST, KEEP, VISIT = "own-playlist", "playlist-keep", "playlist-visit"
SENT, OFFERED = "playlist-sent", "playlist-offered"
TITLE = "My playlist"

_mount = st.components.v2.component("rankviz_keep_playlist", js=frontend.text("browser_storage.js"))


def current() -> Playlist | None:
    """Return the visitor's playlist; None when there is none."""
    found: Playlist | None = st.session_state.get(PLAYLIST)
    return found


def store(playlist: Playlist | None) -> None:
    """Make this the visitor's playlist. Raises DataError when it is too long, and the old one stays."""
    if playlist is not None:
        write(playlist)
    st.session_state[PLAYLIST] = playlist


def receive(playlist: Playlist) -> None:
    """Open a playlist that a link brought; where the visitor has another one, offer it instead.

    Raises DataError when it is too long.
    """
    stored = current()
    if stored is None:
        store(playlist)
        st.session_state[SENT] = playlist
    else:
        st.session_state[OFFERED] = None if stored == playlist else playlist


def offered() -> Playlist | None:
    """Return the playlist that a link brought besides the visitor's, until the visitor has settled it."""
    found: Playlist | None = st.session_state.get(OFFERED)
    return found


def withdraw_offer() -> None:
    """Withdraw the offered playlist."""
    st.session_state[OFFERED] = None


def add(moment: Moment) -> int:
    """Append a moment, and return the new number of moments. Raises DataError when there is no room for the moment."""
    before = current() or Playlist(TITLE)
    store(Playlist(before.title, (*before.moments, moment)))
    return len(before.moments) + 1


def sync_with_browser(page: str = "") -> None:
    """Store the playlist in the browser; a session that has none, or only a link's, uses the one stored there.

    `page`, of a page that syncs as it opens, is its path: once the address is another's, nothing is sent.
    """

    def take_stored() -> None:
        stored = getattr(st.session_state.get(KEEP), "kept", None)
        playlist, sent = current(), st.session_state.pop(SENT, None)
        if not isinstance(stored, str) or (playlist is not None and sent is None):
            return
        with suppress(DataError):  # what a browser has stored may be anything
            store(read(stored))
            if playlist is not None:
                receive(playlist)

    playlist = current()
    with st.container(key="playlist-kept"):
        st.html(frontend.styles("hidden_component"))
        _mount(
            key=KEEP,
            data={
                "key": "rankviz-playlist",
                "page": page,
                "text": "" if playlist is None else write(playlist),
                "visit": st.session_state.setdefault(VISIT, uuid4().hex),
            },
            on_kept_change=take_stored,
        )
