"""Time a round of trees with 20 leaves: QBRank and GBT beside scikit-learn, and with LambdaMART beside LightGBM.

    python benchmarks/qbrank.py [--data FOLDER] [--rounds 20] [--repeat 3] [--most 100000]

All take turns on one thread on the same data, and the least time of each counts. It is processor time of `fit`,
without compiling and without measuring the ranking; RankViz also keeps the scores of every round. Beside scikit-learn's
GradientBoostingRegressor, on small data, it is a whole run; with --data, MQ2008 (LETOR) is among the data. Beside
LightGBM, which is left out when it is not installed, it is the median round after the first: no binning counts. Its
`lambdarank` counts all pairs, as LambdaMART and QBRank do, and GBT stands beside its `regression`.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", RANKVIZ_THREADS="1")

import numpy as np
from engines import generate
from sklearn.ensemble import GradientBoostingRegressor

import rankviz
from rankviz.engine.algorithms.lambdarank.lambdamart import PARAMETERS as LAMBDA_PARAMETERS
from rankviz.engine.algorithms.lambdarank.lambdamart import fit_lambdamart
from rankviz.engine.algorithms.qbrank.qbrank import GBT_PARAMETERS, PARAMETERS, fit_gbt, fit_qbrank
from rankviz.engine.algorithms.score_learner import Learning

TARGET = 1.0
"""What a round of ours may cost, in rounds of scikit-learn's."""

LEAVES = 20
SOURCES = (
    "bundled:diabetes",
    "synthetic:single-grade?n=4000",
    "synthetic:linear?n=2000&features=30&queries=50",
)


def learners(problem: rankviz.Problem, rounds: int) -> dict[str, Callable[[], object]]:
    """What is timed, by name."""
    defaults = {p.name: p.default for p in (*PARAMETERS, *GBT_PARAMETERS)}
    X = np.where(np.isnan(problem.X), -1.0, problem.X)  # scikit-learn's boosting takes no missing values
    found: dict[str, Callable[[], object]] = {
        "qbrank": lambda: fit_qbrank(Learning(problem, None, rounds, defaults, 0)),
        "gbt": lambda: fit_gbt(Learning(problem, None, rounds, defaults, 0)),
        "scikit-learn": lambda: GradientBoostingRegressor(
            learning_rate=0.05, n_estimators=rounds, max_depth=None, max_leaf_nodes=LEAVES
        ).fit(X, problem.grades),
    }
    return found


def beside_lightgbm(problem: rankviz.Problem, rounds: int) -> dict[str, Callable[[], list[float]]]:
    """Return what is timed on larger data, by name: it returns the processor time at the end of each round."""
    import lightgbm

    defaults = {p.name: p.default for p in (*PARAMETERS, *GBT_PARAMETERS, *LAMBDA_PARAMETERS)}
    sizes = np.bincount(problem.qid, minlength=problem.n_queries)
    settings = {
        "num_leaves": LEAVES, "learning_rate": 0.05, "max_bin": 255, "num_threads": 1, "verbose": -1,
        "lambdarank_truncation_level": problem.n_items, "lambdarank_norm": False,
    }  # fmt: skip

    def ours(fit: Callable[[Learning], object]) -> list[float]:
        stamps: list[float] = []
        fit(Learning(problem, None, rounds, defaults, 0, lambda t: not stamps.append(time.process_time())))
        return stamps

    def theirs(objective: str) -> list[float]:
        stamps: list[float] = []
        chosen = {**settings, "objective": objective}
        data = lightgbm.Dataset(problem.X, problem.grades, group=sizes[sizes > 0], params=chosen)
        lightgbm.train(chosen, data, rounds, callbacks=[lambda _: stamps.append(time.process_time())])
        return stamps

    fits = {"LambdaMART": fit_lambdamart, "QBRank": fit_qbrank, "GBT": fit_gbt}
    found: dict[str, Callable[[], list[float]]] = {name: partial(ours, fit) for name, fit in fits.items()}
    return found | {name: partial(theirs, name) for name in ("lambdarank", "regression")}


BESIDE = {"LambdaMART": "lambdarank", "QBRank": "lambdarank", "GBT": "regression"}
"""LightGBM's objective beside which each learner stands."""

SIZES = ((10_000, 46, 100), (100_000, 136, 1_000))
"""Items, features and queries of the larger data, whose features have 256 values."""


def print_beside_lightgbm(rounds: int, repeat: int, most: int) -> None:
    """Print a round of each in rounds of LightGBM's."""
    for items, features, queries in (size for size in SIZES if size[0] <= most):
        problem = generate(items, features, queries)
        print(f"\n{items:,} items, {features} features, {problem.n_pairs:,} pairs, beside LightGBM")
        runs = beside_lightgbm(problem, rounds + 1)
        least = dict.fromkeys(runs, np.inf)
        for _ in range(repeat):
            for name, run in runs.items():
                least[name] = min(least[name], float(np.median(np.diff(run()))))
        for name, objective in BESIDE.items():
            print(
                f"  {name:14} {1000 * least[name]:9.2f}   {least[name] / least[objective]:5.2f} × {objective}"
                f" ({1000 * least[objective]:.2f})"
            )


def timed(run: Callable[[], object]) -> float:
    """Processor seconds of one run."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="a folder with mq2008-fold1-vali.txt")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--most", type=int, default=100_000, help="items of the data beside LightGBM at most")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    sources = list(SOURCES)
    if given.data:
        sources.append(f"letor:{given.data / 'mq2008-fold1-vali.txt'}")
    print(f"Milliseconds per round, the least of {given.repeat} runs of {given.rounds} rounds.\n")
    worst = 0.0
    for source in sources:
        problem = rankviz.load(source)
        runs = learners(problem, given.rounds)
        runs["qbrank"]()  # compiles the kernels
        least = dict.fromkeys(runs, np.inf)
        for _ in range(given.repeat):
            for name, run in runs.items():
                least[name] = min(least[name], timed(run))
        print(
            f"{source.split('/')[-1]}: {problem.n_items:,} items, {problem.n_features} features, "
            f"{problem.n_pairs:,} pairs"
        )
        for name, seconds in least.items():
            ratio = seconds / least["scikit-learn"]
            print(f"  {name:14} {1000 * seconds / given.rounds:9.2f}   {ratio:5.2f} × scikit-learn")
            worst = max(worst, ratio) if name in ("qbrank", "gbt") else worst
    verdict = "met" if worst <= TARGET else "MISSED"
    if find_spec("lightgbm") is None:
        print("LightGBM is not installed here, so it is left out.")
    else:
        print_beside_lightgbm(given.rounds, given.repeat, given.most)
    print(f"\nThe target is {TARGET} × scikit-learn at most; the most above is {worst:.2f} ×: {verdict}.")


if __name__ == "__main__":
    main()
