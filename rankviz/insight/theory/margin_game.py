"""ρ, the largest margin that any weights λ reach: the value of the game M between rankers and pairs (SM section 4.2).

ρ = max over λ ≥ 0, Σλ = 1 of the smallest pair margin min_i (Mλ)_i = min over distributions d of the best edge
max_j (dᵀM)_j (SM (3)). A linear program gives both, but on all m pairs and N rankers it would need M. So both sides
are grown: a small game is solved exactly, then each side answers with its best replies from the whole problem, the
rankers by one scan of the pool, the pairs by one pass over their scores. When no reply is better than the value, the
value is ρ, and λ and d prove it to each other: min_i (Mλ)_i ≤ ρ ≤ max_j (dᵀM)_j.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.kernels import libraries
from rankviz.engine.kernels import measure as kernels
from rankviz.engine.kernels.scan import scan

GAP = 1e-9
"""The largest difference of the two sides of the proof."""

REPLIES = 48
"""Most pairs that join in one step; of the rankers, the best of each feature joins."""

DIGITS = 12
"""Margins that agree in so many decimals are equal: rounding, which differs between machines, stays below."""

MAX_STEPS = 2_000


@dataclass(frozen=True, eq=False)
class Game:
    """The solved game.

    Attributes
    ----------
    rho : the value ρ of the game: the smallest margin that `weights` reach.
    above : the best edge any ranker has on `pair_weights`: ρ lies between `rho` and this, at most 1e-9 apart.
    rankers, weights : (k,) the rankers, and their λ (Σ|λ| = 1; ≥ 0 unless `signed`).
    pairs, pair_weights : (l,) places of pairs in `problem.pairs`, and their d > 0, heaviest first: the hardest pairs.
    signed : weights could be negative, so that every ranker could also be used in reverse.
    """

    rho: float
    above: float
    rankers: np.ndarray
    weights: np.ndarray
    pairs: np.ndarray
    pair_weights: np.ndarray
    signed: bool

    @property
    def separable(self) -> bool:
        """True when some weights order every pair: ρ > 0."""
        return self.rho > GAP

    @property
    def level(self) -> float:
        """ρ for display: 0 where ρ differs from 0 by no more than the proof leaves open."""
        return self.rho if abs(self.rho) > GAP else 0.0


def solve(problem: Problem, pool: CandidatePool, signed: bool = False) -> Game:
    """Find ρ and the optimal λ and d, over all pairs of the problem and all rankers of the pool.

    Raises DataError beyond `problem.MAX_PAIRS` pairs, or when the solver gives up.
    """
    table = _Table(problem, pool, signed)
    rows, columns = table.replies(np.zeros(problem.n_items)), table.best(table.uniform())[0]
    for _ in range(MAX_STEPS):
        weights, d = _solve_small(table.entries(rows, columns), signed)
        scores = weights @ pool.outputs(np.array(columns))
        found, above = table.best(table.potential(rows, d))
        worse = table.replies(scores)
        rho = table.least
        if above - rho <= GAP:
            return _solution(rho, above, columns, weights, rows, d, signed)
        new_rows = [row for row in worse if row not in rows]
        new_columns = [column for column in found if column not in columns]
        if not new_rows and not new_columns:
            break
        rows, columns = rows + new_rows, columns + new_columns
    raise DataError(
        f"The solver left ρ between {rho:.9f} and {above:.9f}",
        remedy="Choose fewer items or coarser features",
    )


class _Table:
    """The whole matrix M, never stored: its best replies and the entries of a small part of it."""

    def __init__(self, problem: Problem, pool: CandidatePool, signed: bool) -> None:
        self.problem, self.pool, self.signed = problem, pool, signed
        self.start, self.lower = problem.by_higher
        self.s = np.empty(problem.n_pairs)
        self.edge = np.empty(len(pool))
        self.least = 0.0

    def uniform(self) -> np.ndarray:
        """Return π (n,) of the uniform distribution on the pairs."""
        n, m = self.problem.n_items, self.problem.n_pairs
        as_lower = np.bincount(self.lower, minlength=n)
        return (np.diff(self.start) - as_lower) / m

    def potential(self, rows: list[int], d: np.ndarray) -> np.ndarray:
        """Return π (n,) of a distribution d on some pairs."""
        higher, lower = self.problem.pairs[rows].T
        n = self.problem.n_items
        return np.bincount(higher, d, n) - np.bincount(lower, d, n)

    def best(self, potential: np.ndarray) -> tuple[list[int], float]:
        """Return (the best ranker of each feature, the largest edge of all)."""
        scan(self.pool.codes, self.pool.offsets, potential, self.edge)
        edge = np.abs(self.edge) if self.signed else self.edge
        first = self.pool.offsets[:-1][np.diff(self.pool.offsets) > 0]
        found = [int(a + np.argmax(edge[a:b])) for a, b in zip(first, [*first[1:], len(edge)], strict=True)]
        return found, float(edge.max())

    def replies(self, scores: np.ndarray) -> list[int]:
        """Return the pairs of smallest margin, worst first, among equal ones the first; `least` is the margin itself.

        There are many optimal d: the one found must depend only on the data, not on the order in which a machine's
        vector instructions leave equal margins, or on their last digit.
        """
        kernels.pair_scores(self.start, self.lower, scores, self.s)
        self.least = float(self.s.min())
        count = min(REPLIES, len(self.s))
        size = np.round(self.s, DIGITS)
        among = np.flatnonzero(size <= np.partition(size, count - 1)[count - 1])
        return [int(i) for i in among[np.argsort(size[among], kind="stable")][:count]]

    def entries(self, rows: list[int], columns: list[int]) -> np.ndarray:
        """M (|rows|, |columns|)."""
        h = self.pool.outputs(np.array(columns)).astype(np.float64)
        higher, lower = self.problem.pairs[rows].T
        return (h[:, higher] - h[:, lower]).T


def _solve_small(M: np.ndarray, signed: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return (λ, d) of the game M: max ρ with Mλ ≥ ρ and Σ|λ| = 1; d are the dual values of Mλ ≥ ρ."""
    both = np.hstack([M, -M]) if signed else M
    weights, d = libraries.mixtures(both)
    if signed:
        weights = weights[: M.shape[1]] - weights[M.shape[1] :]
    size = float(np.abs(weights).sum())
    # A ranker with the same weight as its own reverse leaves only rounding: then λ = 0, whose margin 0 is the value.
    return (weights / size if size > GAP else np.zeros_like(weights)), d


def _solution(
    rho: float,
    above: float,
    columns: list[int],
    weights: np.ndarray,
    rows: list[int],
    d: np.ndarray,
    signed: bool,
) -> Game:
    used, hard = np.flatnonzero(weights), np.flatnonzero(d)
    used = used[np.argsort(-np.abs(weights[used]), kind="stable")]
    hard = hard[np.argsort(-d[hard], kind="stable")]
    return Game(rho, above, np.array(columns)[used], weights[used], np.array(rows)[hard], d[hard], signed)
