"""The page Playlists for a link: a moment of the playlist being played, or all playlists."""

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.pages.playlists import bundled, link, panel, player, presenting
from rankviz.ui.serving import address, frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import page_link, visitors_playlist
from rankviz.ui.state.packed import PACKED
from rankviz.ui.state.page_start import page_start
from rankviz.ui.state.session import touch

PAGE = "playlists"
PLAY, MOMENT, EDIT = "play", "moment", "edit"


def home(given: dict[str, str], fresh: bool) -> None:
    """Show the visitor's playlist, then the bundled ones."""
    # The page remembers its link when a visitor comes back; only what the address bar holds now counts.
    if fresh and EDIT in given and st.query_params.get(EDIT) == given[EDIT]:
        try:
            visitors_playlist.receive(link.find(given[EDIT]))
        except DataError as problem:
            messages.error(problem)
    visitors_playlist.sync_with_browser("playlists")
    current, offered = visitors_playlist.current(), visitors_playlist.offered()
    packed = "" if current is None else link.packed(offered or current)
    if PLAY not in given:  # a wrong link stays, with its error message
        page_link.write(PAGE, {EDIT: packed} if packed else {}, fresh and EDIT in given)
    st.html(frontend.styles("playlists"))
    st.title("Playlists")
    st.markdown(
        "A playlist is a sequence of saved moments of runs, with your notes, for a lecture, a talk or a friend."
    )
    if current is not None and offered is not None:
        panel.offer(current, offered)
    panel.show(current)
    _own_texts()
    for heading, entries in (
        ("Ready to play", bundled.shelves()),
        ("Lessons as playlists", bundled.lessons()),
    ):
        st.header(heading)
        with st.container(key=f"cards-{heading.partition(' ')[0].lower()}"):
            for name, entry in entries.items():
                _card(name, entry)


def play(given: dict[str, str], fresh: bool) -> None:
    """Show a moment of a playlist; for a wrong name or number, warn and show the closest match."""
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
    wrong = asked != str(number)
    messages.warn([f"This playlist has no moment “{asked[:10]}”; moment {number} is shown."] if wrong else [])
    page_link.write(PAGE, {PLAY: name, MOMENT: str(number)}, fresh)
    page_start(PAGE)
    player.show(name, playlist, number, fresh)
    presenting.prepare(playlist, number)


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


def _own_texts() -> None:
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
