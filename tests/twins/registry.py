"""The twin of every algorithm by the algorithm's name; `tests/test_contracts.py` holds that none is missing."""

from collections.abc import Callable
from functools import partial

import numpy as np

from twins import kernel_gd, lambdarank, margins, own, preference, push, qbrank, rankboost, real_rankers
from twins.rankboost import Items

Answer = tuple[list[int], list[float]]
"""The picks of a run and its α, with default parameters."""


def _rankboost(name: str, items: Items, rounds: int) -> Answer:
    found = rankboost.boost(name, items, rounds).rounds
    return [int(row["ranker"]) for row in found], [row["alpha"] for row in found]


def _smooth_margin(items: Items, rounds: int) -> Answer:
    found = margins.smooth_margin_ranking(items.H, items.pairs, rounds)
    return found.ranker, found.alpha


def _adaboost(items: Items, rounds: int) -> Answer:
    y = np.where(items.grades > items.grades.min(), 1.0, -1.0)
    found = margins.adaboost(items.H, y, rounds)
    return found.ranker, found.alpha


def _push(items: Items, rounds: int) -> Answer:
    found = push.boost(items.H, items.pairs, rounds)
    return found.ranker, found.alpha


BOOSTED: dict[str, Callable[[Items, int], Answer]] = {
    **{name: partial(_rankboost, name) for name in rankboost.SEARCH},
    "push": _push,
    "smooth-margin": _smooth_margin,
    "adaboost": _adaboost,
}

SCORED: dict[str, Callable[..., object]] = {
    "qbrank": qbrank.boost,
    "gbt": qbrank.boost,
    "ranksvm": qbrank.ranksvm,
    "kernel-gd": kernel_gd.descend,
    "rb-c-real": real_rankers.boost,
    "ranknet": lambdarank.boost,
    "lambdamart": lambdarank.boost,
    "own": own.scores,
    "bradley-terry": preference.bradley_terry,
    "davidson": preference.davidson,
    "elo": preference.elo,
    "net-wins": preference.net_wins,
}
"""Held against the engine in `tests/engine/algorithms`, each in the tests of its family."""
