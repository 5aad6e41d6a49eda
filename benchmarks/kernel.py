"""Kernel gradient descent: how a step grows with the positives m and the negatives n, in one run, on one thread.

    python benchmarks/kernel.py [--largest 2000] [--repeats 5]

Two tables. Pair sums alone (E_S and its gradient from the scores of m = n items), beside the m × n matrix of
margins that one writes from the formula: milliseconds, their ratio, and the exponent of growth fitted to the
times. Then a whole step, in which the product with the kernel matrix of m + n items has its share.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Descent, Gram
from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, Loss, size_of


def matrix_sums(
    loss: Loss, positive: np.ndarray, negative: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """E_S and its gradient over the m × n matrix of margins."""
    z = positive[:, None] - negative[None, :]
    slope = loss.slope(z, size_of(positive, negative)) / z.size
    return float(loss.value(z).mean()), slope.sum(axis=1), -slope.sum(axis=0)


def milliseconds(run: Callable[[], object], repeats: int) -> float:
    """Median over `repeats` of the mean time of enough calls to fill 20 ms."""
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


def exponent(sizes: list[int], times: list[float]) -> float:
    """Slope of log time over log size."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    sizes = [args.largest // 8, args.largest // 4, args.largest // 2, args.largest]
    rng = np.random.default_rng(0)

    print(f"Pair sums, m = n, one thread, median of {args.repeats}")
    print(f"{'m = n':>16}" + "".join(f"{size:>12,}" for size in sizes) + f"{'exponent':>11}")
    for name, loss in LOSSES.items():
        fast, slow = [], []
        for size in sizes:
            positive, negative = rng.normal(0.5, 1.0, size), rng.normal(-0.5, 1.0, size)
            ours, dense = loss.sums(positive, negative), matrix_sums(loss, positive, negative)
            assert np.allclose(ours.positive, dense[1]) and np.allclose(ours.negative, dense[2])
            fast.append(milliseconds(lambda a=positive, b=negative, f=loss: f.sums(a, b), args.repeats))
            slow.append(
                milliseconds(lambda a=positive, b=negative, f=loss: matrix_sums(f, a, b), args.repeats)
            )
        row(f"{name}, ours", fast, exponent(sizes, fast))
        row("m × n matrix", slow, exponent(sizes, slow))
        print(f"{'ratio':>16}" + "".join(f"{s / f:>11.1f}x" for f, s in zip(fast, slow, strict=True)))

    print("\nA whole step (pair sums, then K g), Gaussian kernel")
    for name, loss in LOSSES.items():
        times = []
        for size in sizes:
            Z = rng.normal(size=(2 * size, 2))
            gram = Gram.from_items(Kernel("gaussian", 0.5, 3), Z, Z)
            of = Descent(
                gram,
                None,
                positive=np.arange(size),
                negative=np.arange(size, 2 * size),
                loss=loss,
                regularisation=0.1,
            )
            times.append(milliseconds(lambda of=of: step(of), args.repeats))
        row(name, times, exponent(sizes, times))


def step(of: Descent) -> None:
    """One full gradient step."""
    g = of.gradient()
    of.move(0.1, g, of.gram.times(g))


def row(name: str, times: list[float], power: float) -> None:
    """One line of a table."""
    print(f"{name:>16}" + "".join(f"{value:>9.3f} ms" for value in times) + f"{power:>11.2f}")


if __name__ == "__main__":
    main()
