"""The monitor on what-ifs: another ranker or α may end a theorem's promise, but never makes it violated."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import by_key, violated
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.runs import export
from rankviz.insight.narration import rankboost
from rankviz.insight.theory import monitor

NAMES = ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "smooth-margin", "push"]


@settings(max_examples=80, phases=(Phase.explicit, Phase.generate))
@given(
    cases(),
    st.sampled_from(["halt", "infinite", "cap", "limit"]),
    st.booleans(),
    st.integers(1, 9),
    st.one_of(st.none(), st.integers(0, 30)),
    st.one_of(st.none(), st.sampled_from([-20.0, -1.0, -0.1, -1e-8, 0.0, 1e-8, 0.1, 1.0, 5.0, 20.0])),
)
@pytest.mark.slow
def test_no_row_is_ever_violated_in_a_what_if(
    case: Case, undefined: str, negative: bool, round_: int, ranker: int | None, alpha: float | None
) -> None:
    problem, names = problem_of(case), list(NAMES)
    if problem.grades is not None and problem.n_queries == 1:
        levels = np.unique(problem.grades)
        problem = problem.two_grades(float(levels[len(levels) // 2]))
        names.append("adaboost")
    params = {"undefined": undefined, "negative_alpha": negative}
    count = len(rankviz.trace(problem, names, rounds=1, **params).pool)
    given_ = None if ranker is None else ranker % count
    if given_ is None and alpha is None:
        return
    forks = [Fork(name, round_, given_, alpha) for name in names]
    trace = rankviz.trace(problem, names, rounds=10, forks=forks, **params)
    assert not violated(trace, [0, 1, round_, round_ + 1, 10])


# ---------------------------------------------------------------- Smooth Margin Ranking


def test_a_weight_that_goes_below_0_ends_what_the_paper_promises() -> None:
    """Round 4 turns to a ranker whose edge is below G̃: (6) then takes weight away that the ranker does not have."""
    problem = rankviz.Problem.from_arrays([[0, 1], [1, 1], [1, 1], [0, 0]], [0, 1, 1, 0], binary=True)
    trace = rankviz.trace(problem, "smooth-margin", rounds=4, forks=[Fork("smooth-margin", 4, ranker=1)])
    found = by_key(trace, trace.runs[-1], 4)
    for key in ("sm-theorem-2", "sure-gain", "rises", "gain", "e1-by-gains", "r1-by-gains"):
        row = found[key]
        assert row.verdict == monitor.DOES_NOT_APPLY, row
        assert "the paper takes λ ≥ 0" in row.because and "weight" in row.because, row
    assert found["root"].verdict == monitor.HOLDS
    assert "never falls" not in " ".join(rankboost.round_in_words(trace, trace.runs[-1], 4))


def test_an_edge_below_the_margin_ends_theorem_2_alone_while_weights_stay_above_0() -> None:
    """With λ ≥ 0 (4) and its sure gain hold for any ranker; only the paper's Lemma 1 asks for G̃ < r."""
    X = [[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]]
    problem = rankviz.Problem.from_arrays(X, [1, 1, 1, 0], binary=True)
    seen = 0
    for t in range(8, 20):
        for ranker in range(3):
            fork = Fork("smooth-margin", t, ranker=ranker)
            trace = rankviz.trace(problem, "smooth-margin", rounds=t, forks=[fork])
            if trace.runs[-1].alpha[-1] >= 0:
                continue
            found = by_key(trace, trace.runs[-1], t)
            theorem = found["sm-theorem-2"]
            assert theorem.verdict == monitor.DOES_NOT_APPLY and "asks for G̃ < r" in theorem.because
            for key in ("sure-gain", "rises", "gain", "e1-by-gains"):
                assert found[key].verdict == monitor.HOLDS
            seen += 1
    assert seen


def test_taking_the_last_weight_back_leaves_no_smooth_margin() -> None:
    """‖λ‖₁ = 0 after the round: there is no G̃, so no gain, and the next round begins in the first phase."""
    problem = rankviz.load("inline:?items=a,b&h1=10&pairs=a>b")
    fork = Fork("smooth-margin", 2, alpha=-1.0)
    trace = rankviz.trace(problem, "smooth-margin", rounds=5, forks=[fork])
    run = trace.runs[-1]
    assert run.n_rounds == 5 and run.metrics["norm"][2] == 0.0
    assert math.isnan(run.metrics["smooth_margin"][2]) and math.isnan(run.extra["smooth_gain"][2])
    assert run.extra["phase"].tolist()[1:] == [1.0, 2.0, 1.0, 2.0, 2.0]
    assert run.metrics["smooth_margin"][5] == pytest.approx(1.0)
    assert not violated(trace)
    rounds = export.to_dict(trace)["runs"][1]["rounds"]
    assert rounds[1]["smooth_margin"] is None and rounds[1]["smooth_gain"] is None
    export.to_json(trace)
    for t in range(1, 6):
        assert rankboost.round_in_words(trace, run, t)


def test_a_weight_that_is_only_rounding_counts_as_0() -> None:
    """0.1 + 0.2 − 0.3 is 5.6e−17 in floats: no smooth margin is made of it."""
    from rankviz.engine.algorithms.margins.smooth_margin import SmoothMargin

    margin = SmoothMargin(1)
    for alpha in (0.1, 0.2, -0.3):
        margin.follow(0, alpha, math.exp(-alpha))
    assert margin.norm > 0.0 and margin.empty and margin.phase == 1 and margin.g == 0.0
