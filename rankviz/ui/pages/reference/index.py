"""Everything that the search finds: what the Reference has, lessons, their steps, moments, claims, pages.

Lessons and claims have no synonyms of their own; they are also found by those of the entries that name them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import PurePath
from urllib.parse import urlencode

from rankviz.engine.boards import BOARDS, WATCH, Board
from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, Entry, Symbol
from rankviz.insight.reference import find as find_entry
from rankviz.insight.reference.search import (
    MOST_WORDS,
    STOP,
    Field,
    fields_of_entry,
    fields_of_symbol,
    key_in,
    keys_asked,
    numbered,
    ranked,
)
from rankviz.lessons.lesson import AskIdea, AskLargest, Lesson, Step
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text import translation
from rankviz.lessons.text.content import LANGUAGE
from rankviz.ui.presets import on_kernel, qbrank
from rankviz.ui.presets.preset import Preset
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.presets.reading import asking
from rankviz.ui.shell import layout
from rankviz.ui.state.link import to_link

ENTRY, SYMBOL = "Reference entry", "Symbol"
LESSON, STEP, MOMENT, CLAIM, PAGE = "Lesson", "Lesson step", "Moment", "Claim", "Page"
FIGURE = "Figure or table"
AT_A_TIME = 3
"""Places of one kind before the other kinds have their turn."""

TITLE, SYNONYMS, WITHIN, TEXT, WHY, INHERITED = 40, 25, 15, 10, 3, 6
"""What a word is worth where it is found; an entry's own fields have theirs in `fields_of_entry`."""

SENTENCES = re.compile(r"(?<=[.?!]) (?=[^\W\d_a-zα-ω])")
"""Between two sentences."""

VALUE = re.compile(r"(?<!\^)\{[^{}]*\}")
"""A value of a run in a sentence of a lesson; e^{−α} has none."""

UNREADABLE = re.compile(VALUE.pattern + r"|\$")
STARS = re.compile(r"(?<!\w)\*([^*]+)\*(?!\w)")
"""A term as a lesson marks it."""


@dataclass(frozen=True)
class Place:
    """Something that can be found.

    Attributes
    ----------
    kind, title : what it is, and its name.
    within : where it is: a lesson and its step, the source of an entry, the group of a claim, a page.
    address : the link that opens it, relative to the page Reference.
    sentences : what it says, in English.
    """

    kind: str
    title: str
    within: tuple[str, ...]
    address: str
    sentences: tuple[str, ...] = ()

    def excerpt(self, text: str, language: str = LANGUAGE) -> str:
        """Return the sentence that fits `text` best, else the first, of those without formulas and numbers of a run."""
        said = (translation.said(sentence, language) for sentence in self.sentences)
        pieces = [piece for each in said for piece in SENTENCES.split(each) if not UNREADABLE.search(piece)]
        known = [(piece, (_of_sentence(piece),)) for piece in pieces]
        parts = (text, *(word for word in text.split()[:MOST_WORDS] if word.lower() not in STOP))
        fitting = (piece for part in parts for piece in ranked(part, known))
        return STARS.sub(r"\1", next(chain(fitting, pieces), ""))


