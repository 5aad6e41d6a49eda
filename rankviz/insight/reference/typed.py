"""From blocks of text to parts, symbols and entries; every mistake is one sentence with file and line."""

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from types import ModuleType

from rankviz.engine.errors import DataError, first_of, shown
from rankviz.insight.outline import Block, Given
from rankviz.insight.reference.formulas import (
    kernel,
    lambdas,
    margins,
    preference,
    push,
    qbrank,
    rankboost,
    real_rankers,
)
from rankviz.insight.reference.formulas.formula import Equation, Formula
from rankviz.insight.reference.model import BookPart, Check, Entry, Number, PaperFigure, Symbol

FORMULAS: Mapping[str, ModuleType] = {
    "kernel": kernel,
    "lambdas": lambdas,
    "preference": preference,
    "margins": margins,
    "push": push,
    "qbrank": qbrank,
    "rankboost": rankboost,
    "real_rankers": real_rankers,
}
"""Where [[margins.ALPHA_2]] is looked up."""

_PUT_IN = re.compile(r"\[\[((?:(?!\[\[|\]\]).)*)\]\]")
_KEY = re.compile(r"[a-z0-9-]+")
_STEP = re.compile(r"(\S+) step ([1-9]\d*)")
_NUMBER = re.compile(r"(\S+) ([\w-]+)\.(\S+)@(\d+)(?: line ([1-9]))?")

Tests = Mapping[str, Check]
"""The tests that have a name."""


def part_of(block: Block, groups: Collection[str], figures: tuple[PaperFigure, ...] = ()) -> BookPart:
    """Read the head of a part, with the names of its topics."""
    check_options(block, ("tag", "pages", "citation"), ("pages",))
    if not groups:
        raise block.mistake(
            f"{shown(block.heading)} has no topic", None, "Write ## and a name above its entries"
        )
    return BookPart(
        tag=one(block, "tag"),
        title=block.heading,
        about=words(block),
        pages=texts(block, "pages"),
        groups=tuple(groups),
        figures=figures,
        citation=one(block, "citation"),
        bibtex="".join(given.text for given in block.fenced),
    )


def figure_of(block: Block) -> PaperFigure:
    """Read a figure or a table of a paper: "## Figure 1: what it shows"."""
    check_options(block, ("opens", "also"), ("opens",))
    name, _, title = block.heading.partition(": ")
    if not title:
        what = f"{shown(block.heading)} does not say what it shows"
        raise block.mistake(what, None, 'Write "## Figure 1: the cost of a round"')
    return PaperFigure(name, title, one(block, "opens"), words(block), one(block, "also"))


def symbol_of(block: Block) -> Symbol:
    """Read a symbol."""
    check_options(block, ("name", "seen", "equations", "also"), ("name", "seen"))
    return Symbol(
        symbol=block.heading,
        name=one(block, "name"),
        meaning=words(block),
        seen=texts(block, "seen"),
        equations=texts(block, "equations"),
        also=one(block, "also"),
    )


def entry_of(block: Block, group: str, tests: Tests) -> Entry:
    """Read an entry of a topic."""
    needed = ("keys", "source", "code", "test")
    check_options(
        block, (*needed, "symbols", "theorems", "claims", "lessons", "number", "row", "also"), needed
    )
    for given in listed(block, "keys"):
        if not _KEY.fullmatch(given.text):
            raise block.mistake(
                f"{shown(given.text)} is not a key", given.line, "A key has small letters, digits and hyphens"
            )
    says = words(block)
    for missing, there in (("formula", block.formulas), ('"why:"', block.why)):
        if not there:
            raise block.mistake(f"{shown(block.heading)} has no {missing}")
    return Entry(
        keys=texts(block, "keys"),
        group=group,
        source=one(block, "source"),
        title=block.heading,
        latex=formulas(block),
        says=says,
        why=why(block),
        code=texts(block, "code"),
        checks=tuple(_check(block, given, tests) for given in block.options["test"]),
        symbols=texts(block, "symbols"),
        theorems=texts(block, "theorems"),
        claims=texts(block, "claims"),
        lessons=tuple(_step(block, given) for given in listed(block, "lessons")),
        number=_number(block),
        also=one(block, "also"),
    )


def tests_of(block: Block) -> dict[str, Check]:
    """Read the tests that have a name."""
    return {name: _check(block, given[0], {}) for name, given in block.options.items()}


# ---------------------------------------------------------------- what stands below a heading


