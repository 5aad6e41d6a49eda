"""A playlist, and its text form: a title, then for each moment a heading, a link, options and a note.

    # Why ties matter

    ## Where they split
    ?data=scenario%3Alemma-3&alg=rb-d&t=3
    hide: pairs, margins
    ask: next ranker
    say: Wait for the murmur.

    Ê2 of RB-D has stopped; RankBoost+ goes on.

A note is plain text. A line of it that begins as a heading or an option does has a backslash before it. A question of
one's own has its options and its reason in the lines right below (`rankviz.lessons.text.own_question`).
"""

import re
from collections import deque
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from rankviz.engine.boards import PAGES, TILES, WATCH
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.lessons.outcomes import OfStep
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.document import Section, nothing_before, sections
from rankviz.lessons.text.lines import MOST_BYTES, decoded, normalise_whitespace, printable, with_line
from rankviz.lessons.text.own_question import OWN, OwnQuestion, from_lines, prompt_of

MOST_MOMENTS = 60
LONGEST_TITLE, LONGEST_LINK, LONGEST_NOTE = 120, 8_000, 4_000
"""In characters."""

_HIDE, _ASK, _SAY = "hide:", "ask:", "say:"
_OPTION = re.compile(r"(hide|ask|say):(.*)", re.IGNORECASE)
_ROUND = re.compile(r"[0-9]{1,4}(?![0-9])")
_LIKE_A_MARK = re.compile(r"\\*(#|hide:|ask:|say:)", re.IGNORECASE)


