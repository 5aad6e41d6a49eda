"""Smooth Margin Ranking (SM section 4.2): RankBoost by coordinate descent until G̃ > 0, from then on step (6).

With the parameter `margin_step`, the exact step (plain coordinate ascent on G̃) replaces (6).
"""

import math

from rankviz.engine.algorithms.boosting.distribution import Epsilons, GradedDistribution, PairDistribution
from rankviz.engine.algorithms.boosting.equations import log_bound_16
from rankviz.engine.algorithms.boosting.loop import TIE, Boosting, Equations, Move, Steps, boost
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import RB_D, AllCandidates
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem

UNBOUNDED = Choice(
    "unbounded_weight",
    "Unbounded weight",
    "float",
    1.0,
    "The weight of a ranker whose step would be infinite: one that reverses no pair while G̃ is not above 0, and "
    "later one that orders every pair.",
    low=0.7,
    high=20.0,
)

STEP = Choice(
    "margin_step",
    "Step once G̃ > 0",
    "choice",
    "closed",
    "The step from G̃ > 0 on: (6) in closed form, or the exact one, with which G̃ is highest along the ranker.",
    choices=("closed", "exact"),
)

EXTRA = ("phase", "smooth_gain", "smooth_gain_least", "smooth_gain_sure")
"""The series that only this algorithm has: the phase, the gain of G̃, Theorem 2's gain, and sure gains."""


def rules(g: float, unbounded: float, norm: float | None = None) -> Equations:
    """The equations of a round that begins with smooth margin g: (6), which at g = 0 is (2).

    With `norm`, ‖λ‖₁ before the round, the step is the exact one.
    """

    def alpha(eps: Epsilons, prior: float) -> float:
        found = sm.alpha_6(*eps, g) if norm is None else sm.alpha_exact(*eps, g, norm)
        return math.copysign(unbounded, found) if math.isinf(found) else found

    return Equations(RB_D.delta, alpha, RB_D.log_tie_factor, RB_D.log_bound)


FIRST_PHASE = rules(0.0, float(UNBOUNDED.default))
"""The equations before G̃ > 0."""


class SmoothMargin:
    """G̃ tracked round by round, from ‖λ‖₁ and from ln F̃, which grows by ln Z."""

    def __init__(self, n_pairs: int) -> None:
        self.log_f = math.log(n_pairs)
        self.norm = 0.0
        self._scale = 0.0
        self._weights: dict[int, float] = {}

    @property
    def empty(self) -> bool:
        """True when ‖λ‖₁ is 0 up to rounding: before any weight, or when a step by hand took the last one back."""
        return self.norm <= TIE * self._scale

    @property
    def phase(self) -> int:
        """1 until G̃ > 0, then 2."""
        return 2 if not self.empty and sm.smooth_margin_3(self.log_f, self.norm) > TIE else 1

    @property
    def g(self) -> float:
        """The g of (6): G̃ in the second phase; 0 in the first, where (6) is (2)."""
        return sm.smooth_margin_3(self.log_f, self.norm) if self.phase == 2 else 0.0

    @property
    def of_exact(self) -> float | None:
        """‖λ‖₁ for the exact step; None in the first phase, whose step is always (2)."""
        return self.norm if self.phase == 2 else None

    def weight(self, ranker: int) -> float:
        """λ_j, the weight a ranker has so far."""
        return self._weights.get(ranker, 0.0)

    def follow(self, ranker: int, alpha: float, z: float) -> None:
        """Update for a round that added α to the ranker's weight and divided D by Z."""
        before = self.weight(ranker)
        self._weights[ranker] = before + alpha
        self._scale += abs(alpha)
        self.norm += abs(before + alpha) - abs(before)
        self.log_f += math.log(z)


class SmoothSearch(AllCandidates):
    """RankBoost's search with weights ≥ 0; its moves bring the equations of their round.

    A step without a finite value is taken with the weight `unbounded`, which D follows exactly: so D stays
    e^{−Mλ} / F̃, and every theorem still holds.
    """

    def __init__(self, problem: Problem, pool: CandidatePool, params: Params) -> None:
        super().__init__(pool, negative_alpha=False)
        self._unbounded = float(params[UNBOUNDED.name])
        self._exact = params[STEP.name] == "exact"
        self._margin = SmoothMargin(problem.n_pairs)

    def towards(self, ranker: int) -> Move:
        norm = self._margin.of_exact if self._exact else None
        return Move(ranker, equations=rules(self._margin.g, self._unbounded, norm))

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        super().accept(move, alpha, z, eps)
        self._margin.follow(move.ranker, alpha, z)


def fit_smooth_margin(task: Boosting) -> Steps:
    """Run Smooth Margin Ranking; its extra series are `EXTRA`."""
    problem = task.problem
    distribution = PairDistribution(problem) if problem.explicit else GradedDistribution(problem)
    steps = boost(task, distribution, SmoothSearch(problem, task.pool, task.params), FIRST_PHASE)
    _add_series(steps, problem.n_pairs, task.params[STEP.name] == "exact")
    return steps


def _add_series(steps: Steps, m: int, exact: bool) -> None:
    """Write the run's extra series and its bound on Ê1, from its rounds.

    In the first phase the bound is U1 (RB+ (16)), which an unbounded weight ≥ ln 2 keeps. From then on the sure gains
    add up to a G ≤ G̃, so that Ê1 = e^{−G̃ ‖λ‖₁} / m ≤ e^{−G ‖λ‖₁} / m. A step set by hand ends it, and so does one
    to which (4) does not apply (`sm.gain_applies`), as a ranker chosen by hand may make. Where ‖λ‖₁ is 0 after a
    round there is no G̃, and so no gain.
    """
    margin, promised, log_bound = SmoothMargin(m), 0.0, 0.0
    extra: dict[str, list[float]] = {name: [math.nan] for name in EXTRA}
    for t, (correct, _, reversed_) in enumerate(steps.eps):
        alpha, z, g, phase, r = steps.alpha[t], steps.z[t], margin.g, margin.phase, correct - reversed_
        before, norm = margin.weight(steps.ranker[t]), margin.norm
        margin.follow(steps.ranker[t], alpha, z)
        gain = least = sure = math.nan
        total = log_bound + log_bound_16(-r)
        if phase == 2 and margin.empty:
            total = math.nan
        elif phase == 2:
            gain = sm.gain_4(alpha, math.log(z), g, margin.norm)
            least = sm.least_gain(alpha, r, g, margin.norm)
            sure = sm.sure_gain_exact(r, g, norm) if exact and r > g else sm.sure_gain(r, g, margin.norm)
            promised = (promised or g) + sure
            total = -math.log(m) - promised * margin.norm
        promises = phase == 1 or (correct > 0.0 and sm.gain_applies(before, alpha))
        if steps.outcome[t] == "forced" or not promises:
            total = math.nan
        steps.log_bound[t], log_bound = total - log_bound, total
        for name, value in zip(extra, (phase, gain, least, sure), strict=True):
            extra[name].append(value)
    steps.extra = extra
