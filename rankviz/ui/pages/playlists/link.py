"""A playlist in a link: by name if it is bundled, else packed if it is short; a lesson is played as one, too."""

from rankviz.engine.errors import DataError, shown
from rankviz.lessons.playlists.playlist import Playlist, read, write
from rankviz.lessons.text import lesson
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.pages.playlists import bundled, of_lesson
from rankviz.ui.state import visitors_playlist
from rankviz.ui.state.packed import PACKED, unpacked
from rankviz.ui.state.packed import packed as pack

MINE = "mine"
"""Name of the visitor's playlist where it is too long for a link."""


def visitors_value(playlist: Playlist) -> str:
    """Return the value of a link to the visitor's playlist."""
    return packed(playlist) or MINE


def packed(playlist: Playlist) -> str:
    """Return the playlist as part of an address; "" for one that is too long."""
    return pack(write(playlist))


def find(play: str) -> Playlist:
    """Return the playlist that a link names or holds. Raises DataError when there is none."""
    if play.startswith((authored_lessons.MINE, authored_lessons.FOLDER)):
        return of_lesson.own_playlist(authored_lessons.lesson(play))
    if play.startswith(PACKED):
        return _unpacked(play)
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


def _unpacked(play: str) -> Playlist:
    try:
        text = unpacked(play)
        if not lesson.is_lesson(text):
            return read(text)
    except DataError:  # a packed text may be anything
        raise DataError("The playlist in this link is damaged", remedy="Copy the whole link again") from None
    return of_lesson.own_playlist(authored_lessons.lesson(play))
