"""Forks ("what if"): one round chosen otherwise, the rest by the algorithm's own rules."""

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from helpers.agreement import COMBINED, EVERY, SYMMETRIC, assert_agrees, graded_problem, problem_of
from helpers.identities import log_z
from helpers.real_data import movielens_task, quick_items
from helpers.strategies import Case, cases, weak_table
from helpers.views import check_rounds, finite_json
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import rankviz
from rankviz import Fork
from rankviz.engine.algorithms.boosting.equations import log_tie_factor_25, z_27
from rankviz.engine.runs import export, forks
from rankviz.engine.runs.runner import MAX_FORCED
from rankviz.insight.narration import round_in_words

POLICIES = ("halt", "infinite", "cap", "limit")


def forked(
    given: rankviz.Problem, fork: Fork, rounds: int = 12, **params: object
) -> tuple[rankviz.Trace, rankviz.Run, rankviz.Run]:
    """The trace, the run that went its own way, and the one that was forked."""
    trace = rankviz.trace(given, fork.algorithm, rounds, forks=[fork], **params)
    own, branch = trace.runs
    assert own.fork is None and branch.fork == fork and branch.label == f"{own.label}, what if"
    return trace, own, branch


def assert_same(one: rankviz.Run, other: rankviz.Run, rounds: int | None = None) -> None:
    """Bit by bit the same numbers; only in the first rounds when told how many."""
    for field in dataclasses.fields(one):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, np.ndarray):
            assert_array_equal(a[:rounds], b[:rounds], field.name)
    assert one.outcome[:rounds] == other.outcome[:rounds]
    for name, values in one.metrics.items():
        last = None if rounds is None else rounds + 1
        assert_array_equal(values[:last], other.metrics[name][:last], name)
    if rounds is None:
        for name in ("stopped", "dropped", "fixed_from", "fixed_set"):
            assert getattr(one, name) == getattr(other, name)


@st.composite
def any_fork(draw: st.DrawFn, case: Case, rounds: int) -> Fork:
    size = case.items().H.shape[1]
    return Fork(
        draw(st.sampled_from(EVERY)),
        draw(st.integers(1, rounds)),
        draw(st.none() | st.integers(0, size - 1)),
        draw(st.none() | st.sampled_from([-2.0, -0.3, 0.0, 0.5, 5.0])),
        draw(st.none() | st.sampled_from(POLICIES)),
    )


# ---------------------------------------------------------------- against the twin


@settings(max_examples=150)
@given(st.one_of(cases(), weak_table()), st.booleans(), st.sampled_from(POLICIES), st.data())
@pytest.mark.slow
def test_every_forked_round_is_the_twins(
    case: Case, negative: bool, undefined: str, data: st.DataObject
) -> None:
    fork = data.draw(any_fork(case, 6))
    params = {"negative_alpha": negative, "undefined": undefined, "cap": 3.0}
    trace, _, branch = forked(problem_of(case), fork, 10, **params)
    assert_agrees(trace, branch, case.items(), 10, **params)


@pytest.mark.parametrize("algorithm", EVERY)
@pytest.mark.parametrize("user", [523, 871])
def test_movielens_forks_are_the_twins(data_dir: Path, user: int, algorithm: str) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    given = rankviz.Problem.from_arrays(X, grades)
    trace, _, branch = forked(given, Fork(algorithm, 4, ranker=9, alpha=0.25), 12, undefined="cap")
    assert_agrees(trace, branch, quick_items(given), 12, every_weight=False, undefined="cap")


