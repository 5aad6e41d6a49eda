"""A playlist, and its text form: a title, then for each moment a heading, a link, options and a note.

    # Why ties matter

    ## Where they split
    ?data=scenario%3Alemma-3&alg=rb-d&t=3
    hide: pairs, margins
    ask: next ranker

    Ê2 of RB-D has stopped; RankBoost+ goes on.

A note is plain text. A line of it that begins as a heading or an option does has a backslash before it.
"""

import itertools
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from rankviz.boards import PAGES, TILES, WATCH
from rankviz.errors import DataError, first_of, shown
from rankviz.lessons.outcomes import OfStep
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.lines import MOST_BYTES, at, decoded, even, printable

MOST_MOMENTS = 60
LONGEST_TITLE, LONGEST_LINK, LONGEST_NOTE = 120, 8_000, 4_000
"""In characters."""

_HIDE, _ASK = "hide:", "ask:"
_OPTION = re.compile(r"(hide|ask):(.*)", re.IGNORECASE)
_ROUND = re.compile(r"[0-9]{1,4}(?![0-9])")
_LIKE_A_MARK = re.compile(r"\\*(#|hide:|ask:)", re.IGNORECASE)


@dataclass(frozen=True)
class Moment:
    """A moment of a run, and its note. Spaces are normalised; raises DataError for what no playlist may hold.

    Attributes
    ----------
    link : the address that shows it, whole or from the page on, as *Export and share* gives it.
    note : plain text in lines, "" for none.
    title : one line, "" for none.
    hide : names of tiles that are not shown (`rankviz.boards`).
    question : the question before the next round, a key of `QUESTIONS`; "" for none.
    of_step : of a lesson's step, what its moment has beside all that; the text of a playlist has none.
    """

    link: str
    note: str = ""
    title: str = ""
    hide: tuple[str, ...] = ()
    question: str = ""
    of_step: OfStep | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        values = {
            "link": _link(self.link),
            "note": _note(self.note),
            "title": _title(self.title),
            "hide": _tiles(self.hide),
            "question": _question(self.question),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def page(self) -> str:
        """The page that shows the moment, one of `rankviz.boards.PAGES`."""
        return urlsplit(self.link).path.rpartition("/")[2] or WATCH.page

    @property
    def choices(self) -> dict[str, str]:
        """The choices of the moment's link, by name."""
        return dict(parse_qsl(urlsplit(self.link).query))

    @property
    def name(self) -> str:
        """What a list calls the moment: its title, or the round in its link; "" where there is neither."""
        found = _ROUND.match(self.choices.get("t", ""))
        return self.title or (f"Round {int(found[0])}" if found else "")


@dataclass(frozen=True)
class Playlist:
    """A title and moments in their order, at most `MOST_MOMENTS`. Raises DataError for an invalid title."""

    title: str
    moments: tuple[Moment, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", _title(self.title))
        object.__setattr__(self, "moments", tuple(self.moments))
        if not self.title:
            raise DataError("The playlist has no title", remedy='Begin it with a line such as "# My title"')
        if len(self.moments) > MOST_MOMENTS:
            raise _too_many()


def write(playlist: Playlist) -> str:
    """Write a playlist as text; :func:`read` gives the same playlist. Raises DataError for one above `MOST_BYTES`."""
    text = "\n".join([f"# {playlist.title}", *map(_written, playlist.moments)])
    if len(text.encode()) > MOST_BYTES:
        raise _too_long()
    return text


def from_bytes(contents: bytes) -> Playlist:
    """Read the playlist of a file. Raises DataError as :func:`read` does, and for a file that is no text."""
    if len(contents) > MOST_BYTES:
        raise _too_long()
    return read(decoded(contents))


def read(text: str) -> Playlist:
    """Read the playlist of a text. Raises DataError, with line and remedy, for a text that is no playlist."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise _too_long()
    lines = even(text.removeprefix("\ufeff")).split("\n")
    starts = [i for i, line in enumerate(lines) if line == "##" or line.startswith("## ")]
    title = _read_title(lines[: starts[0] if starts else len(lines)])
    if len(starts) > MOST_MOMENTS:
        raise _too_many(starts[MOST_MOMENTS] + 1)
    parts = itertools.pairwise([*starts, len(lines)])
    return Playlist(title, tuple(_read_moment(lines, start, end) for start, end in parts))


def _written(moment: Moment) -> str:
    options = [f"{_HIDE} {', '.join(moment.hide)}"] if moment.hide else []
    options += [f"{_ASK} {moment.question}"] if moment.question else []
    note = [rf"\{line}" if _LIKE_A_MARK.match(line) else line for line in moment.note.split("\n")]
    return (
        "\n".join(["", f"## {moment.title}".rstrip(), moment.link, *options, "", *note]).rstrip("\n") + "\n"
    )


def _read_title(lines: list[str]) -> str:
    there = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    number, line = there[0] if there else (1, "")
    if not line.startswith("# ") or not line[2:].strip():
        raise DataError(
            "The playlist has no title", line=number, remedy='Begin it with a line such as "# My title"'
        )
    for number, other in there[1:]:
        raise DataError(
            f"{shown(other)} stands before the first moment",
            line=number,
            remedy='Begin a moment with a line such as "## Its title"',
        )
    return at(there[0][0], _title, line[2:])


def _read_moment(lines: list[str], start: int, end: int) -> Moment:
    """Read the moment whose heading is line `start`, from 0, and which ends before line `end`."""
    title = at(start + 1, _title, lines[start][2:])
    link, number = "", start + 1
    options: dict[str, tuple[str, ...] | str] = {}
    note: list[str] = []
    for number, line in enumerate(lines[start + 1 : end], start + 2):
        option = _OPTION.match(line)
        if not link:
            link = at(number, _link, line) if line else ""
        elif line.startswith("#"):
            raise DataError(
                f"{shown(line)} is no heading of a moment",
                line=number,
                remedy=r'Begin a moment with "## "; in a note, put a backslash before the "#"',
            )
        elif option is None:
            note.append(line[1:] if line.startswith("\\") and _LIKE_A_MARK.match(line) else line)
        elif (name := option[1].lower()) in options:
            raise DataError(f'There is a second "{name}:"', line=number, remedy="Keep one of them")
        elif name == "hide":
            options[name] = at(number, _tiles, tuple(option[2].split(",")))
        else:
            options[name] = at(number, _question, option[2])
    if not link:
        raise DataError(
            "This moment has no link",
            line=start + 1,
            remedy="Put its link in the line below the heading; Export and share has it",
        )
    hide, question = options.get("hide", ()), options.get("ask", "")
    return at(start + 1, lambda text: Moment(link, text, title, tuple(hide), str(question)), "\n".join(note))


def _title(text: str) -> str:
    text = " ".join(printable(text).split())
    if len(text) > LONGEST_TITLE:
        raise DataError(
            f"The title has {len(text)} characters", remedy=f"Give one of at most {LONGEST_TITLE}"
        )
    return text


def _note(text: str) -> str:
    text = printable(even(text)).strip("\n")
    if len(text) > LONGEST_NOTE:
        raise DataError(
            f"The note has {len(text):,} characters", remedy=f"Give one of at most {LONGEST_NOTE:,}"
        )
    return text


def _link(text: str) -> str:
    text = text.strip()
    copy = "Copy the link from Export and share"
    if not text or re.search(r"\s", printable(text)):
        raise DataError(f"{shown(text, 60)} is no link", remedy=copy)
    if len(text) > LONGEST_LINK:
        raise DataError(
            f"The link has {len(text):,} characters", remedy=f"Give one of at most {LONGEST_LINK:,}"
        )
    try:
        parts = urlsplit(text)
        given = dict(parse_qsl(parts.query, max_num_fields=200))
    except ValueError:
        raise DataError(f"{shown(text, 60)} is no link", remedy=copy) from None
    if parts.scheme not in ("", "http", "https") or (parts.scheme and not parts.netloc):
        raise DataError(f"{shown(text, 60)} is no address of the web", remedy=copy)
    page = parts.path.rpartition("/")[2]
    if page not in ("", *PAGES):
        raise DataError(
            f"{shown(page)} is no page whose moments can be played",
            remedy=f"Take a link of {', '.join(PAGES)}",
        )
    if not given.get("data"):
        raise DataError(f"{shown(text, 60)} names no data", remedy=copy)
    return text


def _tiles(names: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(name.strip().lower() for name in names if name.strip()))
    for name in found:
        if name not in TILES:
            raise DataError(f"{shown(name)} is no tile", remedy=f"Tiles are {first_of(TILES, len(TILES))}")
    return found


def _question(text: str) -> str:
    text = " ".join(text.split()).lower()
    if text and text not in QUESTIONS:
        raise DataError(f"{shown(text)} is no question", remedy=f"Questions are {', '.join(QUESTIONS)}")
    return text


def _too_many(line: int | None = None) -> DataError:
    return DataError(
        f"There are more than {MOST_MOMENTS} moments", line=line, remedy="Make two playlists of it"
    )


def _too_long() -> DataError:
    return DataError(
        f"The playlist has more than {MOST_BYTES // 1000} kB", remedy="Shorten its notes, or make two of it"
    )
