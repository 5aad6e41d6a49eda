"""Shared by several tests, from those of naive agreement."""

import math

import numpy as np
from twins.rankboost import Items, Run, boost, implied_pairs, outputs, stumps

import rankviz
from helpers.strategies import Case

NAMES = ("rb-d", "rb-c", "rb-plus")


EVERY = (*NAMES, "rb-plus-optimal")


# The word by which each reason to stop is known in the engine's sentence.
STOPPED = {
    "rounds": "rounds",
    "converged": "every δ is 0",
    "no positive": "coin",
    "undefined": "halt",
    "infinite": "infinite",
    "nothing left": "weight left",
}


# RankBoost+ fills S with h2 after h3 here, and then both tie exactly: the lower index has to win.
SYMMETRIC = Case(
    np.array([[0.0, 1, 1, 0, 0], [1, 0, 0, 1, 1], [1, 1, 1, 1, 0], [0, 1, 0, 0, 1]]),
    pairs=np.array([[1, 2], [2, 0], [2, 3], [3, 2]]),
    binary=True,
)


# Optimal RankBoost+ moves along h4 = h1 − h3 in every fourth round.
COMBINED = Case(
    np.array([[1.0, 0, 1, 0], [0, 1, 0, 0], [1, 1, 1, 0], [1, 1, 0, 1], [0, 1, 0, 0]]),
    np.array([1.0, 2, 0, 1, 1]),
    binary=True,
)


def problem_of(case: Case) -> rankviz.Problem:
    return rankviz.Problem.from_arrays(
        case.X, case.grades, case.qid, pairs=case.pairs, pair_weights=case.weights, binary=case.binary
    )


def graded_problem(n: int = 30, seed: int = 0, values: int = 4, queries: int = 1) -> rankviz.Problem:
    """Three features of whole numbers, and up to four grades that follow the first of them with noise."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, values, (n, 3)).astype(float)
    grades = np.clip(np.round(X[:, 0] / 2 + rng.normal(0, 1, n)), 0, 3)
    return rankviz.Problem.from_arrays(X, grades, np.arange(n) % queries)


def twin_items(problem: rankviz.Problem, like: rankviz.Problem | None = None) -> Items:
    """The problem's items as the twin sees them; `like` holds the items that the stumps were made from."""
    made_from = problem if like is None else like
    H = problem.X.copy() if problem.binary else outputs(stumps(made_from.X), problem.X)
    if problem.explicit:
        pairs = np.array(sorted(map(tuple, problem.explicit_pairs.tolist())), dtype=int).reshape(-1, 2)
        return Items(H, pairs, weights=problem.pair_weights)
    return Items(H, implied_pairs(problem.grades, problem.qid), problem.grades, problem.qid)


def same(ours: float | None, theirs: float | None, atol: float = 1e-9, rtol: float = 1e-7) -> bool:
    """Equal numbers; what is infinite or missing has no value in the engine."""
    blank = [v is None or not math.isfinite(v) for v in (ours, theirs)]
    if any(blank):
        return all(blank) or ours == theirs
    return math.isclose(ours, theirs, rel_tol=rtol, abs_tol=atol)


def assert_same_order(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Every two items stand in the same order, but for those that rounding may tie."""
    gaps = [g[:, None] - g[None, :] for g in (ours, theirs)]
    clear = (np.abs(gaps[0]) > 1e-9) | (np.abs(gaps[1]) > 1e-6)
    np.testing.assert_array_equal(np.sign(gaps[0])[clear], np.sign(gaps[1])[clear])


def assert_agrees(
    trace: rankviz.Trace,
    run: object,
    train: Items,
    rounds: int,
    held: Items | None = None,
    every_weight: bool = True,
    **params: object,
) -> Run:
    """The twin follows the engine's picks, each within 1e-9 of its own best, and must find every number."""
    picks = [int(j) for j in run.ranker]
    assert len(picks) == run.n_rounds <= rounds
    twin = boost(run.algorithm, train, rounds, held=held, forced_picks=picks, fork=run.fork, **params)
    where = f"{run.algorithm} {run.fork or ''} {params}"
    assert len(twin.rounds) == run.n_rounds, f"{where}: twin made {len(twin.rounds)} rounds, {twin.stop}"
    if twin.sure:
        assert twin.stop != "went on", f"{where}: the twin would not stop here, but: {run.stopped}"
        assert STOPPED[twin.stop] in run.stopped.lower(), f"{where}: {twin.stop} ≠ {run.stopped}"

    if twin.sure and not twin.strayed:
        assert run.fixed_from == twin.frozen
        assert sorted(run.fixed_set) == sorted(twin.static)

    for t, row in enumerate(twin.rounds):
        assert int(run.ranker[t]) == row["ranker"]
        assert bool(run.combined[t]) == row["combined"], f"{where}, round {t + 1}"
        for name in ("alpha", "alpha_prior", "eps_correct", "eps_tied", "eps_reversed", "z", "delta"):
            got = float(getattr(run, name)[t])
            assert same(got, row[name]), f"{where}, round {t + 1}, {name}: engine {got}, twin {row[name]}"
        assert run.outcome[t] == row["outcome"]
        if row["outcome"] in ("finite", "forced"):
            assert same(float(run.tie_factor[t]), row["tie_factor"])

    for t, row in enumerate(twin.metrics):
        zero = 1e-12 * row["scale"]
        near = np.abs(row["pair_scores"])
        doubtful = bool(np.any((near > zero / 30) & (near < zero * 30)))  # a tie that rounding decides
        for name, theirs in row.items():
            if name in ("pair_scores", "scale", "limit") or (doubtful and name[:2] in ("r1", "r2", "nd")):
                continue
            got = float(run.metrics[name][t])
            assert same(got, theirs), f"{where}, after round {t}, {name}: engine {got}, twin {theirs}"
        if row["limit"]:  # scores order the items, and are no sums
            assert_same_order(trace.scores(run, t), twin.scores[t])
        else:
            np.testing.assert_allclose(trace.scores(run, t), twin.scores[t], rtol=1e-9, atol=1e-9)
        D = twin.weights[t]
        if D.sum() > 0.5 and (every_weight or t in (0, 1, len(twin.metrics) - 1)):
            np.testing.assert_allclose(trace.weights(run, t), D, rtol=1e-6, atol=1e-13)
    return twin
