"""The page Playlists for a link: a moment of the playlist being played, or all playlists."""

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.ui.pages.playlists import bundled, link, own_texts, panel, player, presenting
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import page_link, visitors_playlist
from rankviz.ui.state.page_start import page_start

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
    visitors_playlist.sync_with_browser()
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
    own_texts.show()
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
    if asked != str(number):
        messages.warn([f"This playlist has no moment “{asked[:10]}”; moment {number} is shown."])
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
