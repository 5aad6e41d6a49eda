"""The cycles of a pair graph, against a search through all orders of a few items."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from rankviz import Problem, load
from rankviz.engine.metrics.cycles import cycles, pairs_in_cycles


def of(pairs: list[tuple[int, int]], n: int = 5) -> Problem:
    return Problem.from_arrays(np.arange(n, dtype=float)[:, None], pairs=pairs)


def all_cycles(problem: Problem) -> set[tuple[int, ...]]:
    """Every simple cycle, begun at its least row."""
    above = set(map(tuple, problem.pairs.tolist()))
    found = set()
    for size in range(2, problem.n_items + 1):
        for rows in permutations(range(problem.n_items), size):
            if rows[0] == min(rows) and all(
                (a, b) in above for a, b in zip(rows, (*rows[1:], rows[0]), strict=True)
            ):
                found.add(rows)
    return found


def edges(cycle: tuple[int, ...]) -> set[tuple[int, int]]:
    return set(zip(cycle, (*cycle[1:], cycle[0]), strict=True))


@given(
    some.lists(
        some.tuples(some.integers(0, 4), some.integers(0, 4)).filter(lambda p: p[0] != p[1]),
        min_size=1,
        max_size=12,
    )
)
def test_every_contradictory_pair_is_on_a_cycle_that_is_listed(pairs) -> None:
    problem = of(pairs)
    found, exact = cycles(problem), all_cycles(problem)
    assert set(found) <= exact and bool(found) == bool(exact) == problem.has_cycle()
    on_some = set().union(*map(edges, exact)) if exact else set()
    assert {tuple(p) for p in problem.pairs[pairs_in_cycles(problem)].tolist()} == on_some
    assert (set().union(*map(edges, found)) if found else set()) == on_some
    assert not found or len(found[0]) == min(map(len, exact))


@pytest.mark.parametrize("source", ["bundled:wine?items=20", "scenario:lemma-1"])
def test_pairs_without_contradiction_have_no_cycle(source: str) -> None:
    problem = load(source)
    assert cycles(problem) == [] and not pairs_in_cycles(problem).any()


def test_no_more_are_listed_than_asked_for() -> None:
    problem = of([(i, j) for i in range(12) for j in range(12) if i != j], n=12)
    assert len(cycles(problem, most=7)) == 7
