"""A playlist in a link: by its name where it is there at once, else packed, where it is short."""

from __future__ import annotations

import base64
import zlib

from rankviz.errors import DataError, shown
from rankviz.lessons.playlists.playlist import MOST_BYTES, Playlist, read, write
from rankviz.ui.pages.playlists import bundled
from rankviz.ui.state import own_playlist

PACKED = "~"
"""How a packed playlist begins; no name does."""
MINE = "mine"
"""The visitor's own, too long for a link."""
LONGEST = 2_000
"""Characters of a packed playlist: longer addresses are cut off by mail programs and chats."""


def of_own(playlist: Playlist) -> str:
    """What a link says for the visitor's own playlist."""
    return packed(playlist) or MINE


def packed(playlist: Playlist) -> str:
    """The playlist as part of an address; "" for one that is too long."""
    squeezed = zlib.compress(write(playlist).encode(), 9)
    text = PACKED + base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    return text if len(text) <= LONGEST else ""


def find(play: str) -> Playlist:
    """The playlist that a link names or holds. Raises DataError when there is none."""
    if play.startswith(PACKED):
        return _unpacked(play.removeprefix(PACKED))
    if play == MINE:
        own = own_playlist.current()
        if own is None:
            raise DataError(
                "Your playlist is not in this link, and this visit has none", remedy="Open its file here"
            )
        return own
    found = bundled.find(play)
    if found is None:
        raise DataError(f"There is no playlist {shown(play, 40)}", remedy="Choose one of these")
    return found


def _unpacked(text: str) -> Playlist:
    try:
        if len(text) > LONGEST:
            raise ValueError
        squeezed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        contents = zlib.decompressobj().decompress(squeezed, MOST_BYTES + 1)
        return read(contents.decode())
    except (
        ValueError,
        zlib.error,
    ):  # of which DataError and base64's own are: what is packed may be anything
        raise DataError("The playlist in this link is damaged", remedy="Copy the whole link again") from None
