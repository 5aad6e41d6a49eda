"""How a round grows on two classes: RankBoost, Smooth Margin Ranking and AdaBoost, and kernel gradient descent.

    python benchmarks/growth.py [--most 1000000] [--features 8] [--rounds 20] [--largest 2000] [--repeats 3]

On two classes RankBoost's loss is a product, F̃ = F₊F₋, so a round costs O(n d), not one step for each of the n₊n₋
pairs. The first table has milliseconds per round, up to --most items. The second has the pair sums of kernel gradient
descent (E_S and its gradient from m = n scores, m up to --largest) beside the m × n matrix of margins that one writes
from the formula, and whole steps, which also multiply with the kernel matrix of m + n items. All run on one thread;
the median counts, compiling apart; the exponents are fitted to the times.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

import rankviz
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.kernel_gd.descent import Descent, Gram
from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, Loss, size_of
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.data.problem import pairs_per_query

NAMES = ("rb-d", "smooth-margin", "adaboost")


def two_classes(n: int, features: int) -> rankviz.Problem:
    """n items of two classes that overlap; features of 200 values, so that the pool stays the same size."""
    rng = np.random.default_rng(0)
    y = (np.arange(n) % 4 == 0).astype(float)
    X = np.round(50 * (rng.normal(size=(n, features)) + 0.4 * y[:, None])).clip(-99, 100)
    return rankviz.Problem.from_arrays(X, y)


def milliseconds(run: Callable[[], object], repeats: int) -> float:
    """Return the median over `repeats` of the mean time of enough calls to fill 20 ms; the first call compiles."""
    run()
    start = time.perf_counter()
    run()
    calls = max(int(0.02 / max(time.perf_counter() - start, 1e-7)), 1)
    found = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            run()
        found.append((time.perf_counter() - start) / calls * 1e3)
    return statistics.median(found)


def row(name: str, sizes: list[int], times: list[float]) -> None:
    """Print one line of a table, and the exponent over its four largest sizes."""
    power = float(np.polyfit(np.log(sizes[-4:]), np.log(times[-4:]), 1)[0])
    print(f"{name:>20}" + "".join(f"{value:>9.3f} ms" for value in times) + f"{power:>11.2f}", flush=True)


def head(name: str, sizes: list[int]) -> None:
    """Print the head of a table."""
    print(f"\n{name:>20}" + "".join(f"{size:>12,}" for size in sizes) + f"{'exponent':>11}")


def boosting(sizes: list[int], features: int, rounds: int, repeats: int) -> None:
    """Milliseconds per round of each bipartite algorithm."""
    problems = [two_classes(n, features) for n in sizes]
    head("round, items", sizes)
    print(f"{'pairs, never listed':>20}" + "".join(f"{pairs_per_query(p).sum():>12.1e}" for p in problems))
    for name in NAMES:
        algorithm, times = find_boosted(name), []
        for problem in problems:
            pool = build_pool(problem, 0)
            own = pool.with_constant() if name == "adaboost" else pool
            assert len(algorithm.fit(problem, own, rounds, settle(algorithm, {}))) == rounds
            times.append(
                milliseconds(
                    lambda a=algorithm, p=problem, q=own: a.fit(p, q, rounds, settle(a, {})), repeats
                )
                / rounds
            )
        row(name, sizes, times)


def matrix_sums(
    loss: Loss, positive: np.ndarray, negative: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return E_S and its gradient over the m × n matrix of margins."""
    z = positive[:, None] - negative[None, :]
    slope = loss.slope(z, size_of(positive, negative)) / z.size
    return float(loss.value(z).mean()), slope.sum(axis=1), -slope.sum(axis=0)


def kernel(sizes: list[int], repeats: int) -> None:
    """Milliseconds of pair sums beside the matrix, then of a whole step."""
    rng = np.random.default_rng(0)
    head("pair sums, m = n", sizes)
    for name, loss in LOSSES.items():
        scores = [(rng.normal(0.5, 1.0, size), rng.normal(-0.5, 1.0, size)) for size in sizes]
        for each in scores:
            ours, dense = loss.sums(*each), matrix_sums(loss, *each)
            assert np.allclose(ours.positive, dense[1]) and np.allclose(ours.negative, dense[2])
        fast = [milliseconds(lambda e=each, f=loss: f.sums(*e), repeats) for each in scores]
        slow = [milliseconds(lambda e=each, f=loss: matrix_sums(f, *e), repeats) for each in scores]
        row(name, sizes, fast)
        row("m × n matrix", sizes, slow)
        print(f"{'ratio':>20}" + "".join(f"{s / f:>11.1f}x" for f, s in zip(fast, slow, strict=True)))
    head("a whole step, m = n", sizes)
    for name, loss in LOSSES.items():
        times = []
        for size in sizes:
            Z = rng.normal(size=(2 * size, 2))
            classes = np.split(np.arange(2 * size), 2)
            gram = Gram.of(Kernel("gaussian", 0.5, 3), Z, Z)
            of = Descent(gram, None, positive=classes[0], negative=classes[1], loss=loss, regularisation=0.1)
            times.append(milliseconds(lambda of=of: step(of), repeats))
        row(name, sizes, times)


def step(of: Descent) -> None:
    """Take one full gradient step."""
    g = of.gradient()
    of.move(0.1, g, of.gram.times(g))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--features", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--largest", type=int, default=2_000)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    sizes = [n for k in range(3, 9) for n in (10**k, 3 * 10**k) if n <= args.most]
    boosting(sizes, args.features, args.rounds, args.repeats)
    kernel([args.largest // part for part in (8, 4, 2, 1)], args.repeats)


if __name__ == "__main__":
    main()
