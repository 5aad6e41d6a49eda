"""The visitor's own lessons and challenges on the page Playlists: the open one, and those of the data folder."""

import streamlit as st

from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state.packed import PACKED
from rankviz.ui.state.session import touch


def show() -> None:
    """Show the text that this visit has opened, and those of the data folder."""
    if text := authored_lessons.text_open():
        found = authored_lessons.resolve(authored_lessons.value_of(text))
        st.header(f"Your {found.kind or 'text'}")
        with st.container(border=True, key="own-text", gap="xsmall"):
            _entry(found)
            if found.value.startswith(PACKED):
                st.caption(f"The link to your {found.kind}")
                st.code(address.link(_begin(found), "lessons"), language=None)
            else:
                st.caption("It is too long for a link. Pass the file on.")
            st.button("Close", icon=":material/close:", key="own-text-close", on_click=_close)
    there = authored_lessons.in_folder()
    if there:
        st.header("From the data folder")
        with st.container(key="cards-folder"):
            for index, found in enumerate(there):
                with st.container(border=True, key=f"card-folder-{index}"):
                    _entry(found)


def _entry(found: authored_lessons.AuthoredText) -> None:
    """Show one text: its subject, and the links to it."""
    if found.problem:
        messages.error(ValueError(f"{found.title}: {found.problem}"))
        return
    icon = ":material/school:" if found.kind == "lesson" else ":material/flag:"
    label = f"**{messages.plain(found.title)}**"
    st.page_link(layout.LESSONS, label=label, icon=icon, query_params=_begin(found))
    st.markdown(messages.plain(found.about))
    if found.kind == "lesson":
        st.page_link(
            layout.PLAYLISTS,
            label="Play it before a class, or save it as a page",
            icon=":material/playlist_play:",
            query_params={"play": found.value, "moment": "1"},
        )


def _begin(found: authored_lessons.AuthoredText) -> dict[str, str]:
    return {found.kind: found.value} | ({"step": "1"} if found.kind == "lesson" else {})


def _close() -> None:
    authored_lessons.close()
    touch()
