"""Efficient and optimal RankBoost+ side by side, in one run: the Ê2 reached, milliseconds per round, and their ratio.

    python benchmarks/optimal.py [--data FOLDER] [--user 222] [--rounds 30 100 300]

RB+ compares the two in Fig. 1, on synthetic data. Here: synthetic and bundled data, small and with many stumps, and
with --data one MovieLens user. The two take turns on one thread, and the least time of each counts: what a busy
machine adds is left out. It is processor time, without compiling and without measuring the losses: only the
algorithms are timed.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

import rankviz
from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.data.holdout import split
from rankviz.engine.runs.measure import measure

EFFICIENT, OPTIMAL = "rb-plus", "rb-plus-optimal"
TARGET = 2.0
"""What the optimal version may cost, in efficient rounds."""

SOURCES = (
    "bundled:diabetes?grades=4&items=50&seed=9",
    "bundled:diabetes",
    "synthetic:linear?n=40&features=3",
    "synthetic:linear?n=100&features=8&noise=1",
    "synthetic:linear?n=200",
    "synthetic:linear?n=300&features=8",
)


def fit(name: str, problem: rankviz.Problem, pool: CandidatePool, rounds: int) -> tuple[Steps, float]:
    """The steps and the seconds they took."""
    algorithm = find_boosted(name)
    start = time.thread_time()
    steps = algorithm.fit(problem, pool, rounds, settle(algorithm, {"undefined": "cap"}))
    return steps, time.thread_time() - start


def compare(problem: rankviz.Problem, pool: CandidatePool, rounds: int, repeats: int) -> float:
    """Print a line on both; return the ratio of their milliseconds per round."""
    taken: dict[str, list[float]] = {EFFICIENT: [], OPTIMAL: []}
    steps: dict[str, Steps] = {}
    for _ in range(repeats):
        for name in taken:  # in turns, so that a busy moment of the machine meets both
            steps[name], seconds = fit(name, problem, pool, rounds)
            taken[name].append(seconds / max(len(steps[name]), 1) * 1e3)
    ms = {name: min(values) for name, values in taken.items()}
    e2 = {name: np.exp(measure(steps[name], problem, pool, None)["log_e2"][-1]) for name in steps}
    ratio = ms[OPTIMAL] / ms[EFFICIENT]
    combined = sum(steps[OPTIMAL].combined)
    fixed = steps[EFFICIENT].fixed_from
    print(
        f"  {rounds:4} rounds   Ê2 {e2[EFFICIENT]:.6f}  {e2[OPTIMAL]:.6f}   ms per round {ms[EFFICIENT]:6.3f}  "
        f"{ms[OPTIMAL]:6.3f}   ratio {ratio:.2f} {'<' if ratio < TARGET else 'NOT <'} {TARGET:g}   "
        f"{combined} combined; S fixed {'in round ' + str(fixed) if fixed else 'never'}"
    )
    return ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder with ml-100k-u.data; without it no MovieLens user")
    parser.add_argument("--user", type=int, default=222)
    parser.add_argument("--rounds", type=int, nargs="+", default=[30, 100, 300])
    parser.add_argument("--repeats", type=int, default=7)
    args = parser.parse_args()
    sources = list(SOURCES)
    if args.data:
        sources.insert(0, f"movielens:{Path(args.data) / 'ml-100k-u.data'}?user={args.user}")
    ratios = []
    for source in sources:
        problem, _ = split(rankviz.load(source), 0.0, 0)
        pool = build_pool(problem)
        print(
            f"{problem.title}: {problem.n_pairs:,} pairs, {problem.n_items} items, {len(pool)} stumps, one thread"
        )
        for name in (EFFICIENT, OPTIMAL):
            fit(name, problem, pool, 40)  # compiled, and memory touched
        ratios += [compare(problem, pool, rounds, args.repeats) for rounds in args.rounds]
    met = sum(ratio < TARGET for ratio in ratios)
    print(
        f"Optimal costs less than {TARGET:g} times the efficient version in {met} of {len(ratios)} comparisons."
    )


if __name__ == "__main__":
    main()
