"""The presenter's side of a page: the class sees whatever stage the presenter is looking at."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from rankviz.board.qr_code import qr_code
from rankviz.ui.rooms.question import LOCKED, ClassQuestion
from rankviz.ui.rooms.rights import owner_of, whence
from rankviz.ui.rooms.store import Refused, Room, rooms
from rankviz.ui.serving import address, client_address, visitors
from rankviz.ui.serving.signing import SIGNING
from rankviz.ui.serving.store import STORE
from rankviz.ui.shell import messages

REFUSED = "class-refused"
"""In the session: why the last request was refused."""


@dataclass(frozen=True)
class Led:
    """The class that follows this page: its code ("" for none), and the open question."""

    code: str = ""
    question: ClassQuestion | None = None

    @property
    def settings(self) -> dict[str, object]:
        """The stage's settings while a question is open; for a held one only its own."""
        found = {} if self.question is None else self.question.settings
        return {name: value for name, value in found.items() if value is not None}

    @property
    def room(self) -> dict[str, object] | None:
        """The room's data for the presenter's stage: how to join it, and why the last request was refused."""
        if not self.code:
            return None
        at = address.home() + "join"
        qr = qr_code(f"{at}/{self.code}") if address.public(at) else None
        why = str(st.session_state.get(REFUSED, ""))
        return {"code": self.code, "address": at.partition("://")[2], "qr": qr, "refused": why}


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


def show(moment: Callable[[], Mapping[str, object]], digest: str, t: int) -> Led:
    """Show the class of this visitor, if there is one, a moment of the packed run; see `Rooms.show`.

    A run that cannot be sent leaves the class unchanged: the part *Class* says why.
    """
    here = room()
    if here is None:
        return Led()
    try:
        write(here, moment(), digest, t)
    except Refused:
        return Led(here.code)
    return Led(here.code, None if (now := room()) is None else now.question)


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
    if name == "ask":
        wish(_ask, here, offer)
    elif asked is None:
        return None
    elif name == "lock":
        wish(rooms().lock, *mine)
    elif name == "again":
        wish(rooms().ask_again, *mine)
    elif name == "back":
        wish(rooms().back, *mine)
    elif name == "drop":
        wish(rooms().drop, *mine)
    elif name == "reveal" and asked.phase == LOCKED:
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
