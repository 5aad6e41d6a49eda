"""Real ranking tasks, replayed round by round by the twin. The files are read here, not by the package."""

from pathlib import Path

import numpy as np
import pytest
from helpers.agreement import NAMES, assert_agrees, twin_items
from helpers.real_data import letor_queries, movielens_task, quick_items, useful_queries
from twins.rankboost import Run, stumps

import rankviz

# Users with 100 to 200 ratings: 3,000 to 13,000 pairs, 14 to 241 stumps each.
USERS = (871, 828, 21, 863, 617, 489, 733, 699, 392, 936, 523, 224, 116, 463, 159, 697)
USERS += (620, 708, 223, 397, 918, 776, 426, 152)


def replay(problem: rankviz.Problem, rounds: int, holdout: float = 0.0, **params: object) -> list[Run]:
    trace = rankviz.trace(problem, list(NAMES), rounds=rounds, holdout=holdout, **params)
    train = quick_items(trace.problem)
    held = None if trace.holdout is None else twin_items(trace.holdout, like=trace.problem)
    assert len(trace.pool) == train.H.shape[1]
    return [
        assert_agrees(trace, run, train, rounds, held=held, every_weight=False, **params)
        for run in trace.runs
    ]


@pytest.mark.parametrize("user", USERS)
@pytest.mark.slow
def test_movielens_user(data_dir: Path, user: int) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    problem = rankviz.Problem.from_arrays(X, grades)
    replay(problem, 20, undefined="halt" if user % 2 else "cap")


@pytest.mark.parametrize("user", [523, 553])
@pytest.mark.slow
def test_movielens_user_until_s_is_static(data_dir: Path, user: int) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    runs = replay(rankviz.Problem.from_arrays(X, grades), 90, holdout=0.3, undefined="cap")
    assert runs[2].frozen is not None  # Algorithm 2's second half was replayed too


def test_movielens_user_without_negative_alpha(data_dir: Path) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", 871)
    replay(rankviz.Problem.from_arrays(X, grades), 25, negative_alpha=False)


@pytest.mark.slow
def test_movielens_user_222(data_dir: Path) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", 222)
    problem = rankviz.Problem.from_arrays(X, grades)
    assert problem.n_pairs == 57_894
    assert len(stumps(X)) == 133
    replay(problem, 6)


def test_movielens_is_loaded_as_read_here(data_dir: Path) -> None:
    path = data_dir / "ml-100k-u.data"
    for user in (699, 222):
        X, grades = movielens_task(path, user)
        loaded = rankviz.load(f"movielens:{path}?user={user}")
        assert (loaded.n_items, loaded.n_features) == X.shape
        assert loaded.n_pairs == rankviz.Problem.from_arrays(X, grades).n_pairs
        np.testing.assert_array_equal(np.sort(loaded.grades), np.sort(grades))


@pytest.mark.parametrize("which", range(40))
@pytest.mark.slow
def test_mq2008_query(data_dir: Path, which: int) -> None:
    X, grades = letor_queries(data_dir / "mq2008-fold1-vali.txt")[useful_queries(data_dir)[which]]
    replay(rankviz.Problem.from_arrays(X, grades), 15, undefined=("cap", "halt", "infinite")[which % 3])


@pytest.mark.parametrize("start", range(0, 16, 4))
def test_mq2008_queries_together(data_dir: Path, start: int) -> None:
    queries = letor_queries(data_dir / "mq2008-fold1-vali.txt")
    names = useful_queries(data_dir)[start : start + 4]
    X = np.vstack([queries[q][0] for q in names])
    grades = np.concatenate([queries[q][1] for q in names])
    qid = np.repeat(names, [len(queries[q][1]) for q in names])
    replay(rankviz.Problem.from_arrays(X, grades, qid), 15)
