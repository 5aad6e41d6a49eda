"""The theorems that hold for Bradley–Terry, Davidson, Elo and net wins, round by round."""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.kernel_gd.losses import size_of
from rankviz.engine.algorithms.preference import bradley_terry
from rankviz.engine.algorithms.preference.fitted import Counted, EloFit, Fitted
from rankviz.engine.algorithms.preference.learners import MOST_ITEMS
from rankviz.engine.algorithms.preference.newton import CLOSE
from rankviz.engine.algorithms.preference.newton import ROUNDING as NEWTON
from rankviz.engine.numerics import TIE
from rankviz.insight.reference.formulas.preference import BRADLEY_TERRY, ELO, NET
from rankviz.insight.theory.preconditions import ScoredState, log
from rankviz.insight.theory.rounding import U, gamma
from rankviz.insight.theory.theorem import Theorem


def _fitted(state: ScoredState) -> Fitted:
    return state.run.details_as(Fitted)


def _counted(state: ScoredState) -> Counted:
    return state.run.details_as(Counted)


def _scores(state: ScoredState) -> np.ndarray:
    return state.run.scored.scores[state.t]


def _pairs(state: ScoredState) -> int:
    return len(_counted(state).votes.tally.a)


# ---------------------------------------------------------------- sides


def _battles(state: ScoredState) -> float:
    return float(sum(each.sum() for each in _fitted(state).got()))


def _of_errors(state: ScoredState) -> float:
    """ln of −ln L / (N ln 2)."""
    return log(state.extra(_fitted(state).series) / (_battles(state) * math.log(2.0)))


def _of_errors_off(state: ScoredState) -> float:
    size = size_of(_scores(state)) / _fitted(state).scale
    return gamma(2 * _pairs(state) + 32) * (1.0 + size) + 4.0 * TIE * size


def _cost_off(state: ScoredState) -> float:
    before = state.extra(_fitted(state).series, state.t - 1)
    size = size_of(_scores(state))
    return NEWTON * before + 2.0 * gamma(_pairs(state) + 32) * (before + _battles(state) * (1.0 + size))


def _surplus(state: ScoredState) -> float:
    """The largest difference between an item's wins and its expected wins."""
    fitted = _fitted(state)
    tally, got, due = fitted.votes.tally, fitted.got(), fitted.expected(_scores(state), state.t)
    return float(np.abs(tally.by_item(got[0] - due[0], got[1] - due[1])).max())


def _surplus_off(state: ScoredState) -> float:
    size = size_of(_scores(state))
    return _battles(state) * (CLOSE + 4.0 * gamma(_pairs(state) + 32) * (1.0 + size))


def _solved(state: ScoredState) -> str:
    if state.run.stopped.why is Why.MINIMUM and state.t == state.run.n_rounds:
        return ""
    return "It is about the greatest likelihood, where the steps end."


def _sum(state: ScoredState) -> float:
    return abs(float(_scores(state).sum()))


def _sum_off(state: ScoredState) -> float:
    seen = state.run.scored.scores[: state.t + 1]
    size, n = float(np.abs(seen).max(initial=0.0)), seen.shape[1]
    if not isinstance(elo := _counted(state), EloFit):
        return gamma(2 * _pairs(state) + n) * _most(state)
    parts = np.diff(elo.played, prepend=0)
    size += float(state.run.params["elo_k"]) * float(parts.max(initial=0))
    return 2.0 * U * (elo.played[state.t] + n * n) * (size + 1.0)


def _most(state: ScoredState) -> float:
    tally = _counted(state).votes.tally
    return float(tally.won.sum() + tally.lost.sum())


def _unlike_slope(state: ScoredState) -> float:
    """The largest difference between net wins and −2 times the slope of −ln L at equal scores."""
    votes = _counted(state).votes
    slope = bradley_terry.derivatives(votes.tally, votes.tie)(np.zeros(votes.tally.n))[1]
    return float(np.abs(_scores(state) + 2.0 * slope).max())


def _slope_off(state: ScoredState) -> float:
    votes = _counted(state).votes
    return 4.0 * gamma(_pairs(state) + 16) * float(sum(each.sum() for each in votes.tally.split(votes.tie)))


def _small(state: ScoredState) -> str:
    return (
        "" if state.trace.problem.n_items <= MOST_ITEMS else "Bradley–Terry is not fitted to so many items."
    )


# ---------------------------------------------------------------- theorems

_ERRORS = Theorem[ScoredState](
    "error-likelihood",
    "R̂1 ≤ −ln L / (N ln 2): a win against the order costs ln 2 or more",
    BRADLEY_TERRY,
    lambda state: log(state.metric("r1")),
    _of_errors,
    rounding=_of_errors_off,
)
_FALLS = Theorem[ScoredState](
    "likelihood-rises",
    "−ln of the likelihood does not rise in this round: a step that would is halved",
    BRADLEY_TERRY,
    lambda state: state.extra(_fitted(state).series),
    lambda state: state.extra(_fitted(state).series, state.t - 1),
    logs=False,
    of_round=True,
    rounding=_cost_off,
)
_EXPECTED = Theorem[ScoredState](
    "wins-expected",
    "At the end every item won as often as its scores expect",
    "Davidson 1970",
    _surplus,
    lambda state: 0.0,
    "=",
    precondition=_solved,
    logs=False,
    of_round=True,
    rounding=_surplus_off,
)


def _zero_sum(equation: str) -> Theorem[ScoredState]:
    return Theorem(
        "zero-sum",
        "Σ scores = 0: what one side gains the other loses",
        equation,
        _sum,
        lambda state: 0.0,
        "=",
        logs=False,
        rounding=_sum_off,
    )


THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {
    "bradley-terry": (_ERRORS, _FALLS, _EXPECTED),
    "davidson": (_FALLS, _EXPECTED),
    "elo": (_ERRORS, _zero_sum(ELO)),
    "net-wins": (
        _zero_sum(NET),
        Theorem(
            "net-slope",
            "Net wins are twice the slope of Bradley–Terry’s ln L where all scores are equal",
            NET,
            _unlike_slope,
            lambda state: 0.0,
            "=",
            precondition=_small,
            logs=False,
            of_round=True,
            rounding=_slope_off,
        ),
    ),
}
