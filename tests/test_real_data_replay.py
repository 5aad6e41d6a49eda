"""Real ranking tasks, replayed round by round by the twin. The files are read here, not by the package."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from naive import Items, Run, stumps
from test_naive_agreement import NAMES, assert_agrees, twin_items

import rankviz

# Users with 100 to 200 ratings: 3,000 to 13,000 pairs, 14 to 241 stumps each.
USERS = (871, 828, 21, 863, 617, 489, 733, 699, 392, 936, 523, 224, 116, 463, 159, 697)
USERS += (620, 708, 223, 397, 918, 776, 426, 152)


@cache
def ratings(path: Path) -> dict[int, dict[int, float]]:
    by_user: dict[int, dict[int, float]] = defaultdict(dict)
    for line in path.read_text().splitlines():
        user, movie, rating, _ = line.split("\t")
        by_user[int(user)][int(movie)] = float(rating)
    return by_user


def movielens_task(path: Path, user: int) -> tuple[np.ndarray, np.ndarray]:
    """Section 5: the user's movies; features are other users with at most half of them missing."""
    by_user = ratings(path)
    movies = sorted(by_user[user])
    columns = []
    for other in sorted(by_user):
        column = [by_user[other].get(movie, math.nan) for movie in movies]
        if other != user and 2 * sum(map(math.isnan, column)) <= len(movies):
            columns.append(column)
    return np.array(columns).T, np.array([by_user[user][movie] for movie in movies])


@cache
def letor_queries(path: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    rows: dict[str, list[list[float]]] = defaultdict(list)
    grades: dict[str, list[float]] = defaultdict(list)
    for line in path.read_text().splitlines():
        grade, qid, *features = line.split("#")[0].split()
        grades[qid[4:]].append(float(grade))
        rows[qid[4:]].append([float(cell.split(":")[1]) for cell in features])
    return {q: (np.array(rows[q]), np.array(grades[q])) for q in rows}


def quick_items(problem: rankviz.Problem) -> Items:
    """As naive.outputs and naive.implied_pairs, without their loops."""
    H = np.column_stack([problem.X[:, j] > cut for j, cut in stumps(problem.X)]).astype(float)
    higher, lower = np.nonzero(
        (problem.qid[:, None] == problem.qid) & (problem.grades[:, None] > problem.grades)
    )
    return Items(H, np.column_stack([higher, lower]), problem.grades, problem.qid)


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
def test_movielens_user(data_dir: Path, user: int) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    problem = rankviz.Problem.from_arrays(X, grades)
    replay(problem, 20, undefined="halt" if user % 2 else "cap")


@pytest.mark.parametrize("user", [523, 553])
def test_movielens_user_until_s_is_static(data_dir: Path, user: int) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    runs = replay(rankviz.Problem.from_arrays(X, grades), 90, holdout=0.3, undefined="cap")
    assert runs[2].frozen is not None  # Algorithm 2's second half was replayed too


def test_movielens_user_without_negative_alpha(data_dir: Path) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", 871)
    replay(rankviz.Problem.from_arrays(X, grades), 25, negative_alpha=False)


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


def useful_queries(data_dir: Path) -> list[str]:
    queries = letor_queries(data_dir / "mq2008-fold1-vali.txt")
    return [q for q, (_, grades) in queries.items() if len(set(grades)) > 1]


@pytest.mark.parametrize("which", range(40))
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
