"""Bradley–Terry: item i beats item j with probability 1 / (1 + e^{−(θ_i − θ_j)}); the maximum-likelihood scores θ.

Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952. It is a logistic regression
without intercept or penalty on one column per item, +1 for the first of a pair and −1 for the second.
"""

import numpy as np

from rankviz.engine.algorithms.preference.finite import check
from rankviz.engine.algorithms.preference.newton import Derivatives, newton
from rankviz.engine.data.pair_graph import components
from rankviz.engine.data.tally import Tally
from rankviz.engine.kernels.libraries import logistic_each

NAME = "Bradley–Terry"


def fit(tally: Tally, tie: float, start: np.ndarray | None = None) -> np.ndarray:
    """(t + 1, n) scores θ, of mean 0, before the first and after each of Newton's steps.

    A tie is worth `tie` wins to each side; with ½ the likelihood is that of the arenas. `start` (n,) saves steps.
    Raises DataError where there are no finite scores.
    """
    check(tally, *tally.split(tie), NAME)
    found = newton(derivatives(tally, tie), np.zeros(tally.n) if start is None else start - start.mean())
    return found - found.mean(axis=1, keepdims=True)


def derivatives(tally: Tally, tie: float) -> Derivatives:
    """−ln of the likelihood as a function of θ (n,), with its slope and curvature."""
    up, down = tally.split(tie)
    a, b, met = tally.a, tally.b, groups(tally, up + down)

    def at(theta: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        s = theta[a] - theta[b]
        win, lose = logistic_each(s), logistic_each(-s)
        value = float(up @ np.logaddexp(0, -s) + down @ np.logaddexp(0, s))
        slope = down * win - up * lose
        return value, tally.by_item(slope, -slope), of_differences(tally, (up + down) * win * lose, met)

    return at


def groups(tally: Tally, battles: np.ndarray) -> np.ndarray | None:
    """(n,) the group of each item, where groups never met, by the battles (k,) of each pair; None for a single one."""
    met = np.column_stack([tally.a, tally.b])[battles > 0]
    count, group = components(met, tally.n, strong=False)
    return group if count > 1 else None


def of_differences(tally: Tally, curvature: np.ndarray, group: np.ndarray | None = None) -> np.ndarray:
    """(n, n) second derivatives by the items' scores, from those by the difference of each pair (k,).

    Along (1, …, 1) of all items, or of each group (n,) that never met another, nothing changes with the scores; the
    matrix is made regular there, so that Newton's steps have mean 0.
    """
    found = np.zeros((tally.n, tally.n))
    found[tally.a, tally.b] = found[tally.b, tally.a] = -curvature
    diagonal = -found.sum(axis=1)
    np.fill_diagonal(found, diagonal)
    if group is None:
        return found + diagonal.mean() / tally.n
    return found + np.where(group[:, None] == group, diagonal.mean() / np.bincount(group)[group], 0.0)
