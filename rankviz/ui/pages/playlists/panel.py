"""The visitor's own playlist: its moments in order, what is said of each, and taking it away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rankviz.errors import DataError
from rankviz.lessons.playlists.playlist import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    QUESTIONS,
    Moment,
    Playlist,
    from_bytes,
    write,
)
from rankviz.lessons.tiles import TILES
from rankviz.ui.pages.playlists import link
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.pages.playlists.offline import save_playlist
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import own_link, own_playlist
from rankviz.ui.state.session import touch

EDITED, VERSION, FAULT, FILE = "playlist-edited", "playlist-version", "playlist-fault", "playlist-file"
NONE = "Nothing"


def show(own: Playlist | None) -> None:
    """The playlist and what can be done with it; how to begin one where there is none."""
    fault = st.session_state.pop(FAULT, None)
    if fault is not None:
        messages.error(fault, kept=False)
    with st.container(key="playlist-panel"):
        _panel(own)


def offer(own: Playlist, other: Playlist) -> None:
    """Ask what becomes of a playlist that a link brought, the visitor having one."""
    with st.container(border=True, key="playlist-offer"):
        many = f"{len(other.moments)} moment{'s' if len(other.moments) != 1 else ''}"
        st.markdown(
            messages.plain(f"The link holds another playlist, “{other.title}” ({many}). Yours is kept.")
        )
        with st.container(horizontal=True):
            both = replace(own, moments=(*own.moments, *other.moments))
            for name, label, made in (
                ("keep", "Keep mine alone", own),
                ("add", "Add its moments to mine", both),
                ("replace", "Replace mine by it", other),
            ):
                st.button(label, key=f"playlist-offer-{name}", on_click=_settle, args=(made,))


def _settle(made: Playlist) -> None:
    own_playlist.settle()
    put(lambda: made)
    _anew()


def _panel(own: Playlist | None) -> None:
    if own is None:
        st.markdown("You have none yet. On **Watch**, open *Export and share* and press *Add this moment*.")
        _open_file()
        return
    st.header("Your playlist")
    version = st.session_state.setdefault(VERSION, 0)
    st.text_input(
        "Title",
        own.title,
        key=f"playlist-title-{version}",
        max_chars=LONGEST_TITLE,
        on_change=lambda: put(lambda: replace(own, title=_said(f"playlist-title-{version}"))),
    )
    _take_away(own)
    for index, moment in enumerate(own.moments):
        _moment(own, index, moment)
    _link(own)


def _moment(own: Playlist, index: int, moment: Moment) -> None:
    edited = st.session_state.get(EDITED) == index
    with st.container(border=True, key=f"moment-{index}", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", key=f"moment-row-{index}"):
            st.page_link(
                layout.PLAYLISTS,
                label=messages.plain(f"{index + 1}. {moment.title}"),
                query_params={"play": link.of_own(own), "moment": str(index + 1)},
            )
            with st.container(horizontal=True, width="content", gap="xsmall"):
                _do("edit", "Edit", index, lambda: _edit(None if edited else index))
                _do("arrow_upward", "Move up", index, lambda: _move(own, index, index - 1), index == 0)
                last = index == len(own.moments) - 1
                _do("arrow_downward", "Move down", index, lambda: _move(own, index, index + 1), last)
                _do("delete", "Remove", index, lambda: _remove(own, index))
        if edited:
            _fields(own, index, moment)
        else:
            if moment.note:
                st.caption(messages.plain(_first(moment.note)))
            marks = [f"Hides {', '.join(_headings(moment))}"] if moment.hide else []
            marks += [f"Asks for the {moment.question}"] if moment.question else []
            if marks:
                st.caption(messages.plain(" · ".join(marks)))


def _fields(own: Playlist, index: int, moment: Moment) -> None:
    """What is said of a moment, to be changed."""
    version = st.session_state[VERSION]
    keys = {name: f"moment-{name}-{version}-{index}" for name in ("title", "note", "hide", "ask")}
    board = TILES[opened(moment).board.layout]

    def change() -> None:
        ask = st.session_state[keys["ask"]]
        put(
            lambda: _with(
                own,
                index,
                Moment(
                    moment.link,
                    _said(keys["note"]),
                    _said(keys["title"]),
                    tuple(st.session_state[keys["hide"]]),
                    "" if ask == NONE else ask,
                ),
            )
        )

    st.text_input("Heading", moment.title, key=keys["title"], max_chars=LONGEST_TITLE, on_change=change)
    st.text_area("Note", moment.note, key=keys["note"], max_chars=LONGEST_NOTE, on_change=change)
    st.multiselect(
        "Tiles to hide",
        list(board),
        [name for name in moment.hide if name in board],
        format_func=board.__getitem__,
        key=keys["hide"],
        on_change=change,
    )
    st.selectbox(
        "Ask for",
        [NONE, *QUESTIONS],
        index=[NONE, *QUESTIONS].index(moment.question or NONE),
        format_func=str.capitalize,
        key=keys["ask"],
        on_change=change,
    )


def _take_away(own: Playlist) -> None:
    """Play it, or keep it."""
    with st.container(horizontal=True, key="playlist-buttons"):
        if own.moments:
            st.button(
                "Play",
                type="primary",
                icon=":material/play_arrow:",
                key="playlist-play",
                on_click=own_link.go,
                args=("playlists", {"play": link.of_own(own), "moment": "1"}),
            )
        st.download_button(
            "Download",
            lambda: write(own).encode(),
            file_name="playlist.md",
            mime="text/markdown",
            icon=":material/download:",
            key="playlist-download",
            help="A text that you can edit, mail, and open here again",
            on_click="ignore",
        )
        if own.moments:
            save_playlist(own)
        _open_file()
        st.button("Clear", icon=":material/delete:", key="playlist-clear", on_click=_clear)


def _link(own: Playlist) -> None:
    packed = link.packed(own)
    if packed and own.moments:
        st.caption("The link to your playlist")
        st.code(address.link({"play": packed, "moment": "1"}, "playlists"), language=None)
    elif own.moments:
        st.caption("It is too long for a link: download it and pass the file on.")


def _open_file() -> None:
    key = f"{FILE}-{st.session_state.setdefault(VERSION, 0)}"

    def read() -> None:
        file = st.session_state.get(key)
        if file is None:
            return
        try:
            own_playlist.put(from_bytes(file.getvalue()))
        except DataError as problem:
            st.session_state[FAULT] = problem.at(file.name)
        _anew()

    with st.popover("Open a file", icon=":material/folder_open:", width="content"):
        st.file_uploader("A playlist as text", type=["md", "txt"], max_upload_size=1, key=key, on_change=read)


def _do(icon: str, label: str, index: int, action: Callable[[], None], disabled: bool = False) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        key=f"moment-{icon}-{index}",
        type="tertiary",
        disabled=disabled,
        on_click=action,
    )


def put(make: Callable[[], Playlist]) -> None:
    """Keep what was made; what no playlist may hold is told, and the old one stays."""
    touch()
    try:
        own_playlist.put(make())
    except DataError as problem:
        st.session_state[FAULT] = problem


def _with(own: Playlist, index: int, moment: Moment) -> Playlist:
    return replace(own, moments=(*own.moments[:index], moment, *own.moments[index + 1 :]))


def _move(own: Playlist, index: int, to: int) -> None:
    moments = list(own.moments)
    moments.insert(to, moments.pop(index))
    put(lambda: replace(own, moments=tuple(moments)))
    edited = st.session_state.get(EDITED)
    st.session_state[EDITED] = to if edited == index else index if edited == to else edited
    st.session_state[VERSION] += 1


def _remove(own: Playlist, index: int) -> None:
    put(lambda: replace(own, moments=(*own.moments[:index], *own.moments[index + 1 :])))
    _anew()


def _edit(index: int | None) -> None:
    st.session_state[EDITED] = index
    touch()


def _clear() -> None:
    own_playlist.put(None)
    own_playlist.settle()
    _anew()


def _anew() -> None:
    """Fields and files begin from the playlist again."""
    st.session_state[VERSION] = st.session_state.get(VERSION, 0) + 1
    st.session_state.pop(EDITED, None)
    touch()


def _said(key: str) -> str:
    return str(st.session_state.get(key) or "")


def _headings(moment: Moment) -> list[str]:
    board = TILES[opened(moment).board.layout]
    return [board.get(name, name) for name in moment.hide]


def _first(note: str) -> str:
    """The beginning of a note, on one line."""
    line = " ".join(note.split())
    return line if len(line) <= 140 else f"{line[:139]}…"
