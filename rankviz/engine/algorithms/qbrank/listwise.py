"""ListNet's loss over whole lists (Cao et al., ICML 2007, top one), with its quadratic bound.

In a query with scores h and grades y it is −Σ p ln s, with the target shares p = softmax(y) and the shares s =
softmax(h); its gradient is s − p. The Hessian diag(s) − s sᵀ has rows of absolute sum 2 s (1 − s) ≤ ½, so by
Gershgorin's theorem diag(½, …, ½) lies above it. Items of equal grades have equal target shares, towards which they
are pulled as well. A list of one item teaches nothing.
"""

import numpy as np

from rankviz.engine.algorithms.qbrank.losses import UNIT, Errors, Evaluation
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

STEEPEST = 0.25
"""The largest second derivative in one score, s (1 − s) at s = ½."""


class ListNet:
    """Σ over queries of −Σ p ln s. Every list counts once, however long; items without queries are one list.

    Preferences count alike: the sum has no weight per query. An item has one row in QB's Algorithm 2, its place in
    its list, whose weight is the largest second derivative, ¼; as for pairs this is half of the bound.
    target (n,) : p, which sums to 1 in each query.

    Raises DataError without grades.
    """

    def __init__(self, problem: Problem) -> None:
        if problem.grades is None:
            raise DataError(
                "ListNet's loss learns lists by their grades, and there are none: the pairs were given one by one",
                remedy="Choose the hinge or the logistic loss",
            )
        self._qid, self._queries = problem.qid, problem.n_queries
        size = np.bincount(self._qid, minlength=self._queries)
        self.rows = np.where(size[self._qid] > 1, STEEPEST, 0.0)
        self.bound = 2.0 * self.rows
        self.terms = problem.n_items + int(size.max(initial=0))
        below = self._below(problem.grades)
        self._spread = float(below.max(initial=0.0))
        self.target = self._softmax(below)

    def evaluate(self, h: np.ndarray) -> Evaluation:
        s = self.shares(h)
        return Evaluation(float(self.target @ self.costs(h)), s - self.target, s * (1.0 - s))

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        at, s = self.evaluate(h), self.shares(h)
        spread = g - self._sum(s * g)[self._qid]
        return at.value, float(at.gradient @ g), float(s @ (spread * spread))

    def errors(self, h: np.ndarray) -> Errors:
        """Bound the rounding errors: the costs have no cancellation, s − p has the roundings of both shares."""
        s, p = self.shares(h), self.target
        sums = (self.terms + 32 + self._spread) * UNIT
        off = 3.0 * UNIT * (2.0 * float(np.abs(h).max(initial=0.0)) + 1.0)
        pulls = float(np.sum(s * (1.0 - p) + p * (1.0 - s)))
        value = sums * float(p @ self.costs(h)) + pulls * off + float(self.bound.sum()) * off * off
        return value, sums * (s + p) + self.bound * off

    def shares(self, h: np.ndarray) -> np.ndarray:
        """s (n,) = softmax of the scores h (n,) within each query."""
        return self._softmax(self._below(h))

    def costs(self, h: np.ndarray) -> np.ndarray:
        """−ln s (n,) ≥ 0 at scores h (n,)."""
        below = self._below(h)
        best = np.flatnonzero(below == 0.0)
        first = best[np.unique(self._qid[best], return_index=True)[1]]
        others = np.exp(-below)
        others[first] = 0.0  # its e⁰ is the 1 of log1p, which keeps small costs exact
        return np.asarray(np.log1p(self._sum(others))[self._qid] + below)

    def _below(self, h: np.ndarray) -> np.ndarray:
        """(n,) ≥ 0, each item's distance below the best of its query: no exponent overflows."""
        top = np.full(self._queries, -np.inf)
        np.maximum.at(top, self._qid, h)
        return np.asarray(top[self._qid] - h)

    def _softmax(self, below: np.ndarray) -> np.ndarray:
        e = np.exp(-below)
        return np.asarray(e / self._sum(e)[self._qid])

    def _sum(self, values: np.ndarray) -> np.ndarray:
        """(Q,) the sum over each query."""
        return np.bincount(self._qid, values, self._queries)
