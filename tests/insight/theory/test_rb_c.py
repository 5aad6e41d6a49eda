"""What the paper does not know of RB-C and RankViz derives from (12), (18), (19): Ê1 never rises, R̂1 ≤ U1, min F1."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import by_key
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.insight.reference import find
from rankviz.insight.theory.minimum import of_run
from rankviz.insight.theory.monitor import DOES_NOT_APPLY, HOLDS, Row

SLACK = 1e-12
FALLS = "e1-falls"
BOUND = "theorem-1-for-rb-c"
ENDED, REACHED = "rb-c-no-slope", "rb-c-minimum"


def found_at(trace: rankviz.Trace, run: rankviz.Run, t: int) -> dict[str, Row]:
    return by_key(trace, run, t, of_run(trace, run))


policies = st.sampled_from(["halt", "infinite", "cap", "limit"])
ways = st.sampled_from(["slope", "step"])


@settings(max_examples=80)
@given(cases(), policies, st.booleans(), ways)
@pytest.mark.slow
def test_the_bound_of_theorem_1_holds_for_rb_c(case: Case, undefined: str, negative: bool, way: str) -> None:
    """Whatever the policy, with and without negative α, and for rankers picked by their step: from ε alone."""
    params = {"undefined": undefined, "negative_alpha": negative, "choose": way}
    trace = rankviz.trace(problem_of(case), "rb-c", rounds=15, **params)
    run = trace.runs[0]
    edges = run.eps_correct - run.eps_reversed
    log_u1 = np.concatenate([[0.0], -0.5 * np.cumsum(edges**2)])
    for t in range(run.n_rounds + 1):
        defined = set(run.outcome[:t]) <= {"finite", "limit"}
        found = found_at(trace, run, t)
        assert found[BOUND].verdict == (HOLDS if defined else DOES_NOT_APPLY)
        assert found[BOUND].right == pytest.approx(math.exp(log_u1[t]), rel=1e-9)
        assert t == 0 or found[FALLS].verdict == (HOLDS if defined else DOES_NOT_APPLY)
        if defined:
            assert math.log(run.metrics["r1"][t] or 1e-300) <= log_u1[t] + SLACK
            assert run.metrics["log_e1"][t] <= log_u1[t] + SLACK
            assert t == 0 or run.metrics["log_e1"][t] <= run.metrics["log_e1"][t - 1] + SLACK


@settings(max_examples=40)
@given(cases(), st.sampled_from([-1.5, -0.3, 0.0, 0.2, 1.0, 2.0]))
@pytest.mark.slow
def test_a_weight_by_hand_ends_the_bound_but_not_later_falls(case: Case, alpha: float) -> None:
    """(12) holds for any α, so a later round with the α of (19) still multiplies Ê1 by at most 1."""
    trace = rankviz.trace(problem_of(case), "rb-c", rounds=6, forks=[Fork("rb-c", 1, None, alpha)])
    run = trace.runs[1]
    for t in range(1, run.n_rounds + 1):
        found = found_at(trace, run, t)
        assert found[BOUND].verdict == DOES_NOT_APPLY and "by hand" in found[BOUND].because
        if t == 1:
            assert found[FALLS].verdict == DOES_NOT_APPLY and "by hand" in found[FALLS].because
        elif set(run.outcome[1:t]) <= {"finite", "limit"}:
            assert found[FALLS].verdict == HOLDS


def test_a_halt_and_a_missing_sign_are_no_minimum() -> None:
    perfect = rankviz.Problem.from_arrays([[0.0], [1.0], [1.0]], [0, 1, 1])
    trace = rankviz.trace(perfect, "rb-c", rounds=3)
    halted = found_at(trace, trace.runs[0], trace.runs[0].n_rounds)
    assert halted[ENDED].verdict == DOES_NOT_APPLY and "(19) was undefined" in halted[ENDED].because
    assert halted[BOUND].verdict == HOLDS  # of the rounds that there are

    problem = rankviz.load("scenario:lemma-3")
    trace = rankviz.trace(problem, "rb-c", rounds=300, negative_alpha=False)
    found = found_at(trace, trace.runs[0], trace.runs[0].n_rounds)
    assert found[REACHED].verdict == DOES_NOT_APPLY and "Lemma 3" in found[REACHED].because
    assert found[FALLS].verdict == found[BOUND].verdict == HOLDS


def test_theorems_that_rankviz_derives_say_so() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-c", rounds=3)
    found = found_at(trace, trace.runs[0], 3)
    for key in (FALLS, BOUND, ENDED, REACHED, "product-bound"):
        assert found[key].equation.endswith("RankViz's own"), key
    for name in ("bound", "minimum"):
        entry = find(f"rb-c-{name}")
        assert entry.source.startswith("RankViz") and "RankViz's own derivation" in entry.says
