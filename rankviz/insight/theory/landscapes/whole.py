"""F1 and F2 over the weights of two rankers: their values on a grid, their minima, and the path of each run.

With two rankers a pair is ordered in one of nine ways, so that both losses are sums of at most nine terms.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.kernels import libraries
from rankviz.engine.numerics import log_cosh_each
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.theory import minimum

POINTS = 81
"""Weights of each ranker at which both losses are given."""

PAD, FARTHEST = 0.35, 5.0
"""Margin around the marked weights, as a share of their range; the largest weight that is shown."""


@dataclass(frozen=True, eq=False)
class Landscape:
    """Both losses over two weights.

    Attributes
    ----------
    x, y : (P,) weights of the first and of the second candidate.
    logs : "F1", "F2" → (P, P) natural logs of the loss, [y, x].
    least : "F1", "F2" → (η1, η2) of the minimum; None where no finite weights reach one, or many do.
    paths : (k, 2) the weights before the first round and after each, run by run; an infinite weight ends the path.
    """

    x: np.ndarray
    y: np.ndarray
    logs: dict[str, np.ndarray]
    least: dict[str, tuple[float, float] | None]
    paths: tuple[np.ndarray, ...]


def has_landscape(trace: Trace) -> bool:
    """Return whether there are two candidates and every boosted run moved them one at a time."""
    return (
        len(trace.pool) == 2 and bool(trace.boosted) and not any(run.combined.any() for run in trace.boosted)
    )


def of_trace(trace: Trace) -> Landscape:
    """Return the landscape of a trace for which `has_landscape` is True."""
    kinds, share = _kinds(trace)
    found = {"F1": minimum.of_f1(trace.problem, trace.pool), "F2": _of_f2(trace)}
    points = {
        name: least(name, kinds, share) if one.attained and one.dimension == 2 else None
        for name, one in found.items()
    }
    paths = tuple(_path(run) for run in trace.boosted)
    marked = np.vstack([*paths, *(np.array([at]) for at in points.values() if at is not None)])
    x, y = (axis(values) for values in np.clip(marked, -FARTHEST, FARTHEST).T)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    return Landscape(x, y, {name: log_loss(name, kinds, share, grid) for name in found}, points, paths)


def log_loss(name: str, kinds: np.ndarray, share: np.ndarray, eta: np.ndarray) -> np.ndarray:
    """ln F1 (6) or ln F2 (22) at weights eta (…, 2), of pairs of these kinds (k, 2) with these shares (k,)."""
    return np.asarray(
        libraries.load_scipy().special.logsumexp(_exponents(name, kinds, eta), b=share, axis=-1)
    )


def _exponents(name: str, kinds: np.ndarray, eta: np.ndarray) -> np.ndarray:
    """(…, k) the log of each kind's term: −s, and in F2 plus ln cosh η for each ranker that ties it (24)."""
    found = -eta @ kinds.T
    return found + log_cosh_each(eta) @ (kinds == 0.0).T if name == "F2" else found


def _kinds(trace: Trace) -> tuple[np.ndarray, np.ndarray]:
    """(k, 2) how both candidates order a pair: 1, 0, −1; and (k,) the share of pairs of each kind."""
    h = trace.pool.outputs(np.arange(2)).astype(np.float64)
    higher, lower = trace.problem.pairs.T
    kinds, kind = np.unique((h[:, higher] - h[:, lower]).T, axis=0, return_inverse=True)
    count = np.bincount(kind.reshape(-1), weights=trace.problem.pair_weights)
    return kinds, count / count.sum()


def _of_f2(trace: Trace) -> minimum.Minimum:
    return minimum.of_f2(trace.problem, trace.pool.outputs(np.arange(2)))


def least(name: str, kinds: np.ndarray, share: np.ndarray) -> tuple[float, float]:
    """Return the minimum of the loss, by Newton's method with exact derivatives of its log."""
    tied = (kinds == 0.0) & (name == "F2")

    def parts(eta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        weight = np.log(share) + _exponents(name, kinds, eta)
        weight = np.exp(weight - libraries.load_scipy().special.logsumexp(weight))
        return weight, tied * np.tanh(eta) - kinds

    def gradient(eta: np.ndarray) -> np.ndarray:
        weight, slopes = parts(eta)
        return np.asarray(weight @ slopes)

    def hessian(eta: np.ndarray) -> np.ndarray:
        weight, slopes = parts(eta)
        mean = weight @ slopes
        curve = np.diag((weight @ tied) / np.cosh(eta) ** 2)
        return np.asarray((slopes * weight[:, None]).T @ slopes + curve - np.outer(mean, mean))

    found = libraries.load_scipy().optimize.minimize(
        lambda eta: float(log_loss(name, kinds, share, eta)),
        np.zeros(2),
        jac=gradient,
        hess=hessian,
        method="trust-exact",
        options={"gtol": 1e-12},
    )
    eta = found.x - np.linalg.solve(hessian(found.x), gradient(found.x))
    return float(eta[0]), float(eta[1])


def _path(run: BoostedRun) -> np.ndarray:
    weights = np.zeros((run.n_rounds + 1, 2))
    for t in range(run.n_rounds):
        weights[t + 1] = weights[t]
        if run.outcome[t] in ("infinite", "limit"):
            return weights[: t + 1]
        weights[t + 1, run.ranker[t]] += run.alpha[t]
    return weights


def axis(marked: np.ndarray) -> np.ndarray:
    """(P,) weights from below to above the marked ones (k,), 0 among them."""
    low, high = min(0.0, float(marked.min())), max(0.0, float(marked.max()))
    room = PAD * (high - low) or 1.0
    return np.linspace(low - room, high + room, POINTS)
