"""D on two classes as a matrix beside v ⊗ u, against weights summed pair by pair from the rankers' outputs."""

import math

import numpy as np
import pytest
from helpers.views import finite_json

import rankviz
from rankviz.board.figures.item_weights import LEAST, item_weights
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory.outer_product import (
    MAX_ITEMS,
    has_two_sides,
    kernel,
    matrix,
    product,
    share_off,
    sides,
    with_kernel,
)

NAMES = ("rb-d", "rb-c", "rb-plus")
CLASSES = "bundled:diabetes?grades=2&items=40"


def direct(trace: Trace, run: Run, t: int) -> np.ndarray:
    """D pair by pair: e^−s, and under RankBoost+ cosh of a ranker's weight for each pair that it ties."""
    problem = trace.problem
    high = max(problem.grades)
    above = [x for x, grade in enumerate(problem.grades) if grade == high]
    below = [x for x, grade in enumerate(problem.grades) if grade != high]
    D = np.ones((len(above), len(below)))
    for ranker, weight in run.weights_at(min(t, run.n_rounds)).items():
        h = trace.pool.output(ranker).astype(float)
        for a, x in enumerate(above):
            for b, y in enumerate(below):
                tie = math.cosh(weight) if run.algorithm == "rb-plus" else 1.0
                D[a, b] *= tie if h[x] == h[y] else math.exp(-weight * (h[x] - h[y]))
    return D / D.sum()


@pytest.fixture(scope="module")
def trace() -> Trace:
    return rankviz.trace(rankviz.load(CLASSES), NAMES, 12)


@pytest.mark.parametrize("t", [0, 1, 7, 12, 99])
def test_the_share_off_is_the_one_of_a_direct_computation(trace: Trace, t: int) -> None:
    for run in trace.runs:
        D, told = direct(trace, run, t), matrix(trace, run, t)
        np.testing.assert_allclose(told, D, rtol=1e-9)
        v, u = [sum(row) for row in D], [sum(column) for column in D.T]
        np.testing.assert_allclose(product(told), [[one * other for other in u] for one in v], rtol=1e-9)
        moved = sum(abs(D[a, b] - v[a] * u[b]) for a, b in np.ndindex(*D.shape)) / 2
        assert share_off(told) == pytest.approx(moved, rel=1e-6, abs=1e-12)
        # A product has rank 1: its second singular value is nothing beside the first.
        first, second = np.linalg.svd(D, compute_uv=False)[:2]
        assert (share_off(told) > 0.005) == (second > 0.005 * first) == (run.algorithm == "rb-plus" and t > 0)


SOURCES = (
    CLASSES,
    "bundled:breast-cancer?items=60",
    "synthetic:moons?noise=0.3&n=60",
    "synthetic:coarse?grades=2&levels=2&features=3&n=60",
    "synthetic:blobs?n=60",
)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("independent", [True, False])
def test_d_of_rankboost_plus_is_item_weights_times_a_kernel(source: str, independent: bool) -> None:
    """In 30 rounds; the kernel of a pair of items by hand, Π 1 / cosh η of the rankers that part it."""
    trace = rankviz.trace(rankviz.load(source), "rb-plus", 30, independent=independent)
    run = trace.boosted[0]
    above, below = sides(trace.problem)
    for t in range(run.n_rounds + 1):
        made, D = with_kernel(trace, run, t), matrix(trace, run, t)
        np.testing.assert_allclose(made * D.size, D * D.size, rtol=0, atol=1e-11)
    last = kernel(trace, run, run.n_rounds)
    for a, b in ((0, 0), (len(above) - 1, 2), (3, len(below) - 1)):
        by_hand = 1.0
        for ranker, eta in run.weights_at(run.n_rounds).items():
            h = trace.pool.output(ranker)
            by_hand /= math.cosh(eta) if h[above[a]] != h[below[b]] else 1.0
        assert last[a, b] == pytest.approx(by_hand, rel=1e-12)


def test_two_rankers_make_more_than_a_product_of_rank_one() -> None:
    """One ranker's factors have the determinant sinh² η: after t rounds D has rank up to 2^t, never 1."""
    trace = rankviz.trace(rankviz.load(CLASSES), "rb-plus", 2)
    run = trace.boosted[0]
    eta = float(run.alpha[0])
    factors = np.array([[math.cosh(eta), math.exp(-eta)], [math.exp(eta), math.cosh(eta)]])
    assert np.linalg.det(factors) == pytest.approx(math.sinh(eta) ** 2)
    for t in (0, 1, 2):
        assert np.linalg.matrix_rank(matrix(trace, run, t), tol=1e-10) == 2**t


