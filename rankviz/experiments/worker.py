"""One task of an experiment, from its data to its numbers: what every worker process does."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

from rankviz.algorithms.boosting.algorithm import Algorithm
from rankviz.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.algorithms.score_learner import ScoredAlgorithm
from rankviz.data.problem import Problem
from rankviz.errors import DataError
from rankviz.experiments.definition import Contender, Experiment
from rankviz.experiments.folds import BY_ITEM, BY_QUERY, SPECIFIED, Fold, by_query
from rankviz.experiments.quality import Part
from rankviz.experiments.score import Staged, best_round, boosted, scored, to_length
from rankviz.experiments.tasks import Task
from rankviz.runs.measure import measure

T = TypeVar("T")

LOSSES = ("e1", "e2")

LARGEST_LOG = 230.0
"""Logs of losses are cut here, on both sides, so that a mean of them is a number."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """The numbers of one task: F folds, A contenders, M metrics, T rounds; NaN where there is no value.

    Attributes
    ----------
    task : its name. `source` loads it alone.
    failed : why it has no numbers, empty when it has.
    cut : how its folds came about: `folds.BY_QUERY`, `BY_ITEM` or `SPECIFIED`; empty when it failed.
    items, pairs, features : of the whole task (of the first fold when folds are specified).
    chosen : (F, A, M) int32 the round validation chose. `validation`, `test` : (F, A, M) the metrics there.
    rounds : (F, A) int32 rounds done. seconds : (F, A) CPU seconds of learning.
    curves : (A, M, T + 1) the test metrics over the rounds, mean over the folds that have a value.
    losses : (A, 2, T + 1) ln Ê1 and ln Ê2 on the training part, mean over the folds; cut at ±`LARGEST_LOG`.
    """

    task: str
    source: str
    failed: str
    cut: str
    items: int
    pairs: int
    features: int
    chosen: np.ndarray
    validation: np.ndarray
    test: np.ndarray
    rounds: np.ndarray
    seconds: np.ndarray
    curves: np.ndarray
    losses: np.ndarray

    def arrays(self) -> dict[str, np.ndarray]:
        """Its arrays by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def fits(self, experiment: Experiment) -> bool:
        """Whether its arrays have the shapes and kinds that this experiment's have."""
        A, M, last = len(experiment.contenders), len(experiment.metrics), experiment.rounds
        F = len(self.test)
        shapes = {
            **dict.fromkeys(("chosen", "validation", "test"), (F, A, M)),
            **dict.fromkeys(("rounds", "seconds"), (F, A)),
            "curves": (A, M, last + 1),
            "losses": (A, len(LOSSES), last + 1),
        }
        return all(
            array.shape == shapes[name] and array.dtype.kind in "if" for name, array in self.arrays().items()
        )

    def about(self) -> dict[str, Any]:
        """All the rest by name."""
        return {name: value for name, value in vars(self).items() if not isinstance(value, np.ndarray)}


_warm: set[str] = set()
"""Contenders whose compiled code this process has loaded: loading it is no part of learning's time."""

