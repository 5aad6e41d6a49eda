"""AdaBoost on a bipartite problem, as a ranking algorithm (SM section 5).

The items have weights e^{−y f(x)}, y = +1 for those of the higher grade and −1 for the rest, and f adds up weak
classifiers 2h − 1 ∈ {−1, 1}. Its loss is F = F₊ + F₋, RankBoost's is F̃ = F₊F₋; F₊ − F₋ is the F-skew. The weight α of
a 0/1 ranker h is twice AdaBoost's λ (see `margin_equations.alpha_adaboost`), so the scores g(x) = Σ α h(x) differ from
f only by a constant: every pair has the same score in both, and F₊F₋ = Σ e^{−s} over the pairs.
"""

import math

import numpy as np

from rankviz.engine.algorithms.bipartite import positives
from rankviz.engine.algorithms.boosting.distribution import (
    Distribution,
    Epsilons,
    GradedDistribution,
    PairDistribution,
)
from rankviz.engine.algorithms.boosting.loop import TIE, Boosting, Equations, Move, Steps, boost, pick
from rankviz.engine.algorithms.boosting.scan import scan
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import PARAMETERS as RANKBOOST
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import RB_D, AllCandidates
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.numerics import LEAST, exp_or_nan, log_sum_exp

CONSTANT = Choice(
    "constant",
    "Constant",
    "bool",
    True,
    "Add the constant classifier, which says 1 of every item: with it AdaBoost balances the two classes.",
)
PARAMETERS = (CONSTANT, *RANKBOOST)


class ItemWeights:
    """f and the weights e^{−y f} of the items; y (n,) is ±1."""

    def __init__(self, y: np.ndarray) -> None:
        self.y, self.f = y, np.zeros(len(y))
        self._signed: np.ndarray | None = None

    def add(self, h: np.ndarray, alpha: float) -> None:
        """Add a 0/1 ranker with outputs h (n,) and weight α: λ = α/2 on 2h − 1."""
        self.f += alpha * (h - 0.5)
        self._signed = None

    def log_classes(self) -> tuple[float, float]:
        """ln F₊ and ln F₋."""
        return log_sum_exp(-self.f[self.y > 0]), log_sum_exp(self.f[self.y < 0])

    def signed(self) -> np.ndarray:
        """(n,) y e^{−y f} / F, from which a pool scan computes half of every ranker's edge."""
        if self._signed is None:
            power = -self.y * self.f
            weight = np.exp(power - power.max())
            self._signed = self.y * weight / weight.sum()
        return self._signed


class AdaBoostSearch(AllCandidates):
    """Choose by AdaBoost's edge Σ d_i y_i (2h(x_i) − 1), d the weights of the items; δ is minus that edge."""

    def __init__(self, problem: Problem, pool: CandidatePool, params: Params) -> None:
        super().__init__(pool, bool(params["negative_alpha"]))
        self._items = ItemWeights(np.where(positives(problem, "AdaBoost"), 1.0, -1.0))

    def choose(self, distribution: Distribution) -> Move | None:
        delta = self.slopes(distribution)
        best = pick(np.abs(delta) if self._negative else -delta)
        return None if best is None else self.towards(best)

    def slopes(self, distribution: Distribution) -> np.ndarray:
        distribution.potential()  # brings the pairs' weights up to date, from which the Trace takes the ε's
        signed = self._items.signed()
        edge = np.empty(len(self._pool))
        scan(self._pool.codes, self._pool.offsets, signed, edge)
        return float(signed.sum()) - 2.0 * edge

    def towards(self, ranker: int) -> Move:
        right, wrong = self._shares(self._pool.output(ranker))
        return Move(
            ranker,
            equations=Equations(
                delta=lambda eps, prior: wrong - right,
                alpha=lambda eps, prior: sm.alpha_adaboost(right, wrong),
                log_tie_factor=RB_D.log_tie_factor,
                log_bound=RB_D.log_bound,
            ),
        )

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        super().accept(move, alpha, z, eps)
        self._items.add(self._pool.output(move.ranker), alpha)

    def _shares(self, h: np.ndarray) -> tuple[float, float]:
        """Return the weights of the items that 2h − 1 classifies right and wrong; exactly 0 where there are none."""
        signed = self._items.signed()
        right = (h > 0) == (self._items.y > 0)
        return float(np.abs(signed[right]).sum()), float(np.abs(signed[~right]).sum())


