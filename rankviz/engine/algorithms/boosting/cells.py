"""RankBoost+'s D where grades imply the pairs and many items are alike: by cells of items, no pair is stored.

A cell holds the items of one query and grade on which all candidates agree; they have one score, and one weight towards
every other item. So D is known from the cells' scores g and from Φ, which gathers ln cosh η of the rankers in use:
D ∝ e^{−g(x)} e^{g(y)} exp(−Σ |Φ(x) − Φ(y)|), from (22)–(24) of RB+ (RankViz's own; docs/mathematics.md).
"""

from __future__ import annotations

import math

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import Epsilons, pack_outputs
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.problem_checks import MAX_PAIRS
from rankviz.engine.kernels import cells as kernels

DEARER = 10.0
"""The time of a pair of cells relative to that of a stored pair of items, by benchmarks/cells.py."""
WORTH = 20_000
"""Pairs below which they are stored: both ways take no time."""


class Cells:
    """The cells of a problem's items under a pool of candidates.

    Attributes
    ----------
    of : (n,) the cell of each item.
    one : (C,) an item of each cell.
    count : (C,) the number of items in each cell.
    group_start, query_start : where each grade of a query, and each query, begins (see kernels/cells.py).
    """

    def __init__(self, problem: Problem, codes: np.ndarray) -> None:
        keys = np.vstack([codes, _ranks(problem.known_grades), problem.qid])  # the last row sorts first
        order = np.lexsort(keys)
        sorted_ = keys[:, order]
        new = np.concatenate([[True], (sorted_[:, 1:] != sorted_[:, :-1]).any(axis=0)])
        self.of = np.empty(problem.n_items, dtype=np.intp)
        self.of[order] = np.cumsum(new) - 1
        self.one = order[new]
        self.count = np.bincount(self.of).astype(float)
        query, grade = problem.qid[self.one], problem.known_grades[self.one]
        group = np.concatenate([[True], (query[1:] != query[:-1]) | (grade[1:] != grade[:-1])])
        begins = np.flatnonzero(group)
        self.group_start = np.concatenate([begins, [len(self.one)]])
        self.query_start = np.searchsorted(query[begins], np.arange(problem.n_queries + 1))

    def pairs(self) -> int:
        """Return how many pairs of cells have a critical pair."""
        of_query, of_grade = np.diff(self.group_start[self.query_start]), np.diff(self.group_start)
        return (int((of_query**2).sum()) - int((of_grade**2).sum())) // 2


def _ranks(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1]


def cells_if_cheaper(problem: Problem, pool: CandidatePool) -> Cells | None:
    """Return the cells where D is faster by cells than pair by pair, or where its pairs cannot be listed; else None."""
    if problem.explicit_pairs is not None or problem.n_pairs < WORTH:
        return None
    if problem.n_pairs > MAX_PAIRS:
        return Cells(problem, pool.codes)
    for codes in (_fingerprints(pool.codes), pool.codes):
        found = Cells(problem, codes)
        if found.pairs() * DEARER > problem.n_pairs:
            return None
    return found


def _fingerprints(codes: np.ndarray) -> np.ndarray:
    """(1, n) int64, equal where items have the same codes (d, n), and almost always different where they differ."""
    found = np.zeros((1, codes.shape[1]), dtype=np.int64)
    for code, factor in zip(codes, np.random.default_rng(0).integers(2**62, size=len(codes)), strict=True):
        found += code * factor  # modulo 2⁶⁴
    return found


class CellDistribution:
    """D_t of RankBoost+ by cells, as `Distribution`. A step is along one ranker of the pool, with a finite α."""

    empty = False

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        size = len(cells.one)
        self._score, self._phi = np.zeros(size), np.zeros((size, 8))
        self._chains: list[list[np.ndarray]] = []
        self._column: dict[bytes, int] = {}
        self._as_higher, self._as_lower = np.empty(size), np.empty(size)
        self._log_total = 0.0
        self._sum()

    def potential(self) -> np.ndarray:
        return ((self._as_higher - self._as_lower) / self._cells.count)[self._cells.of]

    def epsilons(self, h: np.ndarray) -> Epsilons:
        return kernels.epsilons(*self._state(), h[self._cells.one])

    def all_epsilons(self, codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        found = np.empty((offsets[-1], 3))
        for f in range(len(codes)):
            for j in range(offsets[f], offsets[f + 1]):
                found[j] = self.epsilons((codes[f] > j - offsets[f]).astype(np.uint8))
        return found

    def line(self, h: np.ndarray) -> None:
        return None

    def tied(self, outputs: np.ndarray) -> np.ndarray:
        """ε⁰ (k,) of several rankers at once, outputs (k, n) uint8."""
        found = np.empty(len(outputs))
        kernels.tied_many(*self._state(), pack_outputs(outputs[:, self._cells.one]), found)
        return found

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        """Multiply by ω (25) and divide by Z: here a tied pair keeps its weight, and the others lose the tie factor."""
        assert math.isfinite(alpha) and z > 0.0
        mine = h[self._cells.one]
        self._score += alpha * mine
        column = self._column_of(mine)  # this may enlarge Φ
        self._phi[:, column] += log_tie_factor * mine
        self._log_total += math.log(z) - log_tie_factor
        self._sum()

    def _state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, int, float]:
        cells = self._cells
        return (
            cells.group_start,
            cells.query_start,
            cells.count,
            self._score,
            self._phi,
            len(self._chains),
            self._log_total,
        )

    def _sum(self) -> None:
        """Recompute the cells' sums and scale D to sum to 1."""
        total = kernels.potential(*self._state(), self._as_higher, self._as_lower)
        self._log_total += math.log(total)
        self._as_higher /= total
        self._as_lower /= total

    def _column_of(self, h: np.ndarray) -> int:
        """Return the column of Φ of a ranker: of the first chain in which each ranker contains the next, h included."""
        name = h.tobytes()
        if name not in self._column:
            nested = (all((h <= o).all() or (h >= o).all() for o in chain) for chain in self._chains)
            column = next((k for k, fits in enumerate(nested) if fits), len(self._chains))
            if column == len(self._chains):
                self._chains.append([])
            if column == self._phi.shape[1]:
                self._phi = np.hstack([self._phi, np.zeros_like(self._phi)])
            self._chains[column].append(h)
            self._column[name] = column
        return self._column[name]
