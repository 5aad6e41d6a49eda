"""The cost of different scores within one grade and query: QB section 4 leaves open how to learn from ties."""

import numpy as np

from rankviz.engine.algorithms.qbrank.losses import Errors, Evaluation, sum_errors
from rankviz.engine.data.problem import Problem

ROUNDING = 8.0 * float(np.finfo(np.float64).eps)
"""The share of a score by which equal ones may differ, as their trees' values are added up in another order."""


class TiedGrades:
    """½ Σ (h(x) − h(y))² over the pairs of one query and one grade, from group means: no pair is listed.

    In a group of k items the sum is ½ k Σ (h − mean)². Its Hessian k I − 11ᵀ is at most k I, which is below the
    diag(2, 2) of each pair, 2 (k − 1) in all, as soon as k ≥ 2.
    """

    def __init__(self, problem: Problem) -> None:
        _, first, group, size = np.unique(
            np.column_stack([problem.qid, problem.known_grades]),
            axis=0,
            return_index=True,
            return_inverse=True,
            return_counts=True,
        )
        self._first = first[group.ravel()]
        self._group, self._size = group.ravel(), size.astype(np.float64)
        together = self._size[self._group]
        self.rows = together - 1.0
        self.bound = np.where(together > 1.0, together, 0.0)
        self.terms = len(together)

    def evaluate(self, h: np.ndarray) -> Evaluation:
        apart = self._apart(h)
        return Evaluation(0.5 * float(self.bound @ (apart * apart)), self.bound * apart, self.rows)

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        at, step = self.evaluate(h), self._apart(g)
        return at.value, float(at.gradient @ step), float(self.bound @ (step * step))

    def errors(self, h: np.ndarray) -> Errors:
        apart = np.abs(self._apart(h))
        size = np.full(len(h), 4.0 * float(np.abs(h).max(initial=0.0)) * self._size.max(initial=1.0))
        return sum_errors(
            self.terms, 0.5 * float(self.bound @ apart**2), self.bound * apart, size, self.bound
        )

    def _apart(self, h: np.ndarray) -> np.ndarray:
        """(n,) each item's score minus the mean of its group; 0 where it is within the rounding of the score."""
        apart = h - h[self._first]
        apart -= (np.bincount(self._group, apart, len(self._size)) / self._size)[self._group]
        return np.where(np.abs(apart) <= ROUNDING * np.abs(h), 0.0, apart)
