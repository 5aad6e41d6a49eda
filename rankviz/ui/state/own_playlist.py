"""The visitor's own playlist: in the session, and in the browser for the next one."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

import streamlit as st

from rankviz.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist, read, write
from rankviz.ui.serving import frontend

OWN, KEEP, VISIT = "own-playlist", "playlist-keep", "playlist-visit"
SENT, OFFERED = "playlist-sent", "playlist-offered"
TITLE = "My playlist"

_mount = st.components.v2.component("rankviz_keep_playlist", js=frontend.text("keep.js"))


def current() -> Playlist | None:
    """The playlist; None when there is none."""
    found: Playlist | None = st.session_state.get(OWN)
    return found


def put(playlist: Playlist | None) -> None:
    """This is the visitor's playlist from now on. Raises DataError when it is too long, and keeps the old one."""
    if playlist is not None:
        write(playlist)
    st.session_state[OWN] = playlist


def receive(playlist: Playlist) -> None:
    """Take a playlist that a link brought; where there is another of the visitor's own, it is offered instead.

    Raises DataError when it is too long.
    """
    own = current()
    if own is None:
        put(playlist)
        st.session_state[SENT] = playlist
    else:
        st.session_state[OFFERED] = None if own == playlist else playlist


def offered() -> Playlist | None:
    """What a link brought beside the visitor's own, until that is settled."""
    found: Playlist | None = st.session_state.get(OFFERED)
    return found


def settle() -> None:
    """Nothing is offered any more."""
    st.session_state[OFFERED] = None


def add(moment: Moment) -> int:
    """Put a moment last, and say how many there are now. Raises DataError when there is no room for it."""
    own = current() or Playlist(TITLE)
    put(Playlist(own.title, (*own.moments, moment)))
    return len(own.moments) + 1


def keep() -> None:
    """Write the playlist in the browser; a session that has none, or a link's alone, takes what the browser has."""

    def heard() -> None:
        kept = getattr(st.session_state.get(KEEP), "kept", None)
        own, sent = current(), st.session_state.pop(SENT, None)
        if not isinstance(kept, str) or (own is not None and sent is None):
            return
        with suppress(DataError):  # what a browser has kept may be anything
            put(read(kept))
            if own is not None:
                receive(own)

    own = current()
    with st.container(key="playlist-kept"):
        st.html(frontend.styles("own_start"))
        _mount(
            key=KEEP,
            data={
                "key": "rankviz-playlist",
                "text": "" if own is None else write(own),
                "visit": st.session_state.setdefault(VISIT, uuid4().hex),
            },
            on_kept_change=heard,
        )
