"""An algorithm has one colour and one mark, on the stage, on paper and in figures, and both can be told apart."""

import re
from itertools import combinations

import numpy as np
import pytest
from helpers.contrast import ENOUGH, THEME, contrast

from rankviz.board.offline import modules
from rankviz.engine.algorithms.contenders import marks_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.marks import AGAIN, CORNERS, PALETTE, Mark

SEEN = {
    "all": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
}
"""What an eye makes of linear RGB, by the cones it has (Machado, Oliveira and Fernandes 2009, severity 1)."""
OKLAB = np.array(
    [
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ],
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ],
    ]
)
"""Linear RGB → cones → OKLab, in which equal distances look equal (Ottosson 2020)."""


def parts(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def variables(css: str) -> dict[int, str]:
    """Slot to colour, of the first rule in which all stand."""
    return {int(slot): colour for slot, colour in re.findall(r"--rv-a(\d+):(#\w{6})", css)}


def test_every_algorithm_has_a_mark_of_its_own() -> None:
    own = [entry.mark for entry in ALGORITHMS.values()]
    assert len(set(own)) == len(own) and not set(own) & set(AGAIN), "take a free one of PALETTE, or add one"
    assert [mark.slot for mark in PALETTE] == list(range(len(PALETTE)))
    for field in ("light", "dark", "both", "symbol", "path"):
        assert len({getattr(mark, field) for mark in PALETTE}) == len(PALETTE), field
    assert {mark.symbol for mark in PALETTE} == set(CORNERS)


def test_the_style_sheet_has_these_colours_and_a_print_those_of_the_light_scheme() -> None:
    sheet = modules.colours()
    light, dark = sheet.partition('[data-scheme="dark"]:not(.rv-print)')[::2]
    assert variables(light) == {mark.slot: mark.light for mark in PALETTE}
    assert variables(dark.partition("}")[0]) == {mark.slot: mark.dark for mark in PALETTE}
    assert all(f".rv-k{mark.slot}{{--c:var(--rv-a{mark.slot})}}" in sheet for mark in PALETTE)
    assert all(text.startswith(sheet) for name, text in modules.served().items() if name.endswith(".css"))
    carried = modules.carried(modules.SAVED, "watch")["styles"]
    assert isinstance(carried, dict) and carried[modules.STAGE].startswith(sheet)


@pytest.mark.parametrize("mark", PALETTE, ids=lambda mark: mark.symbol)
def test_a_marker_is_a_closed_path_about_its_place(mark: Mark) -> None:
    assert mark.path.startswith("M") and mark.path.endswith("Z")
    assert all(abs(float(part)) <= 9.2 for part in re.findall(r"-?[\d.]+", mark.path))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_name_in_its_colour_can_be_read(scheme: str) -> None:
    page, second = (THEME[scheme][name] for name in ("backgroundColor", "secondaryBackgroundColor"))
    mixed = (round(0.38 * b + 0.62 * a) for a, b in zip(parts(page), parts(second), strict=True))
    tile = "#" + "".join(f"{part:02x}" for part in mixed)  # --rv-panel
    for mark in PALETTE:
        least = 4.3 if mark is ALGORITHMS["rb-d"].mark else ENOUGH  # as it was; its name stands there in bold
        for ground in (page, tile):
            assert contrast(getattr(mark, scheme), ground) >= least, (mark, ground)


def test_colours_that_stand_together_differ() -> None:
    for one, other in combinations(PALETTE, 2):
        for field in ("light", "dark", "both"):
            pair = zip(parts(getattr(one, field)), parts(getattr(other, field)), strict=True)
            assert sum(abs(a - b) for a, b in pair) >= 60, (one, other, field)


def apart(one: str, other: str) -> float:
    """The least distance of two colours in OKLab, times 100, over all that an eye may lack."""

    def lab(colour: str, seen: object) -> np.ndarray:
        plain = np.array(parts(colour)) / 255
        linear = np.where(plain <= 0.04045, plain / 12.92, ((plain + 0.055) / 1.055) ** 2.4)
        cones = OKLAB[0] @ np.clip(np.asarray(seen) @ linear, 0, 1)
        return np.asarray(OKLAB[1] @ np.cbrt(cones))

    return min(100 * float(np.linalg.norm(lab(one, seen) - lab(other, seen))) for seen in SEEN.values())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_six_runs_of_rankboost_part_for_every_eye(scheme: str) -> None:
    """However RB-D, RB-C and RankBoost+ share six places; a difference of 2 can just be seen."""
    names = ("rb-d", "rb-c", "rb-plus")
    shares = [(i, j, 6 - i - j) for i in range(7) for j in range(7 - i)]
    for share in shares:
        runs = [name for name, count in zip(names, share, strict=True) for _ in range(count)]
        marks = marks_of(runs)
        assert len({mark.symbol for mark in marks}) == 6
        for one, other in combinations(marks, 2):
            least = 10 if one in AGAIN or other in AGAIN else 3.5
            assert apart(getattr(one, scheme), getattr(other, scheme)) > least, (one, other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_smooth_margin_parts_from_those_beside_it_for_every_eye(scheme: str) -> None:
    mark = ALGORITHMS["smooth-margin"].mark
    for name, least in {"rb-d": 10, "adaboost": 5, "rb-c": 3.5, "rb-plus": 3.5}.items():
        assert apart(getattr(mark, scheme), getattr(ALGORITHMS[name].mark, scheme)) > least, name


def test_any_six_runs_have_marks_of_their_own() -> None:
    def six(rest: tuple[str, ...], names: list[str]) -> list[Mark]:
        return marks_of(sorted((*rest, *names), key=list(ALGORITHMS).index))

    for some in combinations(ALGORITHMS, 3):
        for again in some:
            assert len({mark.slot for mark in six(some, [again] * 3)}) == 6
