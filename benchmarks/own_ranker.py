"""A trained ranker, from its file to the rounds: seconds of a processor, and what each part is beside LightGBM's own.

    python benchmarks/own_ranker.py [--trees 500] [--rows 10000] [--features 20]

Queries of 50 documents; LightGBM trains. "Until the first round" is reading the model, its leaves and scores and round
1 measured, once the library is imported and the kernels are compiled. The unit of the ratios is LightGBM's own
prediction by all its trees.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TypeVar

import numpy as np

from rankviz.board.payload import pack
from rankviz.engine.algorithms.registry import find
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm
from rankviz.engine.data.models import reader
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs import runner
from rankviz.engine.runs.measure import measure_scores

T = TypeVar("T")
SIZE = 50


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 0 when it is done, 1 without LightGBM."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trees", type=int, default=500)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--features", type=int, default=20)
    asked = parser.parse_args(argv)
    for name in ("pandas", "sklearn.base"):  # the app has them before any model comes
        import_module(name)
    try:
        lightgbm, imported = _timed(lambda: import_module("lightgbm"))
    except ImportError:
        print("LightGBM is not installed: pip install lightgbm")
        return 1
    problem = _problem(asked.rows, asked.features)
    chosen = {"objective": "lambdarank", "verbose": -1, "num_threads": 1, "deterministic": True}
    sizes = np.bincount(problem.qid)
    booster = lightgbm.train(chosen, lightgbm.Dataset(problem.X, problem.grades, group=sizes), asked.trees)
    text = booster.model_to_string().encode()
    _first_round(text, problem, 3)  # compiles

    _, unit = _timed(lambda: booster.predict(problem.X, num_threads=1))
    model, read = _timed(lambda: reader.read(text, name="model.txt"))
    ends, fell = _timed(lambda: model.ends(problem.X))
    _, added = _timed(lambda: model.scores(ends))
    _, first = _timed(lambda: _first_round(text, problem, asked.trees))
    trace, whole = _timed(lambda: runner.trace(reader.attach(model, problem), "own", asked.trees))
    _, packed = _timed(lambda: pack(trace, shareable=False))
    print(f"{problem.n_items:,} rows, {problem.n_pairs:,} pairs, {model.n_trees} trees\n")
    print(f"{'':34s}{'seconds':>9s}{'x predict':>11s}")
    for what, seconds in (
        ("importing LightGBM", imported),
        ("LightGBM's prediction", unit),
        ("reading the model", read),
        ("leaves of all trees", fell),
        ("scores after each tree", added),
        ("until the first round", first),
        ("all rounds, measured", whole),
        ("packed for the stage", packed),
    ):
        print(f"{what:34s}{seconds:9.2f}{seconds / max(unit, 1e-9):11.1f}")
    return 0


def _problem(rows: int, d: int) -> Problem:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(rows, d))
    grades = np.clip(np.round(X[:, 0] + 0.5 * X[:, 1] * X[:, 2] + rng.normal(0, 0.8, rows) + 0.6), 0, 4)
    return Problem.from_arrays(X, grades, np.arange(rows) // SIZE)


def _first_round(text: bytes, problem: Problem, trees: int) -> None:
    """Read the model, make its rounds, and measure the first of them."""
    own, found = find("own"), reader.attach(reader.read(text, name="model.txt"), problem)
    assert isinstance(own, ScoredAlgorithm)
    measure_scores(own.fit(found, None, trees, {}, 0), "", found, None, lambda t: t < 1)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = time.process_time()
    found = work()
    return found, time.process_time() - begin


if __name__ == "__main__":
    sys.exit(main())
