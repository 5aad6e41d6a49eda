"""The claims of Zheng et al. (QB) about general boosting, checked on the numbers of a run of QBRank or GBT.

The claims are about R(h) of section 3, a sum. W, where a claim names it, is the global upper bound on the
Hessian, whatever the weights of the run's trees. Theorem 1 is read with two stand-ins, because neither
the best function nor the weak learner's tolerance ε can be known:
the target h̄ is an ensemble of the run itself, the last or an earlier one, with a norm of at most its a_j;
and √(2ε_i) is the slope that round i left behind: how much steeper R fell along another tree of the run.
Where a tolerance was set it is read again, with the ε that was used (`qbrank_tolerance`).
"""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.kernel_gd.losses import size_of
from rankviz.engine.algorithms.qbrank.loop import TreeDescent, normalised
from rankviz.engine.algorithms.qbrank.losses import ScoreLoss
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.algorithms.qbrank.ranksvm import LEFT, RankSVMDetails
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.once import once_a_run
from rankviz.engine.runs.trace import ScoredRun
from rankviz.insight.theory import rounding_scored as rounding
from rankviz.insight.theory.preconditions import ScoredState, log
from rankviz.insight.theory.qbrank_tolerance import applies, right_side, tolerances
from rankviz.insight.theory.rounding import gamma
from rankviz.insight.theory.theorem import Theorem

DIRECTIONS = 12
"""Directions on which the Hessian is compared with its bound: random, sparse, and along the round's tree."""


def _details(run: ScoredRun) -> QBRankDetails:
    return run.details_as(QBRankDetails)


def _risk(state: ScoredState) -> float:
    return state.extra("risk")


def _before(state: ScoredState) -> float:
    return state.extra("risk", state.t - 1)


def _bound(state: ScoredState) -> float:
    return state.extra("risk_bound")


# ---------------------------------------------------------------- rounding


def _loss(state: ScoredState) -> ScoreLoss:
    return _details(state.run).risk.total


def _step(state: ScoredState) -> float:
    """Rounding of R after this round against R_k and against R before the round."""
    descent, i = _details(state.run).descent, state.t - 1
    return rounding.of_step(_loss(state), descent.scores[i], descent.fitted[i].values, descent.step[i])


def _risks(state: ScoredState) -> float:
    """Rounding of R after this round, at the start and at the end together."""
    scores = _details(state.run).descent.scores
    return sum(rounding.of_risk(_loss(state), h) for h in (scores[state.t], scores[0], scores[-1]))


def _rate(state: ScoredState) -> float:
    """Rounding of Theorem 1's right side: three risks, the slopes left behind, and sums over rounds."""
    steps, _, _ = _moves(state.run)
    return (
        _risks(state) + float(steps[: state.t] @ _slopes_off(state.run)[: state.t]) + _sums(state, _theorem_1)
    )


def _sums(state: ScoredState, side: Callable[[ScoredState], float]) -> float:
    """Rounding of a right side of sums over rounds and of norms, relatively exact terms ≥ 0."""
    return gamma(4 * (state.t + len(_loss(state).bound)) + 64) * abs(side(state))


def _fixed_steps(state: ScoredState) -> float:
    """Rounding of the bound for small fixed steps, where a gap of risks is under a root."""
    steps, _, _ = _moves(state.run)
    eta, bound = _details(state.run).rules.eta, _loss(state).bound
    under = _risks(state) * float(steps[: state.t].sum()) * len(bound)
    return _risks(state) + 2.0 * eta * math.sqrt(under) + _sums(state, _small_steps)


# ---------------------------------------------------------------- the Hessian's bound


def _steepest(state: ScoredState) -> float:
    """The largest vᵀHv / vᵀBv over sampled directions v, H the Hessian at this round's scores."""
    details = _details(state.run)
    loss, h = details.risk.total, state.trace.scores(state.run, state.t)
    return max((_ratio(loss, h, v) for v in _directions(state, loss)), default=0.0)


def _ratio(loss: ScoreLoss, h: np.ndarray, v: np.ndarray) -> float:
    allowed = float(v @ (loss.bound * v))
    return loss.along(h, v)[2] / allowed if allowed > 0.0 else 0.0


