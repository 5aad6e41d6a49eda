"""Shared by several tests, from those of real data replay."""

import math
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
from twins.rankboost import Items, stumps

import rankviz


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


def useful_queries(data_dir: Path) -> list[str]:
    queries = letor_queries(data_dir / "mq2008-fold1-vali.txt")
    return [q for q, (_, grades) in queries.items() if len(set(grades)) > 1]
