"""The paper's worked examples: pairs correct / tied / reversed, counted by brute force."""

import math

import numpy as np
import pytest

from rankviz.engine.data.sources import load


def counts(problem, ranker: str) -> tuple[int, int, int]:
    """Pairs that a weak ranker orders correctly, ties and reverses."""
    h = problem.X[:, problem.feature_names.index(ranker)]
    said = [h[higher] - h[lower] for higher, lower in problem.pairs]
    return said.count(1), said.count(0), said.count(-1)


def ones(problem, ranker: str) -> set[str]:
    column = problem.feature_names.index(ranker)
    return {name for name, value in zip(problem.item_ids, problem.X[:, column], strict=True) if value == 1}


def test_proposition_1_has_the_pair_counts_and_losses_of_the_paper():
    problem = load("scenario:proposition-1")
    assert (problem.n_items, problem.n_pairs) == (8, 19)
    assert set(problem.item_ids) == {"{}", "{a}", "{b}", "{c}", "{a,b}", "{a,c}", "{b,c}", "{a,b,c}"}
    assert counts(problem, "h1") == (3, 15, 1)
    assert counts(problem, "h2") == (7, 7, 5)
    for ranker, loss in (("h1", 0.990627), ("h2", 1.219293)):
        right, tied, wrong = counts(problem, ranker)
        assert (right * math.exp(-1) + tied + wrong * math.e) / 19 == pytest.approx(loss, abs=1e-6)


@pytest.mark.parametrize("n", [2, 3, 4, 9, 40])
def test_lemma_1_has_the_pair_counts_of_the_paper(n):
    problem = load(f"scenario:lemma-1?n={n}")
    assert (problem.n_items, problem.n_pairs) == (2 * n + 2, (n + 1) ** 2)
    assert counts(problem, "h1") == (n * n, 2 * n, 1)
    assert counts(problem, "h2") == (n + 1, n * n + n, 0)
    assert ones(problem, "h2") == {f"a{n + 1}"}
    assert f"b{n + 1}" in ones(problem, "h1")


@pytest.mark.parametrize("n", [1, 2, 10])
def test_lemma_2_has_the_pair_counts_of_the_paper(n):
    problem = load(f"scenario:lemma-2?n={n}")
    assert (problem.n_items, problem.n_pairs) == (10 * n, 25 * n * n)
    assert counts(problem, "h1") == (20 * n * n, 5 * n * n, 0)
    assert counts(problem, "h2") == (n * n, 8 * n * n, 16 * n * n)


def test_lemma_3_has_the_items_and_pairs_of_the_paper():
    problem = load("scenario:lemma-3")
    assert problem.item_ids == ("1", "2", "3", "4", "5", "6")
    assert ones(problem, "h1") == {"1", "2", "3", "6"}
    assert ones(problem, "h2") == {"2"}
    assert [tuple(pair) for pair in problem.pairs] == [(i, j) for i in range(6) for j in range(i + 1, 6)]


@pytest.mark.parametrize("name", ["proposition-1", "lemma-1", "lemma-2", "lemma-3"])
def test_every_scenario_is_explicit_and_binary(name):
    problem = load(f"scenario:{name}")
    assert problem.explicit and problem.binary and not problem.has_cycle()
    assert problem.feature_names == ("h1", "h2")
    assert set(np.unique(problem.X)) == {0.0, 1.0}
    assert problem.source == f"scenario:{name}"
