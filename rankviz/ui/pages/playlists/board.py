"""A moment of a playlist as the app shows it: the state of its link, and its board."""

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
"""Last part of a link → (page, its file, its name)."""


@dataclass(frozen=True)
class Opened:
    """A moment's state and board, and a warning for each choice of its link that was changed to be valid."""

    state: State
    board: Board
    warnings: tuple[str, ...]


def opened(moment: Moment) -> Opened:
    """Open the link of a moment."""
    page = PAGES[moment.page][0]
    state, warnings = from_link(moment.choices)
    state = page.suited(state)
    if page is MARGINS:
        page = page_of(state)
    return Opened(state, Board(page.layout, page.drawn(state)), tuple(warnings))


def check(playlist: Playlist) -> None:
    """Raise DataError for a moment whose link had to be changed to be valid."""
    for number, moment in enumerate(playlist.moments, 1):
        warnings = opened(moment).warnings
        if warnings:
            raise DataError(f"Moment {number}: {warnings[0].rstrip('.')}", remedy="Mend its link")
