"""The figures of the data page: drawn, finite, and holding the numbers they are made from."""

import numpy as np
import pytest
from helpers.views import finite_json

import rankviz
from rankviz import Problem
from rankviz.board.figures.features_alone import MAX_FEATURES, features_alone
from rankviz.board.figures.grades import QUERIES, drawn_queries, grades
from rankviz.board.figures.pair_graph import can_be_drawn, pair_graph, places
from rankviz.engine.metrics.by_feature import concordance, shares


@pytest.mark.parametrize("columns", [3, 40])
def test_bars_run_from_a_half_to_the_concordance(columns: int) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, columns))
    X[rng.random(X.shape) < 0.2] = np.nan
    problem = Problem.from_arrays(X, rng.integers(0, 3, 30))
    found, missing = shares(problem), np.isnan(X).mean(axis=0)
    figure = features_alone(problem.feature_names, found, missing)
    finite_json(figure)
    ends = np.array(figure.data[0].x) + figure.data[0].base
    value = concordance(found)
    expected = value[np.argsort(-np.abs(value - 0.5), kind="stable")][:MAX_FEATURES]
    np.testing.assert_allclose(ends, expected)
    assert all("missing" in label for label in figure.layout.yaxis.ticktext)
    assert figure.layout.shapes[0].x0 == 0.5


@pytest.mark.parametrize("levels", [2, 4, 50])
@pytest.mark.parametrize("queries", [1, 3, 80])
def test_every_item_of_the_queries_drawn_is_counted_once(levels: int, queries: int) -> None:
    rng = np.random.default_rng(levels + queries)
    qid = np.arange(320) % queries
    problem = Problem.from_arrays(rng.normal(size=(320, 1)), rng.integers(0, levels, 320), qid)
    figure = grades(problem)
    finite_json(figure)
    drawn = np.isin(problem.qid, drawn_queries(problem)).sum()
    assert sum(sum(bar.y) for bar in figure.data) == drawn
    assert len(drawn_queries(problem)) == min(queries, QUERIES)


@pytest.mark.parametrize("n, queries, step", [(8, 1, 1), (9, 3, 1), (80, 1, None), (80, 4, None)])
def test_few_items_are_counted_in_whole_ticks(n: int, queries: int, step: int | None) -> None:
    values = np.arange(float(n))[:, None]
    problem = Problem.from_arrays(values, np.arange(n) // queries % 4, np.arange(n) % queries)
    assert grades(problem).layout.yaxis.dtick == step


def test_the_pair_graph_has_an_arrow_for_each_pair_downwards_or_on_a_cycle() -> None:
    pairs = [(0, 1), (1, 2), (2, 0), (3, 0), (2, 4), (4, 5)]
    problem = Problem.from_arrays(np.arange(6.0)[:, None], pairs=pairs)
    assert can_be_drawn(problem)
    figure = pair_graph(problem)
    finite_json(figure)
    assert len(figure.layout.annotations) == len(pairs)
    assert sum(note.arrowwidth > 2 for note in figure.layout.annotations) == 3
    x, y = places(problem)
    assert len({*zip(x.tolist(), y.tolist(), strict=True)}) == 6
    assert y[3] > max(y[:3]) and min(y[:3]) > y[4] > y[5]


@pytest.mark.parametrize("source", ["scenario:proposition-1", "scenario:lemma-1", "scenario:lemma-2"])
def test_the_pairs_of_worked_examples_are_drawn_apart(source: str) -> None:
    problem = rankviz.load(source)
    if can_be_drawn(problem):
        finite_json(pair_graph(problem))
        x, y = places(problem)
        assert len({*zip(x.round(6).tolist(), y.round(6).tolist(), strict=True)}) == problem.n_items
    assert not can_be_drawn(rankviz.load("bundled:wine?items=20"))
