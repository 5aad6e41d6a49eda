"""Equations of RB-C over values from 0 to 1: they give the run's numbers, and those typed anew from the paper."""

import math

import numpy as np
import pytest
from helpers.explained import check, check_table, check_ways_on
from helpers.latex_value import value_of

import rankviz
from rankviz.insight.explain import explain, menu
from rankviz.insight.explain.scored.real_rankers import OF_ITEM

SETTINGS: dict[str, dict[str, object]] = {
    "bound": {},
    "exact": {"weigh": "exact"},
    "hard": {"rankers": "soft", "softness": 0.0, "negative_alpha": False},
    "given": {"rankers": "given"},
}


@pytest.fixture(scope="module", params=list(SETTINGS))
def trace(request: pytest.FixtureRequest) -> rankviz.Trace:
    problem = rankviz.load("synthetic:coarse?n=40&features=3")
    X = problem.X.copy()
    X[::9, 0] = np.nan
    holed = rankviz.Problem.from_arrays(X, problem.grades)
    return rankviz.trace(holed, ["rb-c-real"], rounds=8, **SETTINGS[request.param])


def by_the_paper(trace: rankviz.Trace, t: int) -> dict[str, float]:
    """The round's numbers by Algorithm 1, (10), (17)–(19) and (37), of the scores and the ranker's values."""
    run = trace.runs[0]
    g, x = run.scored.scores[t - 1], run.scored.details.pool.values[run.scored.details.ranker[t - 1]]
    weight = {(a, b): math.exp(-(g[a] - g[b])) for a, b in trace.problem.pairs.tolist()}
    whole = sum(weight.values())
    found = dict.fromkeys(("r_correct", "r_reversed", "r_tied", "z"), 0.0)
    alpha = run.scored.step[t - 1]
    for (a, b), w in weight.items():
        m = x[a] - x[b]
        name = "r_correct" if m > 1e-12 else "r_reversed" if m < -1e-12 else "r_tied"
        found[name] += w / whole * (1.0 if name == "r_tied" else abs(m))
        found["z"] += w / whole * math.exp(-alpha * m)
    r = found["r_correct"] - found["r_reversed"]
    bound = (1 - r) / 2 * math.exp(alpha) + (1 + r) / 2 * math.exp(-alpha)
    e1 = whole / len(weight) * found["z"]
    return found | {"r": r, "z_bound": bound, "e1": e1}


def test_every_equation_gives_the_engines_number(trace: rankviz.Trace) -> None:
    run = trace.runs[0]
    checked = set()
    for t in (1, 2, run.n_rounds):
        paper = by_the_paper(trace, t)
        for key in [*menu(run), *(f"{kind}:{x}" for kind in OF_ITEM for x in (0, 9, 23))]:
            found = explain(trace, run, t, key)
            assert found.value is not None
            if key in paper:
                assert found.value == pytest.approx(paper[key], rel=1e-9, abs=1e-12), key
            if check(found):
                checked.add(key.partition(":")[0])
            check_table(found)
            check_ways_on(trace, run, found)
    assert {"alpha", "r", "z", "z_bound", "e1", "bound", "item"} <= checked


def test_explained_18_is_a_bound_and_explained_19_its_least_point(trace: rankviz.Trace) -> None:
    run = trace.runs[0]
    for t in range(1, run.n_rounds + 1):
        assert explain(trace, run, t, "z").value <= explain(trace, run, t, "z_bound").value + 1e-12
        alpha = explain(trace, run, t, "alpha")
        if run.params["weigh"] == "exact":
            left, right = alpha.lines[0].values.split(r" \approx ")
            assert left == right and alpha.lines[0].result is None
        else:
            assert alpha.lines[0].result == pytest.approx(alpha.value, rel=1e-12)


def test_before_the_first_round_and_after_the_last_it_says_so(trace: rankviz.Trace) -> None:
    run = trace.runs[0]
    for key in [*menu(run), "item:1", "h:1"]:
        start = explain(trace, run, 0, key)
        assert start.notes and start.value in (None, 0.0, 1.0)
        assert any(str(run.n_rounds) in note for note in explain(trace, run, 99, key).notes)
    with pytest.raises(rankviz.DataError, match="There are alpha"):
        explain(trace, run, 1, "delta")


def test_sides_that_the_search_leaves_apart_are_not_said_to_be_the_same() -> None:
    """Both are 5.6e-11 of a slope of about 1 at the start, and differ in their third digit."""
    problem = rankviz.Problem.from_arrays([[0.9], [0.5], [0.2], [0.0]], [1, 0, 1, 0])
    for softness in np.linspace(0.004, 0.02, 9).tolist():
        trace = rankviz.trace(problem, "rb-c-real", 2, weigh="exact", rankers="soft", softness=softness)
        for t in range(1, trace.runs[0].n_rounds + 1):
            found = explain(trace, trace.runs[0], t, "alpha", 17)
            left, _, right = found.lines[0].values.partition(r" \approx ")
            if left:
                assert value_of(left) == pytest.approx(value_of(right), rel=1e-8, abs=1e-300)
            else:
                assert any("next to nothing beside r" in note for note in found.notes)
