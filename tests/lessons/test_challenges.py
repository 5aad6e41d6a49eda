"""Challenges: each has a known solution, none is solved to begin with, and every condition says its number."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from helpers.solutions import SOLUTIONS
from helpers.theorems import altered

import rankviz
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.challenges import check, errors, solved, unseen
from rankviz.lessons.conditions import condition, halts_before
from rankviz.lessons.registry import CHALLENGES
from rankviz.ui.state.link import from_link
from rankviz.ui.state.state import State

EACH = pytest.mark.parametrize("name", list(CHALLENGES))


def run(state: State) -> Trace:
    return rankviz.trace(
        rankviz.load(str(state["data"]), seed=int(state["seed"])),
        list(state["alg"]),
        rounds=int(state["rounds"]),
        holdout=int(state["holdout"]) / 100,
        seed=int(state["seed"]),
        **state.parameters(),  # type: ignore[arg-type]
    )


def link(text: str) -> State:
    """The state of a link; nothing in it may be refused."""
    state, said = from_link(dict(parse_qsl(text)))
    assert not said
    return state


def test_there_are_at_least_four():
    assert len(CHALLENGES) >= 4
    assert set(SOLUTIONS) == set(CHALLENGES)
    for name, challenge in CHALLENGES.items():
        assert name == challenge.name and re.fullmatch(r"[a-z0-9-]+", name)
        assert challenge.sentence.endswith(".") and challenge.hint and challenge.conditions


@EACH
def test_a_known_solution_solves_it(name):
    ticks = check(CHALLENGES[name], run(link(SOLUTIONS[name])))
    assert all(tick.met for tick in ticks), [tick for tick in ticks if not tick.met]
    assert all(tick.number.endswith(".") for tick in ticks)


@EACH
def test_neither_the_default_state_nor_its_own_beginning_solves_it(name):
    challenge = CHALLENGES[name]
    beginning, said = from_link(challenge.start)
    assert not said
    for state in (State(), beginning):
        assert not solved(challenge, run(state))


@EACH
def test_a_solution_solves_no_other_challenge_by_the_way(name):
    trace = run(link(SOLUTIONS[name]))
    assert [other for other in CHALLENGES if solved(CHALLENGES[other], trace)] == [name]


@EACH
def test_a_run_without_what_is_asked_about_is_told_so(name):
    ticks = check(
        CHALLENGES[name], rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-plus-optimal", rounds=3)
    )
    assert not all(tick.met for tick in ticks)
    for tick in ticks:
        assert tick.text and tick.number and "nan" not in tick.number.lower()


def test_too_many_rounds_or_another_seed_do_not_count():
    longer = link(SOLUTIONS["part-over-e2"]).but(rounds=40)
    assert not solved(CHALLENGES["part-over-e2"], run(longer))
    lucky = link(SOLUTIONS["held-out"]).but(seed=1)
    assert not check(CHALLENGES["held-out"], run(lucky))[0].met


def test_all_of_the_runs_that_are_asked_for_must_be_there():
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), ("rb-d", "rb-c"), 2)
    asked = [condition("", (f"runs {names}",), "") for names in ("rb-d", "rb-c, rb-d", "rb-d, rb-plus")]
    assert [each.check(trace).met for each in asked] == [True, True, False]


def test_a_run_halts_before_the_round_after_its_last():
    trace = run(link(SOLUTIONS["stop-early"]))
    last = trace.run("rb-d").n_rounds
    asked = [condition("", (f"rb-d halts before {t}",), "") for t in (last, last + 1)]
    assert [each.check(trace).met for each in asked] == [False, True]


def test_the_same_rounds_have_the_same_ranker_and_the_same_weight():
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), ("rb-c", "rb-plus"), 3)
    asked, (first, second) = condition("", ("rb-c does as rb-plus in 1 rounds",), ""), trace.runs
    assert asked.check(trace).met
    for name, change in (("ranker", lambda j: 1 - j), ("alpha", lambda alpha: alpha + 0.1)):
        assert not asked.check(replace(trace, runs=(first, altered(second, name, 1, change)))).met


def test_idle_rankers_are_not_enough():
    idle = link("data=inline:?items=a,b,c%26h1=111%26h2=000%26pairs=a>b,b>c&rounds=10")
    ticks = check(CHALLENGES["nothing-to-learn"], run(idle))
    assert ticks[1].met and not ticks[2].met


def test_the_test_part_neither_trained_nor_chose_and_its_errors_are_the_engine_s():
    """The held-out error is the engine's own number; the test is everybody else."""
    trace = run(link(SOLUTIONS["held-out"]).but(alg=("rb-d", "rb-c", "rb-plus")))
    assert errors(trace, trace.holdout) == {
        each.label: pytest.approx(each.metrics["r2_holdout"][-1], abs=1e-12) for each in trace.runs
    }
    test = unseen(trace, CHALLENGES["held-out"].test)
    whole = rankviz.load(CHALLENGES["held-out"].test)
    assert test.n_items == whole.n_items - trace.problem.n_items - trace.holdout.n_items
    rows = {tuple(row) for row in test.X.tolist()}
    for part in (trace.problem, trace.holdout):
        assert not rows & {tuple(row) for row in part.X.tolist()}


def test_an_infinite_weight_ranks_by_its_sign():
    trace = rankviz.trace(rankviz.load("scenario:lemma-1"), "rb-d", rounds=10, undefined="infinite")
    assert errors(trace, trace.problem)["RB-D"] == pytest.approx(trace.runs[0].metrics["r2"][-1])


def test_a_challenge_that_asks_for_a_stop_says_so_and_words_a_stop_at_the_start() -> None:
    assert {name for name, each in CHALLENGES.items() if each.asks_stop} == {"stop-early", "nothing-to-learn"}
    stopped = rankviz.trace(rankviz.load("inline:?items=a,b&h1=10&pairs=a>b"), "rb-d", 5)
    assert halts_before("rb-d", "5")(stopped) == (True, "It stopped before its first round.")
    later = rankviz.trace(rankviz.load("scenario:lemma-1"), "rb-d", 5)
    assert halts_before("rb-d", "5")(later) == (True, "It stopped before round 2.")
