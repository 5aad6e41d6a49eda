"""One search over the Reference, lessons, moments and claims: what it finds, and where it leads."""

from urllib.parse import parse_qsl

import pytest

from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS
from rankviz.insight.reference.model import BookPart, PaperFigure
from rankviz.insight.reference.search import numbered
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text import translation
from rankviz.ui.pages.reference import index, results
from rankviz.ui.pages.reference.index import (
    CLAIM,
    ENTRY,
    FIGURE,
    LESSON,
    MOMENT,
    PAGE,
    STEP,
    SYMBOL,
    Place,
    find,
)
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.shell import layout
from rankviz.ui.state.link import from_link

ALL = [place for place, _ in index._known()]


def of_kind(kind: str, text: str) -> list[Place]:
    return [place for place in find(text) if place.kind == kind]


# ---------------------------------------------------------------- questions


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("held out", "reference?eq=held-out"),
        ("held out", "lessons?lesson=what-a-bound-buys&step=6"),
        ("overfitting", "gallery?claim=overfits-less"),
        ("overfitting", "lessons?lesson=three-ways-to-count-a-tie&step=7"),
        ("bound fails", "gallery?claim=lemma-1"),
        ("bound fails", "lessons?lesson=when-theory-breaks&step=4"),
        ("shrinkage", "gallery?claim=small-steps"),
        ("shrinkage", "reference?eq=qb-algorithm-1"),
        ("Figure 3", "reference?eq=critical-difference"),
        ("Table 1", "reference?eq=qb-precision"),
        ("Table 1", "reference?eq=gd-table-1"),
        ("Holm", "reference?eq=entry-holm"),
        ("why does RB-D stop?", "lessons?lesson=when-theory-breaks&step=2"),
        ("Unentschieden", "lessons?lesson=why-ties-matter&step=1"),
        ("was ist ein Unentschieden", "lessons?lesson=why-ties-matter&step=1"),
    ],
)
def test_a_question_leads_to_its_answer(text: str, address: str) -> None:
    assert address in [place.address for place in find(text)[: results.SHOWN]]


def test_a_table_of_a_paper_leads_to_the_moment_that_repeats_it() -> None:
    (found,) = of_kind(MOMENT, "Table 1")
    assert found.title == "Preferences or labels, as in QBRank's Table 1"


@pytest.mark.parametrize(
    ("part", "figure"), [(part, each) for part in PARTS for each in part.figures], ids=lambda each: each.title
)
def test_a_papers_figure_is_found_and_leads_somewhere(part: BookPart, figure: PaperFigure) -> None:
    """Its number finds it beside other papers' ones; catches an address whose page, claim or choice is gone."""
    (place, *_) = of_kind(FIGURE, f"{part.tag} {figure.name}")
    assert place.title == f"{figure.name}: {figure.title}" and part.tag in place.within[0]
    assert place in find(figure.name)[: len(PARTS)]
    page, _, query = place.address.partition("?")
    assert page == "./" or f"pages/{page}.py" in layout.PAGES
    asked = dict(parse_qsl(query))
    if page == "reference":
        assert asked["eq"] in [entry.link for entry in ENTRIES]
    elif page == "gallery":
        assert asked["claim"] in CLAIMS
    elif query:
        state, said = from_link(asked)
        assert not said and state["tab"] == asked["tab"]


@pytest.mark.parametrize("text", ["", " ", "xyzzy", "\x00", "9" * 5000, "🙂"])
def test_nonsense_finds_nothing(text: str) -> None:
    assert find(text) == ()


# ---------------------------------------------------------------- titles


@pytest.mark.parametrize("place", ALL, ids=lambda place: f"{place.kind}-{place.title}")
def test_its_own_title_finds_it_at_once(place: Place) -> None:
    """Two steps of lessons, and the moments on two pages, may have the same title."""
    assert place in find(place.title)[: results.SHOWN]
    assert place.excerpt(place.title)


def test_everything_is_there_once() -> None:
    steps = sum(len(lesson.steps) for lesson in LESSONS.values())
    counts = {kind: len([place for place in ALL if place.kind == kind]) for kind in {p.kind for p in ALL}}
    assert counts.pop(MOMENT) >= len(PRESETS)
    assert counts == {
        ENTRY: len(ENTRIES),
        SYMBOL: len(SYMBOLS),
        LESSON: len(LESSONS),
        STEP: steps,
        CLAIM: len(CLAIMS),
        PAGE: len(layout.PAGES),
        FIGURE: sum(len(part.figures) for part in PARTS),
    }
    assert {preset.title for preset in PRESETS} <= {place.title for place in ALL if place.kind == MOMENT}
    assert len(set(ALL)) == len(ALL)


def test_a_translated_title_finds_the_same() -> None:
    german = translation.words("de")
    for place in ALL:
        if place.title in german:
            assert place in find(german[place.title])


# ---------------------------------------------------------------- order, excerpts and links


def test_no_kind_crowds_out_the_others() -> None:
    assert len(of_kind(ENTRY, "tie")) > results.SHOWN
    assert {place.kind for place in find("tie")[: results.SHOWN]} >= {ENTRY, SYMBOL, STEP, CLAIM}


def test_the_entries_of_a_number_come_first() -> None:
    assert [place.address for place in find("Theorem 1")[:3]] == [
        f"reference?eq={entry.link}" for entry in numbered("Theorem 1", ENTRIES)
    ]


def test_the_sentence_that_fits_is_shown() -> None:
    (place,) = (p for p in ALL if p.address == "lessons?lesson=when-theory-breaks&step=5")
    assert place.excerpt("capped at") == "On its data both α are capped at the same number."
    assert not any("{" in place.excerpt("tie") and "^{" not in place.excerpt("tie") for place in ALL)
    (place,) = (p for p in ALL if p.address == "lessons?lesson=why-ties-matter&step=2")
    assert place.excerpt("Fehler", "de") in " ".join(translation.words("de").values()).replace("*", "")


def test_a_moment_opens_as_its_card_does() -> None:
    opened = []
    for place in ALL:
        if place.kind == MOMENT:
            state, said = from_link(dict(parse_qsl(place.address.partition("?")[2])))
            assert not said, place
            opened.append((place.title, state))
    assert all((preset.title, preset.state) in opened for preset in PRESETS)
