"""The captions of the first minute: short, each true of its run, and none with a number that is not the run's."""

import re

import numpy as np
import pytest

import rankviz
from rankviz.lessons.captions import Caption, captions
from rankviz.lessons.first_minute import CAPTIONS, MOMENT, MOST_WORDS, QUESTION
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
    named = re.sub(rf"\b[Rr]ound {caption.t}\b", "", caption.sentence.text)
    assert not re.search(r"\d", NAMES.sub("", VALUE.sub("", named)))
    assert not re.search(r"nan|inf|None|[{}]", words), words


@EACH
def test_a_caption_looks_no_further_than_its_round(caption: Caption):
    asked = [caption.sentence.text, *caption.sentence.checks]
    assert all(int(t) <= caption.t for text in asked for t in re.findall(r"@(\d+)", text))


def test_half_of_the_pairs_are_tied_as_the_question_says():
    assert QUESTION.startswith("Breakfast ties half of the pairs.")
    trace = MOMENT.run()
    breakfast = trace.pool.outputs(np.arange(len(trace.pool)))[trace.pool.names.index("breakfast")]
    higher, lower = trace.problem.pairs.T
    assert 2 * int((breakfast[higher] == breakfast[lower]).sum()) == trace.problem.n_pairs


STANDS = [each.t for each in CAPTIONS[1:]] + [MOMENT.spec.rounds + 1]


@pytest.mark.parametrize(("caption", "until"), list(zip(CAPTIONS, STANDS, strict=True)))
def test_no_tile_denies_a_caption_while_it_stands(caption: Caption, until: int):
    """A number that tiles show anew after each round is the same while the caption stands, or its round is named."""
    trace, text = MOMENT.run(), caption.sentence.text
    for name in re.findall(r"{([a-z0-9-]+\.(?:e1|e2|r1|r2))@\d+}", text):
        values = {Facts(trace, t).filled(f"{{{name}@{t}}}") for t in range(caption.t, until)}
        assert len(values) == 1 or text.startswith(f"In round {caption.t} "), (name, values)


def test_the_last_caption_speaks_of_the_error_that_the_tile_draws():
    """Of both errors the losses' tile draws R̂2 where nothing else was chosen."""
    words = CAPTIONS[-1].sentence.text
    assert "R̂2" in words and ".r2@12}" in words and ".r1@" not in words
    facts = Facts(MOMENT.run(), CAPTIONS[-1].t)
    best, pairs = facts.value("rb-plus.r2@12"), MOMENT.run().problem.n_pairs
    ahead = [(facts.value(f"{other}.r2@12") - best) * pairs for other in ("rb-c", "rb-d")]
    assert "one pair ahead of RB-C and three ahead of RB-D" in words and ahead == pytest.approx([1, 3])


def test_all_are_said_of_the_run_they_are_about():
    assert [said.t for said in captions(MOMENT.run(), CAPTIONS)] == [caption.t for caption in CAPTIONS]


def test_what_another_run_does_not_bear_out_is_not_said():
    data = rankviz.load(MOMENT.spec.data)
    assert [said.t for said in captions(rankviz.trace(data, ("rb-c",), rounds=12), CAPTIONS)] == []
    short = rankviz.trace(data, MOMENT.spec.algorithms, rounds=3)
    assert [said.t for said in captions(short, CAPTIONS)] == [0, 1, 2, 3]
