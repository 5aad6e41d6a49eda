"""Item scores of an ensemble of weak rankers, round by round, infinite weights included."""

import numpy as np

from rankviz.engine.data.problem import Problem


class EnsembleScores:
    """The scores of some items, to which rounds are added one at a time.

    A round of outcome "infinite" leaves ±h alone (RB+, Lemma 1). One of outcome "limit" outranks all finite weights
    and all infinite ones after it (RB+ (49)): no finite sum does that, so from then on the scores order the items as
    the limit does, and their differences are meaningful only where no infinite weight has decided.

    Attributes
    ----------
    scores : (n,) g. scale : Σ|α|, by which ties are judged; larger where infinite weights have decided.
    finite : (n,) Σ α h of the finite weights alone.
    level : (n,) int, the order of the items by infinite weights; None while there is none.
    first : (n,) the order by the first infinite weight alone, as `level`.
    """

    def __init__(self, n_items: int) -> None:
        self.scores, self.scale = np.zeros(n_items), 0.0
        self.finite, self._size = self.scores, 0.0
        self.level: np.ndarray | None = None
        self.first: np.ndarray | None = None

    def add(self, h: np.ndarray, alpha: float, outcome: str, sign: int) -> None:
        """Add a ranker with outputs h (n,) and weight α; where α is infinite, `sign` is its sign."""
        if outcome == "infinite":
            self.scores, self.scale, self.level = sign * h.astype(np.float64), 1.0, None
            return
        if outcome == "limit":
            above = (h if sign > 0 else 1 - h).astype(np.int64)
            if self.level is None:
                self.first = above
            both = above if self.level is None else 2 * self.level + above
            self.level = np.unique(both, return_inverse=True)[1]
        else:
            self.finite = self.finite + alpha * h
            self._size += abs(alpha)
        self.scores, self.scale = self.finite, self._size
        if self.level is not None and len(self.level):
            gap = 1.0 + float(np.ptp(self.finite))
            self.scores = gap * self.level + self.finite
            self.scale = self._size + gap * float(self.level.max())


def limit_losses(problem: Problem, ensemble: EnsembleScores) -> tuple[float, float]:
    """Return log Ê1 and log Ê2 of an ensemble with weights infinite in the limit; NaN where the loss is infinite.

    A pair that an infinite weight orders adds 0 to Ê1 if correct and ∞ if reversed; the others add e^{−s} of the
    finite weights, times its m·D₁. In Ê2 a pair that the first infinite weight ties adds an infinite cosh.
    """
    assert ensemble.level is not None and ensemble.first is not None
    start, lower = problem.by_higher
    higher = np.repeat(np.arange(problem.n_items), np.diff(start))
    decided = ensemble.level[higher] - ensemble.level[lower]
    if (decided < 0).any():
        return np.nan, np.nan
    log_e2 = -np.inf if (ensemble.first[higher] > ensemble.first[lower]).all() else np.nan
    left = decided == 0
    if not left.any():
        return -np.inf, log_e2
    power = ensemble.finite[lower[left]] - ensemble.finite[higher[left]]
    if problem.pair_weights is not None:
        power += problem.log_amounts[left]
    top = float(power.max())
    return top + float(np.log(np.exp(power - top).sum() / len(decided))), log_e2
