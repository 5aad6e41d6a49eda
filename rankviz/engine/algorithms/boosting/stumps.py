"""The candidate pool: every weak ranker a run may pick, binned so that one pass scores a whole feature.

A stump is 1 where feature > threshold. Its thresholds lie only *between* distinct values, so the split that
is scored is the split that is made. A missing value lies below all known ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rankviz.engine.algorithms.boosting.region import Condition, Region
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import first_of
from rankviz.engine.kernels.binning import bin_codes
from rankviz.engine.number_format import counted
from rankviz.engine.threads import in_order

BLOCK = 8
"""Columns copied out of the rows together: eight numbers fill a cache line."""

LARGE = 2_000_000
"""Feature values from which on several threads search for thresholds."""

CONSTANT = "constant"
"""The name of the ranker that is 1 on every item."""


@dataclass(frozen=True)
class Stump:
    """The ranker that is 1 where a feature is above a threshold."""

    feature: int
    threshold: float

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(k,) uint8: its output on items X (k, d), NaN for missing."""
        return (X[:, self.feature] > self.threshold).astype(np.uint8)


@dataclass(frozen=True)
class Constant:
    """The ranker that is 1 on every item."""

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(k,) uint8: its output on items X (k, d)."""
        return np.ones(len(X), dtype=np.uint8)


@dataclass(frozen=True, eq=False, repr=False)
class CandidatePool:
    """Weak rankers over the items of one problem, ordered by feature and then by threshold.

    Attributes
    ----------
    codes : (d, n) uint8, the bin of each item on each feature; ranker `k` of a feature is 1 where code > k.
    thresholds : (N,) float64, one per ranker.
    offsets : (d + 1,) int32; feature f has the rankers offsets[f] … offsets[f + 1] − 1.
    names : feature names, or names of the rankers when `named`.
    named : the rankers are a given 0/1 table rather than stumps.
    notes : sentences for the user, such as which thresholds were sampled.
    constant : the last ranker before those added is not a stump but 1 on every item (see :meth:`with_constant`).
    splits_missing : the rankers that separate known values from missing ones: 1 on every known value, however low.
    regions : the last rankers are these, each with its own row of `codes` and name (see `boosting.regions`).
    mirrored : number of last rows of `codes` whose rankers are 1 where feature ≤ threshold (see :meth:`with_mirrored`).

    Of the two kinds that are added, a pool has one.
    """

    codes: np.ndarray
    thresholds: np.ndarray
    offsets: np.ndarray
    names: tuple[str, ...]
    named: bool
    notes: tuple[str, ...] = ()
    constant: bool = False
    splits_missing: frozenset[int] = frozenset()
    regions: tuple[Region, ...] = ()
    mirrored: int = 0

    def __len__(self) -> int:
        return len(self.thresholds)

    def __repr__(self) -> str:
        return f"<CandidatePool: {len(self):,} weak rankers>"

    @cached_property
    def feature(self) -> np.ndarray:
        """(N,) int32: the feature of each ranker."""
        return np.repeat(np.arange(len(self.names), dtype=np.int32), np.diff(self.offsets))

    def with_constant(self) -> CandidatePool:
        """Return the same rankers plus a last one that is 1 on every item and orders no pair.

        What is added comes after that ranker, so the pool must have none of it yet.
        """
        assert not self._added
        ones = np.ones((1, self.codes.shape[1]), dtype=np.uint8)
        return replace(
            self,
            codes=np.concatenate([self.codes, ones]),
            thresholds=np.append(self.thresholds, 0.0),
            offsets=np.append(self.offsets, self.offsets[-1] + 1).astype(np.int32),
            names=(*self.names, CONSTANT),
            constant=True,
        )

    def without_constant(self) -> CandidatePool:
        """Return all rankers except the one that is 1 on every item."""
        if not self.constant:
            return self
        place = len(self.names) - self._added - 1
        return replace(
            self,
            codes=np.delete(self.codes, place, axis=0),
            thresholds=np.delete(self.thresholds, self.offsets[place]),
            offsets=np.concatenate([self.offsets[: place + 1], self.offsets[place + 2 :] - 1]).astype(
                np.int32
            ),
            names=(*self.names[:place], *self.names[place + 1 :]),
            constant=False,
        )

    def with_mirrored(self) -> CandidatePool:
        """Return the same rankers and, after them, 1 − h for each stump or named ranker h: 1 where feature ≤ threshold.

        Inside a feature the thresholds of these fall, so that the bins of an item are its old ones, counted from above.
        """
        assert not self._added
        stumps = self.without_constant()
        counts = np.diff(stumps.offsets)
        return replace(
            self,
            codes=np.concatenate([self.codes, counts[:, None].astype(np.uint8) - stumps.codes]),
            thresholds=np.concatenate(
                [self.thresholds, *map(np.flip, np.split(stumps.thresholds, stumps.offsets[1:-1]))]
            ),
            offsets=np.concatenate([self.offsets, self.offsets[-1] + stumps.offsets[1:]]).astype(np.int32),
            names=(*self.names, *stumps.names),
            mirrored=len(counts),
        )

    def without_added(self) -> CandidatePool:
        """Return the rankers before regions and mirrored ones, under the same indices."""
        if not self._added:
            return self
        rows = len(self.names) - self._added
        return replace(
            self,
            codes=self.codes[:rows],
            thresholds=self.thresholds[: self._first_added],
            offsets=self.offsets[: rows + 1],
            names=self.names[:rows],
            regions=(),
            mirrored=0,
        )

    @property
    def _added(self) -> int:
        """Number of rows of regions or mirrored rankers."""
        return len(self.regions) or self.mirrored

    @property
    def _first_added(self) -> int:
        """The first of the regions or mirrored rankers, or the number of all rankers where there are none."""
        return int(self.offsets[len(self.names) - self._added])

    def region(self, ranker: int) -> Region | None:
        """The region that this ranker is, also the region of one test that a mirrored ranker is; None for others."""
        if ranker < self._first_added:
            return None
        if self.regions:
            return self.regions[ranker - self._first_added]
        stump = self.mirror(ranker)
        feature = int(self.feature[stump])
        name = self.names[feature]
        text = f"not {name}" if self.named else f"{name} ≤ {self.thresholds[ranker]:.6g}"
        return Region((Condition(feature, self._cut(stump), False, text),))

    def mirror(self, ranker: int) -> int:
        """The stump h of a mirrored ranker 1 − h."""
        row = int(self.feature[ranker])
        feature = row - (len(self.names) - self.mirrored)
        return int(self.offsets[feature + 1] - 1 - (ranker - self.offsets[row]))

    def _cut(self, stump: int) -> float:
        """Return the threshold of a stump on any items."""
        # The threshold that separates missing values is below the training items', though not below all others.
        return -np.inf if stump in self.splits_missing else float(self.thresholds[stump])

    def with_notes(self, *sentences: str) -> CandidatePool:
        """Return the same rankers with more notes for the user."""
        return replace(self, notes=self.notes + sentences)

    def is_constant(self, ranker: int) -> bool:
        """Return whether the ranker is the one that is 1 on every item."""
        return self.constant and ranker == self._first_added - 1

    def output(self, ranker: int) -> np.ndarray:
        """(n,) uint8: the ranker's output on each item of the problem the pool was made from."""
        feature = self.feature[ranker]
        return (self.codes[feature] > ranker - self.offsets[feature]).view(np.uint8)

    def outputs(self, rankers: np.ndarray) -> np.ndarray:
        """(len(rankers), n) uint8: the outputs of several rankers."""
        feature = self.feature[rankers]
        return (self.codes[feature] > (rankers - self.offsets[feature])[:, None]).view(np.uint8)

    def alone(self, ranker: int) -> Stump | Region | Constant:
        """Return the ranker without the items of the pool."""
        if self.is_constant(ranker):
            return Constant()
        return self.region(ranker) or Stump(int(self.feature[ranker]), self._cut(ranker))

    def apply(self, ranker: int, X: np.ndarray) -> np.ndarray:
        """(k,) uint8: the ranker's output on other items, X (k, d) with NaN for missing."""
        return self.alone(ranker).apply(X)

    def describe(self, ranker: int) -> dict[str, str | float]:
        """Return the ranker as the Trace names it: {"feature", "threshold"}, or {"name"} where it has no threshold."""
        name, threshold = self.names[self.feature[ranker]], float(self.thresholds[ranker])
        if not self._bare(ranker):
            return {"feature": name, "threshold": threshold}
        exact = self.mirrored and not self.named and ranker >= self._first_added
        return {"name": f"{name} ≤ {threshold!r}" if exact else self.label(ranker)}

    def label(self, ranker: int) -> str:
        """Return the ranker in a few characters: ``f3 > 0.25``, ``f3 > 0.25 and f4 ≤ 1`` or ``h1``."""
        region, name = self.region(ranker), self.names[self.feature[ranker]]
        if region is not None:
            return region.label
        return name if self._bare(ranker) else f"{name} > {self.thresholds[ranker]:.6g}"

    def _bare(self, ranker: int) -> bool:
        """Return whether the ranker has a name and no threshold."""
        return self.named or self.is_constant(ranker) or self.region(ranker) is not None


