"""RankBoost and its peers behind one interface: give them a problem, get the seconds per round.

Every engine works on the same 255 bins per feature, with trees of one split unless its name has more leaves, on as many
threads as it is told. Seconds are processor time on one thread, and time that passes on more.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable

import numpy as np

import rankviz
from rankviz.engine.algorithms.boosting import scan
from rankviz.engine.algorithms.boosting.loop import TIE
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.registry import find_boosted, settle

Rounds = Callable[[int], float]
"""Runs so many rounds and returns the seconds per round, with all that comes before the first but the bins."""

clock: Callable[[], float] = time.process_time

DENSE_MOST = 1e9
"""Numbers in the N × m matrix of the dense version at most (4 GB)."""

ADABOOST_MOST = 6e6
"""Values up to which scikit-learn's AdaBoost is run: it needs seconds per round beyond."""


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

        def run(rounds: int) -> float:
            os.environ["RANKVIZ_THREADS"] = str(threads)
            return (
                _seconds(lambda: algorithm.fit(problem, pool, rounds, settle(algorithm, {}), None)) / rounds
            )

        return run

    return start


def whole_scan(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """RB-C with every feature scanned every round, as where no feature can be left out."""
    run = ours("rb-c")(problem, pool, threads)

    def all_scanned(rounds: int) -> float:
        usual, scan.SMALL = scan.SMALL, sys.maxsize
        try:
            return run(rounds)
        finally:
            scan.SMALL = usual

    return all_scanned


def dense(name: str) -> Callable[[rankviz.Problem, CandidatePool, int], Rounds]:
    """RB-C or RankBoost+ over the N × m matrix of every ranker on every pair: what one writes from the papers.

    The matrix is float32, which numpy's BLAS multiplies fastest; the run must pick the rankers that ours picks.
    """

    def start(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
        numbers = problem.n_pairs * len(pool)
        if numbers > DENSE_MOST:
            raise Skipped(f"its matrix would hold {numbers:.1e} numbers")
        higher, lower = problem.pairs.T
        matrix = np.empty((len(pool), problem.n_pairs), dtype=np.float32)
        for j, row in enumerate(matrix):
            h = pool.output(j).astype(np.int8)
            np.subtract(h[higher], h[lower], out=row, casting="unsafe")
        rounds_of = {"rb-c": dense_rb_c, "rb-plus": dense_rb_plus}[name]
        algorithm = find_boosted(name)
        expected = algorithm.fit(problem, pool, 4, settle(algorithm, {}), None).ranker
        if rounds_of(matrix, 4)[0] != expected:
            raise Skipped("32 bits made it pick other rankers")
        return lambda rounds: float(np.median(rounds_of(matrix, min(rounds, 4 if numbers > 1e8 else 12))[1]))

    return start


def dense_rb_c(matrix: np.ndarray, rounds: int) -> tuple[list[int], list[float]]:
    """(picks, seconds of each round) of RB-C over the N × m matrix."""
    weight = np.full(matrix.shape[1], 1.0 / matrix.shape[1], dtype=matrix.dtype)
    picks, times = [], []
    for _ in range(rounds):
        begin = clock()
        r = matrix @ weight
        j = int(np.argmax(np.abs(r) >= np.abs(r).max() - TIE))
        alpha = 0.5 * np.log((1 + r[j]) / (1 - r[j]))
        weight = weight * np.exp(-alpha * matrix[j])
        weight /= weight.sum()
        picks.append(j)
        times.append(clock() - begin)
    return picks, times


def dense_rb_plus(matrix: np.ndarray, rounds: int) -> tuple[list[int], list[float]]:
    """The same of RankBoost+ (Algorithm 2), while no dependent candidate is chosen."""
    weight = np.full(matrix.shape[1], 1.0 / matrix.shape[1], dtype=matrix.dtype)
    chosen: list[int] = []
    eta = np.zeros(0)
    picks, times = [], []
    for _ in range(rounds):
        begin = clock()
        r = matrix @ weight
        outside = np.abs(r)
        outside[chosen] = 0.0
        best = float(outside.max())
        j = int(np.argmax(outside >= best - TIE))
        prior = 0.0
        if chosen:
            tied = (matrix[chosen] == 0) @ weight
            slope = np.abs(tied * np.tanh(eta) - r[chosen])
            if best <= slope.max() + TIE:
                j = min(chosen[k] for k in np.flatnonzero(slope >= slope.max() - TIE))
                prior = float(eta[chosen.index(j)])
        row = matrix[j]
        plus, zero, minus = (float(weight[row == v].sum()) for v in (1, 0, -1))
        low, high = np.exp(-prior) / (2 * np.cosh(prior)), np.exp(prior) / (2 * np.cosh(prior))
        alpha = 0.5 * float(np.log((plus + zero * low) / (minus + zero * high)))
        tie = float(np.cosh(alpha + prior) / np.cosh(prior))
        weight = weight * np.where(row == 0, matrix.dtype.type(tie), np.exp(-alpha * row))
        weight /= weight.sum()
        if j not in chosen:
            chosen.append(j)
            eta = np.append(eta, 0.0)
        eta[chosen.index(j)] += alpha
        picks.append(j)
        times.append(clock() - begin)
    return picks, times


def lightgbm(leaves: int) -> Callable[[rankviz.Problem, CandidatePool, int], Rounds]:
    """LightGBM, lambdarank with trees of so many leaves."""

    def start(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
        if importlib.util.find_spec("lightgbm") is None:
            raise Skipped("it is not installed (pip install lightgbm)")
        import lightgbm as lgb

        sizes = np.bincount(problem.qid, minlength=problem.n_queries)
        settings = {
            "objective": "lambdarank", "num_leaves": leaves, "max_bin": 255, "num_threads": threads, "verbose": -1,
            "min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 1e-3, "min_data_in_bin": 1,
            "feature_pre_filter": False,
        }  # fmt: skip
        data = lgb.Dataset(problem.X, problem.grades, group=sizes[sizes > 0], params=settings)
        data.construct()

        def boosted(rounds: int) -> None:
            booster = lgb.Booster(settings, data)
            for _ in range(rounds):
                booster.update()

        return lambda rounds: _seconds(lambda: boosted(rounds)) / rounds

    return start


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

    def boosted(rounds: int) -> None:
        booster = xgb.Booster(settings, [data])
        for t in range(rounds):
            booster.update(data, t)

    return lambda rounds: _seconds(lambda: boosted(rounds)) / rounds


def adaboost(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """scikit-learn's AdaBoost with stumps, on "grade above the median" of the items; its mean round."""
    if problem.X.size > ADABOOST_MOST:
        raise Skipped(f"it needs seconds per round beyond {ADABOOST_MOST:,.0f} values")
    from sklearn.ensemble import AdaBoostClassifier

    assert problem.grades is not None
    classes = problem.grades > np.median(problem.grades)

    def boosted(rounds: int) -> float:
        rounds = min(rounds, 5)
        return _seconds(lambda: AdaBoostClassifier(n_estimators=rounds).fit(problem.X, classes)) / rounds

    return boosted


def streaming(problem: rankviz.Problem, pool: CandidatePool, threads: int) -> Rounds:
    """The bound: numpy's sum over the binned bytes, which every round has to read."""
    return lambda rounds: min(_seconds(pool.codes.sum) for _ in range(min(rounds, 12)))


ENGINES: dict[str, Callable[[rankviz.Problem, CandidatePool, int], Rounds]] = {
    "RB-C": ours("rb-c"),
    "RB-C, whole scan": whole_scan,
    "RB-D": ours("rb-d"),
    "RankBoost+": ours("rb-plus"),
    "optimal RB+": ours("rb-plus-optimal"),
    "push": ours("push"),
    "numpy sum": streaming,
    "LightGBM": lightgbm(2),
    "31 leaves": lightgbm(31),
    "XGBoost": xgboost,
    "AdaBoost": adaboost,
    "dense RB-C": dense("rb-c"),
    "dense RB+": dense("rb-plus"),
}


def side_by_side(
    problem: rankviz.Problem, names: list[str], threads: int, rounds: int, repeats: int
) -> tuple[dict[str, float], dict[str, str]]:
    """(seconds per round by engine, why others were skipped); they take turns, and the least of each counts."""
    global clock
    clock = time.process_time if threads == 1 else time.perf_counter
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
            best[name] = min(best.get(name, np.inf), run(rounds))
    return best, skipped


def _seconds(work: Callable[[], object]) -> float:
    begin = clock()
    work()
    return clock() - begin
