"""Ratings as people write them: "★★★", "★★★☆☆", "4/5", "4 of 5", "Level 3", "3 - fair"."""

import re
from collections.abc import Sequence

import numpy as np

_OF = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,2})?) ?(?:/|of|out of|von|sur|de) ?([0-9]{1,3})")
_SIGNS = re.compile(r"([^\w\s+.,\-–—?#=()%])\1{0,9}(½?)([^\w\s+.,\-–—?#=()%]?)\3{0,9}")
_NUMBERED = re.compile(r"([0-9]{1,3})\W\D*|\D*[^\w-]([0-9]{1,3})\)?")
_EMPTY = "☆✩○◯⚪□▢·"
"""Signs for the part of a rating below the maximum."""


def ratings(cells: Sequence[str]) -> tuple[np.ndarray, list[str]]:
    """Return (the ratings in cells (n,), NaN for none; the notation of each: a sign, "out of 5" or "").

    Two cells are on one scale where they use the same notation.
    """
    read = [_rating(" ".join(cell.replace("\ufe0f", "").split())) for cell in cells]
    return np.array([value for value, _ in read], dtype=np.float64), [unit for _, unit in read]


def are_plain(words: Sequence[str]) -> bool:
    """Return whether different texts, two or more, are ratings by signs, or out of the same number."""
    found, units = ratings(words)
    return len(words) > 1 and bool(np.isfinite(found).all()) and len(set(units)) == 1 and units[0] != ""


def are_numbered(words: Sequence[str]) -> bool:
    """Return whether different texts, two or more, contain one whole number each, all different."""
    found, units = ratings(words)
    return (
        len(words) > 1
        and bool(np.isfinite(found).all())
        and set(units) == {""}
        and len({*found}) == len(words)
    )


def _rating(cell: str) -> tuple[float, str]:
    if of := _OF.fullmatch(cell):
        value, most = float(of[1].replace(",", ".")), int(of[2])
        return (value, f"out of {most}") if value <= most else (np.nan, "")
    if _SIGNS.fullmatch(cell):
        sign = cell[0]
        rest = cell.lstrip(sign)
        if sign in _EMPTY:
            return (0.0, "") if not rest else (np.nan, "")
        half = 0.5 if rest.startswith("½") else 0.0
        rest = rest.removeprefix("½")
        return (len(cell) - len(cell.lstrip(sign)) + half, sign) if set(rest) <= set(_EMPTY) else (np.nan, "")
    if numbered := _NUMBERED.fullmatch(cell):
        return float(numbered[1] or numbered[2]), ""
    return np.nan, ""
