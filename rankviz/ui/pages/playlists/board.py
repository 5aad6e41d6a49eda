"""A moment of a playlist as the app shows it: the state of its link, and the board it stands on."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.kernel.page import PAGE as KERNEL
from rankviz.ui.pages.lessons.stage import Board
from rankviz.ui.pages.margins.page import PAGE as MARGINS
from rankviz.ui.pages.margins.page import page_of
from rankviz.ui.pages.qbrank.page import PAGE as QBRANK
from rankviz.ui.shell import layout
from rankviz.ui.stage.page import WATCH
from rankviz.ui.state.link import from_link
from rankviz.ui.state.state import State

PAGES = {
    "watch": (WATCH, layout.WATCH, "Watch"),
    "margins": (MARGINS, layout.MARGINS, "Margins"),
    "qbrank": (QBRANK, layout.QBRANK, "QBRank"),
    "kernel": (KERNEL, layout.KERNEL, "Kernel"),
}
"""By the last part of a link: the page, its file, and what it is called."""


@dataclass(frozen=True)
class Opened:
    """A moment's state and board, and a sentence for each choice of its link that was changed to be valid."""

    state: State
    board: Board
    said: tuple[str, ...]


def opened(moment: Moment) -> Opened:
    """What the link of a moment shows."""
    page = PAGES[moment.page][0]
    state, said = from_link(moment.choices)
    state = page.suited(state)
    if page is MARGINS:
        page = page_of(state)
    return Opened(state, Board(page.layout, page.drawn(state)), tuple(said))


def check(playlist: Playlist) -> None:
    """Raise DataError for a moment whose link does not show what it says."""
    for number, moment in enumerate(playlist.moments, 1):
        said = opened(moment).said
        if said:
            raise DataError(f"Moment {number}: {said[0].rstrip('.')}", remedy="Mend its link")