def test_where_there_is_no_kernel_none_is_made() -> None:
    for name in ("rb-d", "rb-c"):
        trace = rankviz.trace(rankviz.load(CLASSES), name, 5)
        assert (kernel(trace, trace.boosted[0], 5) == 1.0).all()
        made = with_kernel(trace, trace.boosted[0], 5)
        np.testing.assert_allclose(made, matrix(trace, trace.boosted[0], 5), rtol=1e-9)
    perfect = rankviz.Problem.from_arrays([[0.0], [1.0], [1.0]], [0, 1, 1])
    trace = rankviz.trace(perfect, "rb-plus", 2, undefined="cap")
    assert kernel(trace, trace.boosted[0], 1) is None and with_kernel(trace, trace.boosted[0], 1) is None
    with pytest.raises(ValueError, match="two grades"):
        kernel(rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-plus", 2), trace.boosted[0], 1)


def test_the_figure_holds_both_maps_of_each_run_on_common_scales(trace: Trace) -> None:
    figure = item_weights(trace, 7)
    above, below = sides(trace.problem)
    names = trace.problem.item_labels
    assert set(figure.layout.yaxis.ticktext) == {names[x] for x in above}
    for k, run in enumerate(trace.runs):
        whole, off, K = (figure.data[3 * k + row].z for row in (0, 1, 2))
        D = matrix(trace, run, 7)
        at = [names.index(label) for label in figure.layout.yaxis.ticktext]
        across = [names.index(label) for label in figure.layout.xaxis.ticktext]
        there = D[np.ix_(np.searchsorted(above, at), np.searchsorted(below, across))] * D.size
        np.testing.assert_allclose(whole + off, there, rtol=1e-9)
        by_side = kernel(trace, run, 7)
        np.testing.assert_array_equal(
            K, by_side[np.ix_(np.searchsorted(above, at), np.searchsorted(below, across))]
        )
        assert (K == 1.0).all() == (run.algorithm != "rb-plus")
        off = f"{100 * share_off(D):.1f}\u00a0% off" if run.algorithm == "rb-plus" else "<br>0\u00a0% off"
        assert off in figure.layout.annotations[k].text
        axes = [figure.data[3 * k + row].coloraxis for row in range(3)]
        assert axes == ["coloraxis", "coloraxis2", "coloraxis3"]
    assert figure.layout.coloraxis2.cmax == -figure.layout.coloraxis2.cmin > 10 * LEAST


def test_rounding_is_no_colour() -> None:
    alone = rankviz.trace(rankviz.load(CLASSES), ["rb-c"], 12)
    figure = item_weights(alone, 12)
    assert abs(figure.data[1].z).max() < 1e-9 and figure.layout.coloraxis2.cmax == LEAST


@pytest.mark.parametrize(
    "source", ["bundled:diabetes?items=40", "scenario:proposition-1", "synthetic:letor", f"moons{MAX_ITEMS}"]
)
def test_nothing_is_shown_where_there_are_no_two_classes_or_too_many_items(source: str) -> None:
    source = f"synthetic:moons?n={2 * MAX_ITEMS + 10}" if source.startswith("moons") else source
    other = rankviz.trace(rankviz.load(source), ["rb-d"], 1)
    assert not has_two_sides(other)
    if sides(other.problem) is None:
        with pytest.raises(ValueError, match="two grades"):
            matrix(other, other.runs[0], 1)


@pytest.mark.slow
@pytest.mark.parametrize("undefined", ["infinite", "cap", "limit", "halt"])
def test_an_undefined_weight_leaves_the_figure_with_numbers(undefined: str) -> None:
    X, grades = (
        np.column_stack([np.repeat([0.0, 1.0], 3), [1.0, 5.0, 2.0, 4.0, 3.0, 6.0]]),
        np.repeat([0, 1], 3),
    )
    perfect = rankviz.trace(rankviz.Problem.from_arrays(X, grades), NAMES, 5, undefined=undefined)
    assert any(run.stopped or "finite" not in run.outcome for run in perfect.runs) and has_two_sides(perfect)
    for t in (0, 1, 5):
        for run in perfect.runs:
            assert matrix(perfect, run, t).sum() == pytest.approx(1.0)
        figure = item_weights(perfect, t)
        finite_json(figure)
        for run, title in zip(perfect.boosted, figure.layout.annotations, strict=False):
            assert (f"stopped after {run.n_rounds}" in title.text) == (run.n_rounds < t)
