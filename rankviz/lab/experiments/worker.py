"""One task of an experiment, from its data to its numbers, as every worker process does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.algorithms.contenders import Contender
from rankviz.engine.data.folds import BY_ITEM, BY_QUERY, SPECIFIED, Fold, by_query
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.learning.on_a_fold import learn, one_thread
from rankviz.lab.experiments.learning.score import best_round, to_length
from rankviz.lab.experiments.quality import ORDERS, FoldPart
from rankviz.lab.experiments.tasks import Task

LOSSES = ("e1", "e2")


@dataclass(frozen=True, eq=False)
class Outcome:
    """The numbers of one task: F folds, A contenders, M metrics, T rounds; NaN where there is no value.

    Attributes
    ----------
    task : the task's name. `source` loads the task alone.
    failed : why the task has no numbers, empty when it has.
    cut : how the folds were cut: `folds.BY_QUERY`, `BY_ITEM` or `SPECIFIED`; empty when the task failed.
    items, pairs, features : of the whole task (of the first fold when folds are specified).
    chosen : (F, A, M) int32 the round that validation chose. `validation`, `test` : (F, A, M) the metrics there.
    rounds : (F, A) int32 rounds done. seconds : (F, A) CPU seconds of learning.
    curves : (A, M, T + 1) the test metrics over the rounds, mean over the folds that have a value.
    losses : (A, 2, T + 1) ln Ê1 and ln Ê2 on the training part, mean over the folds; cut at ±`LARGEST_LOG`.
    by_order : (F, A, M, 4) the test metrics of the same scores by each of `quality.ORDERS` of equal ones, NaN where
        they have no order; None in files of an earlier version.
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
    by_order: np.ndarray | None = None

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the outcome's arrays by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def fits(self, experiment: Experiment, A: int) -> bool:
        """Return whether the arrays have the shapes and kinds of this experiment's with A contenders."""
        M, last = len(experiment.metrics), experiment.rounds
        F = len(self.test)
        shapes = {
            **dict.fromkeys(("chosen", "validation", "test"), (F, A, M)),
            **dict.fromkeys(("rounds", "seconds"), (F, A)),
            "curves": (A, M, last + 1),
            "losses": (A, len(LOSSES), last + 1),
            "by_order": (F, A, M, len(ORDERS)),
        }
        return all(
            array.shape == shapes[name] and array.dtype.kind in "if" for name, array in self.arrays().items()
        )

    def about(self) -> dict[str, Any]:
        """Return all other fields by name."""
        there = {name: value for name, value in vars(self).items() if name != "by_order"}
        return {name: value for name, value in there.items() if not isinstance(value, np.ndarray)}


def work(experiment: Experiment, task: Task, problem: Problem | None = None) -> Outcome:
    """Do one task with all contenders; see :func:`parts`."""
    return joined(parts(experiment, task, problem))


def parts(experiment: Experiment, task: Task, problem: Problem | None = None) -> list[Outcome]:
    """Do one task: return an outcome for each contender, independent of the other contenders.

    `problem` is the task's data, for a worker without the files. Errors in the data are in the outcomes' `failed`; any
    other error is raised.
    """
    with one_thread():
        try:
            return _parts(experiment, task, problem)
        except DataError as error:
            return [_failed(experiment, task, str(error))] * len(experiment.contenders)


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """Join the outcomes of several contenders into one; without numbers when one of them has none."""
    for outcome in outcomes:
        if outcome.failed:
            A, (M, last) = len(outcomes), outcome.curves.shape[1:]
            return _empty(outcome.task, outcome.source, outcome.failed, A, M, last)
    first = outcomes[0]
    by_contender = ("curves", "losses")
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(each, name) for each in outcomes], 0 if name in by_contender else 1)
        for name in first.arrays()
        if all(getattr(each, name) is not None for each in outcomes)
    }
    return Outcome(**first.about(), **arrays)


def _parts(experiment: Experiment, task: Task, problem: Problem | None) -> list[Outcome]:
    if problem is None and not task.parts:
        problem = task.load(experiment.seed)
    if problem is not None and experiment.positive is not None:
        problem = problem.two_grades(experiment.positive)
    folds = task.folds(experiment.folds, experiment.seed, problem)
    cut = SPECIFIED if problem is None else BY_QUERY if by_query(problem, experiment.folds) else BY_ITEM
    if problem is None and experiment.positive is not None:
        folds = [_two_grades(fold, experiment.positive) for fold in folds]
    made = [_Numbers(contender, len(folds), experiment) for contender in experiment.contenders]
    grades = [part.grades for part in (folds[0].training, folds[0].validation, folds[0].test)]
    lowest = min((float(each.min()) for each in grades if each is not None), default=0.0)
    metrics, _ = experiment.selection()
    for f, fold in enumerate(folds):
        measured = [
            FoldPart(part, metrics, conventions=experiment.conventions, lowest=lowest)
            for part in (fold.validation, fold.test)
        ]
        pool = build_pool(fold.training, experiment.seed)
        for numbers in made:
            numbers.add(f, fold, measured, pool)
    whole = problem if problem is not None else folds[0].training
    size = (whole.n_items, whole.n_pairs, whole.n_features)
    return [numbers.outcome(task, cut, size) for numbers in made]


