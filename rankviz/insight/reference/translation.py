"""The reference in another language: words in place of the English ones, entry by entry."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from rankviz.insight.reference import typed
from rankviz.insight.reference.book import Book
from rankviz.insight.reference.model import BookPart, Entry, Symbol
from rankviz.insight.reference.text import Block, Given, blocks

T = TypeVar("T")


def translated(
    book: Book, files: Mapping[str, BookPart], translation: Mapping[str, str], notation: str
) -> Book:
    """Return the reference with the words of another language where it has them.

    Parameters
    ----------
    files : the English parts by the names of their files.
    translation : texts by the same names. A heading there is the translated title; a topic is told by "topic:", an
        entry by the first of its keys, a symbol by its heading.
    notation : the name of the file of the symbols.

    Raises DataError for what is not in the English text, or has no words.
    """
    symbols = {symbol.symbol: symbol for symbol in book.symbols}
    entries = {entry.key: entry for entry in book.entries}
    parts, topics = dict(files), {group: group for part in book.parts for group in part.groups}
    for name, text in translation.items():
        head, *rest = blocks(text, name)
        if name == notation:
            for block in rest:
                symbols[block.heading] = _symbol(
                    block, _english(block, Given(block.heading, block.line), "symbol", symbols)
                )
            continue
        typed.check_options(head, ())
        part = _english(head, Given(name, head.line), "file", files)
        parts[name] = replace(part, title=head.heading, about=typed.words(head))
        for block in rest:
            if block.level == 2:
                typed.check_options(block, ("topic",), ("topic",))
                topic = block.options["topic"][0]
                _english(block, topic, "topic", topics)
                topics[topic.text] = block.heading
            else:
                typed.check_options(block, ("keys", "source", "also"), ("keys",))
                english = _english(block, next(typed.listed(block, "keys")), "entry", entries)
                entries[english.key] = _entry(block, english)
    return Book(
        tuple(replace(part, groups=tuple(topics[group] for group in part.groups)) for part in parts.values()),
        tuple(symbols.values()),
        tuple(replace(entry, group=topics[entry.group]) for entry in entries.values()),
    )


def _english(block: Block, given: Given, kind: str, known: Mapping[str, T]) -> T:
    if given.text not in known:
        raise typed.unknown(block, given, f"English {kind}", known)
    return known[given.text]


def _symbol(block: Block, english: Symbol) -> Symbol:
    typed.check_options(block, ("name", "also"), ("name",))
    return replace(
        english,
        name=typed.one(block, "name"),
        meaning=typed.words(block),
        also=typed.one(block, "also") or english.also,
    )


def _entry(block: Block, english: Entry) -> Entry:
    return replace(
        english,
        source=typed.one(block, "source") or english.source,
        title=block.heading,
        latex=typed.formulas(block) or english.latex,
        says=typed.words(block),
        why=typed.why(block) or english.why,
        also=typed.one(block, "also") or english.also,
    )
