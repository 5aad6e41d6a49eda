"""RankBoost+ by cells of like items and pair by pair, in one run: milliseconds per round, their ratio, and the memory.

    python benchmarks/cells.py [--rounds 40] [--turns 3] [--most 20000]

The same data, from many items that look alike to items that all differ. The two take turns on one thread, and the
least processor time of each counts. The ratio is above 1 where cells are ahead; the last column is what the engine
chooses. Picks are compared: both must make the same run.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable
from unittest.mock import patch

import numpy as np

from rankviz.engine.algorithms.boosting import cells
from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.data.problem import Problem

SHAPES = (
    (1_000, 4, 1_000, 1),
    (2_000, 2, 20, 1),
    (2_000, 3, 8, 1),
    (3_000, 1, 100, 1),
    (4_000, 6, 3, 1),
    (4_000, 12, 2, 1),
    (6_000, 10, 3, 60),
    (20_000, 6, 3, 20),
)
"""Items, features, values of each feature, queries."""


def made(n: int, d: int, values: int, queries: int) -> Problem:
    """Items with grades of a noisy sum of their features."""
    rng = np.random.default_rng(n + d)
    X = rng.integers(0, values, (n, d)).astype(float)
    score = X @ rng.normal(size=d)
    noisy = score + 0.7 * score.std() * rng.normal(size=n)
    grades = np.digitize(noisy, np.quantile(score, [0.3, 0.6, 0.85])).astype(float)
    return Problem.from_arrays(X, grades, rng.integers(0, queries, n))


def main(argv: list[str] | None = None) -> int:
    """Print a line per problem."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--most", type=int, default=20_000, help="items of the largest problem")
    asked = parser.parse_args(argv)
    print(f"{'items':>7}{'feat.':>6}{'values':>7}{'pairs':>12}{'of cells':>10}", end="")
    print(f"{'pairs ms':>10}{'cells ms':>10}{'ratio':>7}{'pairs MB':>10}{'cells MB':>10}  chosen")
    for shape in (shape for shape in SHAPES if shape[0] <= asked.most):
        problem = made(*shape)
        pool = build_pool(problem)
        found = cells.Cells(problem, pool.codes)
        times: dict[bool, list[float]] = {False: [], True: []}
        runs: dict[bool, Steps] = {}
        for _ in range(asked.turns + 1):  # the first compiles
            for by_cells, seconds in times.items():
                runs[by_cells], taken = _timed(lambda p=problem, q=pool: _fit(p, q, asked.rounds), by_cells)
                seconds.append(taken)
        assert runs[True].ranker == runs[False].ranker, "not the same run"
        ms = {how: min(seconds[1:]) / len(runs[how]) * 1000 for how, seconds in times.items()}
        memory = {how: _memory(lambda p=shape: made(*p), how, asked.rounds) for how in times}
        share = found.pairs() / problem.n_pairs
        chosen = "cells" if cells.cells_if_cheaper(problem, pool) else "pairs"
        print(f"{shape[0]:7,}{shape[1]:6}{shape[2]:7,}{problem.n_pairs:12,}{share:10.1%}", end="")
        print(f"{ms[False]:10.2f}{ms[True]:10.2f}{ms[False] / ms[True]:7.2f}", end="")
        print(f"{memory[False]:10.1f}{memory[True]:10.1f}  {chosen}", flush=True)
    return 0


def _fit(problem: Problem, pool: CandidatePool, rounds: int) -> Steps:
    algorithm = find_boosted("rb-plus")
    return algorithm.fit(problem, pool, rounds, settle(algorithm, {}))


def _choosing(by_cells: bool) -> dict[str, float]:
    return {"WORTH": 0, "DEARER": 0.0} if by_cells else {"WORTH": np.inf}


def _timed(run: Callable[[], Steps], by_cells: bool) -> tuple[Steps, float]:
    with patch.multiple(cells, **_choosing(by_cells)):
        begin = time.process_time()
        steps = run()
        return steps, time.process_time() - begin


def _memory(make: Callable[[], Problem], by_cells: bool, rounds: int) -> float:
    """Return the megabytes that a run of a new problem takes at most."""
    problem = make()
    pool = build_pool(problem)
    with patch.multiple(cells, **_choosing(by_cells)):
        tracemalloc.start()
        _fit(problem, pool, rounds)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak / 1e6


if __name__ == "__main__":
    sys.exit(main())
