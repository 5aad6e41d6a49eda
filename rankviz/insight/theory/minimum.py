"""The minimum of F1 and of F2, by a convex solver that shares no code with the boosting: the monitor's yardstick.

F1 (6) depends on item scores alone and is minimised over the scores that the candidates span; F2 (22) over
the weights of an independent set of rankers. Both are minimised as logs, with exact first and second
derivatives, by scipy's trust-region method or, in a browser, by Newton's. Where no finite weights reach one, a linear
program proves it.
"""

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.data.pair_graph import components
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import libraries
from rankviz.engine.runs.trace import BoostedRun, Trace

if libraries.HAS_SOLVERS:
    from rankviz.insight.theory import minimum_by_scipy as solvers
else:
    from rankviz.insight.theory import minimum_by_numpy as solvers  # type: ignore[no-redef]

MAX_ITEMS = 1_200
MAX_PAIRS = 400_000
MAX_WORK = 2_000_000_000
"""F2: most pairs × rankers², the cost of one evaluation of its second derivatives."""

STEEP = 1e-8
"""A point where the slope of the log is below this, and the curvature above, is the minimum."""

CURVED, FAR = 1e-6, 100.0
"""A minimum is certain where all curvature is above `CURVED`, and all weights are below `FAR`."""

_DEPENDENT = (
    "Theorem 3 is about independent rankers, and these may depend on each other (“Independent” is off): a weight "
    "shared among dependent rankers pays less for ties (section 3.2)."
)
_WEIGHTED = "The minimum is computed only if all pairs count equally; these have weights."

ABSENT = "{loss} has no minimum at finite weights: along some direction it keeps falling, so a run only gets closer"


@dataclass(frozen=True)
class Minimum:
    """The result of the solver.

    Attributes
    ----------
    loss : "F1" or "F2".
    value : the minimum, or the infimum where it is not attained; None when it is not known.
    attained : finite weights reach it.
    why : a sentence: why no finite weights reach the minimum, or why it was not computed; else empty.
    dimension : the number of free weights.
    slope : the largest partial derivative of ln F left at the point found.
    """

    loss: str
    value: float | None
    attained: bool
    why: str = ""
    dimension: int = 0
    slope: float = 0.0


def of_run(trace: Trace, run: BoostedRun) -> Minimum:
    """Find the minimum in the theorem of the run's algorithm: F1 over all candidates, or F2 over the rankers of S."""
    if loss_of(run) == "F1":
        return of_f1(trace.problem, trace.pool_of(run))
    if not run.independent:
        return Minimum("F2", None, False, _DEPENDENT)
    return of_f2(trace.problem, trace.pool.outputs(np.array(rankers_of(run), dtype=np.int64)))


def loss_of(run: BoostedRun) -> str:
    """Return the loss that the run's algorithm minimises, as a function of weights: "F1" or "F2"."""
    return {"e1": "F1", "e2": "F2"}[find_boosted(run.algorithm).loss]


def rankers_of(run: BoostedRun) -> list[int]:
    """Return S: the fixed independent set if the run has one, else the rankers it moved singly, by first pick."""
    if run.fixed_set:
        return list(run.fixed_set)
    return list(dict.fromkeys(run.ranker[~run.combined].tolist()))


# ---------------------------------------------------------------- F1


