"""What the page Playlists shows for a link: a moment of one that is played, or all there are."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from rankviz.errors import DataError
from rankviz.lessons.playlists.playlist import Playlist
from rankviz.ui.pages.playlists import bundled, link, panel, player
from rankviz.ui.pages.playlists.offline import save_playlist
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import own_link, own_playlist
from rankviz.ui.state.own_start import own_start

PAGE = "playlists"
PLAY, MOMENT, EDIT = "play", "moment", "edit"


def home(given: dict[str, str], fresh: bool) -> None:
    """The visitor's own playlist, then those that are there at once."""
    # A link is remembered when one comes back to the page; only what the address says now is asked for.
    if fresh and EDIT in given and st.query_params.get(EDIT) == given[EDIT]:
        try:
            own_playlist.receive(link.find(given[EDIT]))
        except DataError as problem:
            messages.error(problem)
    own_playlist.keep()
    own, offered = own_playlist.current(), own_playlist.offered()
    packed = "" if own is None else link.packed(offered or own)
    if PLAY not in given:  # a link that is wrong stays, and what is said of it
        own_link.write(PAGE, {EDIT: packed} if packed else {}, fresh and EDIT in given)
    st.html(frontend.styles("playlists"))
    st.title("Playlists")
    st.markdown("Moments of runs in your order, with your notes: for a lecture, a talk, or a friend.")
    if own is not None and offered is not None:
        panel.offer(own, offered)
    panel.show(own)
    for heading, entries in (
        ("Ready to play", bundled.shelves()),
        ("Lessons as playlists", bundled.lessons()),
    ):
        st.header(heading)
        with st.container(key=f"cards-{heading.partition(' ')[0].lower()}"):
            for name, entry in entries.items():
                _card(name, entry)


def play(given: dict[str, str], fresh: bool) -> None:
    """A moment of a playlist; a wrong name or number is said, and the nearest thing shown."""
    name = given[PLAY]
    try:
        playlist = link.find(name)
    except DataError as problem:
        messages.error(problem)
        home(given, fresh=False)
        return
    if not playlist.moments:
        home({}, fresh=False)
        return
    asked, last = given.get(MOMENT, "1"), len(playlist.moments)
    number = min(max(int(asked), 1), last) if asked.isdecimal() and len(asked) < 4 else 1
    if asked != str(number):
        messages.warn([f"This playlist has no moment “{asked[:10]}”; moment {number} is shown."])
    own_link.write(PAGE, {PLAY: name, MOMENT: str(number)}, fresh)
    own_start(PAGE)
    player.show(name, playlist, number, fresh)
    if name != link.MINE and playlist != own_playlist.current():
        with st.container(key="playlist-copy", horizontal=True):
            save_playlist(playlist)
            st.button(
                "Edit a copy" if own_playlist.current() is None else "Add all to yours",
                icon=":material/edit:",
                key="playlist-edit-copy",
                on_click=_copy,
                args=(playlist,),
            )


def _copy(playlist: Playlist) -> None:
    """The playlist becomes the visitor's own, or is put behind it."""
    own = own_playlist.current()
    if own is not None:
        moments = (*own.moments, *playlist.moments)
        panel.put(lambda: replace(own, moments=moments))
    else:
        own_playlist.put(playlist)
    own_link.go(PAGE, {})


def _card(name: str, entry: bundled.Bundled) -> None:
    with st.container(border=True, key=f"card-{name}"):
        st.page_link(
            layout.PLAYLISTS,
            label=f"**{messages.plain(entry.title)}**",
            icon=":material/playlist_play:",
            query_params={PLAY: name, MOMENT: "1"},
        )
        st.markdown(messages.plain(entry.about))
        st.caption(f"{entry.size} moments")