def _directions(state: ScoredState, loss: ScoreLoss) -> list[np.ndarray]:
    rng = np.random.default_rng(state.t)
    n = len(loss.bound)
    found = [rng.normal(size=n) for _ in range(DIRECTIONS // 2)]
    for _ in range(DIRECTIONS // 2):
        # Two items moved apart reach the bound when their pair is the only one of each.
        apart = np.zeros(n)
        apart[rng.choice(n, 2, replace=False)] = (1.0, -1.0)
        found.append(apart)
    fitted = _details(state.run).descent.fitted
    return [*found, fitted[state.t - 1].values] if state.t else found


# ---------------------------------------------------------------- Theorem 1


def complexity(descent: TreeDescent, loss: ScoreLoss) -> np.ndarray:
    """(T + 1,) a_k = Σ steps times ‖g‖_{W,X}: at least the 1-norm of h_k over functions of norm 1 (QB, Theorem 1)."""
    moved = [
        step * normalised(loss, fitted.values)
        for step, fitted in zip(descent.step, descent.fitted, strict=True)
    ]
    return np.concatenate([[0.0], np.cumsum(moved)])


@once_a_run
def _moves(run: ScoredRun) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """s̄_i = s_i ‖g_i‖_{W,X} (T,), and the slope each round left, against all trees and against those so far."""
    descent, loss = _details(run).descent, _details(run).risk.total
    if not descent.fitted:
        return np.zeros(0), np.zeros(0), np.zeros(0)
    size = np.array([normalised(loss, fitted.values) for fitted in descent.fitted])
    unit = np.array([fitted.values for fitted in descent.fitted]) / size[:, None]
    gradients = np.array([loss.evaluate(h).gradient for h in descent.scores[:-1]])
    slopes = np.abs(gradients @ unit.T)
    slope = np.diag(slopes)
    beside_all, so_far = (np.maximum(each.max(axis=1) - slope, 0.0) for each in (slopes, np.tril(slopes)))
    return np.array(descent.step) * size, beside_all, so_far


@once_a_run
def _slopes_off(run: ScoredRun) -> np.ndarray:
    """(T,) the rounding of the slopes that `_moves` takes at each round, along any of the run's trees."""
    descent, loss = _details(run).descent, _details(run).risk.total
    size = [normalised(loss, fitted.values) for fitted in descent.fitted]
    unit = [fitted.values / length for fitted, length in zip(descent.fitted, size, strict=True)]
    largest = np.abs(np.array(unit)).max(axis=0)
    return np.array([2.0 * rounding.of_slope(loss, h, largest) for h in descent.scores[:-1]])


def _theorem_1(state: ScoredState) -> float:
    """Theorem 1's right side after this round, with h̄ the run's last ensemble."""
    steps, left, _ = _moves(state.run)
    M = len(_loss(state).bound)
    return right_side(state.run.extra["risk"], steps, steps * left + 0.5 * M * steps**2, state.t)


def _with_tolerance(state: ScoredState) -> float:
    """Theorem 1's right side with the ε that each round's tree used."""
    found = tolerances(state.run)
    return right_side(state.run.extra["risk"], found.length, found.lost, state.t)


def _rate_with_tolerance(state: ScoredState) -> float:
    found, t = tolerances(state.run), state.t
    return _risks(state) + float(found.length[:t] @ found.slopes_off[:t]) + _sums(state, _with_tolerance)


def _not_small(state: ScoredState) -> str:
    rules = _details(state.run).rules
    return "" if rules.step == "small" else "The steps of this run are not the small ones of fixed size η²."


def _corollary(state: ScoredState) -> str:
    """Return why the bound for small fixed steps does not apply."""
    if why := _not_small(state):
        return why
    _, _, left = _moves(state.run)
    details = _details(state.run)
    if float(left[: state.t].max()) > 0.5 * len(details.risk.total.bound) * details.rules.eta**2:
        return "A round left more slope behind than ½ M η²: its tree is not within the tolerance asked for."
    return ""


def sums_of_steps(run: ScoredRun) -> tuple[np.ndarray, np.ndarray]:
    """Σ s̄ and Σ (s̄² + s̄ √ε) over the rounds so far, (T + 1,) each, of Theorem 1's second half.

    √(2ε) is the slope that a round left, against all trees of the run.
    """
    steps, left, _ = _moves(run)
    pairs = steps, steps**2 + steps * left / math.sqrt(2.0)
    first, second = (np.concatenate([[0.0], np.cumsum(each)]) for each in pairs)
    return first, second


def _small_steps(state: ScoredState) -> float:
    """The smallest bound for small fixed steps over the h̄ = h_0 … h_t for which k = t − 1 rounds suffice."""
    run, t = state.run, state.t
    steps, _, _ = _moves(run)
    s, M = _details(run).rules.eta, len(_details(run).risk.total.bound)
    risk = run.extra["risk"][: t + 1]
    norm, gap = np.concatenate([[0.0], np.cumsum(steps[:t])]), np.maximum(0.0, risk[0] - risk)
    enough = np.sqrt(norm * gap / M) / s**3 <= t - 1
    return float((risk + 2.0 * s * np.sqrt(gap * norm * M) + M * s**4)[enough].min())


# ---------------------------------------------------------------- theorems


def _falls_precondition(state: ScoredState) -> str:
    rules = _details(state.run).rules
    if rules.step == "one" and rules.weighting != "bound":
        return "Without a line search only the weights of the upper bound promise that the risk falls."
    if rules.step == "decaying":
        return (
            "Steps of a given length promise the limit (Theorem 1), not that the risk falls in every round."
        )
    return ""


_QBRANK = (
    Theorem(
        "quadratic",
        "R(h + g) ≤ Rₖ(g): the quadratic is above the risk",
        "QB (6)",
        _risk,
        _bound,
        logs=False,
        of_round=True,
        rounding=_step,
    ),
    Theorem(
        "risk-falls",
        "The risk does not rise in this round",
        "QB (6), Alg. 1",
        _risk,
        _before,
        precondition=_falls_precondition,
        logs=False,
        of_round=True,
        rounding=_step,
    ),
    Theorem(
        "curvature",
        "vᵀHv ≤ vᵀWv on sampled directions v, as the largest ratio",
        "QB section 3",
        _steepest,
        lambda state: 1.0,
        logs=False,
        rounding=lambda state: rounding.of_curvature(_loss(state), len(_loss(state).bound)),
    ),
    Theorem(
        "qb-theorem-1",
        "Theorem 1, its rate against the run's last ensemble",
        "QB Thm. 1",
        _risk,
        _theorem_1,
        logs=False,
        of_round=True,
        rounding=_rate,
    ),
    Theorem(
        "qb-theorem-1-epsilon",
        "Theorem 1 with the ε that was used",
        "QB (3), Thm. 1",
        _risk,
        _with_tolerance,
        logs=False,
        of_round=True,
        of_run=applies,
        rounding=_rate_with_tolerance,
    ),
    Theorem(
        "qb-small-steps",
        "Theorem 1, small steps of fixed size",
        "QB Thm. 1, below",
        _risk,
        _small_steps,
        precondition=_corollary,
        logs=False,
        of_round=True,
        rounding=_fixed_steps,
    ),
)


# ---------------------------------------------------------------- RankSVM


def _svm(state: ScoredState) -> RankSVMDetails:
    return state.run.details_as(RankSVMDetails)


def _sampled(state: ScoredState) -> str:
    return "It learned from a sample of the pairs." if _svm(state).sampled else ""


def _hinge(state: ScoredState) -> float:
    """ln of the mean squared hinge of all pairs."""
    s = _pair_scores(state)
    return log(float(np.mean(np.maximum(1.0 - s, 0.0) ** 2)))


def _pair_scores(state: ScoredState) -> np.ndarray:
    higher, lower = state.trace.problem.pairs.T
    scores = state.trace.scores(state.run, state.t)
    return scores[higher] - scores[lower]


def _hinges(state: ScoredState) -> float:
    return rounding.of_squared_hinge(state.trace.problem.n_pairs, state.trace.scores(state.run, state.t))


_SVM = (
    Theorem(
        "hinge",
        "R̂1 ≤ mean max(0, 1 − s)²: an error costs 1 or more",
        "QB section 4",
        lambda s: log(s.metric("r1")),
        _hinge,
        rounding=lambda s: _hinges(s) + 2.0 * TIE * size_of(s.trace.scores(s.run, s.t)),
    ),
    Theorem(
        "below-start",
        "J after solving ≤ J of the zero score",
        "QB section 4",
        lambda s: log(s.extra("objective")),
        lambda s: log(s.extra("objective", 0)),
        precondition=_sampled,
        of_round=True,
        rounding=lambda s: 2.0 * _hinges(s),
    ),
    Theorem(
        "svm-no-slope",
        "At the solution J has no slope left: its largest part ≤ 10⁻⁴ of that at the start",
        "QB section 4",
        lambda s: _svm(s).slope,
        lambda s: LEFT * _svm(s).slope_at_start,
        precondition=_sampled,
        logs=False,
        of_round=True,
        rounding=lambda s: gamma(_svm(s).pairs + len(_svm(s).weights) + 16) * _svm(s).slope_terms,
    ),
)

THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {"qbrank": _QBRANK, "gbt": _QBRANK, "ranksvm": _SVM}
