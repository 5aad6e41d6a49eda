"""The execution of algorithms: from a problem to the Trace of one or more runs on it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np

from rankviz.engine import arguments
from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.boosting.loop import Fork, Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.boosting.weak_rankers import (
    STUMPS,
    WEAK,
    searched_pool,
    with_note_on_reversed,
    with_weak_rankers,
)
from rankviz.engine.algorithms.contenders import Contender, contenders
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm, ScoredSteps
from rankviz.engine.choice import Value
from rankviz.engine.data import fold_choice
from rankviz.engine.data.fold_choice import AnyFold
from rankviz.engine.data.holdout import split
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.runs.measure import MAX_TRACKED, measure, measure_scores, room, until
from rankviz.engine.runs.quantities import SERIES
from rankviz.engine.runs.so_far import Ground, SoFar
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace

T = TypeVar("T")

MAX_ROUNDS = 10_000

MAX_FORCED = 20.0
"""The largest |α| that a fork may give."""


DEFAULT = ("rb-d", "rb-c", "rb-plus")
"""The algorithms that run when none is named."""


def trace(
    problem: Problem,
    algorithms: str | Sequence[str] | None = None,
    rounds: int = 100,
    *,
    holdout: float = 0.0,
    seed: int = 0,
    progress: Callable[[str, int], bool] | None = None,
    measured: Callable[[str, int], object] | None = None,
    forks: Sequence[Fork] = (),
    positive: float | None = None,
    fold: str | AnyFold | None = None,
    stratified: bool = False,
    so_far: SoFar | None = None,
    **params: Value,
) -> Trace:
    """Run algorithms on a problem and measure every round.

    Parameters
    ----------
    problem : the items and their critical pairs.
    algorithms : one name or several, optionally with parameters after colons, such as "rb-d:undefined=cap:cap=4"; so
        one algorithm may run twice. All run on the same training part and candidates. Left out, they are `DEFAULT`, for
        data with a trained ranker after "own".
    rounds : boosting rounds T, 1 to 10,000.
    holdout : share held out (by query where there are several, else by item), drawn with `seed`.
    seed : of the held-out draw and of sampled thresholds, 0 to 2¹²⁸ − 1. Same arguments, same numbers.
    progress : called with (name, rounds done), the name as given; False stops the run and keeps its rounds.
    measured : called with (name, rounds measured), after the rounds are done; False ends the
        measuring there and keeps the rounds that were measured.
    forks : for each, a further run that chooses otherwise in one round ("what if").
    positive : make the problem bipartite, items of this grade or more against the rest; None keeps the grades.
    fold : one fold of an experiment instead of a held-out share, such as "2/5:user-13": its training part trains, its
        test part is held out, and its validation part is left out. Drawn with `seed`. For a LETOR fold's train.txt
        "specified" holds out the test.txt in the same folder.
    stratified : draw the held-out queries so that the share of their critical pairs is near `holdout`, too.
    so_far : filled with the runs as they are made, for another thread to read. Runs that it already holds, a copy from
        an earlier call with the same arguments, are reused.
    params : parameters; each goes to the algorithms that have it, see
        ``rankviz.engine.algorithms.registry.ALGORITHMS``.

    Raises
    ------
    DataError
        An unknown algorithm or parameter, a value out of range, or no weak ranker that splits anything.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), ["rb-d:undefined=cap", "rb-c"], rounds=10)
    >>> [f"{run.label}: {run.metrics['r2'][-1]:.3f}" for run in trace.runs]
    ['RB-D (undefined cap): 0.001', 'RB-C: 0.004']
    """
    if not isinstance(problem, Problem):
        raise DataError(
            f"The problem is {as_given(problem)}",
            remedy="Give what rankviz.load or Problem.from_arrays makes",
        )
    names = _names(
        (*(["own"] if problem.model is not None else []), *DEFAULT) if algorithms is None else algorithms
    )
    seed = arguments.seed(seed)
    if not arguments.is_whole(rounds) or not 1 <= rounds <= MAX_ROUNDS:
        raise DataError(f"The number of rounds is {as_given(rounds)}", remedy=f"Choose 1 to {MAX_ROUNDS:,}")
    holdout = arguments.real(holdout, "The held-out share", "Choose a share from 0 to 0.9")
    arguments.callback(progress, "progress")
    arguments.callback(measured, "measured")
    chosen = contenders(names, params)
    _check_weights(problem, chosen)
    if positive is not None:
        positive = arguments.real(positive, "The grade that counts as positive", "Choose one of the grades")
    chosen_fold = fold_choice.read(fold) if isinstance(fold, str) else fold
    if chosen_fold is not None and not isinstance(chosen_fold, AnyFold):
        raise DataError(f"The fold is {as_given(fold)}", remedy='Write it as text, such as "2/5:user-13"')
    if not arguments.is_flag(stratified):
        raise DataError(f"stratified is {as_given(stratified)}", remedy="Choose True or False")
    if chosen_fold is not None and holdout:
        raise DataError("A fold and a held-out share were both chosen", remedy="Choose one of them")
    so_far = SoFar() if so_far is None else so_far
    if so_far.ground is None:
        so_far.ground = _prepared(
            problem, chosen, chosen_fold or holdout, seed, positive, stratified=stratified
        )
    training, held, pool = so_far.ground
    plans = [Plan(each, None) for each in chosen]
    by_key = {each.key: each for each in chosen}
    for fork in _listed(forks, "The forks are", "Give a list of rankviz.Fork"):
        checked = _checked(fork, by_key, pool, int(rounds))
        plans.append(Plan(by_key[checked.algorithm], checked))
    for plan in plans[len(so_far.runs) :]:
        report = None if progress is None else partial(progress, plan.contender.key)
        on_measured = None if measured is None else partial(measured, plan.contender.key)
        so_far.add(_done(plan, so_far, int(rounds), seed, report, on_measured))
    settings: dict[str, Value] = {"rounds": int(rounds), "seed": seed, "holdout": holdout}
    if positive is not None:
        settings["positive"] = positive
    if holdout and stratified:
        settings["stratified"] = True
    if chosen_fold is not None:
        settings["fold"] = chosen_fold.text
    return Trace(training, held, pool, so_far.runs, settings)


class Plan(NamedTuple):
    """One run to make: an algorithm with its parameters, and the choice that differs."""

    contender: Contender
    fork: Fork | None


def _prepared(
    problem: Problem,
    chosen: Sequence[Contender],
    held_out: float | AnyFold,
    seed: int,
    positive: float | None,
    *,
    stratified: bool,
) -> Ground:
    """Prepare the shared ground of all runs: both parts of the problem, and the candidates."""
    held: Problem | None
    if isinstance(held_out, AnyFold):
        training, held = held_out.split(problem, seed, positive)
    else:
        problem = problem if positive is None else problem.two_grades(positive)
        training, held = split(problem, held_out, seed, stratified=stratified)
    pool = build_pool(training, seed)
    boosts = any(isinstance(each.entry(), Algorithm) for each in chosen)
    if boosts and len(pool) == 0:
        raise DataError(
            "Every feature is constant, so no weak ranker tells two items apart",
            remedy="Give at least one feature with two different values",
        )
    if any(each.params.get("constant") for each in chosen):
        pool = pool.with_constant()
    pool = with_weak_rankers(pool, training, [each.params for each in chosen], seed)
    one_sided = {
        each.label: None
        for each in chosen
        if isinstance(entry := each.entry(), Algorithm)
        and not entry.negative(each.params)
        and each.params.get(WEAK.name) == STUMPS
    }
    pool = with_note_on_reversed(pool, training, list(one_sided))
    entries = dict.fromkeys(each.entry() for each in chosen)
    left_out = [a.label for a in entries if isinstance(a, Algorithm) and not _tracks(a, training)]
    if left_out:
        pool = pool.with_notes(
            f"Ê2 is left out for {', '.join(left_out)}: it alone needs every pair listed, and these data have "
            f"{training.n_pairs:,} of them, more than {MAX_TRACKED:,}."
        )
    return training, held, pool


def _check_weights(problem: Problem, chosen: Sequence[Contender]) -> None:
    """Raise DataError where a contender cannot use the weights of the pairs."""
    if problem.pair_weights is None:
        return
    for each in chosen:
        if not each.entry().pair_weights:
            able = ", ".join(entry.label for entry in ALGORITHMS.values() if entry.pair_weights)
            raise DataError(
                f"{each.entry().label} counts all pairs alike, and these pairs have weights",
                remedy=f"Choose one of {able}, or leave the weights out",
            )


def _done(
    plan: Plan,
    so_far: SoFar,
    rounds: int,
    seed: int,
    progress: Callable[[int], bool] | None,
    measured: Callable[[int], object] | None,
) -> Run:
    """Make the run of a plan: do its rounds first, then measure them."""
    assert so_far.ground is not None
    training, held, pool = so_far.ground
    contender, fork = plan
    algorithm, values = contender.entry(), contender.params
    if isinstance(algorithm, ScoredAlgorithm):
        scored = algorithm.fit(training, held, rounds, values, seed, progress)
        into = room(len(scored))
        on_measured = so_far.measuring(
            lambda t: _scored_run(algorithm, contender, scored.first(t), until(into, t)), measured
        )
        metrics = measure_scores(
            scored, algorithm.bound, training, held, on_measured, into, loss1=algorithm.loss == "e1"
        )
        return _scored_run(algorithm, contender, scored.first(_rounds(metrics)), metrics)
    steps = algorithm.fit(training, searched_pool(pool, values), rounds, values, progress, fork)
    into = room(len(steps))
    on_measured = so_far.measuring(
        lambda t: _boosted_run(algorithm, contender, fork, steps.first(t), until(into, t)), measured
    )
    independent = bool(values.get("independent", True))
    metrics = measure(
        steps,
        training,
        pool,
        held,
        _tracks(algorithm, training),
        on_measured,
        into,
        independent=independent,
    )
    return _boosted_run(algorithm, contender, fork, steps.first(_rounds(metrics)), metrics)


def _rounds(metrics: dict[str, np.ndarray]) -> int:
    """Return the number of rounds that were measured."""
    return len(metrics["r1"]) - 1


def _names(algorithms: str | Sequence[str]) -> list[str]:
    """Return the requested algorithms. Raises DataError when there is none, or something else than names."""
    remedy = 'Give one name such as "rb-plus", or a list of names'
    names = [algorithms] if isinstance(algorithms, str) else _listed(algorithms, "The algorithms are", remedy)
    if not names:
        raise DataError("No algorithm was chosen", remedy="Choose at least one")
    for name in names:
        if not isinstance(name, str):
            raise DataError(f"An algorithm is {as_given(name)}", remedy=remedy)
    return names


def _listed(given: Iterable[T], what: str, remedy: str) -> list[T]:
    """Return everything given as a list. Raises DataError when it cannot be listed."""
    try:
        return list(given)
    except TypeError as error:
        raise DataError(f"{what} {as_given(given)}", remedy=remedy) from error


def _tracks(algorithm: Algorithm, problem: Problem) -> bool:
    """Return whether Ê2 is measured: always where the algorithm lowers it, else while the pairs are few enough."""
    return algorithm.loss == "e2" or problem.n_pairs <= MAX_TRACKED


def _checked(fork: Fork, chosen: dict[str, Contender], pool: CandidatePool, rounds: int) -> Fork:
    """Return the fork in plain Python values. Raises DataError when it cannot be followed."""
    if not isinstance(fork, Fork):
        raise DataError(f"{as_given(fork)} is not a fork", remedy="Give rankviz.Fork(algorithm, round, …)")
    if not isinstance(fork.algorithm, str) or fork.algorithm not in chosen:
        raise DataError(
            f"The fork is of {as_given(fork.algorithm)}, which does not run",
            remedy="Fork an algorithm that was chosen",
        )
    if not isinstance(chosen[fork.algorithm].entry(), Algorithm):
        raise DataError(
            f"{chosen[fork.algorithm].label} picks no weak rankers, so no round of it can choose another",
            remedy="Fork one of the RankBoost variants",
        )
    if not arguments.is_whole(fork.round) or not 1 <= fork.round <= rounds:
        raise DataError(
            f"The fork is in round {as_given(fork.round)}", remedy=f"Choose a round from 1 to {rounds}"
        )
    last = len(searched_pool(pool, chosen[fork.algorithm].params)) - 1
    if fork.ranker is not None and not (arguments.is_whole(fork.ranker) and 0 <= fork.ranker <= last):
        raise DataError(
            f"The fork names ranker {as_given(fork.ranker)}",
            remedy=f"The candidates run from 0 to {last}",
        )
    if fork.alpha is not None and not (arguments.is_real(fork.alpha) and abs(fork.alpha) <= MAX_FORCED):
        raise DataError(
            f"The fork's α is {as_given(fork.alpha)}", remedy=f"Choose −{MAX_FORCED:g} to {MAX_FORCED:g}"
        )
    if fork.undefined is not None and not arguments.is_choice(fork.undefined, UNDEFINED.choices):
        raise DataError(
            f"The fork names the policy {as_given(fork.undefined)}",
            remedy=f"Choose {', '.join(UNDEFINED.choices)}",
        )
    return Fork(
        fork.algorithm,
        int(fork.round),
        None if fork.ranker is None else int(fork.ranker),
        None if fork.alpha is None else float(fork.alpha),
        fork.undefined,
    )


def _boosted_run(
    algorithm: Algorithm,
    contender: Contender,
    fork: Fork | None,
    steps: Steps,
    metrics: dict[str, np.ndarray],
) -> BoostedRun:
    eps = np.array(steps.eps, dtype=np.float64).reshape(-1, 3)
    return BoostedRun(
        algorithm=algorithm.name,
        contender=contender.key,
        label=contender.label if fork is None else f"{contender.label}, what if",
        bound_label=algorithm.bound_label,
        params=contender.params,
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
        refused=steps.refused,
        searched=np.array(steps.searched, dtype=np.int64) if steps.searched else None,
        tested=np.array(steps.tested, dtype=np.int64) if steps.tested else None,
        extra=_extra(steps.extra, len(steps)),
        log_extra=_extra(steps.log_extra, len(steps)),
    )


def _scored_run(
    algorithm: ScoredAlgorithm,
    contender: Contender,
    scored: ScoredSteps,
    metrics: dict[str, np.ndarray],
) -> ScoredRun:
    return ScoredRun(
        algorithm=algorithm.name,
        contender=contender.key,
        label=contender.label,
        bound_label=algorithm.bound_label,
        params=contender.params,
        stopped=scored.stopped,
        metrics=metrics,
        extra=_extra(scored.extra, len(scored)),
        log_extra=_extra(scored.log_extra, len(scored)),
        scored=scored,
    )


def _extra(series: dict[str, list[float]], rounds: int) -> dict[str, np.ndarray]:
    """Return an algorithm's extra series as arrays (T + 1,); each must be in `SERIES`."""
    found = {}
    for name, values in series.items():
        assert name in SERIES, f"{name} is not explained in rankviz/engine/runs/quantities.py"
        found[name] = np.array(values, dtype=np.float64)
        assert found[name].shape == (rounds + 1,), name
    return found
