"""Learning on one fold: a contender's scores round by round, its losses, and the time taken."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.boosting.weak_rankers import with_weak_rankers
from rankviz.engine.algorithms.contenders import Contender
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm
from rankviz.engine.data.folds import Fold
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.runs.measure import measure
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.learning.score import Staged, boosted, scored

T = TypeVar("T")

LARGEST_LOG = 230.0
"""Logs of losses are cut here, on both sides, so that a mean of them is a number."""

_warm: set[str] = set()
"""Contenders whose compiled code this process has loaded: loading it does not count as learning time."""

_lock = threading.Lock()
_inside = 0
_limits: threadpool_limits | None = None


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Limit linear algebra to one thread, so that its sums never depend on the number of workers.

    The limit belongs to the process: it is set when the first thread enters and lifted when the last leaves.
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


@dataclass(frozen=True, eq=False)
class Learned:
    """Scores of the validation and then the test items, the losses (2, S + 1) or None, and CPU seconds."""

    staged: Staged
    losses: np.ndarray | None
    seconds: float


def learn(contender: Contender, fold: Fold, pool: CandidatePool, experiment: Experiment) -> Learned:
    """Learn a contender on the training part of a fold. Raises DataError."""
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
        return Learned(scored(steps.held), None, spent)
    assert isinstance(algorithm, Algorithm)
    if len(pool) == 0:
        raise DataError(
            "Every feature is constant, so no weak ranker tells two items apart",
            remedy="Give at least one feature with two different values",
        )
    candidates = pool.with_constant() if contender.params.get("constant") else pool
    candidates = with_weak_rankers(candidates, fold.training, [contender.params], experiment.seed)
    boosting, spent = _timed(
        contender.key,
        lambda rounds: algorithm.fit(fold.training, candidates, rounds, contender.params),
        experiment.rounds,
    )
    independent = bool(contender.params.get("independent", True))
    found = measure(boosting, fold.training, candidates, None, independent=independent)
    losses = np.clip(np.stack([found["log_e1"], found["log_e2"]]), -LARGEST_LOG, LARGEST_LOG)
    return Learned(boosted(boosting, candidates, X), losses, spent)


def _timed(key: str, fit: Callable[[int], T], rounds: int) -> tuple[T, float]:
    """Return the result of `fit` after so many rounds, and its CPU seconds."""
    if key not in _warm:
        fit(1)
        _warm.add(key)
    begin = time.thread_time()
    return fit(rounds), time.thread_time() - begin


def _together(validation: Problem, test: Problem) -> Problem:
    """Join the items to score into one problem: learners read its features, and nothing else."""
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