@dataclass(frozen=True)
class Moment:
    """A moment of a run, and its note. Spaces are normalised; raises DataError for what no playlist may hold.

    Attributes
    ----------
    link : the address that shows it, whole or from the page on, as *Export and share* gives it.
    note : plain text in lines, "" for none.
    title : one line, "" for none.
    hide : names of tiles that are not shown (`rankviz.engine.boards`).
    question : the question before the next round, a key of `QUESTIONS`; "" for none.
    own : in its place, a question of the presenter's own.
    say : a note for the presenter alone, plain text in lines.
    of_step : of a lesson's step, what its moment has beside all that; the text of a playlist has none.
    """

    link: str
    note: str = ""
    title: str = ""
    hide: tuple[str, ...] = ()
    question: str = ""
    own: OwnQuestion | None = None
    say: str = ""
    of_step: OfStep | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        values = {
            "link": _link(self.link),
            "note": _note(self.note),
            "say": _note(self.say),
            "title": _title(self.title),
            "hide": _tiles(self.hide),
            "question": "" if self.own else _question(self.question),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def page(self) -> str:
        """The page that shows the moment, one of `rankviz.engine.boards.PAGES`."""
        return urlsplit(self.link).path.rpartition("/")[2] or WATCH.page

    @property
    def choices(self) -> dict[str, str]:
        """The choices of the moment's link, by name."""
        return dict(parse_qsl(urlsplit(self.link).query))

    def in_playground(self) -> str:
        """Return the moment as it stands after the `#` of a playground."""
        return f"{self.page}?{urlsplit(self.link).query}"

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
        raise DataError(
            f"The playlist has more than {MOST_BYTES // 1000} kB",
            remedy="Shorten its notes, or make two of it",
        )
    return text


def from_bytes(contents: bytes) -> Playlist:
    """Read the playlist of a file. Raises DataError as :func:`read` does, and for a file that is no text."""
    return read(decoded(contents, "Shorten its notes, or make two of it"))


def read(text: str) -> Playlist:
    """Read the playlist of a text. Raises DataError, with line and remedy, for a text that is no playlist."""
    head, *parts = sections(text)
    for number, line in head.lines:
        if line:
            raise nothing_before(number, line, "moment")
    if len(parts) > MOST_MOMENTS:
        raise _too_many(parts[MOST_MOMENTS].line)
    return Playlist(with_line(head.line, _title, head.heading), tuple(map(_read_moment, parts)))


def _written(moment: Moment) -> str:
    options = [f"{_HIDE} {', '.join(moment.hide)}"] if moment.hide else []
    options += [f"{_ASK} {moment.question}"] if moment.question else []
    options += moment.own.lines if moment.own else []
    options += [f"{_SAY} {line}".rstrip() for line in moment.say.split("\n")] if moment.say else []
    note = [rf"\{line}" if _LIKE_A_MARK.match(line) else line for line in moment.note.split("\n")]
    return (
        "\n".join(["", f"## {moment.title}".rstrip(), moment.link, *options, "", *note]).rstrip("\n") + "\n"
    )


def _read_moment(part: Section) -> Moment:
    """Read a moment: its note, and the question of one's own, are lines as they stand."""
    title, link = with_line(part.line, _title, part.heading), ""
    hide: tuple[str, ...] | None = None
    ask: str | OwnQuestion | None = None
    note, say = [], []
    lines = deque(part.lines)
    while lines:
        number, line = lines.popleft()
        option = _OPTION.match(line)
        if not link:
            link = with_line(number, _link, line) if line else ""
        elif option is None:
            note.append(line[1:] if line.startswith("\\") and _LIKE_A_MARK.match(line) else line)
        elif (name := option[1].lower()) == "say":
            say.append(option[2].removeprefix(" "))
        elif (hide if name == "hide" else ask) is not None:
            raise DataError(f'There is a second "{name}:"', line=number, remedy="Keep one of them")
        elif name == "hide":
            hide = with_line(number, _tiles, tuple(option[2].split(",")))
        elif (prompt := prompt_of(option[2])) is not None:
            ask = from_lines(prompt or title, lines, number)
        else:
            ask = with_line(number, _question, option[2])
    if not link:
        raise DataError(
            "This moment has no link",
            line=part.line,
            remedy="Put its link in the line below the heading; Export and share has it",
        )
    own = ask if isinstance(ask, OwnQuestion) else None
    question = "" if own else str(ask or "")
    given = (link, "\n".join(note), title, hide or (), question, own, "\n".join(say))
    return with_line(part.line, lambda given: Moment(*given), given)


def _title(text: str) -> str:
    text = " ".join(printable(text).split())
    if len(text) > LONGEST_TITLE:
        raise DataError(
            f"The title has {len(text)} characters", remedy=f"Give one of at most {LONGEST_TITLE}"
        )
    return text


def _note(text: str) -> str:
    text = printable(normalise_whitespace(text)).strip("\n")
    if len(text) > LONGEST_NOTE:
        raise DataError(
            f"The note has {len(text):,} characters", remedy=f"Give one of at most {LONGEST_NOTE:,}"
        )
    return text


def _link(text: str) -> str:
    text = text.strip()
    copy = "Copy the link from Export and share"
    if not text or re.search(r"\s", printable(text)):
        raise DataError(f"{shown(text, 60)} is not a link", remedy=copy)
    if len(text) > LONGEST_LINK:
        raise DataError(
            f"The link has {len(text):,} characters", remedy=f"Give one of at most {LONGEST_LINK:,}"
        )
    try:
        parts = urlsplit(text)
        given = dict(parse_qsl(parts.query, max_num_fields=200))
    except ValueError:
        raise DataError(f"{shown(text, 60)} is not a link", remedy=copy) from None
    if parts.scheme not in ("", "http", "https") or (parts.scheme and not parts.netloc):
        raise DataError(f"{shown(text, 60)} is not a web address", remedy=copy)
    page = parts.path.rpartition("/")[2]
    if page not in ("", *PAGES):
        raise DataError(
            f"{shown(page)} is not a page whose moments can be played",
            remedy=f"Take a link of {', '.join(PAGES)}",
        )
    if not given.get("data"):
        raise DataError(f"{shown(text, 60)} names no data", remedy=copy)
    return text


def _tiles(names: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(name.strip().lower() for name in names if name.strip()))
    for name in found:
        if name not in TILES:
            raise DataError(f"{shown(name)} is not a tile", remedy=f"Tiles are {first_of(TILES, len(TILES))}")
    return found


def _question(text: str) -> str:
    text = " ".join(text.split()).lower()
    if text and text not in QUESTIONS:
        raise DataError(
            f"{shown(text)} is not a question", remedy=f"Choose one of: {', '.join((*QUESTIONS, OWN))}"
        )
    return text


def _too_many(line: int | None = None) -> DataError:
    return DataError(
        f"There are more than {MOST_MOMENTS} moments", line=line, remedy="Split it into two playlists"
    )
