"""The limits of RB-D and RankBoost+ on battles, when the weak rankers are "is it item i", one per item.

Each win is a critical pair, a tie `tie` pairs either way. The weights of the rankers are the scores. Both losses are
convex, so their rounds tend to the one minimum, which Newton's method reaches in a few steps.
"""

import numpy as np

from rankviz.engine.algorithms.preference.bradley_terry import of_differences
from rankviz.engine.algorithms.preference.finite import check, two_of_all
from rankviz.engine.algorithms.preference.newton import newton
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError

RB_D, RB_PLUS = "RB-D", "RankBoost+"


def rb_d(tally: Tally, tie: float, start: np.ndarray | None = None) -> np.ndarray:
    """(n,) the scores, of mean 0, that minimise Ê1 (5): the mean of e^{−(F_i − F_j)} over wins of i over j.

    Raises DataError where there are none.
    """
    up, down = tally.split(tie)
    check(tally, up, down, RB_D)
    a, b = tally.a, tally.b
    with np.errstate(divide="ignore"):
        log_up, log_down = np.log(up), np.log(down)

    def derivatives(x: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the log of Σ, which has the same minimum and is also convex, with its slope and curvature."""
        s = x[a] - x[b]
        right, wrong = log_up - s, log_down + s
        most = max(float(right.max()), float(wrong.max()))
        right, wrong = np.exp(right - most), np.exp(wrong - most)
        total = right.sum() + wrong.sum()
        by_s = (wrong - right) / total
        slope = tally.by_item(by_s, -by_s)
        curvature = of_differences(tally, (right + wrong) / total) - np.outer(slope, slope)
        return float(np.log(total) + most), slope, curvature

    found = newton(derivatives, np.zeros(tally.n) if start is None else start - start.mean())[-1]
    return np.asarray(found - found.mean())


def rb_plus(tally: Tally, tie: float, start: np.ndarray | None = None) -> np.ndarray:
    """(n,) the weights that minimise Ê2 (24): a win of i over j counts e^{−(η_i − η_j)} ∏ cosh η_k over all other k.

    A ranker ties all pairs except those of its own item, and pays for that: no item is pulled far. Raises DataError
    where one or two items won, or lost, every battle.
    """
    up, down = tally.split(tie)
    met = np.flatnonzero(up + down)
    if len(met) == 1:  # neither ranker ties anything: Ê2 is Ê1, and an item without a battle stays at 0
        scores, rows = np.zeros(tally.n), [int(side[met[0]]) for side in (tally.a, tally.b)]
        votes = (each[met] for each in (tally.won, tally.lost, tally.tied))
        names = (tally.names[rows[0]], tally.names[rows[1]])
        scores[rows] = rb_d(Tally(names, np.array([0]), np.array([1]), *votes), tie)
        return scores
    if who := two_of_all(tally, up, down):
        raise DataError(f"{RB_PLUS} has no finite scores: {who}", remedy="Add battles among the others")
    a, b, n = tally.a, tally.b, tally.n
    wins = float(up.sum() + down.sum())

    def derivatives(eta: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """ln Ê2: with t = tanh η, e^{−η_i + η_j} ∏ cosh is (1 − t_i)(1 + t_j) ∏ cosh over all."""
        t = np.tanh(eta)
        right, wrong = up * (1 - t[a]) * (1 + t[b]), down * (1 + t[a]) * (1 - t[b])
        total = right.sum() + wrong.sum()
        right, wrong = right / total, wrong / total
        won, lost = tally.by_item(right, wrong), tally.by_item(wrong, right)
        value = float(np.log(total / wins) + np.logaddexp(eta, -eta).sum() - n * np.log(2.0))
        pull = lost * (1 - t) - won * (1 + t)
        curvature = np.zeros((n, n))
        curvature[a, b] = curvature[b, a] = -(
            right * (1 + t[a]) * (1 - t[b]) + wrong * (1 - t[a]) * (1 + t[b])
        )
        own = won * (1 + t) ** 2 + lost * (1 - t) ** 2 + (1 - t**2) * (1 - won - lost)
        curvature = curvature + np.diag(own) - np.outer(pull, pull)
        return value, pull + t, curvature

    return np.asarray(newton(derivatives, np.zeros(n) if start is None else start)[-1])
