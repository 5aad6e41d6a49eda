"""RB-D and RB-C: RankBoost's discrete and continuous step (RB+ section 2), and what they share."""

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.algorithms.boosting.distribution import (
    Distribution,
    Epsilons,
    GradedDistribution,
    PairDistribution,
)
from rankviz.engine.algorithms.boosting.loop import (
    Boosting,
    Equations,
    Move,
    RoundStep,
    Steps,
    boost,
    pick_step,
    weigh,
)
from rankviz.engine.algorithms.boosting.scan import BestEdgeSearch, scan
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.boosting.weak_rankers import WEAK
from rankviz.engine.choice import Choice

NEGATIVE_ALPHA = Choice(
    "negative_alpha",
    "Negative α",
    "bool",
    True,
    "Allow negative weights: a ranker that is mostly wrong is used in reverse.",
    short="neg",
)
UNDEFINED = Choice(
    "undefined",
    "When α is undefined",
    "choice",
    "halt",
    "What to do when a ranker is never wrong, so that its α is undefined. halt: stop before that ranker; infinite: it "
    "alone counts; cap: its weight is a number that you then set; limit: it decides, and later rankers and finite "
    "weights break its ties.",
    choices=("halt", "infinite", "cap", "limit"),
    spoken=("stops", "infinite α", "capped α", "limit"),
)
CAP = Choice("cap", "Cap", "float", 10.0, "The finite weight that “cap” gives.", low=0.1, high=100.0)
PARAMETERS = (NEGATIVE_ALPHA, UNDEFINED, CAP)
"""The parameters of all RankBoost variants."""

CHOOSE = Choice(
    "choose",
    "Choose by",
    "choice",
    "slope",
    "Which weak ranker a round picks. slope: the one with the largest edge, weight ordered correctly minus weight "
    "reversed; step: the one that lowers the loss most with its best α. They can differ where pairs are tied.",
    choices=("slope", "step"),
)
ORIGINAL = (*PARAMETERS, CHOOSE, WEAK)
"""The parameters of RB-D and RB-C: under RankBoost+ the largest |δ| has the smallest Z, √(1 − δ²)."""


RB_D = Equations(
    delta=lambda eps, prior: equations.delta_13(eps[0], eps[2]),
    alpha=lambda eps, prior: equations.alpha_14(eps[0], eps[2]),
    log_tie_factor=lambda alpha, prior: 0.0,
    log_bound=lambda eps, prior: equations.log_bound_16(equations.delta_13(eps[0], eps[2])),
)
RB_C = Equations(
    delta=RB_D.delta,
    alpha=lambda eps, prior: equations.alpha_19(*eps),
    log_tie_factor=RB_D.log_tie_factor,
    log_bound=lambda eps, prior: equations.log_bound_rbc(*eps),
)


class AllCandidates:
    """Choose by δ (13) among all candidates; a ranker used before is used again as if it were new."""

    def __init__(self, pool: CandidatePool, negative_alpha: bool) -> None:
        self._pool, self._negative = pool, negative_alpha
        self._steepest = BestEdgeSearch(pool, negative_alpha)
        self._weights: dict[int, float] = {}

    def slopes(self, distribution: Distribution) -> np.ndarray:
        """Return δ (13) of every candidate (N,), more than the choice needs."""
        edge = np.empty(len(self._pool))
        scan(self._pool.codes, self._pool.offsets, distribution.potential(), edge)
        return -edge

    def choose(self, distribution: Distribution) -> Move | None:
        best = self._steepest.find(distribution.potential())
        return None if best is None else self.towards(best)

    def towards(self, ranker: int) -> Move:
        return Move(ranker)

    def descend(self, move: Move, distribution: Distribution, alpha: float | None) -> RoundStep:
        raise AssertionError("no move of these variants is a combination")

    def prior(self, move: Move) -> float:
        return self._weights.get(move.ranker, 0.0)

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        self._weights[move.ranker] = self.prior(move) + alpha


class BestStep(AllCandidates):
    """Choose by Z after each candidate's step (SM 4.1, Freund's ordering of the steps), among all candidates.

    No bound shows which features can be left out: δ bounds Z from above, and with ties the two differ.
    """

    def __init__(self, pool: CandidatePool, negative_alpha: bool, rules: Equations) -> None:
        super().__init__(pool, negative_alpha)
        self._rules = rules

    def choose(self, distribution: Distribution) -> Move | None:
        z, delta = self.steps(distribution)
        best = pick_step(z, np.abs(delta) if self._negative else -delta)
        return None if best is None else self.towards(best)

    def steps(self, distribution: Distribution) -> tuple[np.ndarray, np.ndarray]:
        """(Z, δ), each (N,): Z after each candidate's step, or its limit ε⁰ where α is undefined, and δ."""
        found = distribution.all_epsilons(self._pool.codes, self._pool.offsets).tolist()
        steps = [weigh(self._rules, (eps[0], eps[1], eps[2]), 0.0) for eps in found]
        return np.array([step.z for step in steps]), np.array([step.delta for step in steps])


def fit_rb_d(task: Boosting) -> Steps:
    """Run RB-D."""
    return _fit(task, RB_D)


def fit_rb_c(task: Boosting) -> Steps:
    """Run RB-C."""
    return _fit(task, RB_C)


def _fit(task: Boosting, rules: Equations) -> Steps:
    listed = task.problem.explicit or task.goes_on
    distribution = PairDistribution(task.problem) if listed else GradedDistribution(task.problem)
    if task.params[CHOOSE.name] == "step":
        return boost(task, distribution, BestStep(task.pool, task.negative, rules), rules)
    return boost(task, distribution, AllCandidates(task.pool, task.negative), rules)
