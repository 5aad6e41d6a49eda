"""The parts next to a playing playlist: a class, the notes' window, its link, and the buttons for afterwards."""

from dataclasses import replace

import streamlit as st

from rankviz.engine.boards import PAGES
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.playlists import link, panel
from rankviz.ui.pages.playlists.board import Opened
from rankviz.ui.pages.playlists.offline import save_playlist
from rankviz.ui.rooms import class_panel, leading
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.shell import layout
from rankviz.ui.state import page_link, visitors_playlist
from rankviz.ui.state.link import to_link


def show(name: str, playlist: Playlist, number: int, found: Opened, shown: Shown) -> None:
    """Show the buttons at moment `number` (from 1), which `found` opens on the run `shown`."""
    with st.container(horizontal=True, key="playlist-lead", gap="small"):
        _class(shown)
        _share(name, number)
        leading.second_window()
    with st.container(horizontal=True, key="playlist-after", gap="small"):
        _watch(playlist.moments[number - 1], found)
        save_playlist(playlist)
        if name != link.MINE and playlist != visitors_playlist.current():
            st.button(
                "Edit a copy" if visitors_playlist.current() is None else "Add all to yours",
                icon=":material/edit:",
                key="playlist-edit-copy",
                on_click=_copy,
                args=(playlist,),
            )


def _class(shown: Shown) -> None:
    with st.popover("Class", icon=":material/groups:", key="playlist-class", on_change="rerun") as opened:
        if not opened.open:
            return
        here = class_panel.room_part(shown)
        if here is not None:
            class_panel.end(here)


def _share(name: str, number: int) -> None:
    with st.popover("Share", icon=":material/share:", key="playlist-share"):
        if name == link.MINE:
            st.write("It is too long for a link. Save it as a page, or download it on the page Playlists.")
            return
        st.caption("The link to this moment")
        st.code(
            address.link({"play": name, "moment": str(number)}, "playlists"), language=None, wrap_lines=True
        )
        if not address.public(address.home()):
            st.caption("It works only on this computer. Open RankViz at an address that others can reach.")


def _watch(moment: Moment, found: Opened) -> None:
    st.page_link(
        layout.file(moment.page),
        label=f"Open this run in {PAGES[moment.page]}",
        icon=":material/play_circle:",
        query_params=to_link(found.state, whole=True),
    )


def _copy(playlist: Playlist) -> None:
    """Make a copy the visitor's playlist, or append it to the existing one."""
    current = visitors_playlist.current()
    if current is not None:
        moments = (*current.moments, *playlist.moments)
        panel.update(lambda: replace(current, moments=moments))
    else:
        visitors_playlist.store(playlist)
    page_link.go("playlists", {})
