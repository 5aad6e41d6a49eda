"""The engine against its slow twin, round by round, on random small problems."""

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.agreement import COMBINED, EVERY, NAMES, SYMMETRIC, assert_agrees, problem_of, same, twin_items
from helpers.strategies import Case, cases, graded, weak_table, weighted
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins.rankboost import boost, thresholds

import rankviz
from rankviz.engine.runs import candidates

POLICIES = st.fixed_dictionaries(
    {"undefined": st.sampled_from(["halt", "infinite", "cap", "limit"]), "negative_alpha": st.booleans()},
    optional={"cap": st.sampled_from([0.5, 3.0, 10.0])},
)


def check(case: Case, names: Sequence[str], rounds: int, **params: object) -> rankviz.Trace:
    """Pool, pairs and every round of these algorithms are the twin's."""
    problem, train = problem_of(case), case.items()
    trace = rankviz.trace(problem, names, rounds=rounds, **params)
    assert_array_equal(trace.pool.outputs(np.arange(len(trace.pool))), train.H.T)
    assert_array_equal(problem.pairs, train.pairs)
    assert [run.algorithm for run in trace.runs] == list(names)
    for run in trace.runs:
        assert_agrees(trace, run, train, rounds, **params)
    return trace


@given(st.one_of(cases(), weak_table()))
@example(Case(np.array([[1.0], [0.0]]), np.array([1.0, 0.0])))
@example(Case(np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), pairs=np.array([[0, 1], [1, 2], [2, 0]])))
@example(Case(np.array([[0.0, 1.0], [1.0, 0.0]]), pairs=np.array([[0, 1], [0, 1], [1, 0]]), binary=True))
@example(SYMMETRIC)
@example(COMBINED)
def test_every_round_is_the_twins(case: Case) -> None:
    check(case, EVERY, 15)


@given(st.one_of(cases(), weak_table()), POLICIES)
@pytest.mark.slow
def test_every_policy_is_the_twins(case: Case, policy: dict[str, object]) -> None:
    check(case, EVERY, 10, **policy)


@settings(max_examples=40)
@given(st.one_of(cases(), weak_table()))
@pytest.mark.slow
def test_long_runs_stay_together(case: Case) -> None:
    check(case, EVERY, 60)


@settings(max_examples=60)
@given(cases(), POLICIES)
def test_every_round_chosen_by_its_step_is_the_twins(case: Case, policy: dict[str, object]) -> None:
    check(case, ("rb-d", "rb-c"), 8, choose="step", **policy)


@settings(max_examples=60)
@given(cases(), POLICIES)
def test_every_round_without_independence_is_the_twins(case: Case, policy: dict[str, object]) -> None:
    """Algorithm 1 with (25)-(34) over all candidates."""
    trace = check(case, ("rb-plus",), 12, independent=False, **policy)
    nothing_is_tested_or_left_out(trace, trace.runs[0])


@settings(max_examples=60)
@given(cases(), POLICIES, st.integers(0, 3), st.integers(0, 5))
@example(COMBINED, {}, 2, 1)
def test_every_round_is_the_twins_however_s_is_filled(
    case: Case, policy: dict[str, object], permute: int, fill_after: int
) -> None:
    """Algorithm 2 with permute(R), and S made static after so many rounds; alone in filling S in another order."""
    trace = check(case, ("rb-plus",), 10, permute=permute, fill_after=fill_after, **policy)
    run = trace.runs[0]
    assert not fill_after or run.n_rounds <= fill_after or run.fixed_from <= fill_after + 1


def nothing_is_tested_or_left_out(trace: rankviz.Trace, run: rankviz.BoostedRun) -> None:
    assert run.fixed_from is None and not run.dropped
    assert not run.n_rounds or not run.tested.any() and np.all(run.searched == len(trace.pool))


@settings(max_examples=120)
@given(weighted(), POLICIES)
def test_every_round_with_pair_weights_is_the_twins(case: Case, policy: dict[str, object]) -> None:
    check(case, EVERY, 10, **policy)


