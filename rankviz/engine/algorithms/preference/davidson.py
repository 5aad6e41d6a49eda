"""Davidson's model: Bradley–Terry with ties as an outcome of their own.

With π = e^θ, item i beats j, j beats i, and neither, as π_i : π_j : ν √(π_i π_j). Davidson, On extending the
Bradley–Terry model to accommodate ties in paired comparison experiments, JASA 65, 1970.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.preference import bradley_terry
from rankviz.engine.algorithms.preference.bradley_terry import of_differences
from rankviz.engine.algorithms.preference.finite import unbounded_items
from rankviz.engine.algorithms.preference.newton import Derivatives, newton
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError

NAME = "Davidson"


@dataclass(frozen=True, eq=False)
class Davidson:
    """The maximum-likelihood scores.

    Attributes
    ----------
    scores : (t + 1, n) θ, of mean 0, before the first and after each of Newton's steps.
    nu : ν: of two equal items, the odds of a tie against either's win. 0 where there are no ties.
    """

    scores: np.ndarray
    nu: float


def fit(tally: Tally) -> Davidson:
    """Fit the model: a tie is an outcome, so it has no value to choose.

    Raises DataError where there are no finite scores.
    """
    tied = tally.tied.sum()
    if tied == 0:
        return Davidson(bradley_terry.fit(tally, 0.0), 0.0)
    if who := unbounded_items(tally):
        raise DataError(
            f"{NAME} has no finite scores: {who}",
            remedy="Add battles, leave out items with few of them, or choose Bradley–Terry, where a tie has a value",
        )
    n = tally.n
    found = newton(derivatives(tally), np.zeros(n + 1))
    return Davidson(found[:, :n] - found[:, :n].mean(axis=1, keepdims=True), float(np.exp(found[-1, n])))


def derivatives(tally: Tally) -> Derivatives:
    """−ln of the likelihood as a function of θ and ln ν (n + 1,), with its slope and curvature."""
    a, b, n, tied = tally.a, tally.b, tally.n, tally.tied.sum()
    battles = tally.won + tally.lost + tally.tied
    met = bradley_terry.groups(tally, battles)

    def at(x: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        s, log_nu = x[a] - x[b], x[n]
        log_z = np.logaddexp(np.logaddexp(s / 2, -s / 2), log_nu)
        win, lose, tie = np.exp(s / 2 - log_z), np.exp(-s / 2 - log_z), np.exp(log_nu - log_z)
        value = float(battles @ log_z - (tally.won - tally.lost) @ s / 2 - tied * log_nu)
        ahead = (win - lose) / 2
        by_s = battles * ahead - (tally.won - tally.lost) / 2
        slope, curvature = np.empty(n + 1), np.empty((n + 1, n + 1))
        slope[:n] = tally.by_item(by_s, -by_s)
        curvature[:n, :n] = of_differences(tally, battles * ((win + lose) / 4 - ahead**2), met)
        across = battles * tie * ahead
        curvature[:n, n] = curvature[n, :n] = tally.by_item(-across, across)
        slope[n], curvature[n, n] = battles @ tie - tied, battles @ (tie * (1 - tie))
        return value, slope, curvature

    return at


def chances(difference: np.ndarray, nu: float) -> np.ndarray:
    """(3, …) the chances of a win, a tie and a loss of an item whose θ is `difference` above the other's."""
    weights = np.array(
        [difference / 2, np.full_like(difference, np.log(nu) if nu else -np.inf), -difference / 2]
    )
    return np.asarray(np.exp(weights - np.logaddexp.reduce(weights, axis=0)))
