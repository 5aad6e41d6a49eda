"""Every figure, for runs of every kind: drawn, finite, and holding the numbers of the Trace."""

import numpy as np
import pytest
from helpers.own_model import with_model
from helpers.views import finite_json

import rankviz
from rankviz.experiments.figures.colours import COLOURS, palette
from rankviz.figures import FIGURES, OF_DESCENTS, OF_MANY, ensemble, figures_of, loss_curves, margins, ties
from rankviz.figures.margins import pair_margins
from rankviz.runs.held_scores import held_scores

CASES = {
    "graded, held out": ("bundled:diabetes?items=40", {"rounds": 12, "holdout": 0.25}),
    "bipartite": ("bundled:breast-cancer?items=60", {"rounds": 8}),
    "explicit pairs": ("scenario:proposition-1", {"rounds": 5}),
    "infinite weight": ("scenario:lemma-1", {"rounds": 5, "undefined": "infinite"}),
    "capped": ("scenario:lemma-2", {"rounds": 5, "undefined": "cap"}),
    "stopped at once": ("scenario:lemma-1?n=2", {"rounds": 3}),
}


@pytest.fixture(scope="module", params=CASES, ids=str)
def trace(request):
    source, settings = CASES[request.param]
    return rankviz.trace(rankviz.load(source), ["rb-d", "rb-c", "rb-plus"], **settings)


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("log", [False, True])
@pytest.mark.slow
def test_every_figure_is_drawn_at_every_kind_of_round(trace, name, log):
    """All figures of all kinds of runs: Plotly takes long to make one, and only here is each made."""
    for t in (0, 1, 3, 12):
        told = finite_json(FIGURES[name](trace, t, log))
        titles = [note["text"] for note in told["layout"]["annotations"]]
        assert titles[:3] == [run.label for run in trace.runs]


def test_loss_curves_hold_the_metrics_of_the_trace(trace):
    for run, figure in zip(trace.runs, [loss_curves(trace)] * len(trace.runs), strict=True):
        axis = ["x", "x2", "x3"][trace.runs.index(run)]
        curves = {d.name: np.array(d.y, dtype=float) for d in figure.data if d.xaxis == axis}
        np.testing.assert_allclose(curves["R̂1"], run.metrics["r1"])
        np.testing.assert_allclose(curves["Ê1"], np.exp(run.metrics["log_e1"]), equal_nan=True)


def test_ties_add_up_to_one(trace):
    figure = ties(trace)
    for axis in ("x", "x2", "x3"):
        stacks = [np.array(d.y, dtype=float) for d in figure.data if d.type == "bar" and d.xaxis == axis]
        np.testing.assert_allclose(np.sum(stacks, axis=0), 1.0, atol=1e-9)


def test_margins_are_those_of_the_trace(trace):
    for run in trace.runs:
        for t in range(1, run.n_rounds + 1):
            values = pair_margins(trace, run, t)
            assert np.abs(values).max() <= 1 + 1e-9
            if np.isfinite(run.metrics["margin"][t]):
                assert values.min() == pytest.approx(run.metrics["margin"][t], abs=1e-9)


def test_margin_bars_hold_every_pair(trace):
    figure = margins(trace, 3)
    for axis in ("x", "x2", "x3"):
        (bar,) = [d for d in figure.data if d.type == "bar" and d.xaxis == axis]
        assert sum(bar.y) == pytest.approx(1.0)


def test_the_ensemble_shows_each_ranker_once_with_its_weight():
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", rounds=6)
    (bar,) = ensemble(trace, 6).data
    weights = trace.runs[0].weights_at(6)
    assert sorted(bar.x) == pytest.approx(sorted(weights.values()))
    assert sum("×" in label for label in bar.y) >= 1


def test_the_importance_so_far_counts_the_questions_of_the_trees_so_far() -> None:
    problem = with_model(rankviz.load("synthetic:blobs?n=40"), trees=5)
    made = rankviz.trace(problem, ["own", "rb-d"], rounds=5)
    model = problem.model
    assert "Importance so far" in figures_of(made)
    assert "Importance so far" not in figures_of(rankviz.trace(problem, ["rb-d"], rounds=2))
    for t in (1, 5):
        (bar,) = figures_of(made)["Importance so far"](made, t, False).data
        asked = dict.fromkeys(problem.feature_names, 0)
        for node in range(int(model.shapes.start[t])):
            if model.shapes.left[node] >= 0:
                asked[problem.feature_names[model.shapes.feature[node]]] += 1
        assert dict(zip(bar.y, bar.x, strict=True)) == {name: k for name, k in asked.items() if k}
        assert list(bar.x) == sorted(bar.x)


def test_html_export_needs_no_network():
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", rounds=2)
    html = loss_curves(trace).to_html(include_plotlyjs=True)
    assert "cdn.plot.ly/plotly" not in html


def test_algorithms_have_the_colours_of_the_stage_in_figures_of_many_tasks() -> None:
    labels = ["RankBoost+", "RB-C", "GBT", "RankSVM", "RB-D", "RB-D (undefined cap)", "AdaBoost"]
    found = palette(labels)
    assert [found[k] for k in (0, 1, 2, 3, 4, 6)] == [COLOURS[labels[k]] for k in (0, 1, 2, 3, 4, 6)]
    assert len(set(found)) == 7
    assert palette(["GBT"]) == palette(["QBRank", "GBT"])[1:]  # whoever else is there
    assert len(set(palette([f"a{k}" for k in range(8)]))) == 8


@pytest.mark.parametrize("weighting", ["bound", "average"])
def test_what_lowers_a_risk_has_figures_of_its_own_numbers(weighting):
    """The risk after each round, the step on the curve it was taken on, and precision of held-out pairs."""
    made = rankviz.trace(
        rankviz.load("synthetic:single-grade?n=160&pages=10"),
        ["qbrank", "ranksvm", "rb-d"],
        rounds=4,
        holdout=0.3,
        labels="single",
        weighting=weighting,
    )
    own = made.run("qbrank").extra
    assert list(figures_of(made)) == [*OF_DESCENTS, *FIGURES, *OF_MANY]
    assert not {"Margins", "Precision at K %"} & set(figures_of(made, every_pair=False))
    for t in (0, 1, 3, 9):
        drawn = {name: draw(made, t, False) for name, draw in OF_DESCENTS.items()}
        assert all(map(finite_json, drawn.values()))
        at = min(max(t, 1), 4)
        along = {line.name: line for line in drawn["Risk along the tree"].data}
        assert ("quadratic the tree was fitted to" in along) == (weighting != "bound")
        assert along["risk R"].y[0] == pytest.approx(own["risk"][at - 1])
        (step,), (height,) = along["the step"].x, along["the step"].y
        assert (
            height
            == own["risk"][at]
            == pytest.approx(np.interp(step, *(along["risk R"][k] for k in "xy")), rel=0.01)
        )
        risks, bounds = drawn["Risk"].data
        np.testing.assert_allclose(risks.y, own["risk"])
        np.testing.assert_allclose(np.array(bounds.y[1:], float), own["risk_bound"][1:])
        for line, run in zip(drawn["Precision at K %"].data, made.runs, strict=True):
            scores = held_scores(made, run)[min(t, run.n_rounds)]
            assert line.y[-1] == pytest.approx(rankviz.metrics.precision_at(made.holdout, scores, 100))
    alone = rankviz.trace(rankviz.load("bundled:wine"), ["ranksvm"], rounds=2)
    assert list(figures_of(alone)) == ["Loss and bound"]
