"""Rounding error bounds of RB-C over weak rankers with values from 0 to 1.

To first order as in `rankviz.theory.rounding`: with A = Σ|α| a score is off by γ_{2t+1} A, e^{−s} by that and by the
rounding of its argument, a sum by γ_m. A pair that counts as tied may differ by TIE, which moves s by TIE A.
"""

import math

from rankviz.algorithms.real_rankers.boost import RealDetails
from rankviz.numerics import TIE
from rankviz.theory.preconditions import ScoredState
from rankviz.theory.rounding import U, gamma


def details(state: ScoredState) -> RealDetails:
    """The details of the run's rounds."""
    return state.run.details_as(RealDetails)


def _size(state: ScoredState, t: int) -> float:
    """A = Σ|α| after round t."""
    return math.fsum(abs(alpha) for alpha in details(state).alpha[:t])


def off(state: ScoredState, t: int) -> float:
    """Error of ln e^{−s} and of a sum of such, after round t."""
    size = _size(state, t)
    return (
        (gamma(2 * t + 1) + TIE) * size + U * (16.0 * size + 32.0) + gamma(state.trace.problem.n_pairs + 16)
    )


def off_z(state: ScoredState) -> float:
    """Error of ln Z of this round: D, its factor, and a sum; and of (18), of two sums of D without a difference."""
    alpha = abs(details(state).alpha[state.t - 1])
    return 3.0 * off(state, state.t) + U * 16.0 * alpha + off(state, state.t - 1)


def off_rounds(state: ScoredState) -> float:
    """Error of a product over the rounds against Ê1."""
    return (4.0 * state.t + 1.0) * off(state, state.t)


def off_bound(state: ScoredState) -> float:
    """Error of Π √(1 − r²): 1 + r and 1 − r of a round are sums of D, with D's relative error and that of a sum."""
    return off_rounds(state) + state.t * off(state, state.t)


def off_error(state: ScoredState) -> float:
    """Error of R̂1 against Ê1: scores within TIE of the largest count as tied."""
    return 4.0 * off(state, state.t) + 2.0 * TIE * _size(state, state.t)