def words(block: Block) -> str:
    """Return the one paragraph that says what it is."""
    if len(block.words) != 1:
        line = block.words[1].line if block.words else block.line
        what = (
            f"{shown(block.heading)} has more than one paragraph"
            if block.words
            else f"{shown(block.heading)} has no words"
        )
        raise block.mistake(what, line, "Say what it is in one paragraph")
    return block.words[0].text


def why(block: Block) -> tuple[str, ...]:
    """Return the paragraphs that say why it is so."""
    return tuple(given.text for given in block.why)


def formulas(block: Block) -> tuple[str, ...]:
    """Return the formulas, with those that have a key put in."""
    return tuple(
        _PUT_IN.sub(lambda found, line=given.line: _formula(block, found[1], line), given.text)  # type: ignore[misc]
        for given in block.formulas
    )


def one(block: Block, name: str) -> str:
    """Return the value of an option that stands once; "" where it is not given."""
    values = block.options.get(name, [])
    if len(values) > 1:
        raise block.mistake(f"{shown(name + ':')} is here twice", values[1].line)
    return values[0].text if values else ""


def listed(block: Block, name: str) -> Iterator[Given]:
    """Yield the parts of an option between commas, or semicolons where a part has commas, each with its line."""
    for given in block.options.get(name, ()):
        for part in given.text.split(";" if name == "seen" else ","):
            if part.strip():
                yield Given(part.strip(), given.line)


def texts(block: Block, name: str) -> tuple[str, ...]:
    """Return the parts of an option."""
    return tuple(given.text for given in listed(block, name))


def check_options(block: Block, may: Collection[str], must: Collection[str] = ()) -> None:
    """Raise DataError for an option that is not known here, or for one that is missing."""
    for name, values in block.options.items():
        if name not in may:
            raise unknown(block, Given(name, values[0].line), "option", may)
    for name in must:
        if not any(given.text for given in block.options.get(name, ())):
            raise block.mistake(f'{shown(block.heading)} has no "{name}:"')


def unknown(block: Block, given: Given, kind: str, known: Collection[str]) -> DataError:
    """Return the error that there is no such thing, with what may have been meant."""
    near = difflib.get_close_matches(given.text, sorted(known), 3, 0.6)
    remedy = f"Near it {'is' if len(near) == 1 else 'are'} {first_of(near)}" if near else None
    return block.mistake(f"There is no {kind} {shown(given.text, 60)}", given.line, remedy)


def _formula(block: Block, key: str, line: int) -> str:
    """Return the LaTeX of a formula: "rankboost.ALPHA_14", or its part "rankboost.ALPHA_14.right"."""
    module, *names = key.split(".")
    found: object = FORMULAS.get(module)
    for name in names:
        found = getattr(found, name, None)
    if isinstance(found, (Equation, Formula)):
        return found.tex
    if isinstance(found, str) and len(names) > 1:
        return found
    known = [
        f"{there}.{name}"
        for there, each in FORMULAS.items()
        for name, value in vars(each).items()
        if isinstance(value, Equation)
    ]
    raise unknown(block, Given(key, line), "formula", known)


def _check(block: Block, given: Given, tests: Tests) -> Check:
    test, comma, tolerance = (part.strip() for part in given.text.partition(","))
    if "::" not in test:
        if given.text not in tests:
            raise unknown(block, given, "named test", tests)
        return tests[given.text]
    if not tolerance:
        raise block.mistake(
            f"{shown(test, 90)} has no tolerance", given.line, "Write a comma and how exact it is"
        )
    return Check(test, tolerance)


def _step(block: Block, given: Given) -> tuple[str, int]:
    found = _STEP.fullmatch(given.text)
    if not found:
        raise block.mistake(
            f"{shown(given.text)} is not a step of a lesson", given.line, 'Write "why-ties-matter step 2"'
        )
    return found[1], int(found[2])


def _number(block: Block) -> Number | None:
    """Read the one number of a run, or row of a theorem, that the entry names."""
    given = [(name, value) for name in ("number", "row") for value in block.options.get(name, ())]
    if len(given) > 1:
        raise block.mistake(
            f"{shown(block.heading)} has a second number", given[1][1].line, "One number is shown"
        )
    for option, value in given:
        found = _NUMBER.fullmatch(value.text)
        if not found:
            what = f"{shown(value.text)} is not a number of a run"
            raise block.mistake(what, value.line, 'Write "players rb-plus.alpha@5"')
        run, algorithm, name, t, line = found.groups(default="1")
        return Number(run, algorithm, int(t), name, int(line), option == "row")
    return None
