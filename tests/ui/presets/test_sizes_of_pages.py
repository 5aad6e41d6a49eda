"""How large the pages of the presets are."""

import pytest

from rankviz.site import files
from rankviz.ui.presets.presets import PRESETS, Preset

MOST_BYTES, MOST_BYTES_OF_LARGE = 300_000, 1_000_000
"""Bytes."""
LARGE = {
    "Fifty real patients": "three runs of 60 rounds, every number of which has its equations",
    "Ties everywhere": "three runs of 60 rounds with equations, and the weights of 2,242 pairs",
    "Malignant above benign": "three runs of 60 rounds with equations",
    "Twenty searches": "three runs of 60 rounds, with the scores and places of 649 items",
    "Few against many": "three runs of 60 rounds with equations",
    "A push for the top": "two runs of 60 rounds with equations, and the weights of their pairs",
    "Going in circles": "three runs of 60 rounds with equations",
    "A landscape grows": "a function on the plane, with its contours, in 120 rounds",
    "Preferences or labels, as in QBRank's Table 1": "targets, leaves and scores of 400 items in 20 rounds",
    "Add L1": "targets, leaves and scores of 800 items in 40 rounds",
    "Small steps, as Theorem 1 requires": "targets, leaves and scores of all items in 70 rounds",
    "What no stump can see": "two runs of 40 rounds with equations, over regions of two tests",
    "RankBoost misses the margin": "two runs of 300 rounds, with the margin along every step",
    "Which pairs hold the margin down": "two runs of 300 rounds, with the margin along every step",
}
"""Why the pages of these presets may be larger than those of others."""
QUICK = ("Preferences or labels, as in QBRank's Table 1", "What no stump can see", "Malignant above benign")
"""Made in a second, and near their limits."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(each, id=each.title, marks=() if each.title in QUICK else pytest.mark.thorough)
        for each in PRESETS
    ],
)
def test_a_page_is_small_enough_to_mail(preset: Preset) -> None:
    size = len(files.stage(preset, "https://example.org/rankviz/")[0])
    assert size <= (MOST_BYTES_OF_LARGE if preset.title in LARGE else MOST_BYTES)
    assert size > MOST_BYTES or preset.title not in LARGE, "no longer large: take it out of the table"


def test_what_is_large_is_there() -> None:
    assert {*LARGE, *QUICK} <= {preset.title for preset in PRESETS}