# ---------------------------------------------------------------- what a fork leaves alone


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()), st.sampled_from(POLICIES), st.data())
@pytest.mark.slow
def test_rounds_before_the_fork_are_untouched(case: Case, undefined: str, data: st.DataObject) -> None:
    fork = data.draw(any_fork(case, 8))
    trace, own, branch = forked(problem_of(case), fork, 8, undefined=undefined)
    assert_same(own, branch, min(fork.round - 1, own.n_rounds, branch.n_rounds))
    assert own.n_rounds >= fork.round - 1 or branch.n_rounds == own.n_rounds
    (alone,) = rankviz.trace(problem_of(case), fork.algorithm, 8, undefined=undefined).runs
    assert_same(own, alone)  # nor does it change the run it leaves


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()), st.sampled_from(EVERY), st.sampled_from(POLICIES), st.integers(1, 8))
@example(COMBINED, "rb-plus-optimal", "halt", 4)
@example(COMBINED, "rb-plus-optimal", "halt", 7)
@example(SYMMETRIC, "rb-plus", "halt", 4)  # in this round S turns out to be complete
def test_forcing_what_was_chosen_anyway_changes_nothing(
    case: Case, algorithm: str, undefined: str, t: int
) -> None:
    (own,) = rankviz.trace(problem_of(case), algorithm, 8, undefined=undefined).runs
    if t > own.n_rounds:
        return
    fork = Fork(algorithm, t, ranker=int(own.ranker[t - 1]))
    _, _, branch = forked(problem_of(case), fork, 8, undefined=undefined)
    assert_same(own, branch)
    _, _, branch = forked(problem_of(case), Fork(algorithm, t, undefined=undefined), 8, undefined=undefined)
    assert_same(own, branch)


@pytest.mark.parametrize("algorithm", EVERY)
def test_forcing_the_alpha_it_had_changes_the_outcome_only(algorithm: str) -> None:
    (own,) = rankviz.trace(graded_problem(seed=1), algorithm, 12).runs
    for t in (1, 5, 12):
        fork = Fork(algorithm, t, alpha=float(own.alpha[t - 1]))
        _, _, branch = forked(graded_problem(seed=1), fork)
        assert branch.outcome == tuple(
            "forced" if s == t else outcome for s, outcome in enumerate(own.outcome, start=1)
        )
        assert_array_equal(branch.ranker, own.ranker)
        assert_array_equal(branch.alpha, own.alpha)
        assert_allclose(branch.metrics["log_e2"], own.metrics["log_e2"], atol=1e-12)


# ---------------------------------------------------------------- what a fork decides


@settings(max_examples=80)
@given(st.one_of(cases(), weak_table()), st.data())
@pytest.mark.slow
def test_a_forced_alpha_is_taken_as_it_is(case: Case, data: st.DataObject) -> None:
    fork = data.draw(any_fork(case, 5))
    fork = dataclasses.replace(fork, alpha=data.draw(st.floats(-4, 4, width=32)))
    trace, _, branch = forked(problem_of(case), fork, 8)
    i = fork.round - 1
    if branch.n_rounds <= i:
        assert branch.stopped != "rounds"
        return
    assert branch.outcome[i] == "forced" and branch.alpha[i] == fork.alpha
    assert branch.outcome.count("forced") == 1
    if fork.ranker is not None:
        assert branch.ranker[i] == fork.ranker
    if not branch.combined[i]:
        log_tie = 0.0
        if fork.algorithm.startswith("rb-plus"):
            log_tie = log_tie_factor_25(float(fork.alpha), float(branch.alpha_prior[i]))
        eps = [float(v[i]) for v in (branch.eps_correct, branch.eps_tied, branch.eps_reversed)]
        assert branch.z[i] == pytest.approx(z_27(*eps, float(fork.alpha), log_tie), rel=1e-9)  # (11), (27)
        assert branch.tie_factor[i] == pytest.approx(math.exp(log_tie))
    loss = "log_e2" if fork.algorithm.startswith("rb-plus") else "log_e1"
    # (12), (29) hold for any α, up to where it is undefined and the branch's policy decides (Lemmas 1 and 2).
    known = next(
        (s for s, how in enumerate(branch.outcome) if how not in ("finite", "forced")), branch.n_rounds
    )
    assert_allclose(log_z(branch)[: known + 1], branch.metrics[loss][: known + 1], atol=1e-8)
    scores = trace.scores(branch, fork.round) - trace.scores(branch, i)
    assert_allclose(scores, fork.alpha * trace.pool.output(int(branch.ranker[i])), atol=1e-9)


