"""AdaBoost as a ranking algorithm, against the slow twin, scikit-learn and Corollary 1."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, bipartite
from helpers.theorems import by_key, violated
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import AdaBoostClassifier
from sklearn.metrics import roc_auc_score
from sklearn.tree import DecisionTreeClassifier
from twins import margins as naive
from twins.rankboost import stumps

import rankviz
from rankviz.engine.algorithms.boosting.stumps import CONSTANT, build_pool
from rankviz.engine.algorithms.margins.adaboost import class_series
from rankviz.engine.runs import candidates, export
from rankviz.insight.explain import explain
from rankviz.insight.narration import adaboost, round_in_words
from rankviz.insight.theory import minimum, monitor

NAME = "adaboost"
VARIANTS = ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "smooth-margin"]


@settings(max_examples=30)
@given(bipartite().filter(lambda case: len(stumps(case.X)) > 0), st.booleans(), st.booleans())
def test_every_round_is_the_twins(case: Case, constant: bool, negative: bool) -> None:
    train, y = case.items(), np.where(case.grades > case.grades.min(), 1.0, -1.0)
    trace = rankviz.trace(
        problem_of(case), NAME, rounds=15, constant=constant, negative_alpha=negative, undefined="halt"
    )
    (run,) = trace.runs
    picks = run.ranker.tolist()
    H = np.column_stack([train.H, np.ones(len(y))]) if constant else train.H
    assert len(trace.pool) == H.shape[1]
    twin = naive.adaboost(train.H, y, len(picks), constant=constant, negative_alpha=negative, picks=picks)
    assert len(twin.ranker) == len(picks)
    for j, score in zip(picks, twin.score, strict=True):
        assert score[j] >= score.max() - 1e-9
    assert_allclose(run.alpha, twin.alpha, rtol=1e-7, atol=1e-9)
    assert_allclose(run.delta, twin.delta, atol=1e-9)
    assert_allclose(run.z, twin.z, rtol=1e-8)
    eps = np.column_stack([run.eps_correct, run.eps_tied, run.eps_reversed])
    assert_allclose(eps.reshape(-1, 3), np.array(twin.eps).reshape(-1, 3), atol=1e-9)
    for t, lam in enumerate(twin.lam):
        plus, minus = naive.f_sums(H, y, lam)
        own = {name: float(values[t]) for name, values in run.extra.items()}
        assert_allclose([own["f_plus"], own["f_minus"]], [plus, minus], rtol=1e-8)
        assert own["f_skew"] == pytest.approx(plus - minus, abs=1e-8 * (plus + minus))
        assert own["f_tilde"] == pytest.approx(plus * minus, rel=1e-8)
        assert own["auc"] == pytest.approx(1.0 - run.metrics["r2"][t], abs=1e-12)
        assert_allclose(trace.scores(run, t), H @ (2 * lam), rtol=1e-9, atol=1e-9)
    assert not violated(trace)
    if run.n_rounds < 15:
        more = naive.adaboost(train.H, y, 15, constant=constant, negative_alpha=negative)
        assert (
            more.stop != "rounds"
            or len(more.ranker) == 15 > run.n_rounds
            and score_is_zero(more, run.n_rounds)
        )


def score_is_zero(twin: naive.Twin, t: int) -> bool:
    """Whether rounding may have ended the run there: no edge to speak of, or next to nothing wrong."""
    best = float(twin.score[t].max())
    return best < 1e-9 or best > 1.0 - 1e-9


# ---------------------------------------------------------------- scikit-learn


@pytest.mark.parametrize("n", [40, 120])
def test_adaboost_agrees_with_scikit_learns(n: int) -> None:
    """Same stumps, same weights, same scores, and the same area under the curve."""
    problem = rankviz.load(f"synthetic:blobs?n={n}&distance=1.5&features=3&seed=4")
    rounds = 30
    trace = rankviz.trace(problem, NAME, rounds=rounds, constant=False)
    (run,) = trace.runs
    assert run.n_rounds == rounds
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=rounds, random_state=0)
    # A tree of one split is chosen by impurity, not by error: give it only the split that AdaBoost chose.
    ours = trace.scores(run)
    weight = np.full(n, 1.0 / n)
    for s in range(rounds):
        stump = trace.pool.output(int(run.ranker[s]))[:, None].astype(float)
        one = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=1, random_state=0)
        one.fit(stump, problem.grades, sample_weight=weight)
        assert one.estimator_weights_[0] == pytest.approx(abs(run.alpha[s]), rel=1e-9)
        wrong = one.estimators_[0].predict(stump) != problem.grades
        weight = weight * np.exp(one.estimator_weights_[0] * wrong)
        weight /= weight.sum()
    theirs.fit(problem.X, problem.grades)
    assert run.extra["auc"][-1] == pytest.approx(roc_auc_score(problem.grades, ours), abs=1e-12)
    assert (
        abs(run.extra["auc"][-1] - roc_auc_score(problem.grades, theirs.decision_function(problem.X))) < 0.02
    )


# ---------------------------------------------------------------- Corollary 1


UNBALANCED = "scenario:skew"


def test_with_the_constant_rb_d_reaches_the_loss_and_auc_of_adaboost() -> None:
    """Corollary 1 to six digits."""
    problem = rankviz.load(UNBALANCED)
    trace = rankviz.trace(problem, ["rb-d", NAME], rounds=2000)
    ada, plain = trace.run(NAME), trace.run("rb-d")
    least = minimum.of_f1(trace.problem, trace.pool)
    assert least.attained
    f_tilde = math.exp(plain.metrics["log_e1"][-1]) * problem.n_pairs
    assert abs(ada.extra["f_skew"][-1]) < 1e-9
    assert ada.extra["f_tilde"][-1] == pytest.approx(f_tilde, rel=1e-9)
    assert ada.extra["f_tilde"][-1] == pytest.approx(least.value * problem.n_pairs, rel=1e-9)
    assert ada.extra["auc"][-1] == pytest.approx(1.0 - plain.metrics["r2"][-1], abs=1e-12)


def test_without_the_constant_they_visibly_do_not() -> None:
    problem = rankviz.load(UNBALANCED)
    trace = rankviz.trace(problem, ["rb-d", NAME], rounds=2000, constant=False)
    ada, plain = trace.run(NAME), trace.run("rb-d")
    f_tilde = math.exp(plain.metrics["log_e1"][-1]) * problem.n_pairs
    assert abs(ada.extra["f_skew"][-1]) > 1.0
    assert ada.extra["f_tilde"][-1] > 1.02 * f_tilde
    assert abs(ada.extra["auc"][-1] - (1.0 - plain.metrics["r2"][-1])) > 0.01


# ---------------------------------------------------------------- the constant ranker


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.slow
def test_the_constant_changes_nobody_elses_picks(name: str) -> None:
    problem = rankviz.load("synthetic:blobs?n=50&distance=1")
    alone = rankviz.trace(
        problem, name, rounds=25, **({} if name == "smooth-margin" else {"undefined": "cap"})
    )
    beside = rankviz.trace(problem, [name, NAME], rounds=25, undefined="cap")
    assert len(beside.pool) == len(alone.pool) + 1 and beside.pool.constant and not alone.pool.constant
    one, other = alone.runs[0], beside.runs[0]
    assert_array_equal(one.ranker, other.ranker)
    assert_allclose(one.alpha, other.alpha, rtol=1e-12)
    assert not (other.ranker == len(beside.pool) - 1).any()


def test_the_constant_ranker_is_named_and_applied() -> None:
    pool = build_pool(rankviz.load("synthetic:blobs?n=20")).with_constant()
    last = len(pool) - 1
    assert pool.describe(last) == {"name": CONSTANT} and pool.label(last) == CONSTANT
    assert pool.is_constant(last) and not pool.is_constant(last - 1)
    assert pool.output(last).all() and pool.outputs(np.array([0, last]))[1].all()
    assert_array_equal(pool.apply(last, np.full((3, 4), np.nan)), [1, 1, 1])


# ---------------------------------------------------------------- what the views ask for


def test_candidates_are_those_adaboost_saw() -> None:
    trace = rankviz.trace(rankviz.load(UNBALANCED), NAME, rounds=8)
    (run,) = trace.runs
    for t in range(1, run.n_rounds + 1):
        table = candidates.table(trace, run, t)
        assert table["chosen"].sum() == 1
        assert (np.diff(table["delta"].abs()) <= 1e-9).all()
        row = table[table["chosen"]].iloc[0]
        assert row["delta"] == pytest.approx(run.delta[t - 1], abs=1e-9)
        constant = table[table["ranker"] == CONSTANT].iloc[0]
        skew = run.extra["f_skew"][t - 1] / (run.extra["f_plus"][t - 1] + run.extra["f_minus"][t - 1])
        assert constant["delta"] == pytest.approx(-skew, abs=1e-9)
        assert constant["eps_tied"] == pytest.approx(1.0)


def test_rounds_carry_both_sums() -> None:
    trace = rankviz.trace(rankviz.load(UNBALANCED), [NAME, "rb-d"], rounds=4)
    ada, plain = export.to_dict(trace)["runs"]
    assert {"f_plus", "f_minus", "f_skew", "f_tilde", "auc"} <= set(ada["rounds"][0])
    assert ada["rounds"][0]["ranker"].keys() <= {"name"}
    assert ada["rounds"][2]["f_plus"] == trace.runs[0].extra["f_plus"][3]
    assert plain["rounds"][0].get("f_plus") is None
    assert "twice AdaBoost's λ" in " ".join(round_in_words(trace, trace.runs[0], 1))


def test_the_minimum_is_reached_and_a_higher_one_is_caught() -> None:
    trace = rankviz.trace(rankviz.load(UNBALANCED), NAME, rounds=300)
    (run,) = trace.runs
    found = minimum.of_run(trace, run)
    key = "sm-corollary-1-minimum"
    assert by_key(trace, run, least=found)[key].verdict == monitor.HOLDS
    assert by_key(trace, run, 2, found)[key].verdict == monitor.DOES_NOT_APPLY
    broken = by_key(trace, run, least=replace(found, value=2.0 * found.value))
    assert broken[key].verdict == broken["f1-distance"].verdict == monitor.VIOLATED


# ---------------------------------------------------------------- numbers that floats cannot hold


def test_sums_beyond_floats_have_no_value_and_keep_their_logs() -> None:
    logs = [0.0, -700.0, -720.0, -1e4, 800.0, -math.inf]
    found = class_series(logs, [0.0, -10.0, -720.0, -1.0, -750.0, -math.inf])
    missing = [math.isnan(value) for value in found["f_plus"]]
    assert missing == [False, False, True, True, True, False] and found["f_plus"][-1] == 0.0
    assert [math.isnan(value) for value in found["f_skew"]] == [False, False, True, False, True, False]
    assert found["f_skew"][3] == pytest.approx(-math.exp(-1.0))
    assert [math.isnan(value) for value in found["f_tilde"]] == [False, True, True, True, False, False]
    assert found["f_tilde"][4] == pytest.approx(math.exp(50.0))


@pytest.mark.slow
def test_a_separable_run_writes_null_and_says_powers_of_ten() -> None:
    X = np.array([[a, b, c] for a in (0.0, 1.0) for b in (0.0, 1.0) for c in (0.0, 1.0)])
    problem = rankviz.Problem.from_arrays(X, X.sum(axis=1) >= 2)
    trace = rankviz.trace(problem, NAME, rounds=3200)
    last = export.to_dict(trace)["runs"][0]["rounds"][-1]
    assert (
        last["f_plus"] is None and last["f_tilde"] is None and last["f_skew"] is None and last["auc"] == 1.0
    )
    assert re.search(
        r"F₊ = \d\.\d\d×10⁻³[⁰¹²³⁴-⁹]{2}", " ".join(adaboost.adaboost(trace, trace.runs[0], 3200))
    )
    (line,) = explain(trace, trace.runs[0], 3200, "bound").lines
    assert "10^{-" in line.values and line.log == pytest.approx(trace.runs[0].metrics["log_bound"][-1])


# ---------------------------------------------------------------- data it cannot rank


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("synthetic:linear?n=30", "positive"),
        ("scenario:lemma-1", "pairs one by one"),
        ("synthetic:linear?n=30&grades=2&queries=3", "3 queries"),
    ],
)
def test_data_that_are_not_bipartite_are_refused_with_the_remedy(source: str, says: str) -> None:
    with pytest.raises(rankviz.DataError, match=says):
        rankviz.trace(rankviz.load(source), NAME, rounds=3)


def test_many_grades_made_two_by_positive() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=30"), NAME, rounds=3, positive=2.0)
    assert trace.runs[0].n_rounds == 3


def test_the_constant_rankers_word_on_an_item_is_explained() -> None:
    trace = rankviz.trace(rankviz.load(UNBALANCED), NAME, rounds=6)
    found = explain(trace, trace.runs[0], 3, f"h:{len(trace.pool) - 1}:2")
    assert found.value == 1.0 and "every item" in found.notes[0]
