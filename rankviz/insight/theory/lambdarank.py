"""The theorems that hold for RankNet, LambdaMART and other libraries' rankers, and those that do not apply.

Burges 2010 is *From RankNet to LambdaRank to LambdaMART*. QB (6) holds for any loss; RankNet has one, LambdaMART none.
"""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.kernel_gd.losses import size_of
from rankviz.engine.algorithms.lambdarank.lambdamart import LambdaDetails
from rankviz.engine.algorithms.lambdarank.lambdas import LambdaRules, Lambdas, LambdaValues
from rankviz.engine.algorithms.own.external_model import OwnDetails
from rankviz.engine.algorithms.qbrank.loop import quadratic_bound
from rankviz.engine.algorithms.qbrank.losses import PairLoss, pairwise_logistic
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.trace import details_of
from rankviz.insight.theory import rounding_scored as rounding
from rankviz.insight.theory.preconditions import ScoredState, log
from rankviz.insight.theory.rounding import gamma
from rankviz.insight.theory.theorem import Theorem


def _lambdas_of(state: ScoredState) -> Lambdas | None:
    """Return the λ's of the run; None for a ranker of another library whose λ's are not known."""
    own = details_of(state.run, OwnDetails)
    return state.run.details_as(LambdaDetails).lambdas if own is None else own.known


def _rules(state: ScoredState) -> LambdaRules:
    lambdas = _lambdas_of(state)
    assert lambdas is not None
    return lambdas.rules


def _lambdas(state: ScoredState) -> LambdaValues:
    lambdas = _lambdas_of(state)
    assert lambdas is not None
    return lambdas.evaluate(_scores(state, state.t))


def _step(state: ScoredState) -> tuple[np.ndarray, float]:
    """Return what the round's tree gave each item (n,), and the share of it that counts."""
    own = details_of(state.run, OwnDetails)
    if own is not None:
        return own.value(state.t), 1.0
    details = state.run.details_as(LambdaDetails)
    return details.fitted[state.t - 1].values, details.eta


def _scores(state: ScoredState, t: int) -> np.ndarray:
    return state.run.scored.scores[t]


# ---------------------------------------------------------------- sides


def _left_over(state: ScoredState) -> float:
    """The largest |Σ λ| over the queries."""
    if _lambdas_of(state) is None:
        return math.nan
    problem = state.trace.problem
    return float(np.abs(np.bincount(problem.qid, _lambdas(state).gradient, problem.n_queries)).max())


def _left_over_off(state: ScoredState) -> float:
    m = state.trace.problem.n_pairs
    return 2.0 * gamma(m + state.trace.problem.n_items + 16) * float(_lambdas(state).pull.sum())


def _cost(state: ScoredState) -> float:
    """ln of the mean cost of a pair in bits: C / (m ln 2)."""
    if _lambdas_of(state) is None:
        return math.nan
    return log(state.extra("pair_cost") / (state.trace.problem.n_pairs * math.log(2.0)))


def _cost_off(state: ScoredState) -> float:
    sigma = _rules(state).sigma
    return gamma(state.trace.problem.n_pairs + 32) + 4.0 * sigma * TIE * size_of(_scores(state, state.t))


def _loss(state: ScoredState) -> PairLoss:
    """Return RankNet's loss as a function of σ h."""
    return pairwise_logistic(state.trace.problem)


def _above(state: ScoredState) -> float:
    """R_k(η g) (QB (6)) of the round, in the scores σ h."""
    if _lambdas_of(state) is None:
        return math.nan
    loss, sigma, (g, eta) = _loss(state), _rules(state).sigma, _step(state)
    before = sigma * _scores(state, state.t - 1)
    return quadratic_bound(loss, loss.evaluate(before), sigma * g, eta)


def _above_off(state: ScoredState) -> float:
    loss, sigma, (g, eta) = _loss(state), _rules(state).sigma, _step(state)
    return 2.0 * rounding.of_step(loss, sigma * _scores(state, state.t - 1), sigma * g, eta)


