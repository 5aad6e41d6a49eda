"""S: the independent rankers in RankBoost+'s ensemble, with their weights η (RB+ section 4)."""

import math

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.algorithms.boosting.distribution import Distribution, Epsilons, PairDistribution
from rankviz.engine.algorithms.boosting.loop import Equations, Move, RoundStep
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.rankboost.combined_step import Combination
from rankviz.engine.algorithms.rankboost.independence import span_of
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import combination

RB_PLUS = Equations(
    delta=lambda eps, prior: equations.delta_33(*eps, prior),
    alpha=lambda eps, prior: equations.alpha_34(*eps, prior),
    log_tie_factor=equations.log_tie_factor_25,
    log_bound=lambda eps, prior: equations.log_bound_16(equations.delta_33(*eps, prior)),
)

LEAP = 30.0
"""A step or a ln Z this large makes the bounds useless."""


class ActiveSet:
    """S and η. A search is a subclass: the search decides which ranker moves, the active set moves it.

    The search fills `searched` and `tested`, one number per round: candidates compared, and tests of independence.
    """

    def __init__(
        self, problem: Problem, pool: CandidatePool, negative_alpha: bool, *, independent: bool = True
    ) -> None:
        self.pool = pool
        self.negative = negative_alpha
        self.span = span_of(problem, independent=independent)
        self.rankers: list[int] = []
        self.place: dict[int, int] = {}
        self.tied = TiedBounds()
        self.searched: list[int] = []
        self.tested: list[int] = []
        self._eta = np.zeros(8)
        self._outputs = np.zeros((8, problem.n_items), dtype=np.uint8)

    @property
    def eta(self) -> np.ndarray:
        """(|S|,) weights of the members, a view."""
        return self._eta[: len(self.rankers)]

    @property
    def outputs(self) -> np.ndarray:
        """(|S|, n) uint8 outputs of the members, a view."""
        return self._outputs[: len(self.rankers)]

    def join(self, ranker: int) -> bool:
        """Add an independent ranker to S with weight 0; return whether it was independent."""
        h = self.pool.output(ranker)
        if not self.span.add(h):
            return False
        size = len(self.rankers)
        if size == len(self._eta):
            self._eta = np.concatenate([self._eta, np.zeros(size)])
            self._outputs = np.concatenate([self._outputs, np.zeros_like(self._outputs)])
        self._outputs[size] = h
        self.place[ranker] = size
        self.rankers.append(ranker)
        self.tied.grow()
        return True

    def towards(self, ranker: int) -> Move:
        """The move along a given ranker: of its η alone when it is a member or independent, else along its β."""
        beta = None if ranker in self.place else self.span.coefficients(self.pool.output(ranker))
        return Move(ranker, beta)

    def prior(self, move: Move) -> float:
        """α' of (33) and (34): η of a member, 0 for a newcomer or a combination."""
        place = self.place.get(move.ranker)
        return 0.0 if place is None or move.beta is not None else float(self.eta[place])

    def descend(self, move: Move, distribution: Distribution, alpha: float | None) -> RoundStep:
        """Move η along β on the distribution: to the minimum of F2(η + αβ), or as far as `alpha` says."""
        assert isinstance(distribution, PairDistribution) and move.beta is not None
        line = Combination(
            self.pool, self.rankers, eta=self.eta, beta=move.beta, h=self.pool.output(move.ranker)
        )
        _, slope, curve = line.read(distribution, 0.0)
        delta = slope / max(float(np.linalg.norm(move.beta)), 1e-300)
        if alpha is None:
            alpha = line.minimum(distribution, slope, curve, self.negative)
        # Theorem 2 is about single rankers: a combined round has no share in its bound.
        if math.isinf(alpha):
            return RoundStep(alpha, delta, 0.0, 0.0, math.nan)
        z, _, _ = line.read(distribution, alpha)
        distribution.combine(line, alpha)
        return RoundStep(alpha, delta, z, 0.0, math.nan)

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        """Update η after a round."""
        if move.beta is not None:
            self.eta[:] += alpha * move.beta
            self.tied.forget()
            return
        if move.ranker not in self.place:
            self.join(move.ranker)
        place = self.place[move.ranker]
        self.tied.follow(place, alpha, float(self.eta[place]), z, eps)
        self.eta[place] += alpha


class TiedBounds:
    """low ≤ ε⁰ ≤ high (|S|,) of the members, in the order they joined; equal where ε⁰ is known.

    With them ε⁰ is summed over the pairs only when it may decide the choice.
    """

    def __init__(self) -> None:
        self.low, self.high = np.zeros(0), np.ones(0)

    def grow(self) -> None:
        """Add a member, whose ε⁰ is not yet known."""
        self.low, self.high = np.append(self.low, 0.0), np.append(self.high, 1.0)

    def know(self, members: np.ndarray, tied: np.ndarray) -> None:
        """Set ε⁰ of these members to the values summed."""
        self.low[members] = self.high[members] = tied

    def forget(self) -> None:
        """Drop all bounds, after a change of D that bounds nothing."""
        self.low[:], self.high[:] = 0.0, 1.0

    def follow(self, place: int, alpha: float, prior: float, z: float, eps: Epsilons | None) -> None:
        """Update for a round that multiplied D by (25) over Z along the member at `place`, which had these ε's.

        A member ties some of the pairs that the round's ranker orders, ties and reverses: at worst those whose weights
        grew the most, or the least. The bounds are dropped where the round was not such a step.
        """
        log_tie = equations.log_tie_factor_25(alpha, prior)
        leap = z <= 0.0 or abs(alpha) + abs(math.log(z)) > LEAP
        if eps is None or leap or not math.isclose(equations.z_27(*eps, alpha, log_tie), z, rel_tol=1e-9):
            self.forget()
            return
        factors = math.exp(-alpha) / z, math.exp(log_tie) / z, math.exp(alpha) / z
        combination.follow(self.low, self.high, np.array(sorted(zip(factors, eps, strict=True))))
        self.low[place] = self.high[place] = eps[1] * factors[1]
