"""Time a round: QBRank and GBT beside scikit-learn's GradientBoostingRegressor and LightGBM, 20 leaves, in one run.

    python benchmarks/qbrank.py [--data FOLDER] [--rounds 20] [--repeat 3]

All take turns on one thread on the same data, and the least time of each counts. It is processor time of `fit`,
without compiling and without measuring the ranking; RankViz also keeps the scores of every round. LightGBM bins
its features first and is another league; it is here as a mark, and left out when it is not installed.
With --data, MQ2008 (LETOR) is among the data.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor

import rankviz
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
    if find_spec("lightgbm") is not None:
        from lightgbm import LGBMRegressor

        found["lightgbm"] = lambda: LGBMRegressor(
            num_leaves=LEAVES, learning_rate=0.05, n_estimators=rounds, n_jobs=1, verbose=-1
        ).fit(problem.X, problem.grades)
    return found


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
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    sources = list(SOURCES)
    if given.data:
        sources.append(f"letor:{given.data / 'mq2008-fold1-vali.txt'}")
    if find_spec("lightgbm") is None:
        print("LightGBM is not installed here, so it is left out.")
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
    print(f"\nThe target is {TARGET} × scikit-learn at most; the most here is {worst:.2f} ×: {verdict}.")


if __name__ == "__main__":
    main()