def of_f1(problem: Problem, pool: CandidatePool) -> Minimum:
    """Find the minimum of F1 (6) over all weights of the candidates.

    Beyond 1,200 items or 400,000 pairs the Minimum has no value but a reason.
    """
    n, m = problem.n_items, problem.n_pairs
    if problem.pair_weights is not None:
        return Minimum("F1", None, False, _WEIGHTED)
    if n > MAX_ITEMS or m > MAX_PAIRS:
        return Minimum(
            "F1",
            None,
            False,
            _too_large("F1", f"{n:,} items and {m:,} pairs", f"{MAX_ITEMS:,} items and {MAX_PAIRS:,} pairs"),
        )
    pairs = problem.pairs
    outputs = pool.outputs(np.arange(len(pool)))
    basis, capacity = _basis(outputs, pairs, n)
    if basis.shape[1] == 0:
        return Minimum("F1", 1.0, True)
    if basis.shape[1] == capacity:
        # The candidates span all scores: exactly the pairs outside the cycles can be separated without limit.
        in_cycle = _in_cycles(pairs, n)
        if not in_cycle.all():
            return _rest_of_f1(outputs, pairs, in_cycle, basis.shape[1])
    value, slope, sure = _solve_f1(basis, pairs)
    if sure:
        return Minimum("F1", value, True, dimension=basis.shape[1], slope=slope)
    if m * basis.shape[1] > solvers.MAX_PROGRAM:
        return Minimum("F1", None, False, _undecided("F1"), basis.shape[1])
    stays = solvers.not_separable(basis[pairs[:, 0]] - basis[pairs[:, 1]])
    if stays is None:
        return Minimum("F1", None, False, _undecided("F1"), basis.shape[1])
    if stays.all():
        return Minimum("F1", value, True, dimension=basis.shape[1], slope=slope)
    return _rest_of_f1(outputs, pairs, stays, basis.shape[1])


def _rest_of_f1(outputs: np.ndarray, pairs: np.ndarray, in_cycle: np.ndarray, dimension: int) -> Minimum:
    """Return the infimum where all pairs except those `in_cycle` can be separated without limit and then add 0."""
    apart = int((~in_cycle).sum())
    why = f"{ABSENT.format(loss='F1')} ({apart:,} of {len(pairs):,} pairs can be pulled apart without bound)."
    if not in_cycle.any():
        return Minimum("F1", 0.0, False, why, dimension)
    basis, _ = _basis(outputs, pairs[in_cycle], outputs.shape[1])
    value, slope = 1.0, 0.0
    if basis.shape[1]:
        value, slope, _ = _solve_f1(basis, pairs[in_cycle])
    return Minimum("F1", value * float(in_cycle.mean()), False, why, dimension, slope)


def _basis(outputs: np.ndarray, pairs: np.ndarray, n: int) -> tuple[np.ndarray, int]:
    """Return an orthonormal basis (n, rank) of the rankers' item vectors centred per component, and the full rank."""
    count, label = components(pairs, n, strong=False)
    member = np.zeros((n, count))
    member[np.arange(n), label] = 1.0
    H = outputs.T.astype(np.float64)
    H -= (member @ (member.T @ H)) / (member @ member.sum(axis=0))[:, None]
    Q, diagonal = solvers.span(H)
    rank = int((diagonal > 1e-9 * max(float(diagonal.max(initial=0.0)), 1e-300)).sum())
    if diagonal.max(initial=0.0) < 1e-9:
        rank = 0
    return np.ascontiguousarray(Q[:, :rank]), n - count


def _in_cycles(pairs: np.ndarray, n: int) -> np.ndarray:
    """(m,) bool: pairs on a cycle of preferences; no ranking orders all of them."""
    _, label = components(pairs, n, strong=True)
    return np.asarray(label[pairs[:, 0]] == label[pairs[:, 1]])


def _solve_f1(basis: np.ndarray, pairs: np.ndarray) -> tuple[float, float, bool]:
    """Return (smallest F1 found, slope left, True if that is surely the minimum) over item scores basis @ z."""
    high, low = pairs[:, 0], pairs[:, 1]
    n = len(basis)

    def evaluate(z: np.ndarray) -> tuple[float, np.ndarray]:
        g = basis @ z
        return _log_mean(g[low] - g[high])

    def gradient(z: np.ndarray) -> np.ndarray:
        w = evaluate(z)[1]
        return basis.T @ (np.bincount(low, w, n) - np.bincount(high, w, n))

    def hessian(z: np.ndarray) -> np.ndarray:
        w = evaluate(z)[1]
        joint = np.bincount(high * np.int64(n) + low, w, n * n).reshape(n, n)
        laplacian = -(joint + joint.T)
        laplacian[np.diag_indices(n)] += np.bincount(low, w, n) + np.bincount(high, w, n)
        slope = basis.T @ (np.bincount(low, w, n) - np.bincount(high, w, n))
        return basis.T @ laplacian @ basis - np.outer(slope, slope)

    return _descend(lambda z: evaluate(z)[0], gradient, hessian, basis.shape[1])


# ---------------------------------------------------------------- F2


