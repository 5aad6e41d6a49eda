"""The push's D where grades imply the pairs: O(n) per round, whatever the number of pairs (kernels/graded_push.py)."""

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import LEAP, REFRESH, Epsilons
from rankviz.engine.algorithms.rankboost.push_line import PushLine
from rankviz.engine.data.grade_groups import grade_groups
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import graded_log
from rankviz.engine.kernels import graded_push as kernels


class GradedPush:
    """D ∝ e^{−s} S_k^{p−1} of scores that begin at 0, from sums over the grades of each query."""

    empty = False

    def __init__(self, problem: Problem, p: float) -> None:
        n = problem.n_items
        self._p, self._groups = p, grade_groups(problem)
        groups = len(self._groups[1]) - 1
        self._scores, self._pi = np.zeros(n), np.empty(n)
        self._items = np.empty(n), np.empty(n)
        self._high, self._low, self._above, self._log_up, below, room = np.empty((6, groups))
        self._scratch = below, room
        self._sides = np.tile(np.array([0, 1], dtype=np.uint8), groups)
        self._updates, self._drift = 0, 0.0
        self.log_loss = self.loss_at(self._scores)
        """ln R_p."""

    def loss_at(self, scores: np.ndarray) -> float:
        """Move to these scores (n,); return ln R_p, computed from them alone."""
        self._scores[:], self._drift = scores, 0.0
        graded_log.refresh(self._scores, self._p, *self._groups[:2], *self._items, self._high, self._low)
        return self._sum()

    def potential(self) -> np.ndarray:
        graded_log.potential(*self._groups, *self._factors(), *self._scratch, self._pi)
        return self._pi

    def epsilons(self, h: np.ndarray) -> Epsilons:
        return graded_log.epsilons(h, self.log_loss, *self._groups, *self._factors())

    def all_epsilons(self, codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        found = np.empty((offsets[-1], 3))
        graded_log.all_epsilons(codes, offsets, self.log_loss, *self._groups, *self._factors(), found)
        return found

    def line(self, h: np.ndarray) -> PushLine:
        """The loss along a ranker with outputs h (n,) uint8; the items of a grade with one output share their terms."""
        share, moved, tied = np.empty((3, len(self._sides)))
        kernels.split(
            h, self.log_loss, *self._groups, *self._items, self._low, self._above, self._log_up, share, moved, tied
        )  # fmt: skip
        return PushLine(log_share=share, log_moved=moved, log_tied=tied, h=self._sides, p=self._p)

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        self._updates += 1
        self._drift += self._p * abs(alpha)
        if self._updates % REFRESH and self._drift <= LEAP:
            graded_log.advance(self._scores, self._p, h, alpha, self._groups[0], *self._items)
            self._sum()
        else:
            self.loss_at(self._scores + alpha * h)

    def _factors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Each pair's D as a product of a part of its lower and one of its higher item, as graded_log.py takes it."""
        return *self._items, self._log_up, self._low

    def _sum(self) -> float:
        self.log_loss = kernels.sums(
            self._p, *self._groups[1:], *self._items, self._high, self._low, self._above, self._log_up
        )
        return self.log_loss