def _pair_cost(state: ScoredState) -> float:
    return math.nan if _lambdas_of(state) is None else state.extra("pair_cost")


def _cost_before(state: ScoredState) -> float:
    return math.nan if _lambdas_of(state) is None else state.extra("pair_cost", state.t - 1)


# ---------------------------------------------------------------- when they do not apply

NO_LOSS = "The weights |ΔNDCG| change with the ranks: no loss is known that has these λ's as its slopes."
CUT = "Truncation or norms change the weights from round to round: C is not a fixed loss."


def _known(state: ScoredState) -> str:
    own = details_of(state.run, OwnDetails)
    return f"The weights of pairs are not known: {own.unknown}." if own is not None and own.unknown else ""


def _is_loss(state: ScoredState) -> str:
    if unknown := _known(state):
        return unknown
    rules = _rules(state)
    return NO_LOSS if rules.delta else CUT if rules.at or rules.norm else ""


def _never(why: str) -> Callable[[ScoredState], str]:
    return lambda state: why


def _falls(state: ScoredState) -> str:
    if details_of(state.run, OwnDetails) is not None:
        return _is_loss(state) or "The library's rules for a leaf's value promise no fall."
    return (
        _is_loss(state)
        or "Newton's weights promise no fall without a line search; the upper bound's W would."
    )


def _nothing(state: ScoredState) -> float:
    return math.nan


def _silent(
    key: str, name: str, equation: str, why: str, left: Callable[[ScoredState], float] = _nothing
) -> Theorem[ScoredState]:
    """Return a theorem that does not apply to RankNet or LambdaMART, with the reason."""
    return Theorem(key, name, equation, left, _nothing, precondition=_never(why), rounding=lambda state: 0.0)


_LAMBDAS = (
    Theorem(
        "counter-pulls",
        "Σ λ = 0 in every query: what one item is pulled up, another is pulled down",
        "Burges 2010",
        _left_over,
        lambda state: 0.0,
        "=",
        precondition=_known,
        logs=False,
        rounding=_left_over_off,
    ),
    Theorem(
        "error-cost",
        "R̂1 ≤ C / (m ln 2): an error costs ln 2 or more",
        "Burges 2010",
        lambda state: log(state.metric("r1")),
        _cost,
        precondition=_is_loss,
        rounding=_cost_off,
    ),
    Theorem(
        "quadratic-cost",
        "C ≤ Rₖ(η g): the quadratic is above RankNet's loss",
        "QB (6)",
        _pair_cost,
        _above,
        precondition=_is_loss,
        logs=False,
        of_round=True,
        rounding=_above_off,
    ),
    Theorem(
        "cost-falls",
        "C does not rise in this round",
        "QB (6), Alg. 1",
        _pair_cost,
        _cost_before,
        precondition=_falls,
        logs=False,
        of_round=True,
        rounding=_above_off,
    ),
    _silent(
        "theorem-1-2",
        "Theorems 1 and 2: R̂1 ≤ U1, R̂2 ≤ U2",
        "RB+ (16), (35)",
        "They are about rankers with values 0 and 1, whose ε⁺, ε⁻ make U; a tree has none.",
        lambda state: log(state.metric("r1")),
    ),
    _silent(
        "margin",
        "Theorem 2: the smooth margin never falls",
        "SM Thm. 2",
        "A margin is over ‖λ‖₁ of an ensemble of rankers of the pool; trees are not among them.",
    ),
    _silent(
        "rate",
        "Theorem 1: the rate of general boosting",
        "QB Thm. 1",
        "It needs a convex loss and steps by its upper bound or a line search; these are Newton's steps times a rate.",
    ),
    _silent(
        "norm",
        "Lemma 3.4: the norm of f stays bounded",
        "GD Lemma 3.4",
        "It is about functions in a kernel's space, and a tree is not one.",
    ),
)

THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {
    "ranknet": _LAMBDAS,
    "lambdamart": _LAMBDAS,
    "own": _LAMBDAS,
}