def build_pool(problem: Problem, seed: int = 0) -> CandidatePool:
    """Return every candidate of `problem`: its 0/1 table as it is, else stumps, up to `problem.thresholds` per feature.

    Where a feature has more, a sample is drawn with `seed`, and the pool's notes say so.
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
    codes = np.empty((d, n), dtype=np.uint8)
    thresholds, parts, sampled = [], [], []
    for f, (column, known, missing) in enumerate(_columns(X)):
        count = max(len(known) - 1, 0) + (missing and len(known) > 0)
        places = np.arange(count)
        if count > problem.thresholds:
            sampled.append(problem.feature_names[f])
            places = np.sort(rng.choice(count, problem.thresholds, replace=False))
        cuts = _cuts(known, missing, places)
        bin_codes(column, cuts, codes[f])
        thresholds.append(cuts)
        parts.append(bool(missing and len(places) and places[0] == 0))
    offsets = np.concatenate([[0], np.cumsum([len(cuts) for cuts in thresholds])]).astype(np.int32)
    return CandidatePool(
        codes,
        np.concatenate(thresholds),
        offsets,
        problem.feature_names,
        False,
        (_sampled_in_words(sampled, problem.thresholds, seed),) if sampled else (),
        splits_missing=frozenset(offsets[:-1][parts].tolist()),
    )


def _sampled_in_words(names: list[str], most: int, seed: int) -> str:
    have = f"{len(names)} features have" if len(names) > 1 else "One feature has"
    each = " for each" if len(names) > 1 else ""
    return (
        f"{have} more than {counted(most, 'threshold')}, so a sample of {most} was drawn{each} "
        f"(seed {seed}): {first_of(names)}."
    )


def _columns(X: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, bool]]:
    """Yield each feature's values (n,), its distinct known values, and whether one is missing; in order.

    For large data several blocks are computed at once.
    """

    def block(first: int) -> list[tuple[np.ndarray, np.ndarray, bool]]:
        # A few columns are copied out of the rows at a time, which reads each row's memory once for all of them.
        columns = np.ascontiguousarray(X[:, first : first + BLOCK].T)
        return [(column, *_distinct(column)) for column in columns][::-1]

    spread = in_order if X.size >= LARGE else map
    for found in spread(block, range(0, X.shape[1], BLOCK)):
        while found:
            yield found.pop()  # free it: a feature may have as many values as items


def _distinct(column: np.ndarray) -> tuple[np.ndarray, bool]:
    rising = np.sort(column)  # NaN last
    known = rising[: len(rising) - int(np.isnan(rising).sum())]
    if len(known):
        new = np.empty(len(known), dtype=bool)
        new[0] = True
        np.not_equal(known[1:], known[:-1], out=new[1:])
        known = known[new]
    return known, len(rising) > 0 and bool(np.isnan(rising[-1]))


def _cuts(known: np.ndarray, missing: bool, places: np.ndarray) -> np.ndarray:
    """Return the thresholds at some places among all that split rising distinct values, first the one for missing."""
    gaps = places[places >= missing] - missing
    low, high = known[gaps], known[gaps + 1]
    middle = low / 2 + high / 2
    # Between neighbouring floats the midpoint rounds up to the higher value, which would split nothing off.
    cuts = np.where(middle < high, np.maximum(middle, low), low)
    if len(gaps) < len(places):
        below = known[:1] - np.maximum(1.0, np.abs(known[:1]))
        cuts = np.concatenate([below, cuts])
    return cuts
