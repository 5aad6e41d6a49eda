"""An algorithm has one colour and one mark, on the stage, on paper and in figures, and both can be told apart."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from test_contrast import ENOUGH, THEME, contrast

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.experiments.figures.colours import OWN
from rankviz.experiments.figures.drawing import SHAPES
from rankviz.figures.algorithms import MARKS
from rankviz.ui.serving import frontend

SHEET = frontend.text("stage/css/stage.css")


def parts(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def variables(css: str) -> dict[int, str]:
    """Slot to colour, of the first rule in which all stand."""
    return {int(slot): colour for slot, colour in re.findall(r"--rv-a(\d+): (#\w{6})", css)}


def test_every_algorithm_has_a_mark_of_its_own() -> None:
    assert set(MARKS) == set(ALGORITHMS)
    for field in ("slot", "light", "dark", "both", "symbol"):
        assert len({getattr(mark, field) for mark in MARKS.values()}) == len(MARKS), field
    assert {mark.symbol for mark in MARKS.values()} <= set(SHAPES), "figures of many tasks cannot draw it"
    assert OWN["GBT"] == MARKS["gbt"].both and OWN["RankSVM"] == MARKS["ranksvm"].both


def test_the_stage_and_its_prints_have_these_colours_and_as_many_markers() -> None:
    light, dark = SHEET.partition('[data-scheme="dark"]')[::2]
    assert variables(light) == {mark.slot: mark.light for mark in MARKS.values()}
    assert variables(dark.partition("}")[0]) == {mark.slot: mark.dark for mark in MARKS.values()}
    assert variables(frontend.text("stage/css/print.css")) == variables(light)
    assert all(f".rv-k{slot} {{ --c: var(--rv-a{slot}); }}" in SHEET for slot in range(len(MARKS)))
    shapes = re.search(r"MARKERS = \[(.*?)\];", frontend.text("stage/draw/svg.js"), re.DOTALL)
    assert shapes is not None and len(re.findall(r'"M[^"]+Z"', shapes[1])) == len(MARKS)
    slots = re.search(
        r"SLOTS = .*?\{(.*?)\}\)", frontend.text("stage/run/decode.js").replace("Record<", ""), re.DOTALL
    )
    assert slots is not None
    found = {name: int(slot) for name, slot in re.findall(r'"([\w-]+)": (\d+)', slots[1])}
    assert found == {name: mark.slot for name, mark in MARKS.items()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_name_in_its_colour_can_be_read(scheme: str) -> None:
    page, second = (THEME[scheme][name] for name in ("backgroundColor", "secondaryBackgroundColor"))
    mixed = (round(0.38 * b + 0.62 * a) for a, b in zip(parts(page), parts(second), strict=True))
    tile = "#" + "".join(f"{part:02x}" for part in mixed)  # --rv-panel
    for name, mark in MARKS.items():
        least = 4.3 if name == "rb-d" else ENOUGH  # as it was; its name stands there in bold
        for ground in (page, tile):
            assert contrast(getattr(mark, scheme), ground) >= least, (name, ground)


def test_colours_that_stand_together_differ() -> None:
    for one, other in combinations(MARKS, 2):
        for field in ("light", "dark", "both"):
            pair = zip(parts(getattr(MARKS[one], field)), parts(getattr(MARKS[other], field)), strict=True)
            assert sum(abs(a - b) for a, b in pair) >= 60, (one, other, field)
