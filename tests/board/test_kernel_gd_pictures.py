"""What the kernel method's page draws, against the trace it is made from."""

import json

import numpy as np
import pytest

import rankviz
from rankviz.board.panels import PICTURES, Picture, kernel
from rankviz.board.panels.surface import CELLS, MOST_FRAMES, frames, level_lines, plane, staged
from rankviz.board.payload import pack, unpack
from rankviz.board.schema import typed
from rankviz.insight.theory.law import law_of


def drawn(source: str = "synthetic:moons?n=40", **params: object) -> tuple[rankviz.Trace, Picture]:
    settings = {"rounds": 9, "holdout": 0.25, "loss": "least-squares"} | params
    trace = rankviz.trace(rankviz.load(source), ["rb-c", "kernel-gd"], **settings)
    return trace, PICTURES["kernel"](trace)


# ---------------------------------------------------------------- level lines


def test_the_level_lines_of_a_cone_are_circles() -> None:
    axis = np.linspace(-2, 2, 81)
    x, y = np.meshgrid(axis, axis)
    for radius in (0.5, 1.0, 1.7):
        pieces = level_lines(np.hypot(x, y), np.array([radius])) / 20.0 - 2.0  # from columns back to x
        ends = pieces.reshape(-1, 2)
        np.testing.assert_allclose(np.hypot(*ends.T), radius, atol=2e-3)
        lengths = np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T)
        assert lengths.sum() == pytest.approx(2 * np.pi * radius, rel=2e-3)


def test_level_lines_close_or_leave_at_the_border() -> None:
    """On random surfaces every end inside is shared by two pieces, and the surface has the level there."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        surface = rng.normal(size=(7, 9))
        for level in rng.normal(size=3):
            pieces = level_lines(surface, np.array([level]))
            ends, count = np.unique(pieces.reshape(-1, 2).round(9), axis=0, return_counts=True)
            inside = (ends[:, 0] > 0) & (ends[:, 0] < 8) & (ends[:, 1] > 0) & (ends[:, 1] < 6)
            assert (count[inside] == 2).all() and (count[~inside] == 1).all()
            for x, y in ends:
                column, row = int(x), int(y)
                along = surface[row, column : column + 2] if y == row else surface[row : row + 2, column]
                share = x - column if y == row else y - row
                assert along[0] + share * (along[-1] - along[0]) == pytest.approx(level, abs=1e-6)


def test_several_levels_are_the_lines_of_each() -> None:
    surface, levels = np.random.default_rng(1).normal(size=(6, 6)), np.array([-0.5, 0.0, 0.4])
    every = {tuple(piece) for piece in level_lines(surface, levels)}
    assert every == {tuple(piece) for level in levels for piece in level_lines(surface, np.array([level]))}
    assert level_lines(surface, np.array([])).shape == (0, 4)


# ---------------------------------------------------------------- the picture


def test_the_picture_travels_with_the_run() -> None:
    trace, picture = drawn()
    meta, arrays = unpack(pack(trace, True, ("kernel",)))
    assert json.loads(json.dumps(picture.meta)) == meta["pictures"]["kernel"]
    for name, values in typed({f"kernel.{name}": values for name, values in picture.arrays.items()}).items():
        np.testing.assert_array_equal(arrays[name], values)
        assert np.isfinite(values).all() or name.endswith("holdout"), name


def test_surfaces_are_the_runs_own_scores() -> None:
    """Every code, turned back into a score, is the run's score there, to half a code."""
    trace, picture = drawn()
    where = plane(trace)
    above = trace.problem.grades == 1
    for k, run in enumerate(trace.runs):
        told = picture.meta["runs"][k]["surface"]
        codes = picture.arrays[f"{k}.surface"].reshape(10, -1)
        for t, scores in enumerate(staged(trace, run, where.grid, np.arange(10))):
            own = trace.scores(run, t)
            middle = 0.5 * (own[above].mean() + own[~above].mean())
            found = (codes[t].astype(float) - 128) / 127 * told["reach"][t] + middle
            np.testing.assert_allclose(found, scores, atol=0.51 / 127 * told["reach"][t])


@pytest.mark.parametrize("undefined", ["infinite", "limit", "cap"])
def test_boosting_scores_any_point_as_its_own_items(undefined: str) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:separable?n=20"), "rb-d", 8, undefined=undefined)
    run, X = trace.runs[0], trace.problem.X
    found = staged(trace, run, X, np.arange(run.n_rounds + 1))
    for scores, own in zip(found, trace.staged_scores(run), strict=True):
        np.testing.assert_allclose(scores, own)