_lock = threading.Lock()
_inside = 0
_limits: threadpool_limits | None = None


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Sums of linear algebra in one thread, so that they never depend on how many workers there are.

    The limit belongs to the process: it is set when the first thread comes in and lifted when the last goes.
    """
    global _inside, _limits
    with _lock:
        if _inside == 0:
            _limits = threadpool_limits(limits=1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0 and _limits is not None:
                _limits.restore_original_limits()
                _limits = None


def work(experiment: Experiment, task: Task, problem: Problem | None = None) -> Outcome:
    """Do one task. `problem` is its data, for a worker that has not the files.

    What is wrong with the data is told in the outcome's `failed`; any other error is raised.
    """
    with one_thread():
        try:
            return _work(experiment, task, problem)
        except DataError as error:
            return _failed(experiment, task, str(error))


def _work(experiment: Experiment, task: Task, problem: Problem | None) -> Outcome:
    if problem is None and not task.parts:
        problem = task.load(experiment.seed)
    if problem is not None and experiment.positive is not None:
        problem = problem.two_grades(experiment.positive)
    folds = task.folds(experiment.folds, experiment.seed, problem)
    cut = SPECIFIED if problem is None else BY_QUERY if by_query(problem, experiment.folds) else BY_ITEM
    if problem is None and experiment.positive is not None:
        folds = [_two_grades(fold, experiment.positive) for fold in folds]
    grades = [part.grades for part in (folds[0].training, folds[0].validation, folds[0].test)]
    lowest = min((float(each.min()) for each in grades if each is not None), default=0.0)
    metrics, A, last = experiment.measured(), len(experiment.contenders), experiment.rounds
    shape = (len(folds), A, len(metrics))
    chosen, validation, test = np.zeros(shape, np.int32), np.full(shape, np.nan), np.full(shape, np.nan)
    rounds, seconds = np.zeros(shape[:2], np.int32), np.zeros(shape[:2])
    curves = np.full((len(folds), A, len(metrics), last + 1), np.nan)
    losses = np.full((len(folds), A, len(LOSSES), last + 1), np.nan)
    for f, fold in enumerate(folds):
        parts = [Part(part, metrics, experiment.conventions, lowest) for part in (fold.validation, fold.test)]
        pool = build_pool(fold.training, experiment.seed)
        for a, contender in enumerate(experiment.contenders):
            run = _learn(contender, fold, pool, experiment)
            rounds[f, a], seconds[f, a] = len(run.staged.scores) - 1, run.seconds
            border = fold.validation.n_items
            valid, tested = (
                part.read(run.staged.of(rows).scores, run.staged.scale)
                for part, rows in zip(parts, (slice(0, border), slice(border, None)), strict=True)
            )
            for j, metric in enumerate(metrics):
                t = best_round(valid[j], metric.lower)
                chosen[f, a, j], validation[f, a, j], test[f, a, j] = t, valid[j, t], tested[j, t]
            curves[f, a] = to_length(tested, last + 1)
            losses[f, a] = to_length(run.losses, last + 1)
    whole = problem if problem is not None else folds[0].training
    return Outcome(
        task.name, task.source, "", cut, whole.n_items, whole.n_pairs, whole.n_features,
        chosen, validation, test, rounds, seconds, mean_of_known(curves), mean_of_known(losses),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Learned:
    """What a contender learned on a fold: scores of the validation and then the test items, and its losses."""

    staged: Staged
    losses: np.ndarray
    seconds: float


def _learn(contender: Contender, fold: Fold, pool: CandidatePool, experiment: Experiment) -> _Learned:
    algorithm = contender.entry()
    X = np.concatenate([fold.validation.X, fold.test.X])
    if isinstance(algorithm, ScoredAlgorithm):
        held = _together(fold.validation, fold.test)
        steps, spent = _timed(
            contender.key,
            lambda rounds: algorithm.fit(fold.training, held, rounds, contender.params, experiment.seed),
            experiment.rounds,
        )
        assert steps.held is not None
        return _Learned(scored(steps.held), np.full((len(LOSSES), len(steps) + 1), np.nan), spent)
    assert isinstance(algorithm, Algorithm)
    if len(pool) == 0:
        raise DataError(
            "Every feature is constant, so no weak ranker tells two items apart",
            remedy="Give at least one feature with two different values",
        )
    own = pool.with_constant() if contender.params.get("constant") else pool
    boosting, spent = _timed(
        contender.key,
        lambda rounds: algorithm.fit(fold.training, own, rounds, contender.params),
        experiment.rounds,
    )
    found = measure(boosting, fold.training, own, None)
    losses = np.clip(np.stack([found["log_e1"], found["log_e2"]]), -LARGEST_LOG, LARGEST_LOG)
    return _Learned(boosted(boosting, own, X), losses, spent)


def _timed(key: str, fit: Callable[[int], T], rounds: int) -> tuple[T, float]:
    """What `fit` gives after so many rounds, and the CPU seconds it took."""
    if key not in _warm:
        fit(1)
        _warm.add(key)
    begin = time.thread_time()
    return fit(rounds), time.thread_time() - begin


def _together(validation: Problem, test: Problem) -> Problem:
    """The items to score as one problem: learners look at its features, and at nothing else."""
    names = list(dict.fromkeys((*validation.query_ids, *test.query_ids)))
    qid = [names.index(part.query_ids[q]) for part in (validation, test) for q in part.qid]
    grades, pairs = None, None
    if validation.explicit_pairs is not None and test.explicit_pairs is not None:
        pairs = np.concatenate([validation.explicit_pairs, test.explicit_pairs + validation.n_items])
    if validation.grades is not None and test.grades is not None:
        grades = np.concatenate([validation.grades, test.grades])
    return Problem.from_arrays(
        np.concatenate([validation.X, test.X]),
        grades,
        qid,
        pairs=pairs,
        feature_names=validation.feature_names,
        binary=validation.binary,
    )


def _two_grades(fold: Fold, at: float) -> Fold:
    return Fold(fold.training.two_grades(at), fold.validation.two_grades(at), fold.test.two_grades(at))


def mean_of_known(values: np.ndarray) -> np.ndarray:
    """The mean over the first axis of the values that are there; NaN where none is."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _failed(experiment: Experiment, task: Task, why: str) -> Outcome:
    A, M, last = len(experiment.contenders), len(experiment.metrics), experiment.rounds
    none = np.zeros((0, A, M))
    return Outcome(
        task.name, task.source, why, "", 0, 0, 0, none.astype(np.int32), none, none,
        np.zeros((0, A), np.int32), np.zeros((0, A)),
        np.full((A, M, last + 1), np.nan), np.full((A, len(LOSSES), last + 1), np.nan),
    )  # fmt: skip
