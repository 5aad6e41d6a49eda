"""The captions of the first minute: short, each true of its run, and none with a number that is not the run's."""

from __future__ import annotations

import re

import pytest

import rankviz
from rankviz.lessons.first_minute import CAPTIONS, MOMENT, MOST_WORDS, QUESTION, Caption, captions
from rankviz.lessons.vocabulary import VALUE, Facts

NAMES = re.compile(r"R̂\d|Ê\d")
EACH = pytest.mark.parametrize("caption", CAPTIONS, ids=lambda caption: f"round-{caption.t}")


def test_each_round_has_a_caption_of_its_own():
    assert [caption.t for caption in CAPTIONS] == list(range(MOMENT.spec.rounds + 1))
    assert len({caption.sentence.text for caption in CAPTIONS}) == len(CAPTIONS)


@EACH
def test_a_caption_is_true_of_the_run(caption: Caption):
    facts = Facts(MOMENT.run(), caption.t)
    assert caption.sentence.checks
    for check in caption.sentence.checks:
        assert facts.holds(check), f"{check} does not hold: {caption.sentence.words(facts)}"


@EACH
def test_a_caption_is_short_and_its_numbers_are_read_from_the_run(caption: Caption):
    words = caption.sentence.words(Facts(MOMENT.run(), caption.t))
    assert len(words.split()) <= MOST_WORDS, words
    assert words[0].isupper() and words.endswith(".")
    assert not re.search(r"\d", NAMES.sub("", VALUE.sub("", caption.sentence.text)))
    assert not re.search(r"nan|inf|None|[{}]", words), words


@EACH
def test_a_caption_looks_no_further_than_its_round(caption: Caption):
    asked = [caption.sentence.text, *caption.sentence.checks]
    assert all(int(t) <= caption.t for text in asked for t in re.findall(r"@(\d+)", text))


def test_half_of_the_pairs_are_tied_as_the_question_says():
    facts = Facts(MOMENT.run(), 1)
    assert QUESTION.startswith("Half the pairs are tied.")
    assert facts.holds("rb-d.tied@1 = 0.5")


def test_all_are_said_of_the_run_they_are_about():
    assert [t for t, _ in captions(MOMENT.run())] == [caption.t for caption in CAPTIONS]


def test_what_another_run_does_not_bear_out_is_not_said():
    data = rankviz.load(MOMENT.spec.data)
    assert [t for t, _ in captions(rankviz.trace(data, ("rb-c",), rounds=12))] == []
    short = rankviz.trace(data, MOMENT.spec.algorithms, rounds=3)
    assert [t for t, _ in captions(short)] == [0, 1, 2, 3]