@pytest.mark.parametrize("algorithm", ["rb-plus", "rb-plus-optimal"])
def test_a_forced_dependent_ranker_moves_along_beta(algorithm: str) -> None:
    """Rankers a, b, then a ∨ b = a + b − (a ∧ b): with all of S in, the last one is a combination."""
    H = np.array([[0.0, 0, 0, 0], [1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1], [1, 0, 0, 1], [0, 0, 0, 0]])
    given = rankviz.Problem.from_arrays(H, [0, 1, 1, 2, 0, 2], binary=True)
    (own,) = rankviz.trace(given, algorithm, 12).runs
    outside = sorted(set(range(4)) - set(own.ranker.tolist()))
    trace, _, branch = forked(given, Fork(algorithm, 12, ranker=(outside or [3])[0]))
    assert branch.combined[11] == bool(outside)
    assert branch.outcome[11] == "finite"
    for alpha in (0.9, 1.1):  # the line search went to the minimum
        other = Fork(algorithm, 12, ranker=branch.fork.ranker, alpha=alpha * float(branch.alpha[11]))
        _, _, worse = forked(given, other)
        assert worse.metrics["log_e2"][12] >= branch.metrics["log_e2"][12] - 1e-13
        assert_allclose(log_z(worse), worse.metrics["log_e2"], atol=1e-9)


@pytest.mark.parametrize("source", ["scenario:lemma-1?n=4", "scenario:lemma-2"])
def test_a_policy_holds_from_its_round_on(source: str) -> None:
    """Where α is undefined RB-D halts; told to cap from that round on it passes, told later it never gets there."""
    given = rankviz.load(source)
    (halted,) = rankviz.trace(given, "rb-d", 9).runs
    (capped,) = rankviz.trace(given, "rb-d", 9, undefined="cap").runs
    stop = halted.n_rounds + 1
    _, own, branch = forked(given, Fork("rb-d", stop, undefined="cap"), 9)
    assert_same(own, halted)
    assert branch.outcome[stop - 1 :][:1] == ("capped",)
    assert_allclose(branch.alpha, capped.alpha)
    _, _, early = forked(given, Fork("rb-d", 1, undefined="cap"), 9)
    assert_same(early, capped)
    _, _, late = forked(given, Fork("rb-d", stop + 1, undefined="cap"), 9)
    assert_same(late, halted)
    _, _, halts = forked(given, Fork("rb-d", stop, undefined="halt"), 9, undefined="cap")
    assert_allclose(halts.alpha, halted.alpha)
    assert halts.stopped == halted.stopped
    _, _, infinite = forked(given, Fork("rb-d", stop, undefined="infinite"), 9)
    assert infinite.outcome[-1] == "infinite"


def test_several_forks_are_several_runs() -> None:
    chosen = [Fork("rb-c", 3, ranker=1), Fork("rb-d", 2, alpha=0.5), Fork("rb-c", 3, ranker=1, alpha=-1.0)]
    trace = rankviz.trace(graded_problem(seed=1), ["rb-d", "rb-c"], 6, forks=chosen)
    assert [run.fork for run in trace.runs] == [None, None, *chosen]
    assert [run.algorithm for run in trace.runs] == ["rb-d", "rb-c", "rb-c", "rb-d", "rb-c"]
    for run, fork in zip(trace.runs[2:], chosen, strict=True):
        _, _, alone = forked(graded_problem(seed=1), fork, 6)
        assert_same(run, alone)
    assert trace.run("rb-c") is trace.runs[1]  # by name, the run that went its own way


# ---------------------------------------------------------------- views of a fork


@settings(max_examples=50)
@given(st.one_of(cases(), weak_table()), st.sampled_from(POLICIES), st.data())
@pytest.mark.slow
def test_every_view_of_a_forked_trace_can_be_made(case: Case, undefined: str, data: st.DataObject) -> None:
    fork = data.draw(any_fork(case, 5))
    trace, _, branch = forked(problem_of(case), fork, 6, undefined=undefined)
    told = finite_json(trace)["runs"]
    assert "fork" not in told[0] and Fork(**told[1]["fork"]) == fork
    check_rounds(trace, branch)


def test_words_say_what_was_done_by_hand() -> None:
    trace, _, branch = forked(graded_problem(seed=1), Fork("rb-c", 2, ranker=4, alpha=-0.75))
    told = " ".join(round_in_words(trace, branch, 2))
    assert "by hand" in told and "0.75" in told and trace.pool.label(4) in told
    assert "by hand" not in " ".join(round_in_words(trace, branch, 3))


# ---------------------------------------------------------------- forks that cannot be


