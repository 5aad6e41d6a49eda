"""The reference: the notation and the equations that RankViz computes, each with its code and the test that checks it.

Data only; `find` and `named` look entries up by their usual names, `where` and `where_test` say where they are.
"""

import re

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
from rankviz.reference import search as lookup
from rankviz.reference.learn.places import where, where_test
from rankviz.reference.model import GROUPS, Check, Entry, Symbol
from rankviz.reference.neighbours import lambdas, listnet, push

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
    "suggestions",
    "where",
    "where_test",
]

SYMBOLS: tuple[Symbol, ...] = (
    *notation.SYMBOLS,
    *margins.SYMBOLS,
    *push.SYMBOLS,
    *lambdas.SYMBOLS,
    *qbrank.SYMBOLS,
    *kernel.SYMBOLS,
)

ENTRIES: tuple[Entry, ...] = (
    *losses.ENTRIES,
    *rankboost.ENTRIES,
    *rankboost_plus.ENTRIES,
    *policies.ENTRIES,
    *bounds.ENTRIES,
    *independence.ENTRIES,
    *margins.ENTRIES,
    *push.ENTRIES,
    *lambdas.ENTRIES,
    *qbrank.ENTRIES,
    *listnet.ENTRIES,
    *kernel.ENTRIES,
    *conventions.ENTRIES,
    *experiments.ENTRIES,
)

_BY_KEY = {key: entry for entry in ENTRIES for key in entry.keys}


def find(name: str) -> Entry | None:
    """Return the entry called "34", "(34)", "RB+ (34)", "Theorem 1", "Obs. 1", "SM (3)" or "lemma-2", or None."""
    return _BY_KEY.get(lookup.key_of(name))


def named(text: str) -> tuple[Entry, ...]:
    """Return the entries that a list such as "RB+ (12), (14)" names, in its order."""
    paper = "sm " if lookup.plain(text).startswith("sm") else ""
    found = (find(paper + part) or find(part) for part in re.split(r"[,;–]", text))
    return tuple(dict.fromkeys(entry for entry in found if entry))


def search(text: str) -> tuple[tuple[Symbol, ...], tuple[Entry, ...]]:
    """Return the symbols and entries that `text` is about, best first.

    A number or a name with one, such as "34" or "Theorem 1", finds the entries of that number in all papers; an
    entry's link finds that entry alone. With one entry, the symbols are those it uses. Else all words count.
    """
    if entries := lookup.numbered(text, ENTRIES):
        alone = entries[0].symbols if len(entries) == 1 else ()
        return tuple(symbol for symbol in SYMBOLS if symbol.symbol in alone), entries
    if not text.strip():
        return SYMBOLS, ENTRIES
    return lookup.ranked_symbols(text, SYMBOLS), lookup.ranked_entries(text, ENTRIES, SYMBOLS)


def suggestions(text: str) -> tuple[str, ...]:
    """Return up to four searches that find something, the nearest to `text` in spelling."""
    return lookup.suggestions(text, SYMBOLS, ENTRIES)
