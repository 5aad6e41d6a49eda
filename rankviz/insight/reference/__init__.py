"""The reference: the notation and the equations that RankViz computes, each with its code and the test that checks it.

Its words are texts in `rankviz/content`, its formulas are in `formulas`. `find` and `named` look entries up by their
usual names, `where` and `where_test` say where they are. What stands here is the English reference; `load` gives it in
another language.
"""

from rankviz.insight.reference.book import Book
from rankviz.insight.reference.loading import ENGLISH, load
from rankviz.insight.reference.model import BookPart, Check, Entry, Symbol
from rankviz.insight.reference.places import where, where_test

__all__ = [
    "ENTRIES",
    "PARTS",
    "SYMBOLS",
    "Book",
    "Check",
    "Entry",
    "BookPart",
    "Symbol",
    "find",
    "load",
    "named",
    "search",
    "suggestions",
    "where",
    "where_test",
]

_ENGLISH = load(ENGLISH)
PARTS, SYMBOLS, ENTRIES = _ENGLISH.parts, _ENGLISH.symbols, _ENGLISH.entries
find, named = _ENGLISH.find, _ENGLISH.named
search, suggestions = _ENGLISH.search, _ENGLISH.suggestions
