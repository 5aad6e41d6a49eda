"""The policy "limit": (49)'s ensemble, in which an infinite weight decides before all finite and all later ones."""

import json
import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import given, settings

import rankviz
from rankviz.engine.runs import export
from rankviz.engine.runs.ensemble_scores import EnsembleScores
from rankviz.engine.runs.held_scores import held_scores
from rankviz.insight.claims.limit import REPAIR, limit
from rankviz.insight.theory import monitor


def by_policy(source: str, policy: str, rounds: int = 60, **params: object) -> tuple[rankviz.Trace, object]:
    trace = rankviz.trace(rankviz.load(source), "rb-d", rounds, undefined=policy, **params)
    return trace, trace.runs[0]


@pytest.mark.parametrize("source", REPAIR.values(), ids=list(REPAIR))
def test_the_limit_policy_is_the_limit_of_the_capped_run_and_keeps_theorem_1(source: str) -> None:
    capped, run = by_policy(source, "cap")
    trace, found = by_policy(source, "limit")
    # Both policies move D by the limit, so they pick alike; what the ensemble is differs.
    np.testing.assert_array_equal(found.ranker, run.ranker)
    assert found.outcome == tuple({"capped": "limit"}.get(outcome, outcome) for outcome in run.outcome)
    for t in range(found.n_rounds + 1):
        r1, e1 = limit(capped, run, t)
        assert found.metrics["r1"][t] == r1
        assert math.isclose(math.exp(found.metrics["log_e1"][t]), e1, rel_tol=1e-9)
        assert r1 <= math.exp(found.metrics["log_bound"][t]) * (1 + 1e-9)
    rows = {row.key: row for row in monitor.rows(trace, found, found.n_rounds)}
    assert rows["theorem-1"].verdict == rows["product-e1"].verdict == monitor.HOLDS


def test_the_lemmas_end_below_their_bound_only_in_the_limit() -> None:
    ends = {}
    for policy in ("infinite", "cap", "limit"):
        _, run = by_policy(
            "scenario:lemma-1?n=4" if policy == "infinite" else "scenario:lemma-2?n=1", policy, 2
        )
        ends[policy] = run.metrics["r1"][2] <= math.exp(run.metrics["log_bound"][2])
    assert ends == {"infinite": False, "cap": False, "limit": True}


@settings(max_examples=40)
@given(cases())
def test_traces_with_infinite_weights_have_no_nan_and_name_those_weights(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), ("rb-d", "rb-c", "rb-plus"), rounds=8, undefined="limit")
    written = json.loads(export.to_json(trace))
    for run, each in zip(trace.runs, written["runs"], strict=True):
        infinite = [entry["weight"] is None for entry in each["weights"]]
        assert sum(infinite) == run.outcome.count("limit")
        assert all(entry.get("outcome") == "infinite" for entry in each["weights"] if entry["weight"] is None)
        assert all(math.isfinite(score) for score in each["scores"].values())
        for t, entry in enumerate(each["rounds"], 1):
            assert (entry["alpha"] is None) == (entry["outcome"] == "limit")
            if run.limit_by(t):
                assert entry["margin"] is None and entry["smooth_margin"] is None


def test_the_first_infinite_weight_decides_then_the_next_then_the_finite_ones() -> None:
    ensemble = EnsembleScores(8)
    bits = np.array([[i >> k & 1 for i in range(8)] for k in range(3)], dtype=np.uint8)
    ensemble.add(bits[2], 100.0, "finite", 1)
    ensemble.add(bits[1], math.nan, "limit", 1)
    ensemble.add(bits[0], math.nan, "limit", -1)
    key = list(zip(bits[1].tolist(), (1 - bits[0]).tolist(), bits[2].tolist(), strict=True))
    assert np.argsort(ensemble.scores).tolist() == sorted(range(8), key=key.__getitem__)


def test_held_out_items_are_ordered_by_the_same_rule() -> None:
    trace, run = by_policy("bundled:wine", "limit", 20, holdout=0.3)
    assert "limit" in run.outcome
    scores = held_scores(trace, run)
    for t in range(run.n_rounds + 1):
        r1 = rankviz.engine.metrics.r1(trace.holdout, scores[t], scale=float(np.abs(scores[t]).max()))
        assert r1 == run.metrics["r1_holdout"][t]
