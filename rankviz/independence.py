"""Linear independence of weak rankers, decided in item space.

A ranker's pair column is M = B h with B the pair-incidence matrix, and B v = 0 exactly when v is constant on
every connected component of the pair graph. So pair columns depend on each other exactly as the item vectors
do once each is centred per component: n numbers a ranker instead of m (MATH.md 2).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular

from rankviz.problem import Problem

TOLERANCE = 1e-8
"""A vector whose part outside the span is this small, relative to its length, lies in the span."""


class Span:
    """A growing set of independent weak rankers: an orthonormal basis of their centred item vectors."""

    def __init__(self, problem: Problem) -> None:
        count, self._component = problem.components()
        self._size = np.bincount(self._component, minlength=count)
        self.capacity = problem.n_items - count
        self._basis = np.empty((problem.n_items, 8))
        self._triangle = np.zeros((8, 8))
        self.rank = 0

    def centred(self, h: np.ndarray) -> np.ndarray:
        """The item vector (n,) minus its mean on each component of the pair graph."""
        h = np.asarray(h, dtype=np.float64)
        means = np.bincount(self._component, weights=h, minlength=len(self._size)) / self._size
        return h - means[self._component]

    def _project(self, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        basis = self._basis[:, : self.rank]
        along = basis.T @ v
        rest = v - basis @ along
        again = basis.T @ rest  # a second pass keeps the basis orthogonal to rounding
        return along + again, rest - basis @ again

    def coefficients(self, h: np.ndarray) -> np.ndarray | None:
        """β (rank,) with h = Σ β_s h_s on every pair, or None when h is independent of the set."""
        v = self.centred(h)
        along, rest = self._project(v)
        if np.linalg.norm(rest) > TOLERANCE * max(float(np.linalg.norm(v)), 1e-300):
            return None
        return solve_triangular(self._triangle[: self.rank, : self.rank], along, check_finite=False)

    def same(self, h: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Which of `others` (k, n) order every pair exactly as h (n,) does: (k,) bool."""
        _, first = np.unique(self._component, return_index=True)
        anchor = first[self._component]
        difference = others.astype(np.int8) - h.astype(np.int8)
        return (difference == difference[:, anchor]).all(axis=1)

    @property
    def newest(self) -> np.ndarray:
        """(n,) the basis vector added last: what the newest ranker has that the others have not."""
        return self._basis[:, self.rank - 1]

    def add(self, h: np.ndarray) -> bool:
        """Add the ranker when it is independent of the set; say whether it was."""
        v = self.centred(h)
        along, rest = self._project(v)
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
