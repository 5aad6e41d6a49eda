"""A replacement for pyarrow.compute: operations on cells of text."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any

from pyarrow import Array


def is_in(cells: Array, value_set: Array) -> Array:
    """Return whether each cell is among the values."""
    known = set(value_set.cells)
    return Array(cell in known for cell in cells)


def utf8_lower(cells: Array) -> Array:
    """Return the cells in lower case."""
    return _each(cells, str.lower)


def extract_regex(cells: Array, pattern: str) -> Array:
    """Return the matches of the pattern's groups in each cell; nothing where it does not match."""
    search = _compiled(pattern).search
    found = (None if cell is None else search(cell) for cell in cells)
    return Array(
        None if each is None else {name: text or "" for name, text in each.groupdict().items()}
        for each in found
    )


def struct_field(cells: Array, name: str) -> Array:
    """Return one of the matches of several groups."""
    return _each(cells, lambda found: found[name])


def match_substring_regex(cells: Array, pattern: str) -> Array:
    """Return whether the pattern matches somewhere in each cell."""
    search = _compiled(pattern).search
    return _each(cells, lambda cell: search(cell) is not None)


def replace_substring_regex(cells: Array, pattern: str, text: str) -> Array:
    """Return the cells with `text` for every match of the pattern."""
    fits = _compiled(pattern)
    return _each(cells, lambda cell: fits.sub(text, cell))


def replace_substring(cells: Array, what: str, text: str) -> Array:
    """Return the cells with `text` for every `what`."""
    return _each(cells, lambda cell: cell.replace(what, text))


def cast(cells: Array, kind: str) -> Array:
    """Return the numbers that cells write."""
    return _each(cells, float)


def _each(cells: Array, of: Callable[[Any], Any]) -> Array:
    return Array(None if cell is None else of(cell) for cell in cells)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern in Python's syntax, which has no class of currency signs; `$` is the end of the text."""
    signs = "".join(filter(_is_currency, map(chr, range(sys.maxunicode + 1)))) if r"\p{Sc}" in pattern else ""
    pattern = pattern.replace(r"\p{Sc}", f"[{re.escape(signs)}]")
    return re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern))


def _is_currency(letter: str) -> bool:
    return unicodedata.category(letter) == "Sc"
