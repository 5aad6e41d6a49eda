"""A playlist in a link: by name if it is bundled, else packed if it is short."""

import base64
import zlib

from rankviz.errors import DataError, shown
from rankviz.lessons.playlists.playlist import Playlist, read, write
from rankviz.lessons.text.lines import MOST_BYTES
from rankviz.ui.pages.playlists import bundled
from rankviz.ui.state import visitors_playlist

PACKED = "~"
"""Prefix of a packed playlist; no name has it."""
MINE = "mine"
"""Name of the visitor's playlist where it is too long for a link."""
LONGEST = 2_000
"""Most characters of a packed playlist: mail programs and chats cut off longer addresses."""


def visitors_value(playlist: Playlist) -> str:
    """Return the value of a link to the visitor's playlist."""
    return packed(playlist) or MINE


def packed(playlist: Playlist) -> str:
    """Return the playlist as part of an address; "" for one that is too long."""
    squeezed = zlib.compress(write(playlist).encode(), 9)
    text = PACKED + base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    return text if len(text) <= LONGEST else ""


def find(play: str) -> Playlist:
    """Return the playlist that a link names or holds. Raises DataError when there is none."""
    if play.startswith(PACKED):
        return _unpacked(play.removeprefix(PACKED))
    if play == MINE:
        current = visitors_playlist.current()
        if current is None:
            raise DataError(
                "Your playlist is not in this link, and this visit has none", remedy="Open its file here"
            )
        return current
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
    ):  # includes DataError and base64's error: a packed text may be anything
        raise DataError("The playlist in this link is damaged", remedy="Copy the whole link again") from None
