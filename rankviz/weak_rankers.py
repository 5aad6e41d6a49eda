"""The candidate pool: every weak ranker a run may pick, binned so that one pass scores a whole feature.

A stump is 1 where feature > threshold. Its thresholds lie only *between* distinct values, so the split that
is scored is the split that is made. A missing value lies below all known ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rankviz.problem import Problem

MAX_THRESHOLDS = 255
"""Thresholds a feature at most, as RankBoost+ section 5 (after LETOR's baselines) has it."""


@dataclass(frozen=True, eq=False)
class CandidatePool:
    """Weak rankers over the items of one problem, ordered by feature and then by threshold.

    Attributes
    ----------
    codes : (d, n) uint8, the bin of each item on each feature; ranker `k` of a feature is 1 where code > k.
    thresholds : (N,) float64, one a ranker.
    offsets : (d + 1,) int32; feature f owns rankers offsets[f] … offsets[f + 1] − 1.
    names : feature names, or the rankers' own names when `named`.
    named : the rankers are a given 0/1 table rather than stumps.
    notes : sentences for the user, such as which thresholds were sampled.
    """

    codes: np.ndarray
    thresholds: np.ndarray
    offsets: np.ndarray
    names: tuple[str, ...]
    named: bool
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.thresholds)

    @cached_property
    def feature(self) -> np.ndarray:
        """(N,) int32: the feature of each ranker."""
        return np.repeat(np.arange(len(self.names), dtype=np.int32), np.diff(self.offsets))

    def output(self, ranker: int) -> np.ndarray:
        """(n,) uint8: the ranker's output on each item of the problem the pool was made from."""
        feature = self.feature[ranker]
        return (self.codes[feature] > ranker - self.offsets[feature]).astype(np.uint8)

    def outputs(self, rankers: np.ndarray) -> np.ndarray:
        """(len(rankers), n) uint8: the outputs of several rankers."""
        feature = self.feature[rankers]
        return (self.codes[feature] > (rankers - self.offsets[feature])[:, None]).astype(np.uint8)

    def apply(self, ranker: int, X: np.ndarray) -> np.ndarray:
        """(k,) uint8: the ranker's output on other items, X (k, d) with NaN for missing."""
        column = X[:, self.feature[ranker]]
        return np.where(np.isnan(column), False, column > self.thresholds[ranker]).astype(np.uint8)

    def describe(self, ranker: int) -> dict[str, str | float]:
        """The ranker as the Trace names it: {"feature", "threshold"}, or {"name"} in a 0/1 table."""
        name = self.names[self.feature[ranker]]
        return (
            {"name": name} if self.named else {"feature": name, "threshold": float(self.thresholds[ranker])}
        )

    def label(self, ranker: int) -> str:
        """The ranker in a few characters: ``f3 > 0.25`` or ``h1``."""
        name = self.names[self.feature[ranker]]
        return name if self.named else f"{name} > {self.thresholds[ranker]:.6g}"


def build_pool(problem: Problem, seed: int = 0) -> CandidatePool:
    """Every candidate of `problem`: its 0/1 table as it is, else stumps with at most 255 thresholds a feature.

    Beyond 255 thresholds a sample of 255 is drawn with `seed`, and the pool's notes say so.
    """
    X = problem.X
    n, d = X.shape
    if problem.binary:
        return CandidatePool(
            codes=np.ascontiguousarray(X.T.astype(np.uint8)),
            thresholds=np.full(d, 0.5),
            offsets=np.arange(d + 1, dtype=np.int32),
            names=problem.feature_names,
            named=True,
        )
    rng = np.random.default_rng(seed)
    codes = np.zeros((d, n), dtype=np.uint8)
    thresholds, notes = [], []
    for f in range(d):
        cuts = _cuts(X[:, f])
        if len(cuts) > MAX_THRESHOLDS:
            notes.append(
                f'Feature "{problem.feature_names[f]}" has {len(cuts):,} thresholds; '
                f"a sample of {MAX_THRESHOLDS} was drawn (seed {seed})."
            )
            cuts = np.sort(rng.choice(cuts, MAX_THRESHOLDS, replace=False))
        known = ~np.isnan(X[:, f])
        codes[f, known] = np.searchsorted(cuts, X[known, f], side="left")
        thresholds.append(cuts)
    offsets = np.concatenate([[0], np.cumsum([len(cuts) for cuts in thresholds])]).astype(np.int32)
    return CandidatePool(
        codes, np.concatenate(thresholds), offsets, problem.feature_names, False, tuple(notes)
    )


def _cuts(column: np.ndarray) -> np.ndarray:
    """Thresholds that split `column` between neighbouring distinct values, rising."""
    known = np.unique(column[~np.isnan(column)])
    if len(known) == 0:
        return known
    low, high = known[:-1], known[1:]
    middle = low / 2 + high / 2
    # Between neighbouring floats the midpoint rounds up to the higher value, which would split nothing off.
    cuts = np.where(middle < high, np.maximum(middle, low), low)
    if np.isnan(column).any():
        below = known[:1] - np.maximum(1.0, np.abs(known[:1]))  # empty when every value is missing
        cuts = np.concatenate([below, cuts])
    return cuts
