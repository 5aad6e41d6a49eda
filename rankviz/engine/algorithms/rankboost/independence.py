"""Linear independence of weak rankers, decided in item space.

A ranker's pair column is M = B h with B the pair-incidence matrix, and B v = 0 exactly when v is constant on
every connected component of the pair graph. So pair columns depend on each other exactly as the item vectors
do once each is centred per component: n numbers per ranker instead of m (MATH.md 2).
"""

import math
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
        self._basis = np.empty((8, problem.n_items))  # a row per vector
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
        basis = self._basis[: self.rank]
        along = basis @ v
        rest = v - along @ basis
        again = basis @ rest  # a second pass keeps the basis orthogonal to rounding
        return along + again, rest - again @ basis

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
        basis = self._basis[: self.rank]
        along = v @ basis.T
        if self.rank == self.capacity:
            dependent = np.ones(len(v), dtype=bool)
        else:
            rest = np.linalg.norm(v - along @ basis, axis=1)
            dependent = rest <= TOLERANCE * np.maximum(np.linalg.norm(v, axis=1), 1e-300)
        triangle = self._triangle[: self.rank, : self.rank]
        return dependent, solve_upper(triangle, along[dependent].T).T

    def lengths(self, pool: CandidatePool) -> np.ndarray:
        """|centred h|² (N,) of every candidate; exactly 0 for one that is constant on every component.

        A component of `size` items of which `ones` have output 1 adds ones (size − ones) / size.
        """
        shared = self._size > 1
        inside = np.flatnonzero(shared[self._component])
        row = (np.cumsum(shared) - 1)[self._component[inside]]
        size = self._size[shared][:, None]
        share = 1.0 / size[:, 0]
        found = np.empty(len(pool))
        for f, (first, last) in enumerate(pairwise(pool.offsets)):
            bins = last - first + 1
            counts = np.bincount(row * bins + pool.codes[f, inside], minlength=len(size) * bins)
            zeros = np.cumsum(counts.reshape(-1, bins)[:, :-1], axis=1)
            found[first:last] = share @ (zeros * (size - zeros))
        return found

    def same_order(self, h: np.ndarray, others: np.ndarray) -> np.ndarray:
        """(k,) bool: which of `others` (k, n) order every pair exactly as h (n,) does."""
        _, first = np.unique(self._component, return_index=True)
        anchor = first[self._component]
        difference = others.astype(np.int8) - h.astype(np.int8)
        return (difference == difference[:, anchor]).all(axis=1)

    def newest(self, outputs: np.ndarray) -> np.ndarray:
        """(n,) the part of the newest ranker outside the span of the others, of length 1; outputs (rank, n) uint8."""
        return self._basis[self.rank - 1]

    def add(self, h: np.ndarray) -> bool:
        """Add the ranker when it is independent of the set; return whether it was."""
        v, along, rest = self._parts(h)
        length = np.linalg.norm(rest)
        if length <= TOLERANCE * max(float(np.linalg.norm(v)), 1e-300):
            return False
        self._basis = _with_room(self._basis, self.rank)
        self._basis[self.rank] = rest / length
        self._append(along, float(length))
        return True

    def _append(self, along: np.ndarray, length: float) -> None:
        """Add a column to the triangle: the newcomer's coordinates, and the length of its part outside the span."""
        k = self.rank
        self._triangle = _with_room(_with_room(self._triangle, k).T, k).T
        self._triangle[:k, k], self._triangle[k, k] = along, length
        self.rank = k + 1


def _with_room(rows: np.ndarray, used: int) -> np.ndarray:
    """Return the array, or one of twice as many rows with the same values, if all are used."""
    return rows if used < len(rows) else np.concatenate([rows, np.zeros_like(rows)])


COUNTED_FROM = 2_000
"""Items from which counts prove independence faster than a basis does."""

CLEAR = 1e-6
"""The share of a ranker's squared length outside the span that counts may prove, beyond all rounding."""


