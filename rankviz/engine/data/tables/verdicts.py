"""The meaning of a verdict on two items: the first, the second, a tie, both bad, or unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from rankviz.engine.data.tables.amounts import MISSING
from rankviz.engine.data.tables.lists import listed
from rankviz.engine.data.tables.text_cells import coded
from rankviz.engine.errors import DataError, shown

SECOND, TIE, FIRST, BAD, UNKNOWN = -1, 0, 1, 2, 3
"""The codes of verdicts."""

TIES = frozenset(
    (
        "tie",
        "tied",
        "draw",
        "drawn",
        "equal",
        "same",
        "both",
        "=",
        "a=b",
        "no preference",
        "undecided",
        "both good",
    )
    + ("1/2-1/2", "½-½", "remis", "unentschieden", "gleich", "gleich gut", "about the same", "about equal")
    + ("equally good", "both equal", "both are equal", "the same", "no difference", "both are good")
)
ALL_BAD = frozenset(("bothbad", "tiebothbad", "botharebad", "neither", "neithergood", "neitherisgood", "bad"))
""""Both are bad" with everything except letters removed."""
_ONE = ("left", "l", "a", "first", "model a", "a>b", "a>>b", "b<a", "1-0", "a wins", "a is better")
_TWO = ("right", "r", "b", "second", "model b", "b>a", "b>>a", "a<b", "0-1", "b wins", "b is better")
_SIDE = re.compile(
    r"(?:(?:model|response|option|item|answer|output|candidate|system|choice|text|assistant|completion|generator|summary"
    r"|image|side) ?-?)?(?:(a|1|one|first|left)|(b|2|two|second|right))(?: (?:is better|better|wins|won|preferred))?"
)
SIDES = {"a": FIRST, "b": SECOND, "tie": TIE, "bad": BAD, "drop": UNKNOWN}
"""The values of the option `outcomes` for a word."""
_HALVES = {"½": 0.5, "1/2": 0.5}
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def read(
    verdict: Any, left: Any, right: Any, names: Sequence[str], given: Mapping[str, int] | None = None
) -> tuple[np.ndarray, str]:
    """Read the verdicts (m,) on two items, all as text of Arrow; `names` are those of the items' two columns.

    Return codes (m,) int8 and how numbers are read, "" where there are none. A verdict names a side, an item of its row
    (tried first where more rows name an item than a side), a tie, or both bad; as a number it is 1, ½, 0, or 1, 2 and 0
    for a tie, or 1, −1 and 0. Case and spaces do not count. The meanings that `given` gives to words, by
    :func:`mapping`, come before all this.
    """
    (cells,), words = coded(verdict)
    plain = [_plain(word) for word in words]
    said, note = _sides(plain, names)
    codes = _read(verdict, left, right, said[cells], note)
    for at, word in enumerate(plain):
        if given and word in given:
            codes[0][cells == at] = given[word]
    return codes


def mapping(text: str) -> dict[str, int]:
    """Return the meanings of words in the option `outcomes`: "A is slightly better:a,Same:tie". Raises DataError."""
    found = {}
    for part in listed(text, "outcomes"):
        word, colon, side = part.rpartition(":")
        if not colon or not word.strip() or side.strip().lower() not in SIDES:
            raise DataError(
                f"outcomes={shown(part)} does not say who won for any word",
                remedy=f"Write WORD:SIDE,WORD:SIDE with {', '.join(SIDES)} for SIDE",
            )
        found[_plain(word)] = SIDES[side.strip().lower()]
    return found


def _read(verdict: Any, left: Any, right: Any, by_word: np.ndarray, note: str) -> tuple[np.ndarray, str]:
    """Return the codes (m,) of verdicts of which `by_word` (m,) are those of the words alone, and the note."""
    by_name = _names(verdict, left, right)
    is_side = np.isin(by_word, (FIRST, SECOND))
    named = by_name != UNKNOWN
    if named.sum() >= is_side.sum():
        return np.where(named, by_name, by_word).astype(np.int8), note if (is_side & ~named).any() else ""
    return np.where(is_side | ~named, by_word, by_name).astype(np.int8), note


def _names(verdict: Any, left: Any, right: Any) -> np.ndarray:
    """(m,) which of its row's two items each verdict names, else UNKNOWN."""
    codes, found = coded(verdict, left, right)
    same, _ = pd.factorize(np.array([" ".join(each.casefold().split()) for each in found], dtype=object))
    said, one, two = same[codes]
    return np.where(said == one, np.where(said == two, TIE, FIRST), np.where(said == two, SECOND, UNKNOWN))


def _sides(words: Sequence[str], names: Sequence[str]) -> tuple[np.ndarray, str]:
    """Return the meaning of each word where no item has its name, and how numbers are read."""
    one, two = {*_ONE, _plain(names[0])}, {*_TWO, _plain(names[1])}
    numbers = {word: _number(word) for word in words}
    values = set(numbers.values()) - {None}
    of_number, note = _of_numbers(values, names)
    said = np.full(len(words), UNKNOWN, dtype=np.int8)
    for at, word in enumerate(words):
        letters = "".join(filter(str.isalpha, word))
        side = _SIDE.fullmatch(word) if numbers[word] is None else None
        if word in one or (side and side[1]):
            said[at] = FIRST
        elif word in two or (side and side[2]):
            said[at] = SECOND
        elif letters in ALL_BAD or (word.startswith("tie") and "bad" in word):
            said[at] = BAD
        elif word in TIES or word.startswith("tie"):
            said[at] = TIE
        elif word not in MISSING and numbers[word] is not None:
            said[at] = of_number.get(numbers[word], UNKNOWN)
    return said, note


def _of_numbers(values: set[float | None], names: Sequence[str]) -> tuple[dict[float | None, int], str]:
    """Return the meaning of these numbers, and a sentence on it."""
    first, second = names[0], names[1]
    if 0.5 in values or values == {0.0, 1.0}:
        half = ", ½ a tie" if 0.5 in values else ""
        return {1.0: FIRST, 0.5: TIE, 0.0: SECOND}, f"1 is a win of {first}, 0 of {second}{half}."
    for other in (2.0, -1.0):
        if other in values:
            tie = ", 0 a tie" if 0.0 in values else ""
            return {
                1.0: FIRST,
                other: SECOND,
                0.0: TIE,
            }, f"1 is a win of {first}, {other:g} of {second}{tie}."
    return {1.0: FIRST}, f"1 is a win of {first}." if 1.0 in values else ""


def _number(word: str) -> float | None:
    if word in _HALVES:
        return _HALVES[word]
    return float(word.replace(",", ".")) if _NUMBER.fullmatch(word) else None


def _plain(text: str) -> str:
    """Return a word in lower case, with one space for _ and for several."""
    return " ".join(str(text).casefold().replace("_", " ").split())
