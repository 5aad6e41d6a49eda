"""Running algorithms: from a problem to the Trace of one or more runs on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from rankviz.algorithms.base import Algorithm
from rankviz.algorithms.boosting import Fork, Steps
from rankviz.algorithms.rankboost import UNDEFINED
from rankviz.algorithms.registry import AnyAlgorithm, Value, choose, find
from rankviz.algorithms.scored import ScoredAlgorithm, ScoredSteps
from rankviz.errors import DataError, shown
from rankviz.holdout import split
from rankviz.measure import MAX_TRACKED, measure, measure_scores
from rankviz.problem import Problem
from rankviz.series import SERIES
from rankviz.trace import Run, Trace
from rankviz.weak_rankers import CandidatePool, build_pool

MAX_ROUNDS = 10_000

MAX_FORCED = 20.0
"""The largest |α| that a fork may give."""


def trace(
    problem: Problem,
    algorithms: str | Sequence[str] = ("rb-d", "rb-c", "rb-plus"),
    rounds: int = 100,
    *,
    holdout: float = 0.0,
    seed: int = 0,
    progress: Callable[[str, int], bool] | None = None,
    measured: Callable[[str, int], None] | None = None,
    forks: Sequence[Fork] = (),
    positive: float | None = None,
    **params: Value,
) -> Trace:
    """Run algorithms on a problem and measure every round.

    Parameters
    ----------
    problem : the items and their critical pairs.
    algorithms : one name or several; each runs on the same training part and candidates.
    rounds : boosting rounds T, 1 to 10,000.
    holdout : share held out (by query where there are several, else by item), drawn with `seed`.
    seed : of the held-out draw and of sampled thresholds. Same arguments, same numbers.
    progress : called with (algorithm, rounds done); False stops the run and keeps its rounds.
    measured : called with (algorithm, rounds measured), which comes after its rounds are done.
    forks : for each, a further run that chooses otherwise in one round ("what if").
    positive : make the problem bipartite, items of this grade or more against the rest; None keeps the grades.
    params : parameters; each goes to those of the algorithms that have it, see
        ``rankviz.algorithms.registry.ALGORITHMS``.

    Raises
    ------
    DataError
        An unknown algorithm or parameter, a value out of range, or no weak ranker that splits anything.
    """
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    if not names:
        raise DataError("No algorithm was chosen", remedy="Choose at least one")
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise DataError(f"The seed is {seed!r}", remedy="Choose 0 or a larger whole number")
    if isinstance(rounds, bool) or not isinstance(rounds, (int, np.integer)) or not 1 <= rounds <= MAX_ROUNDS:
        raise DataError(f"The number of rounds is {rounds!r}", remedy=f"Choose 1 to {MAX_ROUNDS:,}")
    chosen = choose(names, params)
    if positive is not None:
        problem = problem.two_grades(positive)
    training, held = split(problem, holdout, seed)
    pool = build_pool(training, seed)
    boosts = any(isinstance(algorithm, Algorithm) for algorithm, _ in chosen)
    if boosts and len(pool) == 0:
        raise DataError(
            "Every feature is constant, so no weak ranker tells two items apart",
            remedy="Give at least one feature with two different values",
        )
    if any(values.get("constant") for _, values in chosen):
        pool = pool.with_constant()
    left_out = [a.label for a, _ in chosen if isinstance(a, Algorithm) and not _tracks(a, training)]
    if left_out:
        pool = pool.with_notes(
            f"Ê2 is left out for {', '.join(left_out)}: it alone needs every pair listed, and these data have "
            f"{training.n_pairs:,} of them, more than {MAX_TRACKED:,}."
        )
    plans: list[tuple[AnyAlgorithm, dict[str, Value], Fork | None]] = [(*pair, None) for pair in chosen]
    settled = {algorithm.name: values for algorithm, values in chosen}
    for fork in forks:
        checked = _checked(fork, settled, pool, int(rounds))
        plans.append((find(checked.algorithm), settled[checked.algorithm], checked))
    runs = []
    for algorithm, values, own_fork in plans:
        report = None if progress is None else partial(progress, algorithm.name)
        told = None if measured is None else partial(measured, algorithm.name)
        if isinstance(algorithm, ScoredAlgorithm):
            scored = algorithm.fit(training, held, int(rounds), values, int(seed), report)
            metrics = measure_scores(scored, algorithm.bound, training, held, told)
            runs.append(_scored_run(algorithm, values, scored, metrics))
            continue
        steps = algorithm.fit(training, pool, int(rounds), values, report, own_fork)
        metrics = measure(steps, training, pool, held, _tracks(algorithm, training), told)
        runs.append(_run(algorithm, values, own_fork, steps, metrics))
    settings: dict[str, Value] = {"rounds": int(rounds), "seed": seed, "holdout": holdout}
    if positive is not None:
        settings["positive"] = float(positive)
    return Trace(training, held, pool, tuple(runs), settings)


def _tracks(algorithm: Algorithm, problem: Problem) -> bool:
    """Whether Ê2 is measured: always where it is what the algorithm lowers, else while the pairs are few enough."""
    return algorithm.loss == "e2" or problem.n_pairs <= MAX_TRACKED


def _checked(fork: Fork, chosen: dict[str, dict[str, Value]], pool: CandidatePool, rounds: int) -> Fork:
    """The fork in plain Python values. Raises DataError when it cannot be followed."""
    if not isinstance(fork, Fork):
        raise DataError(f"{fork!r} is no fork", remedy="Give rankviz.Fork(algorithm, round, …)")
    if not isinstance(fork.algorithm, str) or fork.algorithm not in chosen:
        raise DataError(
            f"The fork is of {shown(fork.algorithm)}, which does not run",
            remedy="Fork an algorithm that was chosen",
        )
    if not isinstance(find(fork.algorithm), Algorithm):
        raise DataError(
            f"{find(fork.algorithm).label} picks no weak rankers, so no round of it can choose another",
            remedy="Fork one of the RankBoost variants",
        )
    if not _whole(fork.round) or not 1 <= fork.round <= rounds:
        raise DataError(f"The fork is in round {fork.round!r}", remedy=f"Choose a round from 1 to {rounds}")
    if fork.ranker is not None and not (_whole(fork.ranker) and 0 <= fork.ranker < len(pool)):
        raise DataError(
            f"The fork names ranker {fork.ranker!r}", remedy=f"The candidates run from 0 to {len(pool) - 1}"
        )
    if fork.alpha is not None:
        real = isinstance(fork.alpha, (int, float, np.floating)) and not isinstance(fork.alpha, bool)
        if not real or not abs(fork.alpha) <= MAX_FORCED:
            raise DataError(
                f"The fork's α is {fork.alpha!r}", remedy=f"Choose −{MAX_FORCED:g} to {MAX_FORCED:g}"
            )
    if fork.undefined not in (None, *UNDEFINED.choices):
        raise DataError(
            f"The fork names the policy {fork.undefined!r}", remedy=f"Choose {', '.join(UNDEFINED.choices)}"
        )
    return Fork(
        fork.algorithm,
        int(fork.round),
        None if fork.ranker is None else int(fork.ranker),
        None if fork.alpha is None else float(fork.alpha),
        fork.undefined,
    )


def _whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _run(
    algorithm: Algorithm,
    params: dict[str, Value],
    fork: Fork | None,
    steps: Steps,
    metrics: dict[str, np.ndarray],
) -> Run:
    eps = np.array(steps.eps, dtype=np.float64).reshape(-1, 3)
    return Run(
        algorithm=algorithm.name,
        label=algorithm.label if fork is None else f"{algorithm.label}, what if",
        bound_label=algorithm.bound_label,
        params=params,
        fork=fork,
        ranker=np.array(steps.ranker, dtype=np.int32),
        alpha=np.array(steps.alpha, dtype=np.float64),
        alpha_prior=np.array(steps.alpha_prior, dtype=np.float64),
        eps_correct=eps[:, 0].copy(),
        eps_tied=eps[:, 1].copy(),
        eps_reversed=eps[:, 2].copy(),
        z=np.array(steps.z, dtype=np.float64),
        delta=np.array(steps.delta, dtype=np.float64),
        tie_factor=np.array(steps.tie_factor, dtype=np.float64),
        outcome=tuple(steps.outcome),
        sign=np.array(steps.sign, dtype=np.int8),
        combined=np.array(steps.combined, dtype=bool),
        stopped=steps.stopped,
        metrics=metrics,
        dropped=steps.dropped,
        fixed_from=steps.fixed_from,
        fixed_set=tuple(steps.fixed_set),
        own=_own(steps.own, len(steps)),
    )


def _scored_run(
    algorithm: ScoredAlgorithm,
    params: dict[str, Value],
    scored: ScoredSteps,
    metrics: dict[str, np.ndarray],
) -> Run:
    T = len(scored)
    none = np.full(T, np.nan)
    return Run(
        algorithm=algorithm.name,
        label=algorithm.label,
        bound_label=algorithm.bound_label,
        params=params,
        fork=None,
        ranker=np.full(T, -1, dtype=np.int32),
        alpha=none,
        alpha_prior=none,
        eps_correct=none,
        eps_tied=none,
        eps_reversed=none,
        z=none,
        delta=none,
        tie_factor=none,
        outcome=("finite",) * T,
        sign=np.ones(T, dtype=np.int8),
        combined=np.zeros(T, dtype=bool),
        stopped=scored.stopped,
        metrics=metrics,
        own=_own(scored.own, T),
        scored=scored,
    )


def _own(series: dict[str, list[float]], rounds: int) -> dict[str, np.ndarray]:
    """An algorithm's own series as arrays (T + 1,); each must be known by name."""
    found = {}
    for name, values in series.items():
        assert name in SERIES, f"{name} is not explained in rankviz/series.py"
        found[name] = np.array(values, dtype=np.float64)
        assert found[name].shape == (rounds + 1,), name
    return found
