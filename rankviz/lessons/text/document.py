"""The outline of a text: a title, keys below it, parts under headings, each of keys, paragraphs, items and tables.

    # Title
    about: what it is about, on one line
    or on several

    ## A heading
    key of it: its value

    A paragraph.

    - an item
    | a | table |

    # An end

What the keys mean is said by the reader of the kind of text: `rankviz.lessons.text.lesson` and `.challenge`.
"""

import itertools
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from rankviz.engine.errors import DataError, shown
from rankviz.lessons.text.lines import MOST_BYTES, Text, joined, normalise_whitespace, printable, with_line

KEY = re.compile(r"([a-z][a-z ]{0,20}?)(?: ([A-Za-z0-9_.~-]+))?:(?: +(.*))?")
NAMED = {"run"}
"""Keys with a name behind them: ``run patients: ?data=…``."""
PAGE = re.compile(r"(?:https?://\S+|[a-z]*)")
"""What stands before the question mark of a link."""
ROW = re.compile(r"\|.*\|")
PARAGRAPH, ITEM, TABLE, KEYED, LINKED = "paragraph", "item", "table", "key", "link"


@dataclass(frozen=True)
class Entry:
    """One entry of a part: its kind, its text, for a key its name and what stands between name and colon.

    The key of an item is the sign that it begins with, "-" or "*".
    """

    kind: str
    text: Text
    key: str = ""
    name: str = ""


@dataclass
class Part:
    """A heading, its line, and the entries below it in their order."""

    heading: str
    line: int
    entries: list[Entry] = field(default_factory=list)

    def of(self, key: str) -> list[Entry]:
        """Return the entries of a key."""
        return [entry for entry in self.entries if entry.kind == KEYED and entry.key == key]

    def one(self, key: str) -> Text | None:
        """Return the value of a key that stands at most once; None where it does not stand."""
        found = self.of(key)
        if len(found) > 1:
            raise DataError(f'There is a second "{key}:"', line=found[1].text.line, remedy="Keep one of them")
        return found[0].text if found else None

    def needed(self, key: str, why: str) -> Text:
        """Return the value of a key that must stand. Raises DataError, with `why` as the remedy."""
        found = self.one(key)
        if found is None or not found.words:
            line = self.line if found is None else found.line
            raise DataError(f'There is no "{key}:" here', line=line, remedy=why)
        return found

    @property
    def words(self) -> str:
        """Its paragraphs as one."""
        return " ".join(entry.text.words for entry in self.entries if entry.kind == PARAGRAPH)

    def lines_of(self) -> dict[str, int]:
        """Return the line of each key."""
        return {entry.key: entry.text.line for entry in reversed(self.entries) if entry.kind == KEYED}


@dataclass(frozen=True)
class Document:
    """The head under the title, the parts under `##`, and what stands under a second `#`."""

    head: Part
    parts: tuple[Part, ...]
    end: Part | None


@dataclass(frozen=True)
class Section:
    """A heading with one or two "#", its line, and the lines below it, each with its number."""

    heading: str
    level: int
    line: int
    lines: tuple[tuple[int, str], ...]


def sections(text: str, ends: bool = False) -> list[Section]:
    """Read the sections of any text of a teacher: the title's, then one for each heading.

    `ends` says whether a second "# " may begin an end. Raises DataError, with line and remedy.
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise DataError(f"The text has more than {MOST_BYTES // 1000} kB", remedy="Make two of it")
    lines = list(enumerate(normalise_whitespace(text.removeprefix("\ufeff")).split("\n"), 1))
    for number, line in lines:
        with_line(number, printable, line)
    first, begins = next(((number, line) for number, line in lines if line), (1, ""))
    if not begins.startswith("# "):
        raise DataError(
            "The text has no title", line=first, remedy='Begin it with a line such as "# My title"'
        )
    starts: list[int] = []
    for number, line in lines[first - 1 :]:
        if number == first or line == "##" or line.startswith("## ") or (ends and line.startswith("# ")):
            starts.append(number)
        elif line.startswith("#"):
            raise DataError(
                f"{shown(line)} is not a heading",
                line=number,
                remedy=r'Begin a part with "## "; in words, put a backslash before the "#"',
            )
    return [
        Section(heading.strip(), len(marks), start, tuple(lines[start : end - 1]))
        for start, end in itertools.pairwise([*starts, len(lines) + 1])
        for marks, _, heading in [lines[start - 1][1].partition(" ")]
    ]


def nothing_before(line: int, words: str, kind: str) -> DataError:
    """Return the error that words stand above the first part, a moment or a step."""
    return DataError(
        f"{shown(words)} comes before the first {kind}",
        line=line,
        remedy=f'Begin a {kind} with a line such as "## Its title"',
    )


def _is_link(line: str) -> bool:
    page, _, choices = line.partition("?")
    return bool(choices) and " " not in choices and PAGE.fullmatch(page) is not None


def outline(
    text: str, in_head: Collection[str], in_parts: Collection[str], in_end: Collection[str]
) -> Document:
    """Read the outline of a text, whose keys may be those given. Raises DataError, with line and remedy."""
    head, *rest = sections(text, ends=True)
    last = next((i for i, each in enumerate(rest) if each.level == 1), len(rest))
    if len(rest) > last + 1:
        raise DataError(
            "There is a part after the end",
            line=rest[last + 1].line,
            remedy='The second line that begins with "# " begins the end: put it last',
        )
    parts = tuple(_part(each, in_parts) for each in rest[:last])
    return Document(_part(head, in_head), parts, _part(rest[last], in_end) if last < len(rest) else None)


def _part(section: Section, keys: Collection[str]) -> Part:
    part = Part(section.heading, section.line)
    found = part.entries
    open_lines: list[tuple[int, str]] = []
    kind, key, name = "", "", ""

    def close() -> None:
        nonlocal kind
        if kind:
            found.append(Entry(kind, joined(open_lines), key, name))
        open_lines.clear()
        kind = ""

    for number, line in section.lines:
        keyed = KEY.fullmatch(line)
        if keyed and keyed[2] and keyed[1] not in NAMED:
            keyed = None
        if not line:
            close()
        elif ROW.fullmatch(line):
            close()
            found.append(Entry(TABLE, joined([(number, line)])))
        elif line.startswith(("- ", "* ")):
            close()
            kind, key, name = ITEM, line[0], ""
            open_lines.append((number, line[2:]))
        elif not found and not kind and _is_link(line):
            found.append(Entry(LINKED, joined([(number, line)])))
        elif keyed and keyed[1] in keys:
            close()
            kind, key, name = KEYED, keyed[1], keyed[2] or ""
            open_lines.append((number, keyed[3] or ""))
        elif keyed and not kind and keyed[3] is not None:
            raise DataError(
                f"{shown(keyed[1] + ':')} is not a key here",
                line=number,
                remedy=rf"Keys are {', '.join(sorted(keys))}; before words, put a backslash",
            )
        else:
            if not kind:
                kind, key, name = PARAGRAPH, "", ""
            open_lines.append((number, line.removeprefix("\\")))
    close()
    return part
