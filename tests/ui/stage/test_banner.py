"""The banner: the example's question with its captions, a preset's sentence, and nothing elsewhere."""

from __future__ import annotations

import json
from dataclasses import asdict
from urllib.parse import parse_qsl, urlsplit

import pytest

from rankviz.lessons import first_minute
from rankviz.ui.presets.preset import GLANCE
from rankviz.ui.presets.presets import EXAMPLE, MOST_WORDS, PRESETS, Preset, preset_of
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage.banner import Banner, banner
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import State

OTHERS = [preset for preset in PRESETS if preset is not EXAMPLE]
each = pytest.mark.parametrize("preset", OTHERS, ids=lambda preset: preset.title)


@pytest.fixture(scope="module")
def example() -> Shown:
    return runs.run(OPENING)


def of(state: State, shown: Shown) -> Banner:
    found = banner(state, shown)
    assert found is not None
    return found


def test_the_example_asks_its_question_and_says_what_happens(example: Shown):
    found = of(OPENING, example)
    assert found.question == "Breakfast ties half of the pairs. Should a tie count?"
    assert [t for t, _ in found.captions] == list(range(13)), "each round has a sentence of its own"
    assert found.grows and found.introduction and found.learn is not None
    assert json.loads(json.dumps(asdict(found)))["captions"][0][0] == 0


def test_the_example_leads_on_to_real_data_before_the_first_round(example: Shown):
    (_, real), (why, lesson), (_, tasks) = of(OPENING, example).onward
    state, said = from_link(dict(parse_qsl(urlsplit(real).query)))
    assert (state, said) == (State(t=0, look=GLANCE), [])
    assert why == "Why? Lesson 3" and lesson.endswith("lessons?lesson=three-ways-to-count-a-tie")
    assert tasks.split("?")[0].endswith("/experiments")
    assert of(state, example).question.startswith("Ranked by how far")


def test_it_is_the_example_in_any_round_and_with_other_rounds(example: Shown):
    for state in (OPENING.but(t=7), OPENING.but(rounds=30), OPENING.but(negative_alpha=False)):
        assert of(state, example).question == first_minute.QUESTION


def test_captions_that_another_run_does_not_bear_out_are_left_out():
    state = OPENING.but(rounds=3)
    assert [t for t, _ in of(state, runs.run(state)).captions] == [0, 1, 2, 3]


@each
def test_a_preset_keeps_its_sentence_in_any_round(preset: Preset, example: Shown):
    assert banner(preset.state.but(t=0), example) == Banner(preset.text)


@each
def test_a_preset_is_found_again_from_its_link(preset: Preset):
    state, said = from_link(to_link(preset.state, whole=True))
    assert said == [] and preset_of(state) is preset


@pytest.mark.parametrize(
    "state",
    [State(data="bundled:wine"), OPENING.but(alg=("rb-c",)), State(seed=3), State(positive=2.0)],
    ids=repr,
)
def test_what_is_no_preset_has_no_banner(state: State, example: Shown):
    assert banner(state, example) is None


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_a_sentence_is_short(preset: Preset):
    assert len(preset.text.split()) <= MOST_WORDS
    assert preset.text[-1] in ".?"
