"""Equations of Algorithm 1 and of RankSVM: they give the run's numbers, from others that can be explained in turn."""

import numpy as np
import pytest
from helpers.explained import check, check_table, check_ways_on

import rankviz
from rankviz.insight.explain import explain, explains, menu
from rankviz.insight.explain.scored.equations import SCORED

SOURCE = "synthetic:single-grade?n=120&pages=10&shift=1"
SETTINGS: dict[str, dict[str, object]] = {
    "paper": {"labels": "single"},
    "bound": {"weighting": "bound", "eta": 1.0, "leaves": 4, "tau_by": "one"},
    "newton": {"weighting": "newton", "pair_loss": "logistic", "step_rule": "one", "eta": 0.3},
    "small": {"step_rule": "small", "weighting": "bound", "eta": 0.3, "w": 1.0},
    "decaying": {"step_rule": "decaying", "weighting": "bound", "eta": 0.3},
    "labels": {"w": 0.0},
    "lists": {"pair_loss": "listwise", "w": 0.7, "ridge": 0.1, "eta": 0.5},
    "beside": {"ties": 0.5, "ridge": 0.2},
    "tolerant": {"tolerance": 0.3, "eta": 0.5},
}


SUMMED = {"fitted", "slope", "risk_pairs", "risk_lists", "risk_labels", "item", "epsilon"}
"""What the rows of their tables make up."""


@pytest.fixture(scope="module", params=list(SETTINGS))
def trace(request: pytest.FixtureRequest) -> rankviz.Trace:
    algorithms = ["qbrank", "gbt", "ranksvm"]
    return rankviz.trace(rankviz.load(SOURCE), algorithms, rounds=6, holdout=0, **SETTINGS[request.param])


def keys(run: rankviz.Run, rows: list[int]) -> list[str]:
    of_item = SCORED[run.algorithm].of_item
    return [*menu(run), *(f"{kind}:{x}" for kind in of_item for x in rows)]


def engine(run: rankviz.Run, t: int, key: str) -> float:
    """The number as the run holds it."""
    name, _, row = key.partition(":")
    if name == "item":
        return float(run.scored.scores[t][int(row)])
    descent = getattr(run.scored.details, "descent", None)
    if name in ("step", "search"):
        return float(getattr(descent, name)[t - 1])
    if name in ("list_push", "wanted", "share"):
        lists, h = run.scored.details.risk.lists, run.scored.scores[t - 1]
        p, s = lists.target, lists.shares(h)
        return float({"list_push": 0.7 * (p - s), "wanted": p, "share": s}[name][int(row)])
    if name == "fitted":
        return float(descent.fitted[t - 1].values[int(row)])
    return float(run.extra[name][t])


def test_every_equation_gives_the_engines_number(trace: rankviz.Trace) -> None:
    checked = set()
    for run in trace.runs:
        for t in (1, min(5, run.n_rounds)):
            for key in keys(run, [0, 57, trace.problem.n_items - 1]):
                found = explain(trace, run, t, key)
                if found.value is None:
                    assert found.notes, key
                    continue
                name = key.partition(":")[0]
                if name not in ("slope", "target"):
                    assert found.value == pytest.approx(engine(run, t, key), rel=1e-12, abs=1e-12), key
                if check(found):
                    checked.add(name)
                if name in SUMMED:
                    check_table(found)
    assert {"step", "risk", "risk_bound", "item", "fitted", "objective"} <= checked


def test_every_way_leads_to_a_number_of_the_value_it_shows(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        t = min(3, run.n_rounds)
        for key in keys(run, [3, 80]):
            check_ways_on(trace, run, explain(trace, run, t, key))


def test_pushes_and_the_label_make_the_target(trace: rankviz.Trace) -> None:
    run = trace.run("qbrank")
    pushed = 0
    for x in range(0, trace.problem.n_items, 7):
        found = explain(trace, run, 2, f"target:{x}")
        if not found.table:
            continue
        risk, h = run.scored.details.risk, run.scored.scores[1]
        pushes = sum(row.amount for row in found.table.rows) + (found.table.rest or 0.0)
        pull = 0.0
        if risk.labelled[x]:
            weight = (found.value - pushes) / ((1 - risk.w) * (trace.problem.grades[x] - h[x]))
            assert weight > 0
            pull = found.value - pushes
        assert pushes + pull == pytest.approx(found.value, abs=1e-9)
        pushed += 1
    assert pushed or run.scored.details.risk.pairs is None


def test_before_the_first_round_and_after_the_last_it_says_so(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for key in keys(run, [1]):
            assert explain(trace, run, 0, key).value is None or explain(trace, run, 0, key).lines
            assert any(str(run.n_rounds) in note for note in explain(trace, run, 99, key).notes)
            text = repr(explain(trace, run, min(2, run.n_rounds), key, 17))
            assert "nan" not in text and "inf" not in text.replace(r"\infty", "")


def test_a_key_that_names_no_number_is_refused(trace: rankviz.Trace) -> None:
    qbrank = trace.run("qbrank")
    for key in ("alpha", "target", "step:1", "pair:0:1", "item:99999", "item:0:1"):
        with pytest.raises(rankviz.DataError):
            explain(trace, qbrank, 1, key)


def test_a_run_without_equations_says_so() -> None:
    made = rankviz.trace(rankviz.load("synthetic:blobs?n=20"), ["kernel-gd"], rounds=2, holdout=0)
    run = made.run("kernel-gd")
    assert not explains(run) and menu(run) == {}
    with pytest.raises(rankviz.DataError, match="no equations here yet"):
        explain(made, run, 1, "step")


def test_the_trees_leaf_is_the_mean_of_its_targets_by_hand() -> None:
    made = rankviz.trace(rankviz.load(SOURCE), ["gbt"], rounds=2, leaves=3, holdout=0)
    run = made.run("gbt")
    tree = run.scored.details.descent.fitted[0].tree
    leaf = tree.apply(made.problem.X)
    found = explain(made, run, 1, "fitted:0")
    assert found.value == pytest.approx(np.mean(made.problem.grades[leaf == leaf[0]]))