def of_f2(problem: Problem, outputs: np.ndarray) -> Minimum:
    """Find the minimum of F2 (22) over the weights of independent rankers with these outputs (k, n).

    Beyond 400,000 pairs, or 2·10⁹ of pairs × rankers², the Minimum has no value but a reason.
    """
    k, m = len(outputs), problem.n_pairs
    if problem.pair_weights is not None:
        return Minimum("F2", None, False, _WEIGHTED, k)
    if k == 0:
        return Minimum("F2", 1.0, True)
    if m > MAX_PAIRS or m * k * k > MAX_WORK:
        most = f"{MAX_PAIRS:,} pairs and 2·10⁹ of pairs × rankers²"
        return Minimum("F2", None, False, _too_large("F2", f"{m:,} pairs and {k:,} rankers", most), k)
    pairs = problem.pairs
    M = (outputs[:, pairs[:, 0]].astype(np.int8) - outputs[:, pairs[:, 1]].astype(np.int8)).T.astype(
        np.float64
    )
    value, slope, sure = _solve_f2(M)
    if sure:
        return Minimum("F2", value, True, dimension=k, slope=slope)
    if 2 * m * k > 2 * solvers.MAX_PROGRAM:
        return Minimum("F2", None, False, _undecided("F2"), k)
    absent = solvers.falls_for_ever(M)
    if absent is None:
        return Minimum("F2", None, False, _undecided("F2"), k)
    if absent:
        return Minimum("F2", None, False, ABSENT.format(loss="F2") + ".", k)
    return Minimum("F2", value, True, dimension=k, slope=slope)


def _solve_f2(M: np.ndarray) -> tuple[float, float, bool]:
    """Return (smallest F2 found, slope left, True if that is surely the minimum) for pair columns M (m, k)."""
    tied = M == 0.0

    def evaluate(eta: np.ndarray) -> tuple[float, np.ndarray]:
        size = np.abs(eta)
        cosh = size + np.log1p(np.exp(-2.0 * size)) - math.log(2.0)
        return _log_mean(tied @ cosh - M @ eta)

    def gradient(eta: np.ndarray) -> np.ndarray:
        w = evaluate(eta)[1]
        return np.tanh(eta) * (w @ tied) - w @ M

    def hessian(eta: np.ndarray) -> np.ndarray:
        w = evaluate(eta)[1]
        G = tied * np.tanh(eta) - M
        slope = w @ G
        inner = (G * w[:, None]).T @ G
        inner[np.diag_indices(len(eta))] += (w @ tied) * (1.0 - np.tanh(eta) ** 2)
        return inner - np.outer(slope, slope)

    return _descend(lambda eta: evaluate(eta)[0], gradient, hessian, M.shape[1])


# ---------------------------------------------------------------- shared


def _log_mean(a: np.ndarray) -> tuple[float, np.ndarray]:
    """ln mean e^a, and the weights e^a / Σ e^a (m,)."""
    top = float(a.max())
    w = np.exp(a - top)
    total = float(w.sum())
    return top + math.log(total / len(a)), w / total


def _descend(f, gradient, hessian, k: int) -> tuple[float, float, bool]:  # type: ignore[no-untyped-def]
    """Minimise ln F from 0; polish with Newton steps while they still lower it."""
    z = solvers.descend(f, gradient, hessian, k, STEEP)
    slope, curve = gradient(z), hessian(z)
    least = float(np.linalg.eigvalsh(curve)[0])
    # Far out every slope and every curvature vanish: a point is a minimum only where the curvature has not vanished.
    sure = bool(np.abs(slope).max() <= 1e-6 and least > CURVED and np.abs(z).max() < FAR)
    for _ in range(4):
        if not sure or np.abs(slope).max() <= 1e-14:
            break
        z = z - np.linalg.solve(curve, slope)
        slope, curve = gradient(z), hessian(z)
    return math.exp(f(z)), float(np.abs(slope).max()), sure


def _too_large(loss: str, size: str, most: str) -> str:
    return f"The minimum of {loss} was not computed: {size} are too many for the solver (at most {most})."


def _undecided(loss: str) -> str:
    return f"The solver could not tell whether {loss} has a finite minimum on a problem of this size."
