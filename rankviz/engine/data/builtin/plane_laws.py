"""Bipartite laws of two features: most need a curved score, and for some the best ranking is known.

Positives and negatives are drawn separately, so a law serves as a data set and as an endless supply of new samples.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build
from rankviz.engine.kernels.libraries import beta_below_half, normal_below

INNER, OUTER = 4, 12
"""Shapes of the Gamma laws of the two rings' radii; both have scale 1/8."""


@dataclass(frozen=True)
class Distribution2D:
    """A law of positives and negatives in the plane.

    Attributes
    ----------
    positives, negatives : (generator, count) → points (count, 2).
    best : points (k, 2) → scores (k,) of the optimal ranking, which orders by the likelihood ratio.
    best_auc : its AUC, exact.
    """

    name: str
    label: str
    text: str
    positives: Callable[[np.random.Generator, int], np.ndarray]
    negatives: Callable[[np.random.Generator, int], np.ndarray]
    best: Callable[[np.ndarray], np.ndarray]
    best_auc: float


def clouds(distance: float = 1.5) -> Distribution2D:
    """Two round clouds of spread 1: the best score is a weighted sum, and its AUC is Φ(distance / √2)."""
    shift = np.array([1.0, 1.0]) * distance / np.sqrt(2.0)
    return Distribution2D(
        "clouds",
        "two clouds",
        "two round clouds; the best score is a weighted sum of the features",
        lambda rng, count: rng.normal(size=(count, 2)) + shift,
        lambda rng, count: rng.normal(size=(count, 2)),
        lambda X: X @ shift,
        normal_below(distance / np.sqrt(2.0)),
    )


def rings(inner: int = INNER, outer: int = OUTER) -> Distribution2D:
    """Two rings, radii with Gamma laws of one scale: the nearer to the middle the better, with AUC I_½(inner, outer).

    The likelihood ratio is a power of the radius, so no sum of the features orders well. The share of one Gamma
    variable in the sum of two has a Beta law.
    """
    return Distribution2D(
        "rings",
        "a disc in a ring",
        "positives in the middle, negatives around them; the best score falls with the distance from the middle",
        lambda rng, count: _around(rng, count, inner),
        lambda rng, count: _around(rng, count, outer),
        lambda X: -np.hypot(X[:, 0], X[:, 1]),
        beta_below_half(inner, outer),
    )


LAWS: dict[str, Callable[[], Distribution2D]] = {"clouds": clouds, "rings": rings}
"""The laws whose best ranking is known, by name."""


def _around(rng: np.random.Generator, count: int, shape: float) -> np.ndarray:
    radius, angle = rng.gamma(shape, 1 / 8, count), rng.uniform(0.0, 2.0 * np.pi, count)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _ring_items(*, n: int = 120, positives: float = 0.4, seed: int = 0, spec: str = "") -> Problem:
    """Return the bipartite problem of a disc of positives inside a ring of negatives."""
    law, rng = rings(), np.random.default_rng(seed)
    count = _count(n, positives)
    above, below = law.positives(rng, count), law.negatives(rng, n - count)
    return _problem(np.concatenate([above, below]), count, rng, "A disc in a ring", spec)


def _moon_items(
    *, n: int = 120, noise: float = 0.2, positives: float = 0.5, seed: int = 0, spec: str = ""
) -> Problem:
    """Return the bipartite problem of two interlocking half circles of radius 1, blurred by `noise`."""
    rng = np.random.default_rng(seed)
    count = _count(n, positives)
    angle = rng.uniform(0.0, np.pi, n)
    upper, lower = (
        np.column_stack([np.cos(angle), np.sin(angle)]),
        np.column_stack([1.0 - np.cos(angle), 0.5 - np.sin(angle)]),
    )
    X = np.where((np.arange(n) < count)[:, None], upper, lower) + noise * rng.normal(size=(n, 2))
    return _problem(X, count, rng, "Two moons", spec)


def _count(n: int, positives: float) -> int:
    return min(max(round(positives * n), 1), n - 1)


def _problem(X: np.ndarray, count: int, rng: np.random.Generator, title: str, spec: str) -> Problem:
    """Return the problem in which the first `count` points are the positives; items come in random order."""
    order = rng.permutation(len(X))
    grade = (order < count).astype(float)
    ids = [str(i) for i in range(1, len(X) + 1)]
    return build(None, X[order], grade, feature_names=["x", "y"], item_ids=ids, source=spec, title=title)


_N = Choice("n", "Items", "int", 120, "How many items there are.", 10, 2000, 1)


def _positives(default: float) -> Choice:
    return Choice("positives", "Positives", "float", default, "Their share of the items.", 0.1, 0.9, 0.05)


ENTRIES = (
    Entry(
        "rings",
        "A disc in a ring",
        "Two grades, two features: the middle ranks above what is around it.",
        _ring_items,
        (_N, _positives(0.4), seed_option()),
    ),
    Entry(
        "moons",
        "Two moons",
        "Two grades, two features: half circles that reach into each other.",
        _moon_items,
        (
            _N,
            Choice(
                "noise", "Noise", "float", 0.2, "How far points stray from their half circle.", 0, 1, 0.05
            ),
            _positives(0.5),
            seed_option(),
        ),
    ),
)
