"""F1 and F2 over the weights of two rankers of a larger pool, all others fixed at a run's weights: a slice.

The other rankers are one factor of a pair's term, so that both losses are again sums of at most nine terms.
"""

import numpy as np

from rankviz.engine.errors import DataError
from rankviz.engine.numerics import log_cosh
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.theory.landscapes import whole
from rankviz.insight.theory.landscapes.whole import Landscape

RAYS = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], dtype=np.float64)
"""Between neighbouring rays no term of either loss changes from falling to rising: the slopes are whole numbers."""


def runs_of(trace: Trace) -> tuple[BoostedRun, ...]:
    """Return the runs that have a slice: those that moved weak rankers one at a time, of more than two."""
    return tuple(run for run in trace.boosted if len(trace.pool) > 2 and not run.combined.any())


def first_choice(run: BoostedRun, t: int) -> tuple[int, int] | None:
    """Return the two rankers with the largest weights after round t, or the first two of the run; None with one."""
    weights = run.weights_at(held_at(run, t))
    named = sorted(weights, key=lambda ranker: -abs(weights[ranker]))
    two = [*named, *(ranker for ranker in dict.fromkeys(run.ranker.tolist()) if ranker not in named)][:2]
    return (two[0], two[1]) if len(two) == 2 else None


def held_at(run: BoostedRun, t: int) -> int:
    """Return the round whose weights hold the others: t, or the last before an infinite weight or the run's end."""
    infinite = (s for s, outcome in enumerate(run.outcome) if outcome in ("infinite", "limit"))
    return min(t, run.n_rounds, next(infinite, run.n_rounds))


def of_run(trace: Trace, run: BoostedRun, two: tuple[int, int], t: int) -> Landscape:
    """Return the slice over the rankers `two` (indices in the pool) through the weights of a run after round t.

    The only path is the run's, up to round t, projected: only its end is on the slice. F2 (22) is over the
    rankers with a weight and these two. Raises DataError when they are the same.
    """
    if two[0] == two[1]:
        raise DataError("A slice is over two different weak rankers", remedy="Choose another one")
    last = held_at(run, t)
    kinds, shares = _terms(trace, run, two, last)
    path = np.array([[run.weights_at(s).get(ranker, 0.0) for ranker in two] for s in range(last + 1)])
    least = {name: _least(name, kinds, log_share) for name, log_share in shares.items()}
    marked = np.vstack([path, *(np.array([at]) for at in least.values() if at is not None)])
    x, y = (whole.axis(values) for values in np.clip(marked, -whole.FARTHEST, whole.FARTHEST).T)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    logs = {}
    for name, log_share in shares.items():
        top = float(log_share.max())
        logs[name] = whole.log_loss(name, kinds, np.exp(log_share - top), grid) + top
    return Landscape(x, y, logs, least, (path,))


def _terms(
    trace: Trace, run: BoostedRun, two: tuple[int, int], t: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """(k, 2) how both rankers order a pair, and by loss (k,) ln of the others' factor for the pairs of each kind."""
    problem, pool = trace.problem, trace.pool
    higher, lower = problem.pairs.T
    others = np.zeros(problem.n_items)
    tied = np.zeros(problem.n_pairs)
    for ranker, eta in run.weights_at(t).items():
        if ranker not in two:
            h = pool.output(ranker)
            others += eta * h
            tied += log_cosh(eta) * (h[higher] == h[lower])
    power = others[lower] - others[higher]
    if problem.pair_weights is not None:
        power += problem.log_amounts
    h = pool.outputs(np.array(two)).astype(np.float64)
    kinds, kind = np.unique((h[:, higher] - h[:, lower]).T, axis=0, return_inverse=True)
    return kinds, {"F1": _sums(power, kind.reshape(-1)), "F2": _sums(power + tied, kind.reshape(-1))}


def _sums(power: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """(k,) ln of the mean over all pairs (m,) of e^power where the pair is of that kind."""
    top = float(power.max())
    return np.asarray(top + np.log(np.bincount(kind, weights=np.exp(power - top)) / len(power)))


def _least(name: str, kinds: np.ndarray, log_share: np.ndarray) -> tuple[float, float] | None:
    """Return the minimum of the loss; None where the loss falls, or is constant, all the way in some direction."""
    slopes = -RAYS @ kinds.T
    if name == "F2":
        slopes += np.abs(RAYS) @ (kinds == 0.0).T
    if (slopes.max(axis=1) <= 0.0).any():
        return None
    return whole.least(name, kinds, np.exp(log_share - log_share.max()))