@settings(max_examples=40)
@given(cases(), st.booleans())
@example(COMBINED, True)
@pytest.mark.slow
def test_the_table_of_candidates_is_the_twins(case: Case, negative: bool) -> None:
    trace = rankviz.trace(problem_of(case), EVERY, rounds=6, negative_alpha=negative)
    train = case.items()
    for run in trace.runs:
        picks = run.ranker.tolist()
        twin = boost(run.algorithm, train, 6, negative_alpha=negative, forced_picks=picks)
        for t, row in enumerate(twin.rounds, start=1):
            table = candidates.table(trace, run, t, limit=len(trace.pool))
            assert table["chosen"].sum() == 1
            value = table["delta"].abs() if negative else -table["delta"]
            assert np.all(np.diff(value) <= 1e-9)
            best = sorted(row["searched"].values(), reverse=True)
            assert value.iloc[0] == pytest.approx(best[0], abs=1e-9)
            if run.algorithm != "rb-plus":  # there the table may still list copies of unused rankers
                assert_allclose(value, best, atol=1e-9)
            elif not twin.strayed:
                assert len(table) >= len(best)
            chosen = table[table["chosen"]].iloc[0]
            for name in ("delta", "eps_correct", "eps_tied", "eps_reversed", "alpha_prior", "alpha", "z"):
                assert same(chosen[name], row[name]), f"{run.algorithm}, round {t}, {name}"


def split(case: Case, trace: rankviz.Trace) -> None:
    """The training and held-out parts share no item and lose none; several queries with pairs stay whole."""
    ids = set(trace.problem.item_ids) | set(trace.holdout.item_ids)
    assert len(ids) == len(case.X) == trace.problem.n_items + trace.holdout.n_items
    problem = problem_of(case)
    if len(set(problem.qid[problem.pairs[:, 0]])) > 1:
        assert not set(trace.problem.query_ids) & set(trace.holdout.query_ids)


@settings(max_examples=60)
@given(st.one_of(graded(max_items=20), graded(multi=True, max_items=20), cases()), st.integers(0, 3))
@pytest.mark.slow
def test_held_out_items_are_scored_alike(case: Case, seed: int) -> None:
    problem = problem_of(case)
    try:
        trace = rankviz.trace(problem, list(NAMES), rounds=6, holdout=0.4, seed=seed)
    except rankviz.DataError:
        return  # no critical pair on one side: said in a sentence
    if trace.holdout is None:
        return
    split(case, trace)
    train, held = twin_items(trace.problem), twin_items(trace.holdout, like=trace.problem)
    for run in trace.runs:
        assert_agrees(trace, run, train, 6, held=held)


def test_constant_features_are_refused_in_a_sentence() -> None:
    problem = rankviz.Problem.from_arrays([[1.0], [1.0], [1.0]], [0, 1, 2])
    with pytest.raises(rankviz.DataError, match="constant"):
        rankviz.trace(problem, "rb-plus", rounds=3)


def test_stumps_lie_between_distinct_values() -> None:
    column = np.array([3.0, np.nan, 1.0, 1.0, 2.0])
    assert thresholds(column) == [0.0, 1.5, 2.5]
    trace = rankviz.trace(rankviz.Problem.from_arrays(column[:, None], [2, 0, 1, 0, 1]), "rb-d", rounds=1)
    assert list(trace.pool.thresholds) == [0.0, 1.5, 2.5]


def test_lowest_feature_then_lowest_threshold_wins_a_tie() -> None:
    X = np.array([[2.0, 2.0], [1.0, 1.0], [0.0, 0.0]])
    for name in NAMES:
        trace = rankviz.trace(rankviz.Problem.from_arrays(X, [2, 1, 0]), name, rounds=1, undefined="cap")
        assert trace.pool.describe(int(trace.runs[0].ranker[0])) == {"feature": "f1", "threshold": 0.5}


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_alone_agrees_with_a_forced_replay_of_itself(name: str) -> None:
    rng = np.random.default_rng(5)
    X = rng.integers(0, 3, (14, 3)).astype(float)
    items = Case(X, rng.integers(0, 3, 14).astype(float)).items()
    free = boost(name, items, 15)
    again = boost(name, items, 15, forced_picks=[row["ranker"] for row in free.rounds])
    assert [row["alpha"] for row in free.rounds] == [row["alpha"] for row in again.rounds]
