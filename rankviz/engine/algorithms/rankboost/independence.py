"""Linear independence of weak rankers, decided in item space.

A ranker's pair column is M = B h with B the pair-incidence matrix, and B v = 0 exactly when v is constant on
every connected component of the pair graph. So pair columns depend on each other exactly as the item vectors
do once each is centred per component: n numbers per ranker instead of m (MATH.md 2).
"""

from itertools import pairwise

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels.libraries import solve_upper

TOLERANCE = 1e-8
"""A vector whose part outside the span is this small, relative to its length, is in the span."""


class Span:
    """A growing set of independent weak rankers: an orthonormal basis of their centred item vectors."""

    tests = True
    """False where every ranker is accepted without a test."""

    def __init__(self, problem: Problem) -> None:
        count, self._component = problem.components()
        self._size = np.bincount(self._component, minlength=count)
        self._grouped = np.argsort(self._component, kind="stable")
        self._first = np.concatenate([[0], np.cumsum(self._size)[:-1]])
        self.capacity = problem.n_items - count
        self._basis = np.empty((problem.n_items, 8))
        self._triangle = np.zeros((8, 8))
        self.rank = 0
        self._last: tuple[np.ndarray, int, np.ndarray, np.ndarray, np.ndarray] | None = None

    def centred(self, h: np.ndarray) -> np.ndarray:
        """The item vector (n,) minus its mean on each component of the pair graph."""
        h = np.asarray(h, dtype=np.float64)
        means = np.bincount(self._component, weights=h, minlength=len(self._size)) / self._size
        return h - means[self._component]

    def _parts(self, h: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """h centred, its coordinates in the basis, and the rest; cached, because a newcomer is tested twice."""
        last = self._last
        if last is None or last[1] != self.rank or not np.array_equal(last[0], h):
            v = self.centred(h)
            self._last = last = (h.copy(), self.rank, v, *self._project(v))
        return last[2:]

    def _project(self, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        basis = self._basis[:, : self.rank]
        along = basis.T @ v
        rest = v - basis @ along
        again = basis.T @ rest  # a second pass keeps the basis orthogonal to rounding
        return along + again, rest - basis @ again

    def coefficients(self, h: np.ndarray) -> np.ndarray | None:
        """β (rank,) with h = Σ β_s h_s on every pair, or None when h is independent of the set."""
        v, along, rest = self._parts(h)
        if np.linalg.norm(rest) > TOLERANCE * max(float(np.linalg.norm(v)), 1e-300):
            return None
        return solve_upper(self._triangle[: self.rank, : self.rank], along)

    def coefficients_of(self, outputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For rankers with outputs (k, n): which depend on the set (k,) bool, and β (dependent, rank) of those."""
        sums = np.add.reduceat(outputs[:, self._grouped], self._first, axis=1, dtype=np.float64)
        v = outputs - (sums / self._size)[:, self._component]
        basis = self._basis[:, : self.rank]
        along = v @ basis
        if self.rank == self.capacity:
            dependent = np.ones(len(v), dtype=bool)
        else:
            rest = np.linalg.norm(v - along @ basis.T, axis=1)
            dependent = rest <= TOLERANCE * np.maximum(np.linalg.norm(v, axis=1), 1e-300)
        triangle = self._triangle[: self.rank, : self.rank]
        return dependent, solve_upper(triangle, along[dependent].T).T

    def lengths(self, pool: CandidatePool) -> np.ndarray:
        """|centred h|² (N,) of every candidate; exactly 0 for one that is constant on every component.

        A component of `size` items of which `ones` have output 1 adds ones (size − ones) / size.
        """
        shared = self._size > 1
        row = (np.cumsum(shared) - 1)[self._component]
        inside = np.flatnonzero(shared[self._component])
        size = self._size[shared][:, None]
        found = np.empty(len(pool))
        for f, (first, last) in enumerate(pairwise(pool.offsets)):
            bins = last - first + 1
            counts = np.bincount(row[inside] * bins + pool.codes[f, inside], minlength=len(size) * bins)
            zeros = np.cumsum(counts.reshape(-1, bins), axis=1)[:, :-1]
            found[first:last] = (zeros * (size - zeros) / size).sum(axis=0)
        return found

    def same_order(self, h: np.ndarray, others: np.ndarray) -> np.ndarray:
        """(k,) bool: which of `others` (k, n) order every pair exactly as h (n,) does."""
        _, first = np.unique(self._component, return_index=True)
        anchor = first[self._component]
        difference = others.astype(np.int8) - h.astype(np.int8)
        return (difference == difference[:, anchor]).all(axis=1)

    @property
    def newest(self) -> np.ndarray:
        """(n,) the basis vector added last: the part of the newest ranker outside the span of the others."""
        return self._basis[:, self.rank - 1]

    def add(self, h: np.ndarray) -> bool:
        """Add the ranker when it is independent of the set; return whether it was."""
        v, along, rest = self._parts(h)
        length = np.linalg.norm(rest)
        if length <= TOLERANCE * max(float(np.linalg.norm(v)), 1e-300):
            return False
        k = self.rank
        if k == self._basis.shape[1]:
            room = np.empty((len(v), 2 * k))
            room[:, :k] = self._basis
            self._basis = room
            triangle = np.zeros((2 * k, 2 * k))
            triangle[:k, :k] = self._triangle
            self._triangle = triangle
        self._basis[:, k] = rest / length
        self._triangle[:k, k] = along
        self._triangle[k, k] = length
        self.rank = k + 1
        return True


class Untested(Span):
    """A span that takes each ranker as independent: Algorithm 1 unchanged, with F2 (22) over all rankers in use."""

    tests = False

    def coefficients(self, h: np.ndarray) -> None:
        return None

    def add(self, h: np.ndarray) -> bool:
        self.rank += 1
        return True


def span_of(problem: Problem, *, independent: bool) -> Span:
    """Return the empty set that tests what joins it, or accepts everything."""
    return Span(problem) if independent else Untested(problem)
