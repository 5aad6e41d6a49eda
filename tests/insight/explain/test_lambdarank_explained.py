"""Equations of RankNet and LambdaMART: they give the run's numbers, and the twin's."""

import numpy as np
import pytest
from helpers.explained import check, check_table, check_ways_on
from twins import lambdarank as twin

import rankviz
from rankviz.insight.explain import explain, menu
from rankviz.insight.explain.scored.lambdarank import OF_ITEM

SETTINGS: dict[str, dict[str, object]] = {
    "plain": {},
    "normed": {"truncation": 3, "norm": True, "hessian": "twice", "sigma": 2.0},
}


@pytest.fixture(scope="module", params=list(SETTINGS))
def trace(request: pytest.FixtureRequest) -> rankviz.Trace:
    data = rankviz.load("synthetic:linear?n=40&grades=4&queries=2")
    return rankviz.trace(data, ["ranknet", "lambdamart"], rounds=8, **SETTINGS[request.param])


def by_the_twin(trace: rankviz.Trace, run: rankviz.Run, t: int, x: int) -> dict[str, float]:
    scores, rules = run.scored.scores, run.scored.details.lambdas.rules
    gradient, second, pulls, _ = twin.of_problem(trace.problem, scores[t - 1], rules)
    return {
        "pull": max(pulls.values()),
        "pair_cost": run.extra["pair_cost"][t],
        "pairs_kept": run.extra["pairs_kept"][t],
        f"lambda:{x}": -gradient[x],
        f"target:{x}": -gradient[x] / second[x] if second[x] else 0.0,
        f"fitted:{x}": run.scored.details.fitted[t - 1].values[x],
        f"item:{x}": scores[t][x],
    }


def test_every_equation_gives_the_engines_number(trace: rankviz.Trace) -> None:
    checked = set()
    for run in trace.runs:
        for t, x in ((1, 0), (4, 17), (run.n_rounds, 39)):
            typed = by_the_twin(trace, run, t, x)
            assert set(typed) == {*menu(run), *(f"{kind}:{x}" for kind in OF_ITEM)}
            for key, value in typed.items():
                found = explain(trace, run, t, key)
                assert found.value == pytest.approx(value, rel=1e-9, abs=1e-12), key
                name = key.partition(":")[0]
                if check(found):
                    checked.add(name)
                if name in ("pair_cost", "lambda"):
                    check_table(found)
                check_ways_on(trace, run, found)
    assert {"pull", "pairs_kept", "target", "fitted", "item"} <= checked


def test_a_pairs_weight_on_the_map_is_its_share_of_all_lambdas(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        rules = run.scored.details.lambdas.rules
        for t in (0, 3):
            pulls = twin.of_problem(trace.problem, run.scored.scores[t], rules)[2]
            whole, dropped = sum(pulls.values()), 0
            for (higher, lower), typed in list(pulls.items())[::17]:
                found = explain(trace, run, t, f"pair:{higher}:{lower}")
                assert found.value == pytest.approx(typed / whole, rel=1e-9, abs=1e-15)
                assert found.lines[0].result == pytest.approx(found.value, rel=1e-9, abs=1e-15)
                check(found)
                dropped += any("dropped" in note for note in found.notes)
                assert (typed == 0.0) == any("dropped" in note for note in found.notes)
            assert bool(dropped) == bool(rules.at)
        with pytest.raises(rankviz.DataError, match="not a critical pair"):
            explain(trace, run, 1, "pair:0:0")


def test_before_the_first_round_and_after_the_last_it_says_so(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for key in [*menu(run), *(f"{kind}:1" for kind in OF_ITEM)]:
            start = explain(trace, run, 0, key)
            assert start.value is None or start.lines
            assert any(str(run.n_rounds) in note for note in explain(trace, run, 99, key).notes)
            text = repr(explain(trace, run, 2, key, 17))
            assert "nan" not in text and "inf" not in text
        with pytest.raises(rankviz.DataError, match="There are pull"):
            explain(trace, run, 1, "alpha")
    assert np.isfinite(trace.runs[0].extra["pair_cost"]).all()
