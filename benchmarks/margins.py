"""How a round of RankBoost, Smooth Margin Ranking and AdaBoost grows with the number of items on two classes.

    python benchmarks/margins.py [--most 1000000] [--features 8] [--rounds 20]

On two classes RankBoost's loss is a product, F̃ = F₊F₋, so a round costs O(n d) and never one step for each of the
n₊n₋ pairs. Printed: milliseconds per round (one thread, the median of three runs), the ratio from one size to the
next, and the exponent of n fitted to all sizes; beside them the pairs that are never listed. Compile time is apart.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

import rankviz
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.data.problem import pairs_per_query

NAMES = ("rb-d", "smooth-margin", "adaboost")
SEED = 0


def two_classes(n: int, features: int) -> rankviz.Problem:
    """n items of two classes that overlap; features of 200 values, so that the pool stays the same size."""
    rng = np.random.default_rng(SEED)
    y = (np.arange(n) % 4 == 0).astype(float)
    X = np.round(50 * (rng.normal(size=(n, features)) + 0.4 * y[:, None])).clip(-99, 100)
    return rankviz.Problem.from_arrays(X, y)


def milliseconds(
    name: str, problem: rankviz.Problem, pool: CandidatePool, rounds: int, repeats: int
) -> float:
    """Milliseconds per round, its share of what is done once included."""
    algorithm = find_boosted(name)
    params = settle(algorithm, {})
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        steps = algorithm.fit(problem, pool, rounds, params)
        times.append(1e3 * (time.perf_counter() - start) / rounds)
        assert len(steps) == rounds, f"{name} stopped: {steps.stopped}"
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--features", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    sizes = [n for k in range(3, 9) for n in (10**k, 3 * 10**k) if n <= args.most]
    found: dict[str, list[float]] = {name: [] for name in NAMES}
    print(
        f"{args.features} features, {args.rounds} rounds, one thread, ms per round (ratio to the size before)"
    )
    print(f"{'items':>10}{'pairs':>18}{'rankers':>9}" + "".join(f"{name:>24}" for name in NAMES))
    for n in sizes:
        problem = two_classes(n, args.features)
        pool = build_pool(problem, SEED)
        with_constant = pool.with_constant()
        line = f"{n:>10,}{int(pairs_per_query(problem).sum()):>18,}{len(pool):>9,}"
        for name in NAMES:
            own = with_constant if name == "adaboost" else pool
            find_boosted(name).fit(problem, own, 1, settle(find_boosted(name), {}))  # compile
            found[name].append(milliseconds(name, problem, own, args.rounds, args.repeats))
            before = found[name][-2] if len(found[name]) > 1 else None
            ratio = f"(×{found[name][-1] / before:.2f})" if before else ""
            line += f"{found[name][-1]:>14.3f} {ratio:>9}"
        print(line, flush=True)
    for name in NAMES:
        slope = np.polyfit(np.log(sizes), np.log(found[name]), 1)[0]
        large = np.polyfit(np.log(sizes[-4:]), np.log(found[name][-4:]), 1)[0]
        print(f"{name}: time grows like n^{slope:.2f}; among the four largest sizes like n^{large:.2f}")


if __name__ == "__main__":
    main()