class CountedSpan(Span):
    """A span over many items: counts of items prove that a ranker is independent; a basis is made when one proof fails.

    Two centred vectors have the inner product |h ∧ h'| − Σ |h| |h'| / size, the sum over the components. From these
    Cholesky's method computes the part of a ranker outside the span, with an error that is bounded (`_proof`).
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._shared = np.flatnonzero(self._size > 1)
        self._inside = (self._size > 1)[self._component]
        self._bits = np.zeros((8, -(-problem.n_items // 64)), dtype=np.uint64)
        self._counts = np.zeros((8, len(self._shared)))
        self._has_basis = False
        self._proved: tuple[np.ndarray, int, np.ndarray, np.ndarray, np.ndarray, float] | None = None

    def coefficients(self, h: np.ndarray) -> np.ndarray | None:
        if self._proves(h):
            return None
        self._make_basis()
        return super().coefficients(h)

    def coefficients_of(self, outputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self._make_basis()
        return super().coefficients_of(outputs)

    def newest(self, outputs: np.ndarray) -> np.ndarray:
        if self._has_basis:
            return super().newest(outputs)
        k = self.rank - 1
        beta = np.append(-solve_upper(self._triangle[:k, :k], self._triangle[:k, k]), 1.0)
        blocks = [outputs[:, first : first + 4096] for first in range(0, outputs.shape[1], 4096)]
        return self.centred(np.concatenate([beta @ block for block in blocks])) / self._triangle[k, k]

    def add(self, h: np.ndarray) -> bool:
        if not self._proves(h):
            self._make_basis()
            return super().add(h)
        assert self._proved is not None
        k, (_, _, bits, counts, along, length) = self.rank, self._proved
        self._bits, self._counts = _with_room(self._bits, k), _with_room(self._counts, k)
        self._bits[k], self._counts[k] = bits, counts
        self._append(along, length)
        return True

    def _proves(self, h: np.ndarray) -> bool:
        """Return whether counts prove that h is independent of the set; what they gave is in `_proved`."""
        if self._has_basis:
            return False
        last = self._proved
        if last is None or last[1] != self.rank or not np.array_equal(last[0], h):
            bits, counts = self._packed(h), self._count(h)
            self._proved = last = (h.copy(), self.rank, bits, counts, *self._proof(bits, counts))
        return last[5] > 0.0

    def _proof(self, bits: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, float]:
        """A ranker's coordinates, and its length outside the span; 0 where rounding may hide a dependence."""
        k, size = self.rank, self._size[self._shared]
        triangle = self._triangle[:k, :k]
        both = np.bitwise_count(self._bits[:k] & bits).sum(axis=1, dtype=np.int64)
        along = solve_upper(triangle, both - self._counts[:k] @ (counts / size), transposed=True)
        square = float(counts @ (1.0 - counts / size))
        outside = square - float(along @ along)
        # Σ β_s h_s is nearest to h. Each product, and each step of Cholesky's method (Higham, ch. 10), is off by no
        # more than its number of terms times u √|h| √|h'|.
        beta, ones = np.abs(solve_upper(triangle, along)), np.sqrt(self._counts[:k].sum(axis=1))
        reach = math.sqrt(counts.sum()) + float(beta @ ones)
        surely = outside - 8.0 * (k + len(size) + 4) * float(np.finfo(float).eps) * reach * reach
        return along, math.sqrt(outside) if surely > CLEAR * square else 0.0

    def _count(self, h: np.ndarray) -> np.ndarray:
        """The items of each component that h is 1 on, of the components with more than one item."""
        return np.bincount(self._component, h, len(self._size))[self._shared]

    def _packed(self, h: np.ndarray) -> np.ndarray:
        bits = np.zeros(self._bits.shape[1] * 8, dtype=np.uint8)
        packed = np.packbits((h != 0) & self._inside)
        bits[: len(packed)] = packed
        return bits.view(np.uint64)

    def _make_basis(self) -> None:
        """Make the basis of the members so far; from now on all is computed by it."""
        if self._has_basis:
            return
        self._has_basis = True
        members, self.rank = self._bits[: self.rank].view(np.uint8), 0
        for bits in members:
            super().add(np.unpackbits(bits, count=len(self._component)))
        self._bits, self._counts = self._bits[:0], self._counts[:0]


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
    if not independent:
        return Untested(problem)
    return CountedSpan(problem) if problem.n_items >= COUNTED_FROM else Span(problem)
