"""Numbers in sentences are written as the stage's tiles write them."""

import json
from pathlib import Path

import pytest

from rankviz.engine.number_format import on_tiles, times_on_tiles

WRITTEN = json.loads((Path(__file__).parents[1] / "frontend/numbers.json").read_text(encoding="utf-8"))
"""A number, how a tile writes it, and how as a factor: tests/frontend/format.test.js holds the tiles to the same."""


@pytest.mark.parametrize(("number", "written", "factor"), WRITTEN)
def test_a_sentence_writes_a_number_as_its_tile_does(number: float, written: str, factor: str) -> None:
    assert (on_tiles(number), times_on_tiles(number)) == (written, factor)


@pytest.mark.parametrize("nothing", [float("nan"), float("inf"), float("-inf")])
def test_a_value_that_is_not_a_number_is_shown_as_a_dash(nothing: float) -> None:
    assert on_tiles(nothing) == times_on_tiles(nothing) == "—"
