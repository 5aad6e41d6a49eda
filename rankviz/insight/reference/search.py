"""The search of the reference: by number, symbol, Greek letter's name, synonym, or words; the best match first.

`ranked` searches anything that has fields of words: the page Reference also finds lessons, moments and claims by it.
"""

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rankviz.insight.reference.model import Entry, Symbol

Found = TypeVar("Found")

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
    + ("das", "dem", "den", "der", "die", "ein", "eine", "ist", "und", "wann", "warum", "wer", "wie")
)
"""Words that a search ignores, English and German."""

GREEK = {
    unicodedata.name(chr(code)).rpartition(" ")[2].lower(): chr(code)
    for code in range(ord("α"), ord("ω") + 1)
    if unicodedata.name(chr(code)).startswith("GREEK SMALL LETTER ")
}
GREEK |= {"lambda": "λ", "sigma": "σ"}  # Unicode calls them lamda and final sigma

HYPHEN = re.compile(r"(?<=[^\W\d]{3})[-–](?=[^\W\d]{3})")
"""A hyphen between two words; that of RB-D belongs to the name."""

MOST_WORDS = 12
"""Words of a search at most; the rest is ignored."""

MOST_LETTERS = 200
"""Letters of a search that are compared as a phrase."""

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
    asked = keys_asked(text)
    return by_link or tuple(entry for entry in entries if asked & set(entry.keys))


def keys_asked(text: str) -> set[str]:
    """Return the keys that a text with a number may mean: of each paper, unless it names one; none without a number."""
    key = key_of(text)
    if not any(letter.isdigit() for letter in key):
        return set()
    return {key} if "rb+" in plain(text) else {paper + key for paper in PAPERS}


def key_in(tag: str, name: str) -> str:
    """Return the key of a paper's numbered thing: "qb-table-1" for Table 1 of the paper that is cited as QB."""
    return key_of(f"{tag} {name}")


# ---------------------------------------------------------------- what is searched


@dataclass(frozen=True)
class Field:
    """Words to search in.

    Attributes
    ----------
    worth : what a match here is worth.
    words, tokens : the words, and the forms of them that are compared.
    phrases : each text as its stems in their order.
    """

    worth: int
    words: frozenset[str]
    tokens: frozenset[str]
    phrases: tuple[str, ...]

    @classmethod
    def of(cls, worth: int, *texts: str) -> "Field":
        """Make a field of texts."""
        words = frozenset(word for text in texts for word in _raw(text))
        return cls(worth, words, words | set(map(stem, words)), tuple(map(_phrase, texts)))


def fields_of_symbol(symbol: Symbol) -> tuple[Field, ...]:
    """Return what a symbol is found by."""
    return (
        Field.of(100, symbol.symbol),
        Field.of(40, symbol.name),
        Field.of(25, symbol.also),
        Field.of(10, symbol.meaning),
        Field.of(5, *symbol.seen),
    )


def fields_of_entry(entry: Entry, symbols: Sequence[Symbol]) -> tuple[Field, ...]:
    """Return what an entry is found by."""
    defined = [symbol.symbol for symbol in symbols if entry.key in symbol.equations]
    return (
        Field.of(60, *defined),
        Field.of(40, entry.title),
        Field.of(25, entry.also, *entry.keys),
        Field.of(20, entry.source, entry.group),
        Field.of(10, entry.says, *entry.symbols),
        Field.of(6, *(code.partition(":")[2] for code in entry.code)),
    )


def _raw(text: str) -> Iterable[str]:
    """Yield the words of a text in their order; "held-out" as two words, "RB-D" as one, and "Fig." as "figure"."""
    for spaced in HYPHEN.sub(" ", plain(text)).split():
        word = spaced.strip(".,:;()[]{}“”?!‖|" + '"').removesuffix("'s")
        if word:
            yield WHOLE.get(word, word)


def stem(word: str) -> str:
    """Return a word without its ending: "ties" as "tie", "fails" as "fail", "overfitting" as "overfit"."""
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            begin = word.removesuffix(ending)
            return begin[:-1] if begin[-1] == begin[-2] and begin[-1] not in "lsz" else begin
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _phrase(text: str) -> str:
    """Return the stems of a text with a space before, between and after them."""
    return f" {' '.join(map(stem, _raw(text)))} "


# ---------------------------------------------------------------- how well it fits


def ranked(text: str, known: Sequence[tuple[Found, tuple[Field, ...]]]) -> tuple[Found, ...]:
    """Return what contains all words; where nothing does, what contains most of at least three. The best comes first.

    What is called exactly so in one of its first two fields precedes the rest; several words in their order count more.
    """
    words, phrase = _words(text)[:MOST_WORDS], _phrase(text[:MOST_LETTERS])
    fits = [([_fit(word, fields) for word in words], fields, each) for each, fields in known if words]
    least = len(words) if any(all(found) for found, _, _ in fits) else max(2, math.ceil(0.6 * len(words)))
    scores = [
        (_is_called(phrase, fields), sum(found) + _together(phrase, fields), each)
        for found, fields, each in fits
        if sum(map(bool, found)) >= least
    ]
    return tuple(each for _, _, each in sorted(scores, key=lambda found: (not found[0], -found[1])))


def suggestions(text: str, known: Sequence[tuple[object, tuple[Field, ...]]]) -> tuple[str, ...]:
    """Return up to four searches that find something, the nearest to the text in spelling."""
    names = {
        word for _, fields in known for field in fields[:3] for word in field.words if len(word) > 2
    } | set(GREEK)
    near = [
        match
        for word in _words(text[:200])[:MOST_WORDS]
        for match in difflib.get_close_matches(word, sorted(names - STOP), 2, 0.75)
    ]
    found = [each for each in near if ranked(each, known)]
    return tuple(dict.fromkeys([*found, *EXAMPLES]))[:4]


def _words(text: str) -> list[str]:
    words = list(dict.fromkeys(_raw(text)))
    return list(dict.fromkeys(stem(word) for word in words if word not in STOP)) or words


def _is_called(phrase: str, fields: tuple[Field, ...]) -> bool:
    """Return whether the whole text is a symbol, a name or a title."""
    return any(phrase in field.phrases for field in fields[:2])


def _together(phrase: str, fields: tuple[Field, ...]) -> float:
    """Return the worth of the fields in which several words stand together."""
    if len(phrase.split()) < 2:
        return 0.0
    return sum(2 * field.worth for field in fields if any(phrase in text for text in field.phrases))


def _fit(word: str, fields: tuple[Field, ...]) -> float:
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
