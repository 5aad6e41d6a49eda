"""A tiny problem written out in its own SOURCE, so that data built by hand travel in a link.

``inline:?items=a,b,c&h1=110&h2=011&pairs=a>b,b>c`` has three items, two weak rankers and two pairs;
``inline:?items=a,b,c&x=1,2.5,3&grades=2,1,0`` has one feature, and grades that imply the pairs. ``names=wifi,quiet``
gives the weak rankers, in the order of h1 to h5, other names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.entries import Entry
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import counted, exact

MAX_ITEMS = 10
MAX_PAIRS = MAX_ITEMS * (MAX_ITEMS - 1)
MAX_NAME = 16
MAX_VALUE = 1000.0
"""The largest magnitude of a feature or grade."""
RANKERS = ("h1", "h2", "h3", "h4", "h5")
FEATURES = ("x", "y")
RANKER = "weak ranker"
TITLE = "Built by hand"

_NAME = re.compile(r"[\w{}()+*'. -]+")
"""A valid name of an item or a weak ranker: without the characters that separate lists and pairs."""


@dataclass(frozen=True)
class Table:
    """The data as the SOURCE writes them: one entry per item in every column.

    Attributes
    ----------
    items : 2 to 10 names.
    rankers : name (h1 … h5, or any) → 0/1 for each item; with these, `features` is empty.
    features : name (x, y) → a number for each item.
    grades : a number for each item, or None; then `pairs` lists the preferences.
    pairs : (higher, lower) names.
    """

    items: tuple[str, ...]
    rankers: tuple[tuple[str, tuple[int, ...]], ...] = ()
    features: tuple[tuple[str, tuple[float, ...]], ...] = ()
    grades: tuple[float, ...] | None = None
    pairs: tuple[tuple[str, str], ...] = ()

    def options(self) -> dict[str, str]:
        """Return the options of the SOURCE; :func:`read` reads them back."""
        found = {"items": ",".join(self.items)}
        names = [name for name, _ in self.rankers]
        usual = names == [name for name in RANKERS if name in names]
        for key, (_, column) in zip(names if usual else RANKERS, self.rankers, strict=False):
            found[key] = "".join(map(str, column))
        if not usual:
            found["names"] = ",".join(names)
        found |= {name: _numbers(column) for name, column in self.features}
        if self.grades is not None:
            found["grades"] = _numbers(self.grades)
        if self.pairs:
            found["pairs"] = ",".join(f"{higher}>{lower}" for higher, lower in self.pairs)
        return found

    def check(self) -> None:
        """Raise DataError for anything that makes the table unusable as a problem."""
        _check_count(self.items)
        _check_names(self.items, "item")
        _check_names([name for name, _ in self.rankers], RANKER)
        if self.rankers and self.features:
            raise DataError(
                "There are weak rankers and features",
                remedy="Give h1 to h5, or x and y; not both",
            )
        if not self.rankers and not self.features:
            raise DataError("There is nothing to rank by", remedy="Give a weak ranker h1, or a feature x")
        for name, column in (*self.rankers, *self.features):
            _check_length(name, len(column), len(self.items))
        if self.grades is not None:
            if self.pairs:
                raise DataError("There are grades and pairs", remedy="Give one of the two")
            _check_length("grades", len(self.grades), len(self.items))
        elif not self.pairs:
            raise DataError("Nothing says which item belongs above which", remedy="Give pairs, or grades")
        _check_pairs(self.pairs, self.items)

    def flipped(self, ranker: str, row: int) -> Table:
        """Return the table with a weak ranker's output on the item of a row flipped."""
        return replace(
            self,
            rankers=tuple(
                (name, (*bits[:row], 1 - bits[row], *bits[row + 1 :]) if name == ranker else bits)
                for name, bits in self.rankers
            ),
        )

    def problem(self, spec: str = "") -> Problem:
        """Build the problem. Raises DataError."""
        self.check()
        columns = self.rankers or self.features
        row = {name: i for i, name in enumerate(self.items)}
        return Problem.from_arrays(
            np.array([column for _, column in columns], dtype=float).T,
            grades=self.grades,
            pairs=None if self.grades is not None else [(row[a], row[b]) for a, b in self.pairs],
            feature_names=[name for name, _ in columns],
            item_ids=list(self.items),
            binary=bool(self.rankers),
            source=spec,
            title=TITLE,
        )


EXAMPLE = Table(
    items=("a", "b", "c", "d"),
    rankers=(("h1", (1, 1, 0, 1)), ("h2", (1, 0, 1, 0)), ("h3", (0, 1, 0, 0))),
    pairs=(("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"), ("b", "d")),
)
"""The table of an empty SOURCE."""


def read(options: Mapping[str, object]) -> Table:
    """Return the table that the options of a SOURCE write; the example when there are none. Raises DataError."""
    table = unchecked(options)
    table.check()
    return table


def unchecked(options: Mapping[str, object]) -> Table:
    """Return what :func:`read` reads, before its checks. Raises DataError for what cannot be read."""
    given = {name: str(text).strip() for name, text in options.items() if str(text).strip()}
    if not given:
        return EXAMPLE
    columns = [name for name in RANKERS if name in given]
    names = _split(given["names"]) if "names" in given else tuple(columns)
    if len(names) != len(columns):
        raise DataError(
            f"{counted(len(names), 'name')} for {counted(len(columns), RANKER)}",
            remedy="Give each of h1 to h5 one name",
        )
    return Table(
        items=_split(given.get("items", "")),
        rankers=tuple((name, _bits(key, given[key])) for name, key in zip(names, columns, strict=True)),
        features=tuple((name, _floats(name, given[name])) for name in FEATURES if name in given),
        grades=_floats("grades", given["grades"]) if "grades" in given else None,
        pairs=_pairs(given.get("pairs", "")),
    )


