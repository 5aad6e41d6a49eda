"""The banner: the example's question with its captions, a preset's sentence, and nothing elsewhere."""

import json
import re
from dataclasses import asdict
from urllib.parse import parse_qsl, urlsplit

import pytest

from rankviz.engine.boards import TILES
from rankviz.lessons import first_minute
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.presets.presets import EXAMPLE, MOST_WORDS, PATIENTS, PRESETS, Preset, preset_of
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import layout
from rankviz.ui.stage.banner import Banner, banner
from rankviz.ui.stage.stage_settings import settings
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import State

OTHERS = [preset for preset in PRESETS if preset is not EXAMPLE]
each = pytest.mark.parametrize("preset", OTHERS, ids=lambda preset: preset.title)


@pytest.fixture(scope="module")
def example() -> Shown:
    return runs.run(runs.request(OPENING))


def of(state: State, shown: Shown) -> Banner:
    found = banner(state, shown)
    assert found is not None
    return found


def test_the_example_asks_its_question_and_says_what_happens(example: Shown):
    found = of(OPENING, example)
    assert found.question == "Breakfast ties half of the pairs. Should a tie count?"
    assert [said.t for said in found.captions] == list(range(13)), "each round has a sentence of its own"
    assert found.grows and found.introduction and found.learn is not None
    assert json.loads(json.dumps(asdict(found)))["captions"][0][0] == 0


def test_the_example_leads_on_to_real_data_before_the_first_round(example: Shown):
    (_, real), (why, lesson), (_, tasks) = of(OPENING, example).onward
    state, said = from_link(dict(parse_qsl(urlsplit(real).query)))
    assert (state, said) == (PATIENTS.state, [])
    assert preset_of(state) is PATIENTS
    assert why == "Why? Lesson 3" and lesson.endswith("lessons?lesson=three-ways-to-count-a-tie")
    assert tasks.split("?")[0].endswith("/experiments")
    found = of(state, runs.run(runs.request(state)))
    (last,) = (said.words for said in found.captions if said.t == 60)
    assert found.question == PATIENTS.title and last.startswith("The test error ends at")
    assert [words for words, _ in found.onward] == ["Why? Lesson 3", "On forty tasks"]


def test_a_run_that_divides_the_grades_says_so_above_its_tiles():
    state = OPENING.but(alg=("rb-c", "adaboost"))
    found = of(state, runs.run(runs.request(state)))
    assert found == Banner(
        "AdaBoost works with two classes: grade ≥ 3, the median, counts as positive, 4 of 8 items."
    )


def test_it_is_the_example_in_any_round_and_with_other_rounds(example: Shown):
    for state in (OPENING.but(t=7), OPENING.but(rounds=30), OPENING.but(negative_alpha=False)):
        assert of(state, example).question == first_minute.QUESTION


def test_captions_that_another_run_does_not_bear_out_are_left_out():
    state = OPENING.but(rounds=3)
    assert [said.t for said in of(state, runs.run(runs.request(state))).captions] == [0, 1, 2, 3]


@each
@pytest.mark.slow
def test_a_preset_says_in_its_round_what_is_seen_and_its_text_in_all_others(preset: Preset):
    shown = runs.run(runs.request(preset.state))
    found = of(preset.state, shown)
    said = {each.t: each.words for each in found.captions}
    assert found.question == preset.title and [each.t for each in found.captions] == sorted(said)
    seen = {caption.t for caption in preset.seen}
    assert seen <= said.keys(), "a sentence is not true of its own run"
    facts = Facts(shown.trace, int(preset.state["t"]))
    assert all(facts.holds(check) for check in preset.checks), "its card says what is not so"
    assert {t for t, words in said.items() if words == preset.text} == said.keys() - seen
    last = max(run.n_rounds for run in shown.trace.runs)
    assert all(t + 1 in said for t in seen if t < last), "a sentence stands in its round alone"
    if preset.page != layout.MARGINS or preset.seen:
        assert not preset.seen or int(preset.state["t"]) in seen or preset is PATIENTS


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_what_a_preset_says_is_short_and_its_checks_hold_no_later_round(preset: Preset):
    assert len(preset.text.split()) <= MOST_WORDS and preset.text[-1] in ".?"
    for caption in preset.seen:
        words = caption.sentence.text.split()
        assert len(words) <= MOST_WORDS and words[-1][-1] in ".?"
        asked = [caption.sentence.text, *caption.sentence.checks]
        assert all(int(t) <= caption.t for text in asked for t in re.findall(r"@(\d+)", text))


@each
def test_a_preset_opens_from_its_link_on_few_tiles_and_rings_the_one_that_shows_its_sentence(preset: Preset):
    state, said = from_link(to_link(preset.state, whole=True))
    assert said == [] and preset_of(state) is preset
    look = dict(part.partition(":")[::2] for part in str(preset.state["look"]).split(","))
    tiles = look["tiles"].split(".")
    assert 1 <= len(tiles) <= 4 and set(tiles) <= set(TILES)
    assert look.get("ring", tiles[0]) in tiles and len(str(preset.state["look"])) < 60
    if preset.figure is not None:
        assert preset.figure.tiles == tuple(tiles) and list(preset.figure.curves) == look["curves"].split(".")


def test_a_preset_brings_its_chart_and_a_link_of_before_does_not():
    (preset,) = (each for each in PRESETS if each.title.startswith("Four answers"))
    trace = runs.run(runs.request(preset.state)).trace
    chart = settings(preset.state, trace)["chart"]
    assert chart["gap"] == ["rb-d~2", "r1", "bound"] and ["rb-d~2", "r1", 2] in chart["marks"]
    before = preset.state.but(look="curves:r1.bound", rounds=10)
    assert preset_of(before) is preset and settings(before, trace) == {"log": None}
    assert settings(State(), trace) == {"log": None}


@pytest.mark.parametrize(
    "state",
    [State(data="bundled:wine"), OPENING.but(alg=("rb-c",)), State(seed=3), State(positive=2.0)],
    ids=repr,
)
def test_what_is_no_preset_has_no_banner(state: State, example: Shown):
    assert banner(state, example) is None
