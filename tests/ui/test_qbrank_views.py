"""What the QBRank page shows: its picture, the paper's experiment, the data made for it, and the page itself."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from streamlit.testing.v1 import AppTest

import rankviz
from rankviz.algorithms.qbrank.losses import single_grade
from rankviz.algorithms.qbrank.qbrank import PARAMETERS
from rankviz.algorithms.qbrank.ranksvm import PARAMETERS as SVM_PARAMETERS
from rankviz.data.problem import Problem
from rankviz.experiments.figures import qbrank_figure_1 as figures
from rankviz.experiments.qbrank_figure_1 import CURVES, SVM, five_curves, split
from rankviz.metrics.ranking import dcg, precision_at
from rankviz.stage_data.panels import PICTURES
from rankviz.stage_data.panels.qbrank import MOST_DOTS, PERCENTS, held_scores
from rankviz.stage_data.payload import pack, unpack
from rankviz.ui.pages.qbrank.below import PAPER
from rankviz.ui.pages.qbrank.page import PAGE

ROOT = Path(__file__).parents[2]
SOURCE = "synthetic:single-grade?n=160&pages=10"
DEFAULTS = {p.name: p.default for p in (*PARAMETERS, *SVM_PARAMETERS)}


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    problem = rankviz.load(SOURCE)
    return rankviz.trace(
        problem, ["qbrank", "gbt", "ranksvm", "rb-d"], rounds=12, holdout=0.3, labels="single"
    )


# ---------------------------------------------------------------- the picture


def test_the_picture_is_of_the_run(trace: rankviz.Trace) -> None:
    """Along each direction: the risk before at 0, the quadratic never below, both where the step was taken."""
    made = PICTURES["qbrank"](trace)
    for k, run in enumerate(trace.runs[:2]):
        at, risk, bound, step, least = (
            made.arrays[f"{k}.{name}"]
            for name in ("along_at", "along_risk", "along_bound", "step_at", "least_at")
        )
        assert at.shape == risk.shape == bound.shape and at.shape[0] == run.n_rounds
        assert_allclose(risk[:, 0], run.own["risk"][:-1], rtol=1e-9)
        assert_allclose(bound[:, 0], risk[:, 0], rtol=1e-9)
        assert (risk <= bound * (1 + 1e-9)).all()
        for t in range(run.n_rounds):
            assert np.interp(step[t], at[t], bound[t]) >= run.own["risk_bound"][t + 1] * (1 - 1e-9)
            assert 0 < step[t] < at[t, -1] and 0 < least[t] < at[t, -1]
            assert bound[t].argmin() == np.abs(at[t] - least[t]).argmin()
    assert not any(key.startswith(("2.along", "3.along", "2.node", "3.target")) for key in made.arrays)
    json.dumps(made.meta, allow_nan=False)


def test_the_picture_has_each_rounds_tree_and_targets(trace: rankviz.Trace) -> None:
    made = PICTURES["qbrank"](trace)
    run = trace.run("gbt")
    start, value, left = (made.arrays[f"1.node_{name}"] for name in ("start", "value", "left"))
    dots = made.arrays["dots"]
    assert len(dots) == min(trace.problem.n_items, MOST_DOTS)
    for t, fitted in enumerate(run.scored.details.descent.fitted):
        nodes = slice(int(start[t]), int(start[t + 1]))
        assert_array_equal(value[nodes], fitted.tree.value)
        assert_array_equal(left[nodes], fitted.tree.left)
        assert_allclose(made.arrays["1.fitted"][t], fitted.values[dots], rtol=1e-6, atol=1e-7)
        residual = trace.problem.grades - run.scored.scores[t]
        assert_allclose(made.arrays["1.target"][t], residual[dots], rtol=1e-6, atol=1e-6)
    # QBRank with labels of single-grade queries only: every item is in a pair or has a label.
    assert np.isfinite(made.arrays["0.target"]).all()


def test_precision_is_there_for_every_run(trace: rankviz.Trace) -> None:
    made = PICTURES["qbrank"](trace)
    for k, run in enumerate(trace.runs):
        rounds, trained, held = (
            made.arrays[f"{k}.{name}"] for name in ("precision_round", "precision", "precision_held")
        )
        assert rounds.tolist() == list(range(run.n_rounds + 1))
        for row, t in ((0, 0), (-1, run.n_rounds)):
            for column in (0, 9, -1):
                percent = float(PERCENTS[column])
                expected = precision_at(trace.problem, trace.scores(run, t), percent)
                assert trained[row, column] == pytest.approx(expected)
                there = precision_at(trace.holdout, held_scores(trace, run)[t], percent)
                assert held[row, column] == pytest.approx(there)
        assert 1.0 - trained[-1, -1] == pytest.approx(float(run.metrics["r1"][-1]), abs=0.2)


def test_held_scores_of_weak_rankers_are_the_metrics_own(trace: rankviz.Trace) -> None:
    run = trace.run("rb-d")
    for t, scores in enumerate(held_scores(trace, run)):
        assert rankviz.metrics.r2(trace.holdout, scores) == pytest.approx(run.metrics["r2_holdout"][t])


def test_the_pack_carries_it(trace: rankviz.Trace) -> None:
    meta, arrays = unpack(pack(trace, pictures=["qbrank"]))
    assert meta["pictures"]["qbrank"]["percents"] == PERCENTS.tolist()
    assert arrays["qbrank.0.along_at"].shape[0] == 12
    assert {"risk", "risk_bound", "dcg5"} <= set(meta["runs"][0]["own"])
    assert meta["held"]["dcg5"] == "dcg5_holdout"


# ---------------------------------------------------------------- the data and the experiment


def test_single_grade_queries_are_what_they_say() -> None:
    problem = rankviz.load("synthetic:single-grade")
    alone = single_grade(problem)
    assert 0.5 < alone.mean() < 0.7
    grades = {float(problem.grades[problem.qid == q][0]) for q in np.unique(problem.qid[alone])}
    assert grades == {0.0, 4.0}
    several = [len(np.unique(problem.grades[problem.qid == q])) for q in np.unique(problem.qid[~alone])]
    assert min(several) > 1 and set(problem.grades) == {0.0, 1.0, 2.0, 3.0, 4.0}
    assert not single_grade(rankviz.load("synthetic:single-grade?single=0")).any()


def test_the_parts_share_no_query() -> None:
    problem = rankviz.load(SOURCE)
    parts = split(problem, 1)
    train, test = set(parts.training.query_ids), set(parts.test.query_ids)
    assert not train & test and parts.training.n_items + parts.test.n_items == problem.n_items
    assert_array_equal(parts.alone, single_grade(parts.training))
    assert not single_grade(parts.test).any()
    again = split(problem, 1)
    assert_array_equal(again.test.X, parts.test.X)
    assert set(split(problem, 2).test.query_ids) != test


def test_each_curve_is_its_own_learner() -> None:
    """GBT on L2 is `gbt` on those items alone, QBRank on P2 is `qbrank` with w = 1: the rest has no part in it."""
    problem = rankviz.load(SOURCE)
    parts = split(problem, 0)
    found = five_curves(problem, 6, DEFAULTS, 0)
    assert set(found.dcg) == set(CURVES) and all(values.shape == (7,) for values in found.dcg.values())
    l2 = parts.training.subset(np.flatnonzero(~parts.alone))
    for name, algorithm, more in (("GBT, L2", "gbt", {}), ("QBRank, P2", "qbrank", {"w": 1.0})):
        learned = rankviz.algorithms.registry.find(algorithm)
        steps = learned.fit(l2, parts.test, 6, {**DEFAULTS, **more}, 0)
        expected = [dcg(parts.test, h, 5) for h in steps.held]
        assert_allclose(found.dcg[name], expected)
    whole = rankviz.algorithms.registry.find("gbt").fit(parts.training, parts.test, 6, DEFAULTS, 0)
    assert_allclose(found.dcg["GBT, L1 ∪ L2"], [dcg(parts.test, h, 5) for h in whole.held])
    mixed = rankviz.algorithms.registry.find("qbrank").fit(
        parts.training, parts.test, 6, {**DEFAULTS, "labels": "single"}, 0
    )
    assert_allclose(found.dcg["QBRank, P2 ∪ L1"], [dcg(parts.test, h, 5) for h in mixed.held])
    assert set(found.precision) == {"QBRank, P2", "GBT, L2", SVM}
    for name, values in found.precision.items():
        assert values.shape == (10,) and (values >= 0).all() and (values <= 1).all(), name


def test_draws_are_averaged_and_told() -> None:
    problem = rankviz.load(SOURCE)
    told: list[tuple[str, float]] = []
    both = five_curves(
        problem, 3, DEFAULTS, 4, draws=2, progress=lambda name, share: told.append((name, share))
    )
    one, two = (five_curves(problem, 3, DEFAULTS, seed) for seed in (4, 5))
    assert_allclose(both.dcg["QBRank, P2"], (one.dcg["QBRank, P2"] + two.dcg["QBRank, P2"]) / 2)
    assert both.svm == pytest.approx((one.svm + two.svm) / 2)
    assert [share for _, share in told] == sorted(share for _, share in told) and told[-1][0] == SVM
    linear = five_curves(problem, 3, DEFAULTS, 4, gain="linear")
    assert linear.svm < one.svm
    assert len(figures.five_curves(both).data) == 5


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (rankviz.load("synthetic:linear?queries=4"), "No query has a single grade"),
        (rankviz.load("synthetic:cycles"), "needs grades"),
        (Problem.from_arrays([[0.0], [1.0], [2.0]], [0, 1, 1], [0, 0, 1]), "Only one query"),
    ],
)
def test_data_that_do_not_suit_are_told(problem: Problem, sentence: str) -> None:
    with pytest.raises(rankviz.DataError, match=sentence):
        five_curves(problem, 3, DEFAULTS)


def test_the_printed_table_falls_as_k_grows() -> None:
    assert all(
        len(values) == 10 and sorted(values, reverse=True) == list(values) for values in PAPER.values()
    )
    assert all(q > g > r for q, g, r in zip(*PAPER.values(), strict=True))


# ---------------------------------------------------------------- the page


def test_the_page_opens_with_its_own_choices() -> None:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    test.query_params.update({"data": SOURCE, "alg": "qbrank,gbt,ranksvm", "rounds": "8", "t": "3"})
    test.switch_page("pages/qbrank.py").run()
    assert not test.exception and not test.error
    (stage,) = (c for c in test.get("bidi_component") if c.proto.component_name.endswith("rankviz_stage"))
    assert json.loads(stage.proto.json)["layout"] == "qbrank"
    assert PAGE.start["alg"] == ("qbrank", "gbt", "ranksvm")
    test.slider(key="slide-w").set_value(0.9).run()
    assert not test.exception and test.query_params["w"] in ("0.9", ["0.9"])
    assert test.number_input(key="choose-w").value == 0.9
