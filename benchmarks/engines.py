"""RankBoost and its peers behind one interface: give them a problem, get the seconds of each round.

Every engine works on the same 255 bins a feature, with trees of one split, on as many threads as it is told.
"""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable

import numpy as np

import rankviz
from rankviz.algorithms.registry import find_boosted, settle
from rankviz.weak_rankers import CandidatePool, build_pool

Rounds = Callable[[int], list[float]]
"""Runs so many rounds and returns the seconds of each; the engine is set up before."""

DENSE_MOST = 1.5e8
"""Numbers in the m × N matrix of the dense version at most (0.6 GB)."""

ADABOOST_MOST = 6e6
"""Values up to which scikit-learn's AdaBoost is run: it needs seconds a round beyond."""


class Skipped(Exception):
    """Why an engine does not run here, in words."""


def generate(items: int, features: int, queries: int, seed: int = 0) -> rankviz.Problem:
    """Grades 0 to 4 in MSLR-WEB10K's shares, a quarter of the features skewed with few values as counts are."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 256, (items, features)).astype(np.float64)
    few = features // 4
    X[:, :few] = np.floor(rng.random((items, few)) ** 6 * 256)
    told = X[:, 0] / 128 + X[:, -1] / 256 + X[:, features // 2] / 256 + rng.normal(0, 0.8, items)
    grades = np.searchsorted(np.quantile(told, [0.52, 0.85, 0.98, 0.995]), told)
    return rankviz.Problem.from_arrays(X, grades, np.sort(rng.integers(0, queries, items)), copy=False)


def ours(name: str) -> Callable[[rankviz.Problem, CandidatePool, int], Rounds]:
    """One of RankViz's own algorithms."""

    def start(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
        algorithm = find_boosted(name)

        def run(rounds: int) -> list[float]:
            os.environ["RANKVIZ_THREADS"] = str(threads)
            stamps: list[float] = []
            algorithm.fit(
                problem, pool, rounds, settle(algorithm, {}), lambda t: not stamps.append(time.perf_counter())
            )
            return np.diff(stamps).tolist()

        return run

    return start


def dense(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """RB-C over the m × N matrix of every ranker on every pair: what one writes from the papers."""
    if problem.n_pairs * len(pool) > DENSE_MOST:
        raise Skipped(f"its matrix would hold {problem.n_pairs * len(pool):.1e} numbers")
    higher, lower = problem.pairs.T
    matrix = np.empty((problem.n_pairs, len(pool)), dtype=np.float32)
    for j in range(len(pool)):
        h = pool.output(j).astype(np.float32)
        matrix[:, j] = h[higher] - h[lower]

    def run(rounds: int) -> list[float]:
        weight, times = np.full(len(matrix), 1.0 / len(matrix), dtype=np.float32), []
        for _ in range(rounds):
            begin = time.perf_counter()
            r = weight @ matrix
            j = int(np.argmax(np.abs(r)))
            alpha = 0.5 * np.log((1 + r[j]) / (1 - r[j]))
            weight = weight * np.exp(-alpha * matrix[:, j])
            weight /= weight.sum()
            times.append(time.perf_counter() - begin)
        return times

    return run


def lightgbm(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """LightGBM, lambdarank with two leaves."""
    if importlib.util.find_spec("lightgbm") is None:
        raise Skipped("it is not installed (pip install lightgbm)")
    import lightgbm as lgb

    sizes = np.bincount(problem.qid, minlength=problem.n_queries)
    settings = {
        "objective": "lambdarank", "num_leaves": 2, "max_bin": 255, "num_threads": threads, "verbose": -1,
        "min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0.0, "min_data_in_bin": 1, "feature_pre_filter": False,
    }  # fmt: skip
    data = lgb.Dataset(problem.X, problem.grades, group=sizes[sizes > 0], params=settings)
    data.construct()

    def run(rounds: int) -> list[float]:
        booster = lgb.Booster(settings, data)
        return [_seconds(booster.update) for _ in range(rounds)]

    return run


def xgboost(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """XGBoost, rank:pairwise with depth 1."""
    if importlib.util.find_spec("xgboost") is None:
        raise Skipped("it is not installed (pip install xgboost-cpu)")
    import xgboost as xgb

    data = xgb.QuantileDMatrix(problem.X, problem.grades, qid=problem.qid, max_bin=256, nthread=threads)
    settings = {
        "objective": "rank:pairwise",
        "max_depth": 1,
        "tree_method": "hist",
        "nthread": threads,
        "max_bin": 256,
    }

    def run(rounds: int) -> list[float]:
        booster = xgb.Booster(settings, [data])
        return [_seconds(lambda t=t: booster.update(data, t)) for t in range(rounds)]

    return run


def adaboost(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """scikit-learn's AdaBoost with stumps, on "grade above the median" of the items; its mean round."""
    if problem.X.size > ADABOOST_MOST:
        raise Skipped(f"it needs seconds a round beyond {ADABOOST_MOST:,.0f} values")
    from sklearn.ensemble import AdaBoostClassifier

    assert problem.grades is not None
    classes = problem.grades > np.median(problem.grades)

    def run(rounds: int) -> list[float]:
        rounds = min(rounds, 5)
        return [_seconds(lambda: AdaBoostClassifier(n_estimators=rounds).fit(problem.X, classes)) / rounds]

    return run


def streaming(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """The bound: numpy's sum over the binned bytes, which every round has to read."""
    return lambda rounds: [_seconds(pool.codes.sum) for _ in range(rounds)]


ENGINES: dict[str, Callable[[rankviz.Problem, CandidatePool, int], Rounds]] = {
    "RB-C": ours("rb-c"),
    "RB-D": ours("rb-d"),
    "RankBoost+": ours("rb-plus"),
    "numpy sum": streaming,
    "LightGBM": lightgbm,
    "XGBoost": xgboost,
    "AdaBoost": adaboost,
    "dense numpy": dense,
}


def side_by_side(
    problem: rankviz.Problem, names: list[str], threads: int, rounds: int, repeats: int
) -> tuple[dict[str, float], dict[str, str]]:
    """(seconds a round by engine, why others were skipped); they take turns, and the least median counts."""
    pool, ready, skipped = build_pool(problem), {}, {}
    for name in names:
        try:
            ready[name] = ENGINES[name](problem, pool, threads)
            ready[name](3)  # compiled and warm
        except Skipped as reason:
            skipped[name] = str(reason)
    best: dict[str, float] = {}
    for _ in range(repeats):
        for name, run in ready.items():
            best[name] = min(best.get(name, np.inf), float(np.median(run(rounds))))
    return best, skipped


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
