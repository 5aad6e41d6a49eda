"""The drawer's part *Class*: open a room, ask, count, reveal, and end it."""

import html
from urllib.parse import quote, urlsplit, urlunsplit

import streamlit as st
from streamlit.net_util import get_internal_ip

from rankviz.board.qr_code import qr_code
from rankviz.lessons.playlists.playlist import write
from rankviz.ui.rooms import ask_panel, leading
from rankviz.ui.rooms.leading import REFUSED, telling, wish
from rankviz.ui.rooms.store import Room, rooms
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address, frontend
from rankviz.ui.serving.store import STORE
from rankviz.ui.shell import messages
from rankviz.ui.state import visitors_playlist
from rankviz.ui.state.packed import packed as pack
from rankviz.ui.state.state import State

ENDS = "class-ends"
"""In the session: the code of the class to end once confirmed."""
WHAT = (
    "Your class opens an address, types a code and sees every step you take, also on phones. They can step on their "
    "own, come back, and answer your questions. No accounts, no names; a room ends after 12 hours."
)
SEEN = (
    "The class sees only the stage that you look at in this browser: no drawer, no sidebar, no other pages."
)
PRIVATE = "These data were uploaded. While they are on your stage, **everyone with the code sees them**."
NO_COOKIE = "Opening a room needs a cookie, which tells you apart from your class. This browser accepts none."


def class_part(state: State, shown: Shown) -> None:
    """Show the part for the run on the stage."""
    here = room_part(shown)
    if here is None:
        return
    leading.second_window()
    st.divider()
    ask_panel.questions(here, state, shown)
    st.divider()
    end(here)


def room_part(shown: Shown) -> Room | None:
    """Show how to open a room, or how the class joins the open one, which is returned."""
    mine, here = leading.owner(), leading.room()
    if why := st.session_state.pop(REFUSED, ""):
        st.error(messages.plain(why))
    if not STORE.shareable(shown.digest):
        st.warning(PRIVATE)
    if here is None:
        st.write(WHAT)
        if not mine:
            st.warning(NO_COOKIE)
        st.button(
            "Open a room", type="primary", on_click=wish, args=(leading.open_room, mine), disabled=not mine
        )
        return None
    home = address.home()
    where = f"{home}join"
    shown_at = html.escape(where.partition("://")[2])
    reached = bool(address.public(home))
    picture = _qr(f"{where}/{here.code}") if reached else ""
    st.html(
        f'{frontend.styles("class")}<div class="rv-class">{picture}'
        f"<p><span>{shown_at}</span><b>{here.code}</b></p></div>"
    )
    if reached:
        st.code(f"{where}/{here.code}", language=None, wrap_lines=True)
    else:
        st.caption(messages.plain(_reached(home)))
    _followers(here.code)
    st.caption(SEEN)
    return here


def end(here: Room) -> None:
    """Show the button that ends the class, once it is confirmed."""
    code, mine = here.code, here.owner
    if st.session_state.get(ENDS) != code:
        st.button("End the class", on_click=_ask_to_end, args=(code,), key="class-end")
        return
    st.write("End the class for everybody? Its questions and votes are deleted.")
    with st.container(horizontal=True):
        sure = {"type": "primary", "on_click": wish, "args": (rooms().end, code, mine)}
        st.button("End it now", key="class-end-now", **sure)  # type: ignore[arg-type]
        st.button("Keep it open", on_click=_ask_to_end, args=("",), key="class-end-not")


def _ask_to_end(code: str) -> None:
    st.session_state[ENDS] = code


@st.fragment(run_every=2)
@telling()
def _followers(code: str) -> None:
    if rooms().room(code) is None:
        st.write("The room has ended.")
        return
    count = rooms().followers(code)
    st.markdown(f"**{count:,}** following")


def _qr(link: str) -> str:
    size, dark = qr_code(link)
    label = "The address as a QR code"
    picture = frontend.text("follow/qr.svg").replace("{{size}}", str(size)).replace("{{dark}}", dark)
    return f'<img alt="{label}" src="data:image/svg+xml,{quote(picture)}">'  # Streamlit removes other SVG


def _reached(home: str) -> str:
    """Return the address by which others reach a server that runs on the presenter's computer."""
    theirs = get_internal_ip()
    alone = "This address works only on your own computer, so it has no QR code."
    if not theirs:
        return f"{alone} Open RankViz at your computer's network address, so that others can reach it."
    parts = urlsplit(home)
    port = "" if parts.port is None else f":{parts.port}"
    home = urlunsplit(parts._replace(netloc=f"{theirs}{port}"))
    playlist = visitors_playlist.current()
    packed = "" if playlist is None else pack(write(playlist))
    there = f"{home}playlists?edit={packed}" if packed else home
    kept = "; the link brings your playlist along" if packed else ""
    if playlist is not None and not packed:
        kept = "; your playlist stays here: download it, and open the file there"
    return f"{alone} Others in the same network reach it at {home}join. Open {there} yourself{kept}."
