"""The stage's branch runner against the engine: 1,000 random small problems in one process of Node.js."""

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.in_node import answers, needs_node
from numpy.testing import assert_allclose

import rankviz
from rankviz import Fork
from rankviz.board.branch import FOLLOWED, RUNS
from rankviz.engine.algorithms.boosting.weak_rankers import searched_pool
from rankviz.engine.algorithms.registry import find
from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import BoostedRun, Trace

PROBLEMS = 1000
WEIGHED = ("rb-d", "rb-c", "rb-plus")
"""Those that take pairs with weights."""
EXACT = 1e-10
METRICS = ("r1", "r2", "log_e1", "log_e2", "log_bound", "margin", "smooth_margin", "norm", "ndcg5")


def _problem(rng: np.random.Generator, weighed: bool) -> rankviz.Problem:
    """Coarse columns, copies, complements and constants, values that lack; grades, several queries, or any pairs.

    Pairs may have weights where `weighed`.
    """
    n, d = int(rng.integers(3, 15)), int(rng.integers(1, 6))
    binary = bool(rng.random() < 0.3)
    columns: list[np.ndarray] = []
    for _ in range(d):
        kind = rng.random()
        if kind < 0.15 and columns:
            column = columns[int(rng.integers(len(columns)))].copy()
        elif kind < 0.3 and columns:
            column = (1.0 if binary else 3.0) - columns[int(rng.integers(len(columns)))]
        else:
            column = rng.integers(0, 2 if binary else 4, n).astype(float)
        if not binary and rng.random() < 0.15:
            column = np.where(rng.random(n) < 0.2, np.nan, column)
        columns.append(column)
    X = np.column_stack(columns)
    if rng.random() < 0.45:
        pairs = rng.integers(0, n, (int(rng.integers(1, 3 * n)), 2))
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        if weighed and rng.random() < 0.8:  # also of pairs that stand twice
            weights = rng.choice([0.5, 1.0, 2.0, 3.0, 1e-3, 250.0], len(pairs))
            weights *= rng.choice([1.0, 1.0, rng.random()])
            return rankviz.Problem.from_arrays(X, pairs=pairs, pair_weights=weights)
        return rankviz.Problem.from_arrays(X, pairs=np.unique(pairs, axis=0))
    grades = rng.integers(0, int(rng.integers(2, 5)), n).astype(float)
    grades[:2] = 1.0, 0.0
    if rng.random() < 0.3:  # its own mirror: candidates tied by symmetry, which only rounding tells apart
        mirrored = rng.permutation(2 * n)
        X, grades = np.vstack([X, X[:, ::-1]])[mirrored], np.concatenate([grades, grades])[mirrored]
        return rankviz.Problem.from_arrays(X, grades)
    qid = np.sort(rng.integers(0, 2, n)) if rng.random() < 0.3 else None
    return rankviz.Problem.from_arrays(X, grades, qid=qid)


def _value(rng: np.random.Generator, parameter: Choice) -> bool | float | str:
    """The default every other time, else any value."""
    if rng.random() < 0.5:
        return parameter.default
    if parameter.kind == "bool":
        return bool(rng.integers(2))
    if parameter.kind == "choice":
        return str(rng.choice(parameter.choices))
    return float(np.round(rng.uniform(parameter.low, parameter.high), 1))


def _asked(rng: np.random.Generator) -> tuple[Trace, BoostedRun, Fork | None] | None:
    """A run of a random problem, with another choice in one round or with none."""
    algorithm, rounds = str(rng.choice(sorted(RUNS))), int(rng.integers(3, 26))
    params = {each.name: _value(rng, each) for each in find(algorithm).parameters if each.name in FOLLOWED}
    fork = None
    if rng.random() < 0.85:
        alpha = float(np.round(rng.normal(0.0, 0.8), 2))
        fork = Fork(algorithm, int(rng.integers(1, min(rounds, 6) + 1)), alpha=alpha)
        if "undefined" in params and rng.random() < 0.15:
            fork = Fork(algorithm, fork.round, undefined=str(rng.choice(["infinite", "cap", "limit"])))
    try:
        problem = _problem(rng, algorithm in WEIGHED)
        trace = rankviz.trace(problem, algorithm, rounds, forks=[] if fork is None else [fork], **params)
    except DataError:  # no pair, or no ranker that tells two items apart
        return None
    return trace, trace.boosted[-1], fork


