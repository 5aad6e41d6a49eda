"""The readings by which a column's cells become numbers: guessed from the first rows, set by `cells`, and in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rankviz.engine.data.tables import ratings, scales
from rankviz.engine.data.tables.amounts import amounts, is_missing
from rankviz.engine.data.tables.dates import DAY_FIRST, ISO, MONTH_FIRST, days
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.text_cells import as_text, is_text
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.engine.number_format import exact

POINT, COMMA, TRUTH, KINDS, ORDER, RATING = "number", "comma", "yes-no", "categories", "order", "rating"
READINGS = {
    POINT: "Numbers, 1,234.5",
    COMMA: "Numbers, 1.234,5",
    TRUTH: "Yes or no",
    ISO: "Dates, 2026-12-31",
    DAY_FIRST: "Dates, day first",
    MONTH_FIRST: "Dates, month first",
    RATING: "Ratings, ★★★ or 4/5",
    KINDS: "Categories",
    ORDER: "Words in order",
}
"""Each reading, and its name on a page."""
TRUTHS = {
    "yes": 1.0, "no": 0.0, "y": 1.0, "n": 0.0, "true": 1.0, "false": 0.0, "t": 1.0, "f": 0.0,
    "ja": 1.0, "nein": 0.0, "oui": 1.0, "non": 0.0, "sí": 1.0, "si": 1.0, "sì": 1.0,
    "wahr": 1.0, "falsch": 0.0, "vrai": 1.0, "faux": 0.0, "verdadero": 1.0, "vero": 1.0, "falso": 0.0,
}  # fmt: skip
FEW, MOST = 12, 100
"""Different texts up to which a column is read as categories, and up to which it can be."""
ABOVE, BETWEEN = ">", "…"
"""The separators of ordered words, the highest first, and of words that a user must put in order."""


@dataclass(frozen=True)
class Reading:
    """The way a column's cells become numbers.

    Attributes
    ----------
    kind : one of `READINGS`.
    order : for `ORDER` the words, lowest first; () where it is not given.
    doubt : why the guess may be wrong, so that the reading must be given; "" when it is clear.
    other : the other possible kind.
    """

    kind: str = POINT
    order: tuple[str, ...] = ()
    doubt: str = ""
    other: str = ""

    @property
    def text(self) -> str:
        """The reading as the option `cells` writes it."""
        return ABOVE.join(reversed(self.order)) if self.kind == ORDER else self.kind


def guess(cells: pd.Series) -> Reading | None:
    """Guess the reading of a column from its first cells, (n,); None for text that is not a number of any kind.

    At least half of the cells that have a value must fit.
    """
    if not is_text(cells):
        return Reading()
    text = as_text(pd.Series(cells.unique(), dtype=cells.dtype))
    text = text.filter(~is_missing(text))
    if len(text) == 0:
        return Reading()
    if np.isfinite(_strict(text)).all():
        return Reading()
    for alike in _SHAPED:
        found = {kind: float(np.isfinite(_values(text, Reading(kind))).mean()) for kind in alike}
        kind = max(found, key=lambda each: found[each])  # the first of two that fit equally well
        if found[kind] >= 0.5:
            return _with_doubt(text, kind, found)
    words: list[str] = text.to_pylist()
    if ratings.are_plain(words):
        return Reading(RATING)
    if order := scales.order(words):
        return Reading(ORDER, order)
    filled = int((~is_missing(as_text(cells))).sum())
    return Reading(KINDS) if 2 <= len(words) <= min(FEW, filled / 2) else None


_SHAPED = ((POINT, COMMA), (TRUTH,), (ISO,), (DAY_FIRST, MONTH_FIRST))
_ALIKE = {POINT: COMMA, COMMA: POINT, DAY_FIRST: MONTH_FIRST, MONTH_FIRST: DAY_FIRST}


def _with_doubt(text: object, kind: str, found: Mapping[str, float]) -> Reading:
    """Return the reading of this kind; in doubt where another one fits as well and gives other numbers."""
    other = _ALIKE.get(kind, "")
    if not other or found[other] < found[kind]:
        return Reading(kind)
    values, others = (_values(text, Reading(each)) for each in (kind, other))
    differ = np.flatnonzero(values != others)
    differ = differ[np.isfinite(values[differ])]
    if len(differ) == 0:
        return Reading(kind)
    cell = text[int(differ[0])].as_py()  # type: ignore[index]
    if kind in (DAY_FIRST, MONTH_FIRST):
        if "." in cell:  # nobody writes 12.31.2026
            return Reading(DAY_FIRST)
        return Reading(kind, (), f"{shown(cell)} may have the day first or the month", other)
    one, two = (exact(float(each[differ[0]])) for each in (values, others))
    return Reading(kind, (), f"{_quoted(cell)} is {one} or {two}", other)


def settle_doubts(guesses: Mapping[str, Reading | None], table: pd.DataFrame) -> dict[str, Reading | None]:
    """Settle the doubts of columns by the other ones: with 84,68 in one column, 1.234 in another means a thousand.

    `table` has the first rows.
    """
    kinds = [each.kind for each in guesses.values() if each and not each.doubt]
    settled = dict(guesses)
    for one, two in ((POINT, COMMA), (MONTH_FIRST, DAY_FIRST)):
        clear = [
            kind for kind in (one, two) if kind in kinds and (kind != POINT or _has_point(guesses, table))
        ]
        if len(clear) != 1:
            continue
        for name, each in guesses.items():
            if each is not None and each.doubt and clear[0] in (each.kind, each.other):
                settled[name] = Reading(clear[0])
            elif each == Reading(POINT) and clear == [COMMA] and _thousands(table[name]):
                settled[name] = Reading(COMMA)
    return settled


def _has_point(guesses: Mapping[str, Reading | None], table: pd.DataFrame) -> bool:
    """Return whether a column without doubt uses a decimal point."""
    return any(
        each == Reading(POINT)
        and table[name].dtype != float
        and any(
            "." in cell and not _is_thousands(cell) for cell in as_text(table[name].head(500)).to_pylist()
        )
        for name, each in guesses.items()
    )


def _thousands(cells: pd.Series) -> bool:
    """Return whether all points of a column of text come before three digits, and there is one."""
    if not is_text(cells):
        return False
    pointed = [cell for cell in as_text(cells).to_pylist() if "." in cell]
    return bool(pointed) and all(map(_is_thousands, pointed))


def _is_thousands(cell: str) -> bool:
    head, *groups = cell.lstrip("+-").split(".")
    return (
        bool(groups)
        and 1 <= len(head) <= 3
        and head[0] != "0"
        and all(len(g) == 3 and g.isdigit() for g in groups)
    )


def values(cells: pd.Series, reading: Reading) -> tuple[np.ndarray, np.ndarray, str]:
    """Return (values (n,) float64, True where a cell is not such a number (n,), what is wrong with the first of these).

    A missing value is NaN. What is wrong is "" where the cell shows it.
    """
    text = as_text(cells)
    missing = is_missing(text)
    if reading.kind == RATING:
        found, signs = ratings.ratings(text.to_pylist())
        wrong = np.isnan(found) & ~missing
        used = next((sign for sign, known in zip(signs, ~missing, strict=True) if known and sign), "")
        other = np.array([bool(sign) and sign != used for sign in signs], dtype=bool) & ~missing
        return (
            (found, wrong, "")
            if wrong.any() or not other.any()
            else (found, other, f"is not {used}" if used.startswith("out") else f"is not in {used}")
        )
    if reading.kind not in (POINT, COMMA):
        found = _values(text, reading)
        return found, np.isnan(found) & ~missing, ""
    found, units = _amounts(text, reading.kind == COMMA)
    wrong = np.isnan(found) & ~missing
    known = ~np.isnan(found) & (found != 0)
    per_cent = np.isin(units, ("%", "‰"))
    signs = list(pd.unique(units[known & (units != "")]))
    if not wrong.any() and (per_cent & known).any() and (known & (units != signs[0])).any():
        return found, known & (units != signs[0]), f"has no {signs[0]}, which other cells have"
    if not wrong.any() and len(signs) > 1:
        return found, known & (units == signs[1]), f"is in {signs[1]}, and other cells are in {signs[0]}"
    return found, wrong, ""


def kinds(cells: pd.Series) -> list[str]:
    """Return the different texts of a column without the missing ones, in alphabetical order."""
    text = as_text(pd.Series(cells.unique(), dtype=cells.dtype))
    return sorted(set(text.filter(~is_missing(text)).to_pylist()))


def _amounts(text: object, comma: bool) -> tuple[np.ndarray, np.ndarray]:
    found, units = amounts(text, comma)
    if not comma:
        strict = _strict(text)
        plain = np.isfinite(strict)
        found, units = np.where(plain, strict, found), np.where(plain, "", units)
    return found, units


def _values(text: object, reading: Reading) -> np.ndarray:
    """(n,) float64: the values of cells of Arrow text, NaN where there is none."""
    if reading.kind in (POINT, COMMA):
        return _amounts(text, reading.kind == COMMA)[0]
    if reading.kind in (ISO, DAY_FIRST, MONTH_FIRST):
        return days(text, reading.kind)
    if reading.kind == RATING:
        return ratings.ratings(text.to_pylist())[0]  # type: ignore[attr-defined]
    said = (
        TRUTHS
        if reading.kind == TRUTH
        else {word.casefold(): float(i) for i, word in enumerate(reading.order)}
    )
    cells = [str(cell).casefold() for cell in text.to_pylist()]  # type: ignore[attr-defined]
    return np.array([said.get(cell, np.nan) for cell in cells], dtype=np.float64)


def _strict(text: object) -> np.ndarray:
    """(n,) float64: numbers as pandas reads them."""
    cells = text.to_pandas()  # type: ignore[attr-defined]
    found: np.ndarray = pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64)
    return found


def parse(option: str, columns: Sequence[str]) -> dict[str, Reading]:
    """Return the readings in the option `cells`: `price:comma,quality:good>fair>bad`. Raises DataError."""
    said = {}
    for part in listed(option, "cells"):
        splits = [i for i, letter in enumerate(part) if letter == ":" and part[:i] in columns]
        if not splits:
            raise DataError(
                f"cells={shown(part)} does not begin with a column and a colon",
                remedy=f"Write cells=COLUMN:READING; the columns are {first_of(columns)}",
            )
        name, how = part[: splits[-1]], part[splits[-1] + 1 :].strip()
        if ABOVE in how:
            words = [word.strip() for word in how.split(ABOVE)]
            if BETWEEN in words:
                raise DataError(
                    f"the order {shown(how)} leaves words out",
                    remedy=f"Write every word in place of {BETWEEN}",
                )
            if "" in words or len({word.casefold() for word in words}) < len(words):
                raise DataError(
                    f"the order {shown(how)} is broken", remedy="Write each word once: good>fair>bad"
                )
            said[name] = Reading(ORDER, tuple(reversed(words)))
        elif how in READINGS and how != ORDER:
            said[name] = Reading(how)
        else:
            readings = ", ".join(each for each in READINGS if each != ORDER)
            raise DataError(
                f"cells={shown(part)} does not name a reading",
                remedy=f"Readings are {readings}, and words in order, the highest first: good>fair>bad",
            )
    return said


def as_option(readings: Mapping[str, Reading]) -> str:
    """Return the readings as the option `cells` writes them."""
    return as_list(f"{name}:{reading.text}" for name, reading in readings.items()) if readings else ""


def in_words(readings: Mapping[str, Reading], table: pd.DataFrame) -> list[str]:
    """Return a sentence for each reading of columns that are not plain numbers; `table` has some of their rows."""
    said = []
    for kind, words in _SENTENCES.items():
        names = [name for name, each in readings.items() if each.kind == kind]
        if kind == POINT:  # plain numbers with marks of missing ones need no sentence
            names = [name for name in names if _example(table[name], readings[name])]
        if kind == ORDER:
            for name in names:
                said.append(
                    f"Words of {shown(name)} in order, lowest first: {' < '.join(readings[name].order)}."
                )
        elif names:
            said.append(f"{words}: {first_of(names)}{_example(table[names[0]], readings[names[0]])}.")
    return said


_SENTENCES = {
    COMMA: "Numbers with a decimal comma",
    POINT: "Numbers with signs or thousands set apart",
    TRUTH: "Yes as 1, no as 0",
    ISO: "Dates as days since 1970",
    DAY_FIRST: "Dates, day first, as days since 1970",
    MONTH_FIRST: "Dates, month first, as days since 1970",
    RATING: "Ratings as numbers",
    KINDS: "Categories, a column of 0 and 1 for each",
    ORDER: "",
}


def _example(cells: pd.Series, reading: Reading) -> str:
    if reading.kind == KINDS:
        return ""
    text = as_text(cells.head(500))
    found = _values(text, reading)
    plain = np.isfinite(_strict(text)) if reading.kind == POINT else np.zeros(len(found), dtype=bool)
    at = np.flatnonzero(np.isfinite(found) & ~plain)
    return f" ({_quoted(text[int(at[0])].as_py())} is {exact(float(found[at[0]]))})" if len(at) else ""


def _quoted(cell: str) -> str:
    """Return a cell in quotes, with plain spaces."""
    return shown(" ".join(cell.split()))


def marks_of(table: pd.DataFrame, columns: Iterable[str]) -> dict[str, int]:
    """Count each mark of a missing value in columns of text; empty cells do not count."""
    counts: dict[str, int] = {}
    for column in columns:
        if is_text(table[column]):
            text = as_text(table[column])
            marked = text.filter(is_missing(text))
            for each in marked.value_counts().to_pylist():
                if each["values"]:
                    counts[each["values"]] = counts.get(each["values"], 0) + each["counts"]
    return counts
