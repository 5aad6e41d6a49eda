"""One description of everything that can be chosen: what is checked, read, brought into range and written back."""

import math

import numpy as np
import pytest
from helpers.refused import refused
from hypothesis import given
from hypothesis import strategies as some

from rankviz import DataError
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.insight.claims import CLAIMS
from rankviz.ui.state.state import choices

NOISE = Choice("noise", "Noise", "float", 0.5, "How much.", 0, 3, 0.05)
CAP = Choice("cap", "Cap", "float", 10.0, "The finite weight.", 0.1, 100.0)
SIZE = Choice("n", "Size n", "int", 4, "How many.", 2, 40, 1)
SHOWN = Choice("shown", "Shown", "bool", True, "Whether.")
FORTIES = Choice("items", "Items", "int", 120, "How many.", 80, 160, 40, stepped=True)
TENTHS = Choice("share", "Share", "float", 0.1, "Of positives.", 0.1, 0.5, 0.1, stepped=True)
WAY = Choice("way", "Way", "choice", "halt", "Which.", choices=("halt", "cap"), short="w")
PAIRS = Choice("pairs", "Pairs", "file", "", "A table.")

PARAMETERS = [p for algorithm in ALGORITHMS.values() for p in algorithm.parameters]
OPTIONS = [
    option
    for family in sources.FAMILIES.values()
    for options in ([family.options] if family.reads_file else [e.options for e in family.entries.values()])
    for option in options
] + [option for claim in CLAIMS.values() for option in claim.options]
EVERY = [*PARAMETERS, *OPTIONS, NOISE, CAP, SIZE, SHOWN, FORTIES, TENTHS, WAY]