def of_problem(problem: Problem) -> Table | None:
    """Return a problem as a table; None when it is too large for one, or its pairs have different weights."""
    columns = [tuple(float(value) for value in column) for column in problem.X.T]
    if problem.n_items > MAX_ITEMS or problem.n_missing or problem.n_queries > 1:
        return None
    if problem.pair_weights is not None:  # in a table all pairs count the same
        return None
    if len(columns) > (len(RANKERS) if problem.binary else len(FEATURES)):
        return None
    names = tuple(
        name.replace("{", "(").replace("}", ")").replace(",", " ") for name in map(str, problem.item_ids)
    )
    graded = problem.grades is not None and not problem.explicit
    table = Table(
        items=names,
        rankers=tuple(zip(_names_of(problem), (tuple(map(int, c)) for c in columns), strict=False))
        if problem.binary
        else (),
        features=() if problem.binary else tuple(zip(FEATURES, columns, strict=False)),
        grades=tuple(map(float, problem.grades)) if problem.grades is not None and graded else None,
        pairs=() if graded else tuple((names[a], names[b]) for a, b in problem.pairs),
    )
    try:
        table.check()
    except DataError:
        return None
    return table


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def build(*, spec: str = "", **options: object) -> Problem:
    """Return the problem of a SOURCE's options. Raises DataError."""
    return read(options).problem(spec)


def _names_of(problem: Problem) -> tuple[str, ...]:
    """Return the names of a problem's weak rankers; h1 to h5 where they cannot be written into a SOURCE."""
    try:
        _check_names(problem.feature_names, RANKER)
    except DataError:
        return RANKERS
    return problem.feature_names


def _bits(name: str, text: str) -> tuple[int, ...]:
    if set(text) - {"0", "1"}:
        raise DataError(
            f"{name}={shown(text)} is not made of 0 and 1", remedy="Write one digit per item: 0110"
        )
    return tuple(map(int, text))


def _floats(name: str, text: str) -> tuple[float, ...]:
    values = []
    for part in text.split(",")[: MAX_ITEMS + 1]:
        try:
            value = float(part) if len(part) <= 40 else math.nan
        except ValueError:
            value = math.nan
        if not abs(value) <= MAX_VALUE:
            raise DataError(
                f"{name} has {shown(part)}, which is not a number from −{MAX_VALUE:g} to {MAX_VALUE:g}",
                remedy="Write one number per item, with commas: 1,2.5,3",
            )
        values.append(value)
    return tuple(values)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(",")[: MAX_PAIRS + 1])):
        higher, above, lower = part.partition(">")
        if not above:
            raise DataError(f"{shown(part)} is not a pair", remedy="Write higher>lower, with commas: a>b,b>c")
        found.append((higher.strip(), lower.strip()))
    return tuple(found)


def _check_count(items: tuple[str, ...]) -> None:
    if not 2 <= len(items) <= MAX_ITEMS:
        count = len(items) if any(items) else 0
        raise DataError(
            f"There {'is 1 item' if count == 1 else f'are {count} items'}",
            remedy=f"Name 2 to {MAX_ITEMS}, with commas: items=a,b,c",
        )


def _check_names(names: Sequence[str], what: str) -> None:
    for name in names:
        if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
            raise DataError(
                f"{'An' if what == 'item' else 'A'} {what} cannot be called {shown(name)}",
                remedy=f"Use 1 to {MAX_NAME} letters, digits, spaces or dots",
            )
        if names.count(name) > 1:
            raise DataError(
                f"Two {what}s are called {shown(name)}", remedy=f"Give every {what} a name of its own"
            )


def _check_length(name: str, count: int, items: int) -> None:
    if count != items:
        raise DataError(f"{name} has {count} values for {items} items", remedy="Give one value per item")


def _check_pairs(pairs: tuple[tuple[str, str], ...], items: tuple[str, ...]) -> None:
    for pair in pairs:
        for name in pair:
            if name not in items:
                raise DataError(
                    f"A pair names {shown(name)}, which is not an item", remedy="Name items that exist"
                )
        if pair[0] == pair[1]:
            raise DataError(f"{shown(pair[0])} is above itself", remedy="Remove that pair")
        if pairs.count(pair) > 1:
            raise DataError(f"The pair {pair[0]}>{pair[1]} appears twice", remedy="Give it once")


def _numbers(values: tuple[float, ...]) -> str:
    return ",".join(exact(value) for value in values)


def _text(name: str, label: str, help: str) -> Choice:
    return Choice(name, label, "text", "", help)


ENTRIES = (
    Entry(
        "",
        TITLE,
        f"Up to {MAX_ITEMS} items with 0/1 weak rankers or features, stored in the link.",
        build,
        (
            _text("items", "Items", "Names with commas: a,b,c."),
            *(_text(name, f"Weak ranker {name}", "One 0 or 1 per item: 110.") for name in RANKERS),
            _text(
                "names", "Names of the weak rankers", "Names with commas, where h1, h2 and so on will not do."
            ),
            *(
                _text(name, f"Feature {name}", "Numbers with commas, instead of weak rankers.")
                for name in FEATURES
            ),
            _text("grades", "Grades", "Numbers with commas: a higher grade belongs above."),
            _text("pairs", "Pairs", "Instead of grades, higher>lower with commas: a>b,b>c."),
        ),
    ),
)