class _Numbers:
    """The numbers of one contender on one task, fold by fold."""

    def __init__(self, contender: Contender, folds: int, experiment: Experiment) -> None:
        self.contender, self.experiment, self.why = contender, experiment, ""
        M, last = len(experiment.metrics), experiment.rounds
        shape = (folds, 1, M)
        self.chosen, self.validation = np.zeros(shape, np.int32), np.full(shape, np.nan)
        self.test = np.full(shape, np.nan)
        self.rounds, self.seconds = np.zeros(shape[:2], np.int32), np.zeros(shape[:2])
        self.curves = np.full((folds, 1, M, last + 1), np.nan)
        self.losses = np.full((folds, 1, len(LOSSES), last + 1), np.nan)
        self.by_order = np.full((*shape, len(ORDERS)), np.nan)

    def add(self, f: int, fold: Fold, measured: Sequence[FoldPart], pool: CandidatePool) -> None:
        """Learn on fold `f`; an error in its data is stored, and no further fold is learned."""
        if self.why:
            return
        try:
            self._add(f, fold, measured, pool)
        except DataError as error:
            self.why = str(error)

    def _add(self, f: int, fold: Fold, measured: Sequence[FoldPart], pool: CandidatePool) -> None:
        run = learn(self.contender, fold, pool, self.experiment)
        staged, border = run.staged, fold.validation.n_items
        self.rounds[f, 0], self.seconds[f, 0] = len(staged.scores) - 1, run.seconds
        valid, tested = (
            part.read(staged.select_items(rows).scores, staged.scale)
            for part, rows in zip(measured, (slice(0, border), slice(border, None)), strict=True)
        )
        metrics, choosing = self.experiment.selection()
        for j, by in enumerate(choosing):
            t = best_round(valid[by], metrics[by].lower)
            self.chosen[f, 0, j], self.validation[f, 0, j], self.test[f, 0, j] = t, valid[j, t], tested[j, t]
        test = staged.select_items(slice(border, None))
        for t in np.unique(self.chosen[f, 0]):
            there = self.chosen[f, 0] == t
            found = measured[1].by_order(test.scores[t], float(test.scale[t]))
            self.by_order[f, 0, there] = found[: len(choosing)][there]
        self.curves[f, 0] = to_length(tested[: len(choosing)], self.experiment.rounds + 1)
        if run.losses is not None:
            self.losses[f, 0] = to_length(run.losses, self.experiment.rounds + 1)

    def outcome(self, task: Task, cut: str, size: tuple[int, int, int]) -> Outcome:
        """Return the outcome; `size` are items, pairs and features of the task."""
        if self.why:
            return _failed(self.experiment, task, self.why)
        return Outcome(
            task.name, task.source, "", cut, *size,
            self.chosen, self.validation, self.test, self.rounds, self.seconds,
            mean_of_known(self.curves), mean_of_known(self.losses), self.by_order,
        )  # fmt: skip


def _two_grades(fold: Fold, at: float) -> Fold:
    return Fold(fold.training.two_grades(at), fold.validation.two_grades(at), fold.test.two_grades(at))


def mean_of_known(values: np.ndarray) -> np.ndarray:
    """Return the mean over the first axis of the values that are not NaN; NaN where all are."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _failed(experiment: Experiment, task: Task, why: str) -> Outcome:
    """Return the outcome of one contender without numbers."""
    return _empty(task.name, task.source, why, 1, len(experiment.metrics), experiment.rounds + 1)


def _empty(task: str, source: str, why: str, A: int, M: int, length: int) -> Outcome:
    none = np.zeros((0, A, M))
    return Outcome(
        task, source, why, "", 0, 0, 0, none.astype(np.int32), none, none,
        np.zeros((0, A), np.int32), np.zeros((0, A)),
        np.full((A, M, length), np.nan), np.full((A, len(LOSSES), length), np.nan),
    )  # fmt: skip
