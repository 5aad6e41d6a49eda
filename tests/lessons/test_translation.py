"""Content in other languages: each pair has its original, numbers agree, and what is missing stays English."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from helpers.faults import check_fault

from rankviz.board.glossary import glossary
from rankviz.engine.boards import WATCH
from rankviz.lessons import first_minute, start
from rankviz.lessons.lesson import Lesson
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text import check, translation
from rankviz.lessons.text.content import FOLDER, LANGUAGE
from rankviz.lessons.text.translated import translated
from rankviz.lessons.text.translation import LANGUAGES, read, said, words
from rankviz.lessons.vocabulary import VALUE
from rankviz.ui.presets.presets import SHELVES

TIES = LESSONS["why-ties-matter"]
OTHERS = [language for language in LANGUAGES if language != LANGUAGE]
each = pytest.mark.parametrize("language", OTHERS)
NUMBER = re.compile(r"(?<![\ŵ̃.])[−-]?\d+(?:\.\d+)?(?![\w])|½")
STAGE = FOLDER.parent / "board/frontend/stage"
BUTTONS = {"Next", "Back", "Finish"}
OF_START = (start.TITLE, start.INTRODUCTION, start.LEARN, start.EXAMPLE, start.MEASURES, start.OWN_DATA)
NAMES = {"breakfast", "quiet", "parking", "ε⁰", "α = 1", "RB-D", "RB-C", "RankBoost+", "R̂1", "R̂2", "Ê1", "Ê2"}
"""What is the same in every language."""


def strings(made: object) -> Iterator[str]:
    """Yield every string of some content."""
    if isinstance(made, str):
        yield made
    elif isinstance(made, tuple):
        for part in made:
            yield from strings(part)
    elif is_dataclass(made):
        for field in fields(made):
            yield from strings(getattr(made, field.name))


def of_pages(folder: str = "") -> set[str]:
    """Every sentence in the code of pages, and of the lessons that they show, that is said in the visit's language."""
    found: set[str] = set()
    files = [*(FOLDER.parent / "ui" / folder).rglob("*.py"), *(FOLDER.parent / "lessons").rglob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said" and node.args:
                words = node.args[0]
                if isinstance(words, ast.Constant):
                    found.add(str(words.value))
    return found


def originals() -> set[str]:
    """Everything in English that may be translated."""
    cards = [(heading, each.title, each.text) for heading, cards in SHELVES.items() for each in cards]
    panels = "".join(file.read_text(encoding="utf-8") for file in STAGE.rglob("*.js"))
    titles = re.findall(r'"([A-Z][^"\n]+)"', panels)
    return {
        *of_pages(),
        *BUTTONS,
        first_minute.INTRODUCTION,
        *strings(first_minute.CAPTIONS),
        *strings(tuple(LESSONS.values())),
        *OF_START,
        "What the symbols mean",
        *(text for terms in glossary().values() for text in terms.values()),
        *titles,
        *(text for card in cards for text in card),
    }


def prose(lesson: Lesson) -> set[str]:
    """What a reader reads of a lesson: everything but names, numbers alone, and what links and checks are made of."""
    found = {lesson.title, lesson.about, *lesson.summary, *strings(lesson.tables)}
    for step in lesson.steps:
        found |= {step.heading, step.many, *(each.text for each in step.sentences()), *strings(step.note)}
        for act in filter(None, (step.ask, step.find, step.tries)):
            found.add(getattr(act, "prompt", ""))
            found.add(getattr(act, "here", ""))
            found.add(getattr(act, "event", ""))
            found |= {text for idea in getattr(act, "ideas", ()) for text in (idea.label, idea.why)}
    bare = {text for text in found if re.search("[A-Za-z]", VALUE.sub("", text))}
    return bare - NAMES - {"The lines cross"}


def test_every_folder_is_a_language_and_every_language_has_one() -> None:
    assert {folder.name for folder in FOLDER.iterdir() if folder.is_dir()} == set(LANGUAGES)


@each
def test_every_pair_has_its_original_and_its_numbers(language: str) -> None:
    known = words(language)
    assert known and not set(known) - originals()
    for english, other in known.items():
        assert Counter(VALUE.findall(other)) == Counter(VALUE.findall(english)), other
        bare = [NUMBER.findall(VALUE.sub("", text)) for text in (other, english)]
        assert Counter(bare[0]) == Counter(bare[1]), other
        assert other.count("*") == english.count("*") and "[" not in other, other


@each
def test_the_lesson_and_start_and_the_tiles_are_whole(language: str) -> None:
    known = set(words(language))
    of_lessons = of_pages("pages/lessons") | BUTTONS
    assert len(of_lessons) > 25 and not of_lessons - known
    assert not prose(TIES) - known
    assert not {each.text for cards in SHELVES.values() for each in cards} - known
    assert not {*SHELVES, *OF_START, first_minute.INTRODUCTION} - known
    assert not {each.sentence.text for each in first_minute.CAPTIONS} - known
    assert not set(WATCH.tiles.values()) - set(words(language, "stage"))


@each
def test_a_translated_lesson_says_what_is_so(language: str) -> None:
    """All conditions hold, all numbers are there, and every act does what the original's does."""
    for report, original in zip(check.reports(translated(TIES, language)), check.reports(TIES), strict=True):
        assert not report.faults
        assert report.heading != original.heading
        assert (report.held, report.numbers) == (original.held, original.numbers)
        if not report.act.startswith("predict"):
            assert report.act == original.act


def test_what_is_missing_stays_english(monkeypatch: pytest.MonkeyPatch) -> None:
    first = TIES.steps[0].paragraphs[0]
    monkeypatch.setattr(
        translation, "words", lambda language, name="*": {first[1].text: "Mehr Sterne: {pairs}."}
    )
    step = translated(TIES, "de").steps[0]
    assert [each.text for each in step.paragraphs[0]] == [
        first[0].text,
        "Mehr Sterne: {pairs}.",
        first[2].text,
    ]
    assert step.paragraphs[0][1].checks == first[1].checks
    assert (step.moment, step.figure) == (TIES.steps[0].moment, TIES.steps[0].figure)


def test_english_and_a_language_that_is_none_are_english() -> None:
    assert said("Ties", "xx") == "Ties" == said("Ties", LANGUAGE) != said("Ties", "de")
    assert translated(TIES, LANGUAGE) is TIES is translated(TIES, "../en")


def test_a_text_of_pairs_is_read() -> None:
    assert read("# Title\n\nOne\n goes on.\n= Eins\n  geht weiter.\n\n\nTwo\n= Zwei") == {
        "One goes on.": "Eins geht weiter.",
        "Two": "Zwei",
    }


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("One\n= Eins\n\nTwo\n", 4, '"Two" has no translation.'),
        ("= Eins\n", 1, '"Eins" has no English.'),
        ("One\n= Eins\n\nOne\n= Zwei\n", 5, '"One" is translated twice.'),
    ],
)
def test_a_broken_pair_is_a_sentence_with_its_line(text: str, line: int, said: str) -> None:
    check_fault(read, text, line, said)
