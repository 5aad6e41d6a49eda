"""The reference, read from its texts in `rankviz/content`: files of parts, one of symbols, one of named tests."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rankviz.insight.outline import Block, Given, blocks
from rankviz.insight.reference import typed
from rankviz.insight.reference.book import Book
from rankviz.insight.reference.model import BookPart, Check, Entry, Number, Symbol

CONTENT = Path(__file__).parents[2] / "content/en/reference"
NOTATION, TESTS = "notation.md", "tests.md"
OPENS = "opens"
"""The option by which a heading is a figure's, not a topic's."""

Texts = Mapping[str, str]
"""Texts by the names of their files, in the order of the parts."""


@dataclass(frozen=True)
class Known:
    """What an entry or a symbol may lead to, and only the rooms above know.

    Attributes
    ----------
    theorems, claims : keys of the monitor's rows, and names of claims.
    lessons : the number of steps of each lesson, by its name.
    pages : the last parts of the pages' addresses.
    places : the titles of tiles and of parts of the drawer.
    runs : the algorithms of each small run, by its name.
    """

    theorems: Collection[str]
    claims: Collection[str]
    lessons: Mapping[str, int]
    pages: Collection[str]
    places: Collection[str]
    runs: Mapping[str, Collection[str]]


def files() -> dict[str, str]:
    """Return the texts of the reference."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(CONTENT.glob("*.md"))}


def read(files: Texts, known: Known | None = None) -> Book:
    """Read the reference from its texts; links are compared with what is `known`, where it is given.

    Raises DataError, with file and line, for the first mistake.
    """
    tests: dict[str, Check] = {}
    for block in blocks(files[TESTS], TESTS):
        tests |= typed.tests_of(block)
    notation = blocks(files[NOTATION], NOTATION)[1:]
    symbols = [(block, typed.symbol_of(block)) for block in notation]
    parts: list[tuple[Block, BookPart]] = []
    entries: list[tuple[Block, Entry]] = []
    for name in files:
        if name not in (NOTATION, TESTS):
            head, *rest = blocks(files[name], name)
            _check_levels(head, rest)
            figures = [each for each in rest if each.level == 2 and OPENS in each.options]
            topics = [each for each in rest if each.level == 2 and each not in figures]
            of_paper = tuple(map(typed.figure_of, figures))
            parts.append((head, typed.part_of(head, [each.heading for each in topics], of_paper)))
            group = ""
            for block in rest:
                if block in topics:
                    typed.check_options(block, ())
                    group = block.heading
                elif block in figures:
                    continue
                else:
                    entries.append((block, typed.entry_of(block, group, tests)))
    _check_keys(symbols, entries)
    if known:
        _check_links(parts, symbols, entries, known)
    return Book(
        tuple(part for _, part in parts),
        tuple(symbol for _, symbol in symbols),
        tuple(entry for _, entry in entries),
    )


def _check_levels(head: Block, rest: list[Block]) -> None:
    if head.level != 1:
        raise head.mistake(
            "The file does not begin with the title of its part", None, "Begin it with # and a title"
        )
    for block, before in zip(rest, [head, *rest], strict=False):
        below_figure = block.level == 3 and OPENS in before.options
        if block.level == 1 or block.level > before.level + 1 or below_figure:
            marks = "#" * block.level
            raise block.mistake(
                f"A heading with {marks} cannot be here", None, "A topic has ##, an entry below it ###"
            )


def _check_keys(symbols: list[tuple[Block, Symbol]], entries: list[tuple[Block, Entry]]) -> None:
    """Raise DataError for a key or symbol that is there twice, and for one that is used and not there."""
    places: dict[str, Block] = {}
    for block, _ in symbols:
        if block.heading in places:
            raise block.mistake(f"The symbol {block.heading} is already in line {places[block.heading].line}")
        places[block.heading] = block
    keys: dict[str, Block] = {}
    for block, _ in entries:
        for given in typed.listed(block, "keys"):
            if other := keys.get(given.text):
                what = f"The key {given.text} is already that of “{other.heading}”, {other.file}, line {other.line}"
                raise block.mistake(what, given.line)
            keys[given.text] = block
    for block, _ in entries:
        _check_all(block, "symbols", "symbol", places)
    for block, _ in symbols:
        _check_all(block, "equations", "entry", keys)


def _check_links(
    parts: Collection[tuple[Block, BookPart]],
    symbols: list[tuple[Block, Symbol]],
    entries: list[tuple[Block, Entry]],
    known: Known,
) -> None:
    """Raise DataError for a theorem, claim, step, page or place that is not there."""
    for block, _ in parts:
        for given in typed.listed(block, "pages"):
            if given.text.lower() not in known.pages:
                raise typed.unknown(block, given, "page", [page.capitalize() for page in known.pages])
    for block, _ in symbols:
        _check_all(block, "seen", "place", known.places)
    for block, entry in entries:
        _check_number(block, entry.number, known)
        _check_all(block, "theorems", "theorem", known.theorems)
        _check_all(block, "claims", "claim", known.claims)
        for (name, step), given in zip(entry.lessons, typed.listed(block, "lessons"), strict=True):
            if name not in known.lessons:
                raise typed.unknown(block, Given(name, given.line), "lesson", known.lessons)
            if step > known.lessons[name]:
                raise block.mistake(
                    f"The lesson {name} has {known.lessons[name]} steps, and no step {step}", given.line
                )


def _check_number(block: Block, number: Number | None, known: Known) -> None:
    if number is None:
        return
    line = block.options["row" if number.of_theorem else "number"][0].line
    if number.run not in known.runs:
        raise typed.unknown(block, Given(number.run, line), "run", known.runs)
    if number.algorithm not in known.runs[number.run]:
        raise typed.unknown(block, Given(number.algorithm, line), "algorithm", known.runs[number.run])
    if number.of_theorem and number.key not in known.theorems:
        raise typed.unknown(block, Given(number.key, line), "theorem", known.theorems)


def _check_all(block: Block, option: str, kind: str, known: Collection[str]) -> None:
    for given in typed.listed(block, option):
        if given.text not in known:
            raise typed.unknown(block, given, kind, known)