def _question(trace: Trace, run: BoostedRun, fork: Fork | None) -> dict[str, Any]:
    """What the runner is given: the pool's answers and the pairs, and what is asked."""
    problem, pool = trace.problem, searched_pool(trace.pool, run.params)
    return {
        "n": problem.n_items,
        "codes": pool.codes.ravel().tolist(),
        "offsets": pool.offsets.tolist(),
        "higher": problem.pairs[:, 0].tolist(),
        "lower": problem.pairs[:, 1].tolist(),
        "counts": None if problem.pair_weights is None else problem.pair_weights.tolist(),
        "grades": None if problem.grades is None else problem.grades.tolist(),
        "query": problem.qid.tolist(),
        "how": {"algorithm": run.algorithm, "params": run.params},
        "rounds": trace.settings["rounds"],
        "fork": fork and {"round": fork.round, "alpha": fork.alpha, "undefined": fork.undefined},
    }


def _numbers(values: list[Any]) -> np.ndarray:
    return np.array([float(str(value).replace("Infinity", "inf")) for value in values])


def _near(found: list[Any], expected: Any, what: str) -> None:
    assert_allclose(_numbers(found), np.asarray(expected, float), rtol=EXACT, atol=EXACT, err_msg=what)


def _compare(trace: Trace, run: BoostedRun, answer: dict[str, Any]) -> None:
    """The runner's answer is the engine's run."""
    steps = answer["steps"]
    assert [s["ranker"] for s in steps] == run.ranker.tolist()
    assert [s["outcome"] for s in steps] == list(run.outcome)
    assert answer["stopped"] == run.stopped.why.value
    assert answer["refused"] == (None if run.refused is None else run.refused.ranker)
    if run.searched is not None and run.tested is not None:
        assert answer["searched"] == run.searched.tolist()
        assert answer["tested"] == run.tested.tolist()
    for name, key in (("alpha", "alpha"), ("z", "z"), ("delta", "delta"), ("alpha_prior", "prior")):
        _near([s[key] for s in steps], getattr(run, name), name)
    _near([math.exp(float(s["logTie"])) for s in steps], run.tie_factor, "tie factor")
    for k, side in enumerate(("correct", "tied", "reversed")):
        _near([s["eps"][k] for s in steps], getattr(run, f"eps_{side}"), side)
        # What is exactly 0 decides whether α is defined.
        assert [s["eps"][k] == 0 for s in steps] == (getattr(run, f"eps_{side}") == 0.0).tolist()
    for name in METRICS:
        _near([s[name] for s in answer["states"]], run.metrics[name], name)
    for state, scores in zip(answer["states"], trace.staged_scores(run), strict=True):
        _near(state["scores"], scores, "scores")
    for name, values in run.extra.items():
        _near(answer["own"][name], values, name)
    _near(answer["weight"], trace.weights(run, run.n_rounds), "D")


@pytest.mark.slow
@needs_node
def test_a_branch_in_the_browser_is_the_engines(tmp_path: Path) -> None:
    """Compare a thousand branches with the engine's: some outcomes of weighted pairs occur only a few times."""
    rng, asked = np.random.default_rng(45), []
    while len(asked) < PROBLEMS:
        one = _asked(rng)
        if one is not None:
            asked.append(one)
    found = answers("branches.mjs", [_question(*one) for one in asked], tmp_path, "branch")
    seen: Counter[str] = Counter()
    for k, ((trace, run, fork), answer) in enumerate(zip(asked, found, strict=True)):
        try:
            _compare(trace, run, answer)
        except AssertionError as error:
            raise AssertionError(f"problem {k}: {run.algorithm} {run.params} {fork}\n{error}") from error
        seen.update([run.algorithm, run.stopped.why.value, *run.outcome])
        if trace.problem.pair_weights is not None:
            seen.update([f"{run.algorithm} weighed", *(f"weighed {each}" for each in run.outcome)])
        seen.update(["frozen"] * (run.fixed_from is not None) + ["copies"] * bool(run.dropped))
    # The problems are of all kinds that there are.
    for kind in (*RUNS, "rounds", "no-edge", "undefined", "no-weight", "frozen", "copies"):
        assert seen[kind] >= 5, (kind, seen)
    for outcome in ("finite", "infinite", "capped", "forced", "limit"):
        assert seen[outcome] >= 20, (outcome, seen)
        assert seen[f"weighed {outcome}"] >= 3, (outcome, seen)
    assert min(seen[f"{algorithm} weighed"] for algorithm in WEIGHED) >= 20, seen
