"""The pairwise squared hinge ½ Σ max(0, h(y) − h(x) + τ)² over critical pairs, x above y (QB section 3)."""

import numpy as np

from rankviz.engine.algorithms.qbrank.losses import (
    UNIT,
    Errors,
    Evaluation,
    OverPairs,
    PairLoss,
    degrees,
    squared_hinge_term,
)
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import hinge as kernels
from rankviz.engine.kernels.by_score import by_score


def squared_hinge(problem: Problem, tau: float, by_grade: bool) -> PairLoss:
    """Return the squared hinge with margin `tau`, times the grade difference if `by_grade` and grades imply the pairs.

    Pairs given one by one carry no degree of preference: they all use `tau` itself.
    """
    if problem.explicit:
        return OverPairs(problem, squared_hinge_term(tau))
    return GradedHinge(problem, tau, by_grade)


class GradedHinge:
    """The squared hinge over the pairs that grades imply, from sorted scores: O(n log n), no pair is listed.

    With u = h − τ · grade, a margin of τ times the grade difference disappears: h(y) − h(x) + τ (l_x − l_y)
    = u(y) − u(x). One margin τ for all pairs is put into the lower items' scores instead.
    """

    def __init__(self, problem: Problem, tau: float, by_grade: bool) -> None:
        self._problem = problem
        self._shift = tau * problem.known_grades if by_grade else np.zeros(problem.n_items)
        self._margin = 0.0 if by_grade else tau
        self._rows = np.argsort(problem.qid, kind="stable")
        query_start = np.searchsorted(problem.qid[self._rows], np.arange(problem.n_queries + 1))
        level, levels = _levels(problem)
        self._queries = query_start, level, levels
        self._sums = np.empty((int(levels.max()) + 1, 6))
        degree = degrees(problem)
        self.bound, self.rows = 2.0 * degree, degree
        self.terms = 2 * problem.n_items + 16

    def evaluate(self, h: np.ndarray) -> Evaluation:
        slope, active = np.empty(len(h)), np.empty(len(h))
        order, a, b = self._sorted(h)
        value = kernels.gradient(order, order, *self._queries, a, b, self._sums, slope, active)
        return Evaluation(value, slope, active)

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        order, a, b = self._sorted(h)
        return kernels.along(order, order, *self._queries, a, b, g, self._sums)

    def errors(self, h: np.ndarray) -> Errors:
        """Bounds on the rounding errors: the kernels sum b², 2ab and a² apart, so rounding is of the size of a², b²."""
        active, sums = self.evaluate(h).curvature, (self.terms + 16) * UNIT
        made = 3.0 * UNIT * (np.abs(h) + np.abs(self._shift) + self._margin)  # h, a and b themselves
        size = np.abs(h - self._shift) + self._margin
        largest, off = float(size.max(initial=0.0)), float(made.max(initial=0.0))
        # A pair at its margin may cost something or not: at most the square of the errors of a and b.
        value = 2.0 * largest * float(active @ (sums * size + made)) + float(self.bound @ made**2)
        return value, 2.0 * sums * active * largest + self.bound * off

    def pull(self, h: np.ndarray) -> np.ndarray:
        higher, lower = self._problem.pairs.T
        a = h - self._shift
        return np.maximum(a[lower] + self._margin - a[higher], 0.0)

    def _sorted(self, h: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return, at scores h (n,), the rows by query and falling a, and a and b (n,) of the kernels."""
        a = h - self._shift
        order = np.empty_like(self._rows)
        by_score(self._rows, self._queries[0], a, order)  # b is a plus a constant, so one order serves both
        return order, a, a + self._margin


def _levels(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """Return each item's grade as a number from 0 within its query (n,), and the number of grades per query (Q,)."""
    grades, qid = problem.known_grades, problem.qid
    order = np.lexsort((grades, qid))
    first = np.append(True, qid[order][1:] != qid[order][:-1])
    new = first | np.append(True, grades[order][1:] != grades[order][:-1])
    number = new.cumsum()
    level = np.empty(problem.n_items, dtype=np.int64)
    level[order] = number - number[first][first.cumsum() - 1]
    return level, np.maximum(np.bincount(qid[order][new], minlength=problem.n_queries), 1)
