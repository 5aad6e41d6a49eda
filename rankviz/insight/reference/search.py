"""The search of the reference: by number, symbol, Greek letter's name, synonym, or words; the best match first."""

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rankviz.insight.reference.model import Entry, Symbol

Found = TypeVar("Found", Symbol, Entry)

PAPERS = ("", "sm-", "qb-", "gd-")
"""The prefixes of the keys of each paper's entries."""

WHOLE = {
    "thm": "theorem", "prop": "proposition", "obs": "observation", "sec": "section", "fig": "figure",
    "cor": "corollary", "alg": "algorithm",
}  # fmt: skip
IDLE = {"eq", "equation", "before"}
STOP = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "be",
        "can",
        "do",
        "does",
        "for",
        "from",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
    )
    + (
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "then",
        "there",
        "they",
        "this",
        "to",
        "was",
        "what",
        "when",
        "where",
    )
    + ("which", "who", "why", "will", "with")
)
"""Words that a search ignores."""

GREEK = {
    unicodedata.name(chr(code)).rpartition(" ")[2].lower(): chr(code)
    for code in range(ord("α"), ord("ω") + 1)
    if unicodedata.name(chr(code)).startswith("GREEK SMALL LETTER ")
}
GREEK |= {"lambda": "λ", "sigma": "σ"}  # Unicode calls them lamda and final sigma

MOST_WORDS = 12
"""Words of a search at most; the rest is ignored."""

EXAMPLES = ("alpha", "Theorem 1", "tie", "margin")
"""The suggestions where nothing is near."""


def plain(text: str) -> str:
    """Return the text in the form that is compared: small letters, R̂1 as r1, ε⁺ as ε+, α′ as α'."""
    letters = unicodedata.normalize("NFKD", text.casefold()).replace("′", "'").replace("−", "-")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def key_of(name: str) -> str:
    """Return "34" for "(34)" and "RB+ (34)", "theorem-1" for "Thm. 1", "sm-3" for "SM (3)"."""
    words = re.findall(r"[a-z]+|\d+", plain(name).replace("rb+", " "))
    return "-".join(WHOLE.get(word, word) for word in words if word not in IDLE)


def numbered(text: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of that number in any paper: "Theorem 1" is in three. A link, or the paper, selects one."""
    by_link = tuple(entry for entry in entries if entry.link == text.strip().casefold())
    key = key_of(text)
    if by_link or not any(letter.isdigit() for letter in key):
        return by_link
    wanted = {key} if "rb+" in plain(text) else {paper + key for paper in PAPERS}
    return tuple(entry for entry in entries if wanted & set(entry.keys))


def ranked_symbols(text: str, symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Return the symbols that contain all words of the text, best first."""
    return tuple(_ranked(text, [(symbol, _of_symbol(symbol)) for symbol in symbols]))


def ranked_entries(text: str, entries: Sequence[Entry], symbols: Sequence[Symbol]) -> tuple[Entry, ...]:
    """Return the entries that contain all words of the text, best first."""
    return tuple(_ranked(text, [(entry, _of_entry(entry, symbols)) for entry in entries]))


def suggestions(text: str, symbols: Sequence[Symbol], entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return up to four searches that find something, the nearest to the text in spelling."""
    known = {
        token
        for source in (
            *(_of_symbol(each) for each in symbols),
            *(_of_entry(each, symbols) for each in entries),
        )
        for field in source[:3]
        for token in field.tokens
        if len(token) > 2
    } | set(GREEK)
    near = [
        match
        for word in _words(text[:200])[:MOST_WORDS]
        for match in difflib.get_close_matches(word, sorted(known), 2, 0.75)
    ]
    found = [each for each in near if ranked_symbols(each, symbols) or ranked_entries(each, entries, symbols)]
    return tuple(dict.fromkeys([*found, *EXAMPLES]))[:4]


# ---------------------------------------------------------------- how well a word fits


@dataclass(frozen=True)
class _Field:
    """A field of a symbol or an entry: the worth of a match there, and the words there."""

    worth: int
    tokens: frozenset[str]


def _field(worth: int, *texts: str) -> _Field:
    return _Field(worth, frozenset(token for text in texts for token in _tokens(text)))


def _raw(text: str) -> Iterable[str]:
    return (word.strip(".,:;()[]{}“”?!‖|" + '"').removesuffix("'s") for word in plain(text).split())


def _tokens(text: str) -> Iterable[str]:
    return (form for word in _raw(text) if word for form in (word, _stem(word)))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _of_symbol(symbol: Symbol) -> tuple[_Field, ...]:
    return (
        _field(100, symbol.symbol),
        _field(40, symbol.name),
        _field(25, symbol.also),
        _field(10, symbol.meaning),
        _field(5, *symbol.seen),
    )


def _of_entry(entry: Entry, symbols: Sequence[Symbol]) -> tuple[_Field, ...]:
    defined = [symbol.symbol for symbol in symbols if entry.key in symbol.equations]
    return (
        _field(60, *defined),
        _field(40, entry.title),
        _field(25, entry.also, *entry.keys),
        _field(20, entry.source, entry.group),
        _field(10, entry.says, *entry.symbols),
        _field(6, *(code.partition(":")[2] for code in entry.code)),
    )


def _words(text: str) -> list[str]:
    words = [word for word in dict.fromkeys(_raw(text)) if word]
    return list(dict.fromkeys(_stem(word) for word in words if word not in STOP)) or words


def _ranked(text: str, known: Sequence[tuple[Found, tuple[_Field, ...]]]) -> list[Found]:
    """Return the items that contain all words; where none does, those that contain most of at least three."""
    words = _words(text)[:MOST_WORDS]
    fits = [([_fit(word, fields) for word in words], each) for each, fields in known]
    least = len(words) if any(all(found) for found, _ in fits) else max(2, math.ceil(0.6 * len(words)))
    scores = [(sum(found), each) for found, each in fits if sum(map(bool, found)) >= least]
    whole = plain(text).strip()
    return [each for _, each in sorted(scores, key=lambda pair: (not _is(pair[1], whole), -pair[0]))]


def _is(found: Symbol | Entry, whole: str) -> bool:
    """Return whether the whole text is the symbol, or its name."""
    return isinstance(found, Symbol) and whole in (plain(found.symbol), plain(found.name))


def _fit(word: str, fields: tuple[_Field, ...]) -> float:
    """Return the sum of the word's worth over all fields; 0 where no field has the word."""
    letter = GREEK.get(word, word)
    return sum(field.worth * _similarity(word, letter, field.tokens) for field in fields)


def _similarity(word: str, letter: str, tokens: frozenset[str]) -> float:
    """Return 1 for the word itself, or the Greek letter of that name; less for the beginning of a word."""
    if word in tokens or letter in tokens:
        return 1.0
    if len(letter) == 1 and not "α" <= letter <= "ω":
        return 0.0
    begun = letter if letter != word else word
    return 0.75 if any(token.startswith(begun) for token in tokens) else 0.0
