"""The presenter's side of a page: the class sees whatever stage the presenter is looking at."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import streamlit as st

from rankviz.board.offline.page import Looks
from rankviz.board.qr_code import qr_code
from rankviz.ui.details import reproduce
from rankviz.ui.rooms.offer import next_ranker
from rankviz.ui.rooms.question import LOCKED, ClassQuestion
from rankviz.ui.rooms.rights import owner_of, whence
from rankviz.ui.rooms.store import Refused, Room, rooms
from rankviz.ui.serving import address, client_address, visitors
from rankviz.ui.serving.signing import SIGNING
from rankviz.ui.serving.store import STORE
from rankviz.ui.shell import messages
from rankviz.ui.stage.feature import Offer, StageView
from rankviz.ui.state import catalog, session
from rankviz.ui.state.state import State

REFUSED = "class-refused"
"""In the session: why the last request was refused."""


@contextmanager
def telling() -> Iterator[None]:
    """Show a sentence instead of what cannot be shown because the rooms' file or Redis does not answer."""
    try:
        yield
    except Refused as refused:
        st.warning(messages.plain(str(refused)))


def owner() -> str:
    """Return the visitor's name in the rooms; "" for a browser without cookies, which cannot lead a class."""
    secret = visitors.of_browser()
    return owner_of(secret) if secret else ""


def room() -> Room | None:
    """Return the room that this visitor has open; None also while rooms cannot be read."""
    mine = owner()
    try:
        return rooms().led_by(mine) if mine else None
    except Refused:
        return None


def open_room(owner: str) -> None:
    """Open a room for the visitor of that name in the rooms, at the address they come from. Raises Refused."""
    SIGNING.load()  # may wait, as the rooms may; without it `whence` refuses
    rooms().open(owner, whence(client_address.of_page()))


def feature(view: StageView) -> Offer:
    """Offer the class of this visitor, who shows it the view; a key's question is which ranker comes next."""

    def moment() -> dict[str, object]:
        return to_class(
            view.looks, view.state, session.share_url(view.state.but(tab="", explain="", present=False))
        )

    def acted(name: object) -> None:
        revealed = apply_key(str(name), lambda t: next_ranker(view.shown, t))
        if revealed is not None and revealed.t is not None:
            session.go_to(revealed.t)

    return show(moment, view.shown.digest, int(view.state["t"])) | Offer(on={"act": acted})


def to_class(looks: Looks, state: State, link: str) -> dict[str, object]:
    """Return the part of the page that a class sees, besides the run and the round; `link` opens it."""
    return {
        "layout": looks.layout,
        "settings": dict(looks.settings),
        "banner": looks.banner,
        "about": {"parameters": reproduce.in_words(state), "link": ""},
        "link": "" if catalog.link_note(state.source) else link.removeprefix(address.home()),
    }


def show(moment: Callable[[], Mapping[str, object]], digest: str, t: int) -> Offer:
    """Show the class of this visitor, if there is one, a moment of the packed run; see `Rooms.show`.

    Return its room, with how to join it and why the last request was refused, and the settings while a question is
    open; for a held one only its own. A run that cannot be sent leaves the class unchanged: the part *Class* says why.
    """
    here = room()
    if here is None:
        return Offer()
    try:
        write(here, moment(), digest, t)
        now = room()
    except Refused:
        now = None
    asked = {} if now is None or now.question is None else now.question.settings
    at, why = address.home() + "join", str(st.session_state.get(REFUSED, ""))
    qr = qr_code(f"{at}/{here.code}") if address.public(at) else None
    joined = {"code": here.code, "address": at.partition("://")[2], "qr": qr, "refused": why}
    return Offer({"room": joined}, {name: value for name, value in asked.items() if value is not None})


def write(here: Room, moment: Mapping[str, object], digest: str, t: int) -> None:
    """Write the moment into the room; raises Refused when it is too large."""
    pack = None
    if here.run != digest and (packed := STORE.get(digest)) is not None:
        pack = packed, not STORE.shareable(digest)
    text = json.dumps({"run": digest, **moment})
    if here.run == digest and here.moment == text:
        return
    rooms().show(here.code, here.owner, digest, text, t, pack)


def switch_question(asked: ClassQuestion | None) -> None:
    """Show the class another moment's question: one that was asked before returns with its votes."""
    here = room()
    if here is not None and (here.question is not None or here.of_before(asked) is not None):
        wish(rooms().next_moment, here.code, here.owner, asked)


def second_window() -> None:
    """Show the button that opens the presenter's second window."""
    st.link_button(
        "Notes in a second window",
        address.home() + "presenter",
        icon=":material/open_in_new:",
        help="The note, the next moment, a clock and the question's counts, for your own screen alone",
    )


def apply_key(name: str, offer: Callable[[int], ClassQuestion | None]) -> ClassQuestion | None:
    """Apply a key pressed on the stage to the room: "ask", "lock", "again", "reveal", "drop" or "back".

    `offer` makes the question about a round: the one after the class's round.

    Returns the question that is revealed; None when none is.
    """
    st.session_state.pop(REFUSED, None)
    here = room()
    if here is None:
        return None
    asked, mine = here.question, (here.code, here.owner)
    acts = {"lock": rooms().lock, "again": rooms().ask_again, "back": rooms().back, "drop": rooms().drop}
    if name == "ask":
        wish(_ask, here, offer)
    elif asked is not None and name in acts:
        wish(acts[name], *mine)
    elif asked is not None and name == "reveal" and asked.phase == LOCKED:
        wish(rooms().reveal, *mine)
        return asked
    return None


def _ask(here: Room, offer: Callable[[int], ClassQuestion | None]) -> None:
    try:
        asked = offer(here.t + 1)  # the round in Python is behind the stage's
    except ValueError as error:
        raise Refused(400, str(error)) from None
    if asked is None:
        raise Refused(409, "This round has no question. Step to another one.")
    rooms().ask(here.code, here.owner, asked)


def wish(act: Callable[..., object], *args: object) -> None:
    """Apply a button to the room; a refusal is shown at the top of the part *Class*."""
    try:
        act(*args)
    except Refused as refused:
        st.session_state[REFUSED] = str(refused)
