"""The engine beside a dense numpy version, in one run: milliseconds per round on one thread, and their ratio.

    python benchmarks/engine.py --data FOLDER [--user 222] [--rounds 100]

The dense version is what one writes from the papers: the N × m matrix of every ranker on every pair, and a
product with it each round. Both do the same rounds and must pick the same rankers. Compile time is apart.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
from engines import dense_rb_c, dense_rb_plus

import rankviz
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.registry import ALGORITHMS, settle


def milliseconds(run: Callable[[], list[int]], rounds: int, repeats: int) -> tuple[float, list[int]]:
    """(median milliseconds per round, the picks)."""
    times, picks = [], []
    for _ in range(repeats):
        start = time.perf_counter()
        picks = run()
        times.append((time.perf_counter() - start) / rounds * 1e3)
    return statistics.median(times), picks


def ours(name: str, problem: rankviz.Problem, pool: CandidatePool, rounds: int) -> list[int]:
    """The engine's picks."""
    algorithm = ALGORITHMS[name]
    return algorithm.fit(problem, pool, rounds, settle(algorithm, {}), None).ranker


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("RANKVIZ_DATA_DIR", "."))
    parser.add_argument("--user", type=int, default=222)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    problem = rankviz.load(f"movielens:{Path(args.data) / 'ml-100k-u.data'}?user={args.user}")
    pool = build_pool(problem)
    higher, lower = problem.pairs.T
    outputs = pool.outputs(np.arange(len(pool))).astype(np.int8)
    matrix = (outputs[:, higher] - outputs[:, lower]).astype(np.float64)
    print(
        f"MovieLens user {args.user}: {problem.n_pairs:,} pairs, {problem.n_items} items, {len(pool)} stumps, "
        f"{args.rounds} rounds, one thread, median of {args.repeats}"
    )
    print(f"{'':12}{'dense numpy':>14}{'RankViz':>12}{'ratio':>9}   same picks")
    for name, dense in (("rb-c", dense_rb_c), ("rb-plus", dense_rb_plus)):
        ours(name, problem, pool, 2)
        fast, picks = milliseconds(
            lambda n=name: ours(n, problem, pool, args.rounds), args.rounds, args.repeats
        )
        slow, expected = milliseconds(lambda d=dense: d(matrix, args.rounds)[0], args.rounds, args.repeats)
        same = "yes" if picks == expected else "NO"
        print(f"{name:12}{slow:11.2f} ms{fast:9.2f} ms{slow / fast:8.1f}x   {same}")


if __name__ == "__main__":
    main()