def test_only_a_run_that_ran_away_has_a_scale_for_each_round() -> None:
    _, picture = drawn()
    for k in range(2):
        assert len(set(picture.meta["runs"][k]["surface"]["reach"])) == 1
        assert len(set(picture.meta["runs"][k]["classes"]["low"])) == 1
    trace, picture = drawn(step=8.0, rounds=40)
    told = picture.meta["runs"][1]
    assert "too long" in trace.runs[1].stopped
    assert told["surface"]["reach"][-1] > 100 * told["surface"]["reach"][1]
    assert told["classes"]["high"][-1] > 100 * told["classes"]["high"][1]
    assert (np.abs(picture.arrays["1.surface"][1:].astype(int) - 128).max(axis=(1, 2)) >= 126).all()
    np.testing.assert_allclose(picture.arrays["1.classes"].sum(axis=2), 1.0, atol=1e-6)


def test_staged_scores_of_the_training_items_are_the_traces() -> None:
    trace, _ = drawn()
    for run in trace.runs:
        for t, scores in enumerate(staged(trace, run, trace.problem.X, np.arange(10))):
            np.testing.assert_allclose(scores, trace.scores(run, t), atol=1e-9)


def test_only_a_smooth_surface_has_level_lines() -> None:
    _, picture = drawn()
    assert "0.lines" not in picture.arrays and picture.meta["runs"][0]["surface"]["steps"]
    start = picture.arrays["1.line_start"]
    assert (
        start[0] == 0
        and start[-1] == len(picture.arrays["1.lines"])
        and (np.diff(start.astype(int)) >= 0).all()
    )
    assert start[1] == 0  # f = 0 is flat
    assert picture.arrays["1.surface"].shape == (10, CELLS, CELLS)


def test_class_shares_and_margins_add_up() -> None:
    trace, picture = drawn()
    for k in range(2):
        np.testing.assert_allclose(picture.arrays[f"{k}.classes"].sum(axis=2), 1.0, atol=1e-6)
        assert picture.arrays[f"{k}.classes"].shape[1] == 4
    np.testing.assert_allclose(picture.arrays["1.margins"].sum(axis=1), 1.0, atol=1e-6)
    run = trace.runs[1]
    higher, lower = trace.problem.pairs.T
    z = run.scored.scores[9][higher] - run.scored.scores[9][lower]
    np.testing.assert_allclose(
        picture.arrays["1.margins"][9], np.histogram(z, 60, (-2, 4))[0] / len(z), atol=1e-6
    )


def test_the_three_losses_are_three_runs() -> None:
    trace, picture = drawn(kernel="laplacian", regularisation=0.5)
    for k, loss in enumerate(("hinge", "least-squares", "logistic")):
        run = rankviz.trace(
            rankviz.load("synthetic:moons?n=40"), "kernel-gd", 9, holdout=0.25, loss=loss,
            kernel="laplacian", regularisation=0.5,
        ).runs[0]  # fmt: skip
        np.testing.assert_allclose(picture.arrays["1.losses_auc"][k], run.extra["auc"])
        np.testing.assert_allclose(picture.arrays["1.losses_auc_holdout"][k], run.extra["auc_holdout"])


def test_coefficients_go_from_the_largest_down() -> None:
    trace, picture = drawn()
    details = trace.runs[1].scored.details
    items, values = picture.arrays["1.coefficient_items"], picture.arrays["1.coefficients"]
    assert (np.diff(values[-1]) <= 0).all()
    np.testing.assert_allclose(values, details.coefficients[:, items], atol=1e-6)
    np.testing.assert_allclose(picture.arrays["1.target_coefficients"], details.target[items], atol=1e-6)


def test_long_runs_keep_some_rounds() -> None:
    assert frames(5).tolist() == [0, 1, 2, 3, 4, 5]
    kept = frames(1000)
    assert len(kept) == MOST_FRAMES and kept[0] == 0 and kept[-1] == 1000


@pytest.mark.parametrize("source", ["bundled:breast-cancer?items=40", "synthetic:blobs?features=3&n=30"])
def test_without_a_plane_the_classes_stand_alone(source: str) -> None:
    _, picture = drawn(source, loss="hinge")
    assert picture.meta["plane"] is None and "surface" not in picture.meta["runs"][1]
    assert "1.classes" in picture.arrays and "1.target_coefficients" in picture.arrays


def test_data_that_are_not_bipartite_give_an_empty_picture() -> None:
    trace = rankviz.trace(rankviz.load("bundled:diabetes?items=30"), "rb-c", rounds=3)
    picture = PICTURES["kernel"](trace)
    assert picture.arrays == {} and picture.meta["runs"] == [{}]


def test_missing_values_and_one_point_are_drawn() -> None:
    X = np.array([[1.0, np.nan], [1.0, 2.0], [1.0, 2.0], [np.nan, 2.0]])
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, [1, 0, 1, 0]), "kernel-gd", rounds=3)
    picture = PICTURES["kernel"](trace)
    assert all(np.isfinite(values).all() for name, values in picture.arrays.items() if "holdout" not in name)


