"""The reference: the notation and the equations that RankViz computes, each with its code and the test that checks it.

Its words are texts in `rankviz/content`, its formulas are in `formulas`. `find` and `named` look entries up by their
usual names, `where` and `where_test` say where they are.
"""

from rankviz.insight.reference.book import Book
from rankviz.insight.reference.loading import files, read
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
    "named",
    "search",
    "suggestions",
    "where",
    "where_test",
]

_BOOK = read(files())
PARTS, SYMBOLS, ENTRIES = _BOOK.parts, _BOOK.symbols, _BOOK.entries
find, named = _BOOK.find, _BOOK.named
search, suggestions = _BOOK.search, _BOOK.suggestions
