"""The held-out share: drawn as ever, and counted in pairs without making the parts."""

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import cases
from hypothesis import given
from hypothesis import strategies as some

from rankviz import DataError, Problem
from rankviz.engine.data.holdout import pairs_of_split, split


def drawn(problem: Problem, share: float, seed: int) -> np.ndarray | None:
    """The rows held out, typed from the docstring: the first of 20 draws with a pair on both sides."""
    rng = np.random.default_rng(seed)
    pairs = problem.pairs
    useful = sorted({int(problem.qid[higher]) for higher, _ in pairs})
    n = problem.n_items
    for _ in range(20):
        if len(useful) > 1:
            count = min(max(round(share * len(useful)), 1), len(useful) - 1)
            queries = rng.permutation(np.array(useful))[:count]
            rows = [i for i in range(n) if problem.qid[i] in queries]
        else:
            rows = sorted(rng.permutation(n)[: max(min(max(round(share * n), 2), n - 2), 0)].tolist())
        inside = sum(a in rows and b in rows for a, b in pairs)
        outside = sum(a not in rows and b not in rows for a, b in pairs)
        if inside and outside:
            return np.array(rows)
    return None


@given(cases(), some.sampled_from([0.1, 0.25, 0.5]), some.integers(0, 3))
def test_the_parts_are_those_drawn_and_their_pairs_are_counted(case, share: float, seed: int) -> None:
    problem = problem_of(case)
    rows = drawn(problem, share, seed)
    if rows is None:
        for look in (split, pairs_of_split):
            with pytest.raises(DataError, match="without a critical pair"):
                look(problem, share, seed)
        return
    training, held = split(problem, share, seed)
    assert list(held.item_ids) == [problem.item_ids[i] for i in rows]
    assert pairs_of_split(problem, share, seed) == (training.n_pairs, held.n_pairs)


def test_nothing_held_out_leaves_all_pairs() -> None:
    problem = Problem.from_arrays([[1.0], [2.0]], [0, 1])
    assert split(problem, 0.0) == (problem, None)
    assert pairs_of_split(problem, 0.0) == (1, 0)
    with pytest.raises(DataError, match="from 0 to 0.9"):
        pairs_of_split(problem, 1.0)
