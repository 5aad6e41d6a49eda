"""The whole reference, and how things are looked up in it."""

import re
from dataclasses import dataclass
from functools import cached_property

from rankviz.insight.reference import search as lookup
from rankviz.insight.reference.model import BookPart, Entry, Symbol


@dataclass(frozen=True)
class Book:
    """The parts, symbols and entries of the reference, in the order of the page."""

    parts: tuple[BookPart, ...]
    symbols: tuple[Symbol, ...]
    entries: tuple[Entry, ...]

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        return {key: entry for entry in self.entries for key in entry.keys}

    @cached_property
    def _known_symbols(self) -> tuple[tuple[Symbol, tuple[lookup.Field, ...]], ...]:
        return tuple((symbol, lookup.fields_of_symbol(symbol)) for symbol in self.symbols)

    @cached_property
    def _known_entries(self) -> tuple[tuple[Entry, tuple[lookup.Field, ...]], ...]:
        return tuple((entry, lookup.fields_of_entry(entry, self.symbols)) for entry in self.entries)

    def find(self, name: str) -> Entry | None:
        """Return the entry called "34", "(34)", "RB+ (34)", "Theorem 1", "Obs. 1", "SM (3)" or "lemma-2", or None."""
        return self._by_key.get(lookup.key_of(name))

    def named(self, text: str) -> tuple[Entry, ...]:
        """Return the entries that a list such as "RB+ (12), (14)" names, in its order."""
        paper = "sm " if lookup.plain(text).startswith("sm") else ""
        found = (self.find(paper + part) or self.find(part) for part in re.split(r"[,;–]", text))
        return tuple(dict.fromkeys(entry for entry in found if entry))

    def search(self, text: str) -> tuple[tuple[Symbol, ...], tuple[Entry, ...]]:
        """Return the symbols and entries that `text` is about, best first.

        A number or a name with one, such as "34" or "Theorem 1", finds the entries of that number in all papers; an
        entry's link finds that entry alone. With one entry, the symbols are those it uses. Else all words count.
        """
        if entries := lookup.numbered(text, self.entries):
            alone = entries[0].symbols if len(entries) == 1 else ()
            return tuple(symbol for symbol in self.symbols if symbol.symbol in alone), entries
        if not text.strip():
            return self.symbols, self.entries
        return lookup.ranked(text, self._known_symbols), lookup.ranked(text, self._known_entries)

    def suggestions(self, text: str) -> tuple[str, ...]:
        """Return up to four searches that find something, the nearest to `text` in spelling."""
        return lookup.suggestions(text, (*self._known_symbols, *self._known_entries))