@pytest.mark.parametrize(
    ("fork", "told"),
    [
        (Fork("rb-x", 1), "does not run"),
        (Fork("rb-plus", 1, ranker=0), "does not run"),
        (Fork(["rb-d"], 1), "does not run"),  # type: ignore[arg-type]
        (Fork(None, 1), "does not run"),  # type: ignore[arg-type]
        (Fork("rb-d", 0), "round 0"),
        (Fork("rb-d", -1), "round -1"),
        (Fork("rb-d", 7), "1 to 6"),
        (Fork("rb-d", 1.5), "round"),  # type: ignore[arg-type]
        (Fork("rb-d", True), "round"),
        (Fork("rb-d", "1"), "round"),  # type: ignore[arg-type]
        (Fork("rb-d", None), "round"),  # type: ignore[arg-type]
        (Fork("rb-d", 1, ranker=-1), "ranker"),
        (Fork("rb-d", 1, ranker=10**6), "ranker"),
        (Fork("rb-d", 1, ranker=0.0), "ranker"),  # type: ignore[arg-type]
        (Fork("rb-d", 1, ranker=True), "ranker"),
        (Fork("rb-d", 1, ranker="h1"), "ranker"),  # type: ignore[arg-type]
        (Fork("rb-d", 1, alpha=math.nan), "α"),
        (Fork("rb-d", 1, alpha=math.inf), "α"),
        (Fork("rb-d", 1, alpha=-MAX_FORCED - 0.5), "α"),
        (Fork("rb-d", 1, alpha=True), "α"),
        (Fork("rb-d", 1, alpha="much"), "α"),  # type: ignore[arg-type]
        (Fork("rb-d", 1, undefined="perhaps"), "policy"),
        (Fork("rb-d", 1, undefined=3), "policy"),  # type: ignore[arg-type]
        ("rb-d:1", "fork"),
        (None, "fork"),
    ],
)
def test_bad_forks_are_told_in_a_sentence(fork: Fork, told: str) -> None:
    with pytest.raises(rankviz.DataError, match=told):
        rankviz.trace(graded_problem(seed=1), ["rb-d", "rb-c"], 6, forks=[fork])


def test_numpys_numbers_are_numbers() -> None:
    """A ranker and an α read from a run's arrays do, and can be exported."""
    (own,) = rankviz.trace(graded_problem(seed=1), "rb-c", 6).runs
    fork = Fork("rb-c", np.int64(3), ranker=own.ranker[4], alpha=own.alpha[4])  # type: ignore[arg-type]
    trace = rankviz.trace(graded_problem(seed=1), "rb-c", 6, forks=[fork])
    assert trace.runs[1].fork == Fork("rb-c", 3, ranker=int(own.ranker[4]), alpha=float(own.alpha[4]))
    assert json.loads(export.to_json(trace))["runs"][1]["fork"]["round"] == 3
    assert type(trace.runs[1].fork.round) is int and type(trace.runs[1].fork.alpha) is float


# ---------------------------------------------------------------- forks as text


@given(
    st.sampled_from(EVERY),
    st.integers(1, 10_000),
    st.none() | st.integers(0, 10**5),
    st.none() | st.floats(-MAX_FORCED, MAX_FORCED),
    st.none() | st.sampled_from(POLICIES),
)
def test_a_fork_as_text_reads_back(
    algorithm: str, t: int, ranker: int | None, alpha: float | None, undefined: str | None
) -> None:
    fork = Fork(algorithm, t, ranker, alpha, undefined)
    if (ranker, alpha, undefined) == (None, None, None):
        with pytest.raises(rankviz.DataError, match="not a fork"):
            forks.read(forks.write(fork))
    else:
        assert forks.read(forks.write(fork)) == fork


@given(
    st.text(max_size=40)
    | st.from_regex(r"rb-[a-z]+:[0-9x]*(:(ranker|alpha|undefined|foo)=?[-0-9a-z.]*){0,3}")
)
def test_any_other_text_is_refused_or_ends_in_a_dataerror(text: str) -> None:
    try:
        fork = forks.read(text)
        assert forks.read(forks.write(fork)) == fork or fork.alpha != fork.alpha
        rankviz.trace(graded_problem(8, 1), ["rb-d"], 2, forks=[fork])
    except rankviz.DataError as error:
        assert "\n" not in str(error).replace(text, "")
