"""Weak rankers with values from 0 to 1: scaled features, soft stumps, and features that already are such rankers.

A missing value gives 0, the lowest: as for stumps, it lies below all known ones.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.libraries import logistic_each

BOTH, SCALED, SOFT, GIVEN = "both", "scaled", "soft", "given"

RANKERS = Choice(
    "rankers",
    "Weak rankers",
    "choice",
    BOTH,
    "What the weak rankers are: each feature scaled to 0 … 1, soft stumps (a threshold that rises in an S), both, or "
    "the features as given, scaled only where they leave 0 … 1.",
    choices=(BOTH, SCALED, SOFT, GIVEN),
)
CUTS = Choice(
    "cuts",
    "Soft stumps per feature",
    "int",
    15,
    "Thresholds of each feature at most, spread evenly over all that split it.",
    low=1,
    high=255,
    step=1,
)
SOFTNESS = Choice(
    "softness",
    "Softness",
    "float",
    0.05,
    "How wide the rise of a soft stump is, as a share of its feature's range; 0 is a hard stump of 0 and 1.",
    low=0.0,
    high=1.0,
)
PARAMETERS = (RANKERS, CUTS, SOFTNESS)

MOST_VALUES = 20_000_000
"""Most values of all rankers on all items that are held, 160 MB."""

KNOWN = "known"
"""The ranker of a feature with missing values that is 1 of every known one."""


@dataclass(frozen=True)
class RealRanker:
    """One weak ranker of feature `feature`: `kind` is `SCALED`, `SOFT`, `GIVEN` or `KNOWN`.

    Scaled it is (x − at) / width, soft 1 / (1 + exp((at − x) / width)), or 1[x > at] where the width is 0.
    """

    feature: int
    kind: str
    at: float = 0.0
    width: float = 1.0

    def values(self, x: np.ndarray) -> np.ndarray:
        """The ranker's values (k,), from 0 to 1, on values x (k,) of its feature."""
        known = ~np.isnan(x)
        if self.kind == KNOWN:
            return known.astype(np.float64)
        x = np.where(known, x, self.at)
        if self.kind == SOFT:
            # It saturates without overflow; equal values of x give equal values, bit by bit.
            found = (
                logistic_each((x - self.at) / self.width) if self.width else (x > self.at).astype(np.float64)
            )
        else:
            found = np.clip((x - self.at) / self.width, 0.0, 1.0)
        return np.asarray(np.where(known, found, 0.0))

    def label(self, names: tuple[str, ...]) -> str:
        """Return the ranker in a few characters: ``f3``, ``f3 ≳ 0.25``."""
        name = names[self.feature]
        if self.kind == SOFT:
            return f"{name} {'≳' if self.width else '>'} {self.at:.6g}"
        return f"{name} known" if self.kind == KNOWN else name


@dataclass(frozen=True, eq=False)
class RealPool:
    """N weak rankers, by feature, and their values (N, n) on the items they were made from."""

    rankers: tuple[RealRanker, ...]
    values: np.ndarray
    names: tuple[str, ...]

    def apply(self, ranker: int, X: np.ndarray) -> np.ndarray:
        """(k,) the values of a ranker on other items, X (k, d)."""
        return self.rankers[ranker].values(X[:, self.rankers[ranker].feature])

    def label(self, ranker: int) -> str:
        """Return the ranker in a few characters."""
        return self.rankers[ranker].label(self.names)


def build_real_pool(problem: Problem, rankers: str, cuts: int, softness: float, seed: int = 0) -> RealPool:
    """Return the weak rankers of a problem. `rankers` is one of `RANKERS`, the others are of `CUTS` and `SOFTNESS`.

    The thresholds are those of the stumps; at most 255 per feature are sampled with `seed`.

    Raises DataError where every feature is constant, and for more than `MOST_VALUES` values.
    """
    as_given = rankers == GIVEN or problem.binary
    made = _given(problem) if as_given else _made(problem, rankers, cuts, softness, seed)
    if not made:
        raise DataError(
            "Every feature is constant, so no weak ranker tells two items apart",
            remedy="Give at least one feature with two different values",
        )
    if len(made) * problem.n_items > MOST_VALUES:
        raise DataError(
            f"{len(made):,} weak rankers of {problem.n_items:,} items are more values than the {MOST_VALUES:,} "
            "that can be held",
            remedy="Choose fewer soft stumps per feature, or scaled features",
        )
    columns = np.ascontiguousarray(problem.X.T)
    return RealPool(
        tuple(made),
        np.array([ranker.values(columns[ranker.feature]) for ranker in made]),
        problem.feature_names,
    )


def _given(problem: Problem) -> list[RealRanker]:
    found = []
    for feature in range(problem.n_features):
        known = problem.X[~np.isnan(problem.X[:, feature]), feature]
        low, high = _range(known)
        if low >= 0.0 and high <= 1.0:
            found.append(RealRanker(feature, GIVEN))
        elif high > low:
            found.append(RealRanker(feature, SCALED, low, high - low))
    return found


def _range(known: np.ndarray) -> tuple[float, float]:
    """Return the smallest and the largest of known values (k,); 0 twice where there is none."""
    return (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)


def _made(problem: Problem, kind: str, cuts: int, softness: float, seed: int) -> list[RealRanker]:
    stumps = build_pool(problem, seed)
    rankers = []
    for feature in range(problem.n_features):
        first, end = int(stumps.offsets[feature]), int(stumps.offsets[feature + 1])
        parts = end > first and first in stumps.splits_missing
        known = problem.X[~np.isnan(problem.X[:, feature]), feature]
        low, high = _range(known)
        if kind != SOFT and high > low:
            rankers.append(RealRanker(feature, SCALED, low, high - low))
        if parts and (kind != SCALED or high == low):
            rankers.append(RealRanker(feature, KNOWN))
        if kind != SCALED:
            thresholds = stumps.thresholds[first + parts : end]
            rankers += [
                RealRanker(feature, SOFT, float(at), softness * (high - low))
                for at in _spread(thresholds, cuts)
            ]
    return rankers


def _spread(thresholds: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` of the thresholds, spread evenly over their places."""
    if len(thresholds) <= most:
        return thresholds
    return np.asarray(thresholds[(2 * np.arange(most) + 1) * len(thresholds) // (2 * most)])