def legal(choice: Choice) -> some.SearchStrategy[object]:
    if choice.kind == "bool":
        return some.booleans()
    if choice.kind == "choice":
        return some.sampled_from(choice.choices)
    if choice.kind == "int":
        low, step = int(choice.low or 0), int(choice.step or 1) if choice.stepped else 1
        return some.integers(0, (int(choice.high or 0) - low) // step).map(lambda k: low + k * step)
    if choice.kind == "float" and choice.step is None:
        return some.floats(choice.low, choice.high)
    if choice.kind == "float":
        steps = round((choice.high - choice.low) / choice.step)
        return some.integers(0, steps).map(lambda k: round(choice.low + k * choice.step, 9))
    return some.text(some.characters(categories=("L", "N")), max_size=8)


@given(some.data())
def test_a_written_value_reads_back_as_the_same_value(data: some.DataObject) -> None:
    choice = data.draw(some.sampled_from(EVERY))
    value = data.draw(legal(choice))
    again = choice.parse(choice.write(value))
    assert again == value and choice.clamp(choice.write(value)) == (value, "")
    if choice.kind not in ("text", "file"):
        assert choice.check(value) == value


def test_defaults_are_legal() -> None:
    for choice in EVERY:
        assert choice.parse(choice.write(choice.default)) == choice.default, choice.name


def test_a_page_and_the_engine_mean_the_very_same_parameters() -> None:
    for parameter in PARAMETERS:
        assert choices()[parameter.name] == parameter


@pytest.mark.parametrize(
    ("choice", "value", "plain"),
    [
        (NOISE, 1, 1.0),
        (NOISE, np.float32(0.5), 0.5),
        (SIZE, 7.0, 7),
        (SIZE, np.int8(40), 40),
        (SHOWN, np.bool_(False), False),
        (FORTIES, 120.0, 120),
        (TENTHS, 3 * 0.1, 0.3),
        (TENTHS, np.float32(0.1), 0.1),
        (WAY, "cap", "cap"),
    ],
)
def test_values_of_python_and_numpy_become_plain_ones(choice: Choice, value: object, plain: object) -> None:
    checked = choice.check(value)
    assert checked == plain and type(checked) is type(plain)


@pytest.mark.parametrize(
    ("choice", "value", "sentence"),
    [
        (NOISE, 4, "noise is 4. Choose a number from 0 to 3."),
        (NOISE, math.nan, "noise is nan. Choose a number from 0 to 3."),
        (CAP, np.int8(-5), "Choose a number from 0.1 to 100."),
        (SIZE, 2.5, "n is 2.5. Choose a whole number from 2 to 40."),
        (SIZE, True, "n is True. Choose a whole number from 2 to 40."),
        (SIZE, 10**400, "Choose a whole number from 2 to 40."),
        (FORTIES, 143, "items is 143. Choose a whole number from 80 to 160, in steps of 40."),
        (TENTHS, 0.38, "share is 0.38. Choose a number from 0.1 to 0.5, in steps of 0.1."),
        (SHOWN, 1, "shown is 1. Choose true or false."),
        (WAY, "go", 'way is "go". Choose halt, cap.'),
        (WAY, ["cap"], "way is ['cap']. Choose halt, cap."),
    ],
)
def test_other_values_are_refused_in_a_sentence(choice: Choice, value: object, sentence: str) -> None:
    assert sentence in refused(choice.check, value)


@pytest.mark.parametrize(
    ("choice", "text", "value", "sentence"),
    [
        (NOISE, " 0.25 ", 0.25, ""),
        (NOISE, "4", 3.0, "Noise: 4 is outside 0 to 3; 3 is used."),
        (NOISE, "-1", 0.0, "Noise: -1 is outside 0 to 3; 0 is used."),
        (NOISE, "inf", 3.0, "Noise: inf is outside 0 to 3; 3 is used."),
        (SIZE, "4000", 40, "Size n: 4000 is outside 2 to 40; 40 is used."),
        (SIZE, "1e2", 4, "Size n: “1e2” in the link is not a whole number; 4 is used."),
        (FORTIES, "143", 160, "Items: 143 is between two steps; 160 is used."),
        (FORTIES, "79", 80, "Items: 79 is outside 80 to 160; 80 is used."),
        (TENTHS, "0.38", 0.4, "Share: 0.38 is between two steps; 0.4 is used."),
        (TENTHS, "0.30000000000000004", 0.3, ""),
        (SHOWN, "Off", False, ""),
        (SHOWN, "maybe", True, "Shown: “maybe” in the link is neither 1 nor 0; 1 is used."),
        (WAY, "go", "halt", "Way: “go” in the link is none of halt, cap; halt is used."),
        (PAIRS, "pairs.csv", "pairs.csv", ""),
    ],
)
def test_text_is_brought_into_range_and_said(choice: Choice, text: str, value: object, sentence: str) -> None:
    assert choice.clamp(text) == (value, sentence)
    assert type(choice.clamp(text)[0]) is type(value)
    if not sentence:
        assert choice.parse(text) == value
    else:
        with pytest.raises(DataError, match=choice.name):
            choice.parse(text)


@given(some.sampled_from(EVERY), some.text(max_size=50) | some.sampled_from(["9" * 5000, "1e999", "nan"]))
def test_any_text_is_clamped_to_a_legal_value(choice: Choice, text: str) -> None:
    value, _ = choice.clamp(text)
    assert choice.parse(choice.write(value)) == value


def test_a_sliders_value_is_written_without_the_noise_of_floats() -> None:
    assert NOISE.write(3 * 0.05) == "0.15"
    assert NOISE.parse("0.15000000000000002") == 0.15
    assert NOISE.parse(NOISE.write(0.1234567890123456)) == 0.1234567890123456  # given, not added up
    assert CAP.write(3 * 0.05) == repr(3 * 0.05)


def test_bounds_are_written_in_full() -> None:
    seed = Choice("seed", "Seed", "int", 0, "Of the draw.", 0, 2**31 - 1, 1)
    assert seed.range == "a whole number from 0 to 2147483647"


def test_the_name_in_a_link_may_be_shorter() -> None:
    assert (WAY.link, SIZE.link) == ("w", "n")
