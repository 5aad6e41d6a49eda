"""The visitor's playlist: its moments in order, their notes and titles, and buttons to play or download it."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import LONGEST_TITLE, Moment, Playlist, from_bytes, write
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.pages.playlists import link
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.pages.playlists.bundled import name_of
from rankviz.ui.pages.playlists.fields import fields, label_of
from rankviz.ui.pages.playlists.offline import save_playlist
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import page_link, visitors_playlist
from rankviz.ui.state.session import touch

EDITED, VERSION, FAULT, FILE = "playlist-edited", "playlist-version", "playlist-fault", "playlist-file"


def show(playlist: Playlist | None) -> None:
    """Show the playlist and its buttons; where there is none, how to start one."""
    fault = st.session_state.pop(FAULT, None)
    if fault is not None:
        messages.error(fault, run_stays=False)
    with st.container(key="playlist-panel"):
        _panel(playlist)


def offer(playlist: Playlist, other: Playlist) -> None:
    """Ask what to do with the playlist `other` of a link, as the visitor already has one."""
    with st.container(border=True, key="playlist-offer"):
        many = f"{len(other.moments)} moment{'s' if len(other.moments) != 1 else ''}"
        st.markdown(
            messages.plain(f"The link holds another playlist, “{other.title}” ({many}). Yours is kept.")
        )
        with st.container(horizontal=True):
            both = replace(playlist, moments=(*playlist.moments, *other.moments))
            for name, label, made in (
                ("keep", "Keep only mine", playlist),
                ("add", "Add its moments to mine", both),
                ("replace", "Replace mine with it", other),
            ):
                st.button(label, key=f"playlist-offer-{name}", on_click=_settle, args=(made,))


def _settle(made: Playlist) -> None:
    visitors_playlist.withdraw_offer()
    update(lambda: made)
    _anew()


def _panel(playlist: Playlist | None) -> None:
    if playlist is None:
        st.markdown("You have none yet. On **Watch**, press *Share* and then *Add this moment*.")
        _open_file()
        return
    st.header("Your playlist")
    version = st.session_state.setdefault(VERSION, 0)
    st.text_input(
        "Title",
        playlist.title,
        key=f"playlist-title-{version}",
        max_chars=LONGEST_TITLE,
        on_change=lambda: update(lambda: replace(playlist, title=_typed(f"playlist-title-{version}"))),
    )
    _take_away(playlist)
    for index, moment in enumerate(playlist.moments):
        _moment(playlist, index, moment)
    _link(playlist)


def _moment(playlist: Playlist, index: int, moment: Moment) -> None:
    edited = st.session_state.get(EDITED) == index
    with st.container(border=True, key=f"moment-{index}", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", key=f"moment-row-{index}"):
            st.page_link(
                layout.PLAYLISTS,
                label=messages.plain(f"{index + 1}. {moment.name}"),
                query_params={"play": link.visitors_value(playlist), "moment": str(index + 1)},
            )
            with st.container(horizontal=True, width="content", gap="xsmall"):
                _do("edit", "Edit", index, lambda: _edit(None if edited else index))
                _do("arrow_upward", "Move up", index, lambda: _move(playlist, index, index - 1), index == 0)
                last = index == len(playlist.moments) - 1
                _do("arrow_downward", "Move down", index, lambda: _move(playlist, index, index + 1), last)
                _do("delete", "Remove", index, lambda: _remove(playlist, index))
        if edited:
            name = f"{st.session_state[VERSION]}-{index}"
            fields(moment, name, lambda made: update(lambda: _with(playlist, index, made())))
        else:
            if moment.note:
                st.caption(messages.plain(_first(moment.note)))
            marks = [f"Hides {', '.join(_headings(moment))}"] if moment.hide else []
            marks += [f"Asks: {label_of(moment.question)}"] if moment.question else []
            marks += [f"Asks: {moment.own.prompt}"] if moment.own else []
            if marks:
                st.caption(messages.plain(" · ".join(marks)))


def _take_away(playlist: Playlist) -> None:
    """Show buttons to play, download, save, replace or clear the playlist."""
    with st.container(horizontal=True, key="playlist-buttons"):
        if playlist.moments:
            st.button(
                "Play",
                type="primary",
                icon=":material/play_arrow:",
                key="playlist-play",
                on_click=page_link.go,
                args=("playlists", {"play": link.visitors_value(playlist), "moment": "1"}),
            )
        st.download_button(
            "Download",
            lambda: write(playlist).encode(),
            file_name=f"{name_of(playlist.title) or 'playlist'}.md",
            mime="text/markdown",
            icon=":material/download:",
            key="playlist-download",
            help="A text that you can edit, mail, and open here again",
            on_click="ignore",
        )
        if playlist.moments:
            save_playlist(playlist)
        _open_file()
        st.button("Clear", icon=":material/delete:", key="playlist-clear", on_click=_clear)


def _link(playlist: Playlist) -> None:
    packed = link.packed(playlist)
    if packed and playlist.moments:
        st.caption("The link to your playlist")
        st.code(address.link({"play": packed, "moment": "1"}, "playlists"), language=None)
    elif playlist.moments:
        st.caption("It is too long for a link. Download it and pass the file on.")


def _open_file() -> None:
    key = f"{FILE}-{st.session_state.setdefault(VERSION, 0)}"

    def read() -> None:
        file = st.session_state.get(key)
        if file is None:
            return
        try:
            if not authored_lessons.open_file(file.getvalue()):
                visitors_playlist.store(from_bytes(file.getvalue()))
        except DataError as problem:
            st.session_state[FAULT] = problem.in_file(file.name)
        _anew()

    with st.popover("Open a file", icon=":material/folder_open:", width="content"):
        st.file_uploader(
            "A playlist, a lesson or a challenge as text",
            type=["md", "txt"],
            max_upload_size=1,
            key=key,
            on_change=read,
        )


def _do(icon: str, label: str, index: int, action: Callable[[], None], disabled: bool = False) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        key=f"moment-{icon}-{index}",
        type="tertiary",
        disabled=disabled,
        on_click=action,
    )


def update(make: Callable[[], Playlist]) -> None:
    """Store the playlist that `make` returns; on DataError show the error and keep the old playlist."""
    touch()
    try:
        visitors_playlist.store(make())
    except DataError as problem:
        st.session_state[FAULT] = problem


def _with(playlist: Playlist, index: int, moment: Moment) -> Playlist:
    return replace(playlist, moments=(*playlist.moments[:index], moment, *playlist.moments[index + 1 :]))


def _move(playlist: Playlist, index: int, to: int) -> None:
    moments = list(playlist.moments)
    moments.insert(to, moments.pop(index))
    update(lambda: replace(playlist, moments=tuple(moments)))
    edited = st.session_state.get(EDITED)
    st.session_state[EDITED] = to if edited == index else index if edited == to else edited
    st.session_state[VERSION] += 1


def _remove(playlist: Playlist, index: int) -> None:
    update(lambda: replace(playlist, moments=(*playlist.moments[:index], *playlist.moments[index + 1 :])))
    _anew()


def _edit(index: int | None) -> None:
    st.session_state[EDITED] = index
    touch()


def _clear() -> None:
    visitors_playlist.store(None)
    visitors_playlist.withdraw_offer()
    _anew()


def _anew() -> None:
    """Make fields and file uploader start from the playlist again."""
    st.session_state[VERSION] = st.session_state.get(VERSION, 0) + 1
    st.session_state.pop(EDITED, None)
    touch()


def _typed(key: str) -> str:
    return str(st.session_state.get(key) or "")


def _headings(moment: Moment) -> list[str]:
    board = opened(moment).board.tiles
    return [board.get(name, name) for name in moment.hide]


def _first(note: str) -> str:
    """Return the beginning of a note, on one line."""
    line = " ".join(note.split())
    return line if len(line) <= 140 else f"{line[:139]}…"
