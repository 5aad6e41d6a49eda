"""The visitor's saved work: the run on the stage as a page by itself, and moments as playlist, page or text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankviz.board.offline import page as pages
from rankviz.board.offline import talk
from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist, from_bytes, write
from rankviz.lessons.predict import QUESTIONS
from rankviz.site.playground.computed_run import ComputedRun, written
from rankviz.ui.pages.playlists.board import asks
from rankviz.ui.serving.uploads import Uploaded

Given = Mapping[str, str]
"""A moment as the page has it: `link` as after the `#`, `title`, `note`, and `ask`, a key of `QUESTIONS` or ""."""

ASKS = [["", "Nothing"], *([name, name.capitalize()] for name in QUESTIONS)]
"""The questions that a moment can ask before the next round: name and words."""


def page(made: ComputedRun, address: str) -> bytes:
    """Return the run as a page by itself; `address` is the playground's, "" where others do not reach it.

    Raises DataError for a page above 25 MB.
    """
    return pages.page(made.trace, link=_link(made, address), spec=made.spec, looks=made.looks())


def playlist(title: str, given: Sequence[Given], made: Sequence[ComputedRun], address: str) -> bytes:
    """Return moments and their runs as a page by itself, which plays them. Raises DataError as :func:`page` does."""
    found = of_page(title, given)
    return talk.talk(
        found.title,
        [
            talk.TalkMoment(
                each.trace,
                looks := each.looks(),
                moment.title,
                moment.note,
                asks=asks(moment, looks.round, each.trace),
                link=_link(each, address),
                spec=each.spec,
            )
            for moment, each in zip(found.moments, made, strict=True)
        ],
    )


def of_page(title: str, given: Sequence[Given]) -> Playlist:
    """Return the moments as a playlist. Raises DataError for what no playlist may hold."""
    return Playlist(title or "My playlist", tuple(map(_moment, given)))


def text(title: str, given: Sequence[Given], made: Sequence[bool]) -> str:
    """Return the moments as the text that the app opens; `made` shows which use the visitor's own files.

    Raises DataError for these: their data do not travel in a text.
    """
    for number, own in enumerate(made, 1):
        if own:
            raise DataError(
                f"Moment {number} shows your own file, which a text cannot contain",
                remedy="Save the playlist as a page, which holds the runs",
            )
    return write(of_page(title, given))


def opened(contents: bytes) -> tuple[str, list[dict[str, str]]]:
    """Return the title and the moments of a playlist's text. Raises DataError for any other text."""
    found = from_bytes(contents)
    return found.title, [
        {
            "link": each.in_playground(),
            "title": each.title,
            "note": each.note,
            "ask": each.question,
        }
        for each in found.moments
    ]


def _moment(given: Given) -> Moment:
    name, _, query = given["link"].partition("?")
    here = "" if name == "watch" else name
    return Moment(f"{here}?{query}", given["note"], given["title"], (), given["ask"])


def _link(made: ComputedRun, address: str) -> str:
    """Return the address that shows the moment to everybody; "" where it shows a file of the visitor's own."""
    own = isinstance(made.state.source, Uploaded)
    return "" if own or not address else f"{address}#{written(made.app.board.page, made.state)}"
