"""The reference: the notation and every equation used, with where each lives in the code and which test holds it.

Data only; `find` and `named` look entries up by what people call them, `where` and `test_line` say where they are.
"""

from __future__ import annotations

import re
import unicodedata

from rankviz.reference import (
    bounds,
    conventions,
    experiments,
    independence,
    kernel,
    losses,
    margins,
    notation,
    policies,
    qbrank,
    rankboost,
    rankboost_plus,
)
from rankviz.reference.model import GROUPS, Check, Entry, Symbol
from rankviz.reference.places import where, where_test

__all__ = [
    "ENTRIES",
    "GROUPS",
    "SYMBOLS",
    "Check",
    "Entry",
    "Symbol",
    "find",
    "named",
    "search",
    "where",
    "where_test",
]

SYMBOLS: tuple[Symbol, ...] = (*notation.SYMBOLS, *margins.SYMBOLS, *qbrank.SYMBOLS, *kernel.SYMBOLS)

ENTRIES: tuple[Entry, ...] = (
    *losses.ENTRIES,
    *rankboost.ENTRIES,
    *rankboost_plus.ENTRIES,
    *policies.ENTRIES,
    *bounds.ENTRIES,
    *independence.ENTRIES,
    *margins.ENTRIES,
    *qbrank.ENTRIES,
    *kernel.ENTRIES,
    *conventions.ENTRIES,
    *experiments.ENTRIES,
)

_BY_KEY = {key: entry for entry in ENTRIES for key in entry.keys}
_WHOLE = {"thm": "theorem", "prop": "proposition", "obs": "observation", "sec": "section", "fig": "figure"}
_IDLE = {"eq", "equation", "before"}


def find(name: str) -> Entry | None:
    """The entry called "34", "(34)", "RB+ (34)", "Theorem 1", "Obs. 1", "SM (3)" or "lemma-2"; None when none is."""
    words = re.findall(r"[a-z]+|\d+", plain(name).replace("rb+", " "))
    return _BY_KEY.get("-".join(_WHOLE.get(word, word) for word in words if word not in _IDLE))


def named(text: str) -> tuple[Entry, ...]:
    """The entries that a list such as "RB+ (12), (14)" names, in its order."""
    paper = "sm " if plain(text).startswith("sm") else ""
    found = (find(paper + part) or find(part) for part in re.split(r"[,;–]", text))
    return tuple(dict.fromkeys(entry for entry in found if entry))


def search(text: str) -> tuple[tuple[Symbol, ...], tuple[Entry, ...]]:
    """The symbols and entries that `text` is about.

    A number or a name with one, such as "34" or "Theorem 1", is that entry and its symbols; else all its words count.
    """
    entry = find(text)
    if entry is not None and any(letter.isdigit() for letter in text):
        return tuple(s for s in SYMBOLS if s.symbol in entry.symbols), (entry,)
    words = plain(text).split()
    symbols = tuple(s for s in SYMBOLS if _has(words, s.symbol, s.name, s.meaning, *s.seen))
    entries = tuple(
        e
        for e in ENTRIES
        if _has(
            words,
            *e.keys,
            e.group,
            e.source,
            e.title,
            e.says,
            *e.symbols,
            *e.code,
            *(c.test for c in e.checks),
        )
    )
    return symbols, entries


def plain(text: str) -> str:
    """The text as it is compared: small letters, R̂1 as r1, ε⁺ as ε+, α′ as α'."""
    letters = unicodedata.normalize("NFKD", text.casefold()).replace("′", "'")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _has(words: list[str], *texts: str) -> bool:
    whole = plain(" ".join(texts))
    return all(word in whole for word in words)