# ---------------------------------------------------------------- held out, and the law


def test_the_held_out_risk_is_the_mean_cost_of_held_out_pairs() -> None:
    trace, picture = drawn(loss="logistic")
    grades, run = trace.holdout.grades, trace.runs[1]
    for t, scores in enumerate(run.scored.held):
        z = scores[grades == 1][:, None] - scores[grades == 0][None, :]
        assert picture.arrays["1.held_risk"][t] == pytest.approx(np.log1p(np.exp(-z)).mean(), rel=1e-9)


@pytest.mark.parametrize(
    ("costs", "stop"), [([1, 0.5, 0.7], 1), ([1, 0.5, 0.505], None), ([1, 0.7, 0.5], None), ([1, 2, 3], None)]
)
def test_one_stops_where_the_held_out_risk_turns_up(costs: list[float], stop: int | None) -> None:
    assert kernel.best_stop(np.array(costs)) == stop


def test_without_held_out_items_nothing_says_stop() -> None:
    _, picture = drawn(holdout=0)
    assert picture.meta["runs"][1]["held"] == {"stop": None} and "1.held_risk" not in picture.arrays
    assert "1.auc_holdout" not in picture.meta and picture.meta["law"] is None


@pytest.mark.parametrize(
    ("source", "best"), [("rings", 0.982), ("blobs?distance=1.5&features=2&seed=4", 0.8556)]
)
def test_no_ranking_beats_the_law_on_many_items(source: str, best: float) -> None:
    law = law_of(rankviz.load(f"synthetic:{source}"))
    assert law.best_auc == pytest.approx(best, abs=1e-3)
    many = rankviz.load(f"synthetic:{source}{'&' if '?' in source else '?'}n=2000")
    again = law_of(many)
    assert again.auc_on(many) == pytest.approx(best, abs=0.02)
    assert again.auc_on(many) > law_of(rankviz.load("synthetic:blobs?features=2&seed=5")).auc_on(many)


@pytest.mark.parametrize("source", ["synthetic:moons", "bundled:breast-cancer?items=40", "scenario:skew"])
def test_no_best_score_is_known_of_other_data(source: str) -> None:
    assert law_of(rankviz.load(source)) is None


def test_the_law_is_measured_on_the_very_items() -> None:
    trace, picture = drawn("synthetic:rings?n=60")
    radius = np.hypot(*trace.holdout.X.T)
    above = trace.holdout.grades == 1
    share = (radius[above][:, None] < radius[~above][None, :]).mean()
    assert picture.meta["law"]["auc_holdout"] == pytest.approx(share)
    _, three = drawn("synthetic:blobs?features=3&n=30")
    assert three.meta["law"]["surface"] is None and "law.surface" not in three.arrays


@pytest.mark.parametrize("source", ["rings?n=60", "blobs?features=2&n=60"])
def test_the_laws_surface_is_its_best_score_in_the_same_colours(source: str) -> None:
    """Every code, turned back, is the likelihood ratio's order there; the middle is that between the classes' means."""
    trace, picture = drawn(f"synthetic:{source}")
    told, grid = picture.meta["law"]["surface"], plane(trace).grid
    assert told["frames"] == [0] and not told["steps"]
    codes = picture.arrays["law.surface"].reshape(-1).astype(float)
    scores, above = law_of(trace.problem).best, trace.problem.grades == 1
    f = scores(trace.problem.X)
    middle = 0.5 * (f[above].mean() + f[~above].mean())
    wanted = scores(grid) - middle
    assert told["reach"] == [pytest.approx(np.abs(wanted).max())]
    np.testing.assert_allclose(
        (codes - 128) / 127 * told["reach"][0], wanted, atol=0.51 / 127 * told["reach"][0]
    )
    if source.startswith("rings"):
        np.testing.assert_allclose(scores(grid), -np.hypot(*grid.T))
        lines = picture.arrays["law.lines"].reshape(-1, 4)
        assert picture.arrays["law.line_start"].tolist() == [0, len(lines)] and len(lines) > 50


@pytest.mark.parametrize("x", [0.0, 3.0, -1e118])
def test_features_that_are_constant_stand_in_the_middle(x: float) -> None:
    """A margin of 1 around 1e118 is none."""
    problem = rankviz.Problem.from_arrays(np.full((3, 2), x), [1, 0, 0])
    trace = rankviz.trace(problem, "kernel-gd", 2)
    where = plane(trace)
    assert where is not None and where.x[0] < x < where.x[1]
    np.testing.assert_allclose(PICTURES["kernel"](trace).arrays["points"], np.full((3, 2), 0.5), rtol=1e-6)
