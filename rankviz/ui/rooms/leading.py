"""The presenter's side of a page: whatever stage this browser's visitor looks at is what their class sees."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from rankviz.ui.rooms.rights import owner_of
from rankviz.ui.rooms.store import Refused, Room, rooms
from rankviz.ui.serving import visitors
from rankviz.ui.serving.store import STORE

REFUSED = "class-refused"
"""In the session: why the last wish was refused."""


@dataclass(frozen=True)
class Led:
    """The class that follows this page: its code ("" for none), and the last round a question leaves to be shown."""

    code: str = ""
    hold: int | None = None


def owner() -> str:
    """Whoever looks, as rooms name them; "" for a browser that takes no cookies: it can lead no class."""
    secret = visitors.of_browser()
    return owner_of(secret) if secret else ""


def room() -> Room | None:
    """The room that this visitor has open; None while rooms cannot be read, too."""
    mine = owner()
    try:
        return rooms().of(mine) if mine else None
    except Refused:
        return None


def show(moment: Callable[[], Mapping[str, object]], digest: str, t: int) -> Led:
    """Show the class of this visitor, if there is one, a moment of the packed run; see `Rooms.show`.

    A run that no class can be sent leaves it where it is: the part *Class* says why.
    """
    here = room()
    if here is None:
        return Led()
    try:
        write(here, moment(), digest, t)
    except Refused:
        return Led(here.code)
    return Led(here.code, None if (now := room()) is None or now.question is None else now.question.hold)


def write(here: Room, moment: Mapping[str, object], digest: str, t: int) -> None:
    """Write the moment into the room; raises Refused when it is too large."""
    pack = None
    if here.run != digest and (packed := STORE.get(digest)) is not None:
        pack = packed, not STORE.shareable(digest)
    text = json.dumps({"run": digest, **moment})
    if here.run == digest and here.moment == text:
        return
    rooms().show(here.code, here.owner, digest, text, t, pack)


def wish(act: Callable[..., object], *args: object) -> None:
    """Do what a button asks for; why it is refused stands at the top of the part."""
    try:
        act(*args)
    except Refused as refused:
        st.session_state[REFUSED] = str(refused)