@lru_cache(maxsize=256)
def find(text: str) -> tuple[Place, ...]:
    """Return what the text is about, the best match first; entries of the number that it names precede all.

    Figures and tables of that number come first. The best few of every kind come before further ones, so that no kind
    crowds out the others.
    """
    asked = keys_asked(text)
    named = chain(
        (place for key, place, _ in _figures() if key in asked), map(of_entry, numbered(text, ENTRIES))
    )
    turns: Counter[str] = Counter()
    found: dict[int, list[Place]] = {}
    words = text.split()
    # Of two words that nothing has together, each leads somewhere.
    for place in ranked(text, _known()) or (
        chain(*(ranked(word, _known()) for word in words)) if len(words) == 2 else ()
    ):
        found.setdefault(turns[place.kind] // AT_A_TIME, []).append(place)
        turns[place.kind] += 1
    return tuple(dict.fromkeys((*named, *chain(*found.values()))))


@cache
def of_entry(entry: Entry) -> Place:
    """Return the place of an entry."""
    return Place(ENTRY, entry.title, (entry.source,), f"reference?eq={entry.link}", (entry.says, *entry.why))


@cache
def lessons() -> tuple[Place, ...]:
    """Return all lessons."""
    return tuple(
        Place(LESSON, lesson.title, (), f"lessons?lesson={name}&step=1", (lesson.about,))
        for name, lesson in LESSONS.items()
    )


@cache
def _known() -> tuple[tuple[Place, tuple[Field, ...]], ...]:
    figures = ((place, fields) for _, place, fields in _figures())
    return (*_pages(), *_symbols(), *_entries(), *_lessons(), *_moments(), *_claims(), *figures)


Known = Iterator[tuple[Place, tuple[Field, ...]]]


def _pages() -> Known:
    for file, (title, sentence) in layout.PAGES.items():
        place = Place(PAGE, title, (), "./" if file == layout.WATCH else PurePath(file).stem, (sentence,))
        yield place, _fields(place)


def _symbols() -> Known:
    """Yield the symbols; each opens an equation with its meaning beside it."""
    for symbol in SYMBOLS:
        using = (entry for entry in ENTRIES if symbol.symbol in entry.symbols)
        shown = next(chain(filter(None, map(find_entry, symbol.equations)), using))
        address = of_entry(shown).address
        yield Place(SYMBOL, _named(symbol), (), address, (symbol.meaning,)), fields_of_symbol(symbol)


def _named(symbol: Symbol) -> str:
    in_words = len(symbol.symbol) > 4 and symbol.symbol in symbol.name
    return symbol.name if in_words or symbol.name == symbol.symbol else f"{symbol.symbol}, {symbol.name}"


def _entries() -> Known:
    for entry in ENTRIES:
        why = [re.sub(r"\$[^$]*\$", " ", line) for line in entry.why]
        yield of_entry(entry), (*fields_of_entry(entry, SYMBOLS), Field.of(WHY, *why))


@cache
def _figures() -> tuple[tuple[str, Place, tuple[Field, ...]], ...]:
    """Return the papers' figures and tables, each after its key, as "qb-table-1"."""
    return tuple(
        (
            key_in(part.tag, each.name),
            Place(
                FIGURE,
                f"{each.name}: {each.title}",
                (f"{part.title} ({part.tag})",),
                each.opens,
                (each.says,),
            ),
            (
                Field.of(TITLE, f"{each.name}: {each.title}"),
                Field.of(SYNONYMS, each.also),
                Field.of(WITHIN, part.title, part.tag),
                Field.of(TEXT, each.says),
            ),
        )
        for part in PARTS
        for each in part.figures
    )


def _lessons() -> Known:
    for place in lessons():
        yield place, _fields(place)
    for name, lesson in LESSONS.items():
        for number, step in enumerate(lesson.steps, 1):
            naming = [entry for entry in ENTRIES if (name, number) in entry.lessons]
            place = _step(lesson, number, step)
            yield place, (*_fields(place), _words(WITHIN, lesson.title), _inherited(naming))


def _step(lesson: Lesson, number: int, step: Step) -> Place:
    asked = [each.prompt for each in (step.find, step.tries) if each]
    if isinstance(step.ask, (AskIdea, AskLargest)):
        asked.append(step.ask.prompt)
    said = (*(each.text for each in step.sentences()), *asked)
    address = f"lessons?lesson={lesson.name}&step={number}"
    return Place(STEP, step.heading, (lesson.title, f"step {number}"), address, said)


def _moments() -> Known:
    """Yield the moments of Start and those of the pages' menus, each once."""
    menus = (*qbrank.MOMENTS, *on_kernel.MOMENTS)
    asked = {_moment_address(preset): question for preset, question in asking("margins")}
    on_margins = tuple(preset for preset, _ in asking("margins"))
    there = {_moment_address(preset): preset for preset in (*on_margins, *menus, *PRESETS)}
    for address, preset in there.items():
        captions = (caption.sentence.text for caption in preset.seen)
        said = tuple(filter(None, (preset.text, asked.get(address, ""), *captions)))
        place = Place(MOMENT, preset.title, (_board(preset).title,), address, said)
        yield place, _fields(place)


def _board(preset: Preset) -> Board:
    return next(board for board in BOARDS.values() if layout.file(board.page) == preset.page)


def _moment_address(preset: Preset) -> str:
    page = _board(preset).page
    return f"{'./' if page == WATCH.page else page}?{urlencode(to_link(preset.state, whole=True))}"


def _claims() -> Known:
    for name, claim in CLAIMS.items():
        naming = [entry for entry in ENTRIES if name in entry.claims or entry.key == claim.reference]
        place = Place(
            CLAIM, claim.title, (claim.group,), f"gallery?claim={name}", (claim.sentence, claim.look)
        )
        yield place, (*_fields(place), _words(SYNONYMS, claim.source, claim.group), _inherited(naming))


# ---------------------------------------------------------------- words


def _fields(place: Place) -> tuple[Field, ...]:
    return _words(TITLE, place.title), _words(TEXT, *place.sentences)


@lru_cache(maxsize=4096)
def _of_sentence(sentence: str) -> Field:
    return _words(TEXT, sentence)


def _words(worth: int, *texts: str) -> Field:
    return Field.of(worth, *(each for text in texts for each in _in_all_languages(text)))


def _inherited(entries: Iterable[Entry]) -> Field:
    """Return the synonyms of entries; their titles are not what a lesson or a claim is about."""
    return _words(INHERITED, *(entry.also for entry in entries))


def _in_all_languages(text: str) -> list[str]:
    """Return a text and its translations, without the values of a run that stand in braces."""
    found = [text, *(translation.words(language).get(text, "") for language in translation.LANGUAGES)]
    return [STARS.sub(r"\1", VALUE.sub(" ", each)) for each in found if each]
