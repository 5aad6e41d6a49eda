"""The held-out share: drawn as ever, and counted in pairs without making the parts."""

from itertools import pairwise

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import cases
from hypothesis import given
from hypothesis import strategies as some

from rankviz import DataError, Problem
from rankviz.engine.data.holdout import pairs_of_split, split, stratified_draw


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


@given(
    some.lists(some.integers(1, 60) | some.integers(1, 5000), min_size=2, max_size=60),
    some.floats(0.01, 0.9),
    some.integers(0, 9),
)
def test_a_stratified_draw_has_one_query_of_each_group(pairs: list[int], share: float, seed: int) -> None:
    """And so the share of pairs that its docstring promises; catches groups that overlap, or leave a query out."""
    queries = len(pairs)
    count = min(max(round(share * queries), 1), queries - 1)
    drawn = stratified_draw(np.array(pairs), count, share, np.random.default_rng(seed)).tolist()
    assert len(set(drawn)) == count
    falling = sorted(pairs, reverse=True)
    ends = [k * queries // count for k in range(count + 1)]
    held = sorted((pairs[query] for query in drawn), reverse=True)
    for (first, last), found in zip(pairwise(ends), held, strict=True):
        assert falling[first] >= found >= falling[last - 1]
    most = (1 + count / queries) * (max(pairs) - min(pairs))
    assert abs(sum(held) - count / queries * sum(pairs)) <= most + 1e-6


def test_stratified_parts_are_near_the_share_where_few_queries_have_most_pairs() -> None:
    """Catches a draw that ignores the share, the seed or the option: 1 query of 8 has half of all pairs."""
    items = [14] * 4 + [5] * 28
    grades = np.concatenate([np.arange(n) for n in items])
    problem = Problem.from_arrays(np.arange(sum(items))[:, None], grades, qid=np.repeat(np.arange(32), items))
    shares = {
        stratified: [
            pairs_of_split(problem, 0.25, seed, stratified=stratified)[1] / problem.n_pairs
            for seed in range(20)
        ]
        for stratified in (False, True)
    }
    assert max(abs(share - 0.25) for share in shares[True]) < 0.02 < 0.1 < max(shares[False]) - 0.25
    training, held = split(problem, 0.25, 3, stratified=True)
    assert held is not None and held.n_queries + training.n_queries == 32
    again = {tuple(split(problem, 0.25, seed, stratified=True)[0].item_ids) for seed in range(20)}
    assert len(again) == 20


def test_a_single_query_has_nothing_to_stratify() -> None:
    problem = Problem.from_arrays(np.arange(20)[:, None], np.arange(20) % 3)
    assert split(problem, 0.3, 1, stratified=True)[0].item_ids == split(problem, 0.3, 1)[0].item_ids
