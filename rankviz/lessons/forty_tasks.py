"""What the three ways with ties come to on many data sets: the comparison that the page Experiments opens with."""

from __future__ import annotations

from rankviz.algorithms.registry import ALGORITHMS

SOURCE = "synthetic:coarse?features=12&levels=4&n=80&noise=1.5&seeds=40"
"""As in ratings, features have few levels: many pairs stay tied. Done in seconds."""
MEANS = {"rb-d": "0.374", "rb-c": "0.363", "rb-plus": "0.353"}
"""Test R̂2, mean of the 40 tasks (tests/lessons/test_forty_tasks.py computes it again)."""
RANKS = {"rb-d": "2.43", "rb-c": "2.08", "rb-plus": "1.50"}
"""Mean rank by test R̂2, 1 the best."""
DIFFERENCE = "0.52"
"""Mean ranks further apart than this differ (Nemenyi, 5 %)."""


def _each(values: dict[str, str]) -> str:
    *most, last = (f"{value} for {ALGORITHMS[name].label}" for name, value in values.items())
    return f"{', '.join(most)} and {last}"


SENTENCE = (
    f"One data set decides nothing. On 40 others with as many ties the mean test error R̂2 is {_each(MEANS)}; the mean "
    f"ranks are {_each(RANKS)}, and what lies more than {DIFFERENCE} apart differs."
)
