"""Efficient and optimal RankBoost+ side by side, in one run: the Ê2 reached, milliseconds per round, and their ratio.

    python benchmarks/optimal.py [--data FOLDER] [--user 222] [--rounds 30 100 300]

RB+ compares the two in Fig. 1, on synthetic data. Here: synthetic and bundled data, small and with many stumps, and
with --data one MovieLens user. The two take turns on one thread, and the least time of each counts: what a busy
machine adds is left out. It is processor time, without compiling and without measuring the losses: only the
algorithms are timed.
The second table says where the optimal version's time goes.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

import rankviz
from rankviz.engine.algorithms.boosting.distribution import PairDistribution
from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.rankboost import rb_plus_optimal
from rankviz.engine.algorithms.rankboost.combined_step import Combination
from rankviz.engine.algorithms.rankboost.independence import Span
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

PARTS: list[tuple[str, object, str]] = [
    ("set up: |h|² of every candidate", rb_plus_optimal.AllDirections, "__init__"),
    ("score every stump (one scan)", rb_plus_optimal, "scan"),
    ("ε⁰ of the members, for ∇F2", PairDistribution, "tied_packed"),
    ("∇F2 and β · ∇F2", rb_plus_optimal.AllDirections, "slopes"),
    ("bounds on ∇F2 and β · ∇F2", rb_plus_optimal.AllDirections, "_bounded"),
    ("ε⁺, ε⁰, ε⁻ of the chosen ranker", PairDistribution, "epsilons"),
    ("reweight along a single ranker", PairDistribution, "update"),
    ("line search: φ, φ', φ'' at one α", Combination, "read"),
    ("line search: the rest", Combination, "minimum"),
    ("reweight along a combination", PairDistribution, "combine"),
    ("join S: basis vector", Span, "add"),
    ("join S: β of candidates", Span, "coefficients_of"),
    ("join S: the rest", rb_plus_optimal.AllDirections, "join"),
]


class Clock:
    """Seconds spent in each part itself, without the parts that it calls, and how often it was called."""

    def __init__(self) -> None:
        self.seconds = {name: 0.0 for name, _, _ in PARTS}
        self.calls = {name: 0 for name, _, _ in PARTS}
        self._inner = [0.0]

    def around(self, name: str, inside: Callable[..., object]) -> Callable[..., object]:
        def timed(*args: object, **kwargs: object) -> object:
            self._inner.append(0.0)
            start = time.thread_time()
            try:
                return inside(*args, **kwargs)
            finally:
                took = time.thread_time() - start
                self.seconds[name] += took - self._inner.pop()
                self.calls[name] += 1
                self._inner[-1] += took

        return timed


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


def profile(problem: rankviz.Problem, pool: CandidatePool, rounds: int) -> None:
    """Print where the time of the optimal version goes."""
    clock = Clock()
    with ExitStack() as stack:
        for name, owner, attribute in PARTS:
            stack.enter_context(patch.object(owner, attribute, clock.around(name, getattr(owner, attribute))))
        steps, total = fit(OPTIMAL, problem, pool, rounds)
    size = len(dict.fromkeys(j for j, c in zip(steps.ranker, steps.combined, strict=True) if not c))
    print(f"  optimal, {len(steps)} rounds, |S| = {size}, {total * 1e3:.0f} ms in all (timers included):")
    left = total - sum(clock.seconds.values())
    for name, seconds in sorted(clock.seconds.items(), key=lambda part: -part[1]):
        if clock.calls[name]:
            print(f"    {name:36}{seconds / total:6.1%}{seconds * 1e3:9.1f} ms{clock.calls[name]:8,} calls")
    print(f"    {'everything else':36}{left / total:6.1%}{left * 1e3:9.1f} ms")


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
        profile(problem, pool, max(args.rounds))
    met = sum(ratio < TARGET for ratio in ratios)
    print(
        f"Optimal costs less than {TARGET:g} times the efficient version in {met} of {len(ratios)} comparisons."
    )


if __name__ == "__main__":
    main()