def fit_adaboost(task: Boosting) -> Steps:
    """Run AdaBoost. Extra series: f_plus, f_minus, f_skew, f_tilde, auc. Raises DataError unless bipartite."""
    search = AdaBoostSearch(task.problem, task.pool, task.params)
    distribution = PairDistribution(task.problem) if task.goes_on else GradedDistribution(task.problem)
    steps = boost(task, distribution, search, RB_D)
    _add_series(steps, task.problem, task.pool)
    return steps


def _add_series(steps: Steps, problem: Problem, pool: CandidatePool) -> None:
    """Write the run's extra series and its bound Ê1 ≤ F² / 4n₊n₋: F₊F₋ ≤ ((F₊ + F₋)/2)², equal where F-skew is 0."""
    positive = positives(problem, "AdaBoost")
    items = ItemWeights(np.where(positive, 1.0, -1.0))
    log_pairs = math.log(4.0 * problem.n_pairs)
    logs, areas = [items.log_classes()], [0.5]
    scale, log_bound = 0.0, 0.0
    for t, ranker in enumerate(steps.ranker):
        h = pool.output(ranker)
        if steps.outcome[t] in ("infinite", "limit"):
            # In the limit only a perfect ranker counts, and the sums of both classes vanish.
            logs.append((-math.inf, -math.inf))
            areas.append(auc(steps.sign[t] * h.astype(float), positive, 1.0))
            total = -math.inf
        else:
            items.add(h, steps.alpha[t])
            scale += abs(steps.alpha[t])
            logs.append(items.log_classes())
            areas.append(auc(items.f, positive, scale))
            total = 2.0 * float(np.logaddexp(*logs[-1])) - log_pairs
        steps.log_bound[t], log_bound = total - log_bound, total
    plus, minus = (list(column) for column in zip(*logs, strict=True))
    steps.extra = {**class_series(plus, minus), "auc": areas}
    tilde = [a + b for a, b in zip(plus, minus, strict=True)]
    steps.log_extra = {"f_plus": plus, "f_minus": minus, "f_tilde": tilde}


def class_series(log_plus: list[float], log_minus: list[float]) -> dict[str, list[float]]:
    """f_plus, f_minus, f_skew and f_tilde (T + 1,) from ln F₊ and ln F₋ (T + 1,).

    A number that floats cannot hold to all their digits, below 2.2e-308 or above 1.8e308, is NaN, never 0;
    0 is the limit after an infinite weight.
    """
    both = list(zip(log_plus, log_minus, strict=True))
    return {
        "f_plus": [exp_or_nan(log) for log in log_plus],
        "f_minus": [exp_or_nan(log) for log in log_minus],
        "f_skew": [_skew(plus, minus) for plus, minus in both],
        "f_tilde": [_product(plus, minus) for plus, minus in both],
    }


def _skew(log_plus: float, log_minus: float) -> float:
    """F₊ − F₋, 0 where that is rounding; NaN where the larger of the two is beyond floats."""
    if math.isnan(exp_or_nan(max(log_plus, log_minus))):
        return math.nan
    plus, minus = math.exp(log_plus), math.exp(log_minus)
    return plus - minus if abs(plus - minus) > TIE * (plus + minus) else 0.0


def _product(log_plus: float, log_minus: float) -> float:
    """F₊F₋, from their logs only where floats hold the product but not both factors."""
    product = exp_or_nan(log_plus) * exp_or_nan(log_minus)
    return (
        product
        if log_plus + log_minus == -math.inf or LEAST <= product < math.inf
        else exp_or_nan(log_plus + log_minus)
    )


def auc(scores: np.ndarray, positive: np.ndarray, scale: float) -> float:
    """Area under the ROC curve of scores (n,) in O(n log n), a tie counted half; `scale` is Σ|α|, as for R̂1."""
    order = np.argsort(scores)
    above = np.diff(scores[order], prepend=-np.inf) > TIE * scale
    group = np.cumsum(above) - 1
    size, found = np.bincount(group), np.bincount(group, positive[order])
    below = np.cumsum(size - found) - (size - found)  # negatives in the groups before
    total = float(found.sum())
    return float((found * (below + 0.5 * (size - found))).sum()) / (total * (len(scores) - total))
