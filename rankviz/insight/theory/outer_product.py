"""The weights of pairs on two classes against products of item weights: their distance, and the kernel between.

RB-D's and RB-C's D is v ⊗ u, by RB+ (15). RankBoost+'s is v ⊗ u times a kernel, which is derived here from (22)-(24):
a ranker's factor is e^{−η(f(x′) − f(x))} where it separates a pair and cosh η where it ties it, so it is always
cosh η · e^{−η(f(x′) − f(x))} · (1 / cosh η)^{[f(x′) ≠ f(x)]}.
"""

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.data.problem import Problem
from rankviz.engine.numerics import log_cosh
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES, BoostedRun, Run, Trace

MAX_ITEMS = 300
"""D is shown as a map for up to this many items per side."""


def has_two_sides(trace: Trace) -> bool:
    """Return whether a run picks weak rankers on two grades of one query, with at most `MAX_ITEMS` items per side."""
    found = sides(trace.problem)
    return bool(trace.boosted) and found is not None and max(map(len, found)) <= MAX_ITEMS


def sides(problem: Problem) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the rows of positives and of the others, rising; None unless two grades of one query imply the pairs."""
    if problem.grades is None or problem.explicit or problem.n_queries > 1:
        return None
    levels = np.unique(problem.grades)
    if len(levels) != 2:
        return None
    return np.flatnonzero(problem.grades == levels[1]), np.flatnonzero(problem.grades == levels[0])


def matrix(trace: Trace, run: Run, t: int) -> np.ndarray:
    """D (positives, others) after round t, or after the last round of the run; rows and columns as in `sides`.

    Raises ValueError for data that have no two sides.
    """
    found = sides(trace.problem)
    if found is None:
        raise ValueError("D is a matrix only for two grades in one query")
    # The pairs are sorted by higher and then by lower item, and every positive is paired with every other item.
    return trace.weights(run, min(t, run.n_rounds)).reshape(len(found[0]), len(found[1]))


def product(D: np.ndarray) -> np.ndarray:
    """v ⊗ u (positives, others), v and u the sums of D's rows and columns: D itself, if D is a product."""
    return np.outer(D.sum(axis=1), D.sum(axis=0))


def share_off(D: np.ndarray) -> float:
    """½ Σ |D − v ⊗ u|: the share of the weight, 0 to 1, that would have to move."""
    return 0.5 * float(np.abs(D - product(D)).sum())


def kernel(trace: Trace, run: BoostedRun, t: int) -> np.ndarray | None:
    """K (positives, others) after round t, with D ∝ e^{−g(x′)} e^{g(x)} K(x′, x): 1 where all rankers agree.

    ln K is −Σ ln cosh η_s over the rankers that separate the pair; K is 1 for RB-D and RB-C, whose ties cost nothing.
    None where a weight was undefined, as D then follows a limit, and where a round moved a combination of rankers.
    """
    found = sides(trace.problem)
    if found is None:
        raise ValueError("D is a matrix only for two grades in one query")
    rounds = min(t, run.n_rounds)
    if run.combined[:rounds].any() or set(run.outcome[:rounds]) & set(UNDEFINED_OUTCOMES):
        return None
    log_k = np.zeros((len(found[0]), len(found[1])))
    if find_boosted(run.algorithm).cosh_ties:
        for ranker, eta in run.weights_at(rounds).items():
            h = trace.pool.output(ranker)
            log_k -= log_cosh(eta) * (h[found[0]][:, None] != h[found[1]])
    return np.exp(log_k)


def with_kernel(trace: Trace, run: BoostedRun, t: int) -> np.ndarray | None:
    """D (positives, others) from item weights and the kernel alone, with sum 1; None where there is no `kernel`."""
    found, K = sides(trace.problem), kernel(trace, run, t)
    if found is None or K is None:
        return None
    g = trace.scores(run, min(t, run.n_rounds))
    v, u = -g[found[0]], g[found[1]]
    D = np.exp(v - v.max())[:, None] * np.exp(u - u.max()) * K
    return np.asarray(D / D.sum())
