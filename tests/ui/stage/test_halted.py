"""A run that ends early says so in words when its round is reached, and a button lets it go on."""

import pytest
from helpers.pages import app, stage_data, words

import rankviz
from rankviz.engine.runs.trace import Trace
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage import halted
from rankviz.ui.state.state import State


def said(test) -> list[tuple[int, str]]:
    """What the stage says of runs that ended, each from its round on."""
    above = stage_data(test)["banner"]
    told = words(test, "info")
    assert "stops" not in told and "halted" not in told, "nothing stands above the stage"
    return [] if above is None else [(t, text) for t, text in above["halts"]]


def test_a_run_without_a_round_says_why_in_words_and_goes_on_with_the_limit() -> None:
    test = app(data="scenario:lemma-2", rounds="5", alg="rb-d,rb-c")
    why = "h1 puts no pair in the wrong order, so its weight would be infinite: RB-D cannot begin."
    assert said(test) == [(1, why)]
    above = stage_data(test)["banner"]
    assert above["remedies"] == [["Let this ranker decide first", "undefined"]]
    text, address = above["why"]
    assert text == "Why? Lesson 5" and "lesson=when-theory-breaks" in address


def test_a_remedy_is_taken_and_no_other_choice_is() -> None:
    state = State(data="scenario:lemma-2", rounds=5, alg=("rb-d", "rb-c"), undefined="halt")
    shown = runs.run(runs.request(state))
    offered = [remedy.name for remedy in halted.remedies(state, shown, list(shown.trace.runs))]
    assert offered == ["undefined"]
    assert halted.offered(state, shown, "rounds") is None
    remedy = halted.offered(state, shown, "undefined")
    assert remedy is not None and (remedy.name, remedy.value) == ("undefined", "limit")


def test_few_pairs_left_offer_to_hold_nothing_out() -> None:
    data = "inline:?items=a,b,c,d,e,f&h1=101100&h2=110010&pairs=a>b,b>c,c>d,d>e,e>f,a>f"
    problem = rankviz.load(data)
    trace = rankviz.trace(problem, ["rb-d"], rounds=5, holdout=0.4)
    shown = Shown(problem, trace, "digest", 0.1)
    found = halted.remedies(State(), shown, list(trace.runs))
    assert [remedy.name for remedy in found][-1] == "holdout"


def test_runs_that_ended_alike_are_named_together() -> None:
    trace = halting(undefined="halt")
    named = halted.sentence(list(trace.runs))
    assert named.count("halted") == len({str(run.stopped) for run in trace.runs})
    assert halted.in_words(trace, [trace.runs[0]] * 2) == (
        "h2 puts no pair in the wrong order, so its weight would be infinite: RB-D, RB-D can go no further."
    )


def test_all_that_halted_are_named_where_one_is() -> None:
    """A run that was given the policy by itself halts too: the notice is there for another, and names both."""
    test = app(data="scenario:lemma-2", rounds="5", alg="rb-d,rb-d:choose=step:undefined=halt,push,rb-plus")
    told = " ".join(text for _, text in said(test))
    assert told.count("RB-D") == 2 and "P-norm push" in told and "RankBoost+" not in told
    assert said(app(data="scenario:lemma-2", rounds="5", alg="rb-d:undefined=halt,rb-plus")) == []


@pytest.mark.parametrize("undefined", ["halt", "infinite", "cap", "limit"])
def test_an_ending_that_was_asked_for_is_no_notice(undefined: str) -> None:
    trace = halting(undefined=undefined)
    wanting = [run for run in trace.runs if halted._wants(State(undefined=undefined), run)]
    assert bool(wanting) == (undefined == "halt")


def test_all_rounds_done_is_no_notice() -> None:
    assert said(app(rounds="5")) == []


def halting(undefined: str) -> Trace:
    problem = rankviz.load("scenario:lemma-1?n=6")
    return rankviz.trace(problem, ["rb-d", "rb-c"], rounds=5, undefined=undefined)


def test_steps_that_are_too_long_offer_the_longest_allowed() -> None:
    state = State(data="synthetic:moons?n=40", alg=("kernel-gd",), loss="least-squares", step=8.0)
    problem = rankviz.load("synthetic:moons?n=40")
    trace = rankviz.trace(problem, "kernel-gd", 40, holdout=0.2, **state.parameters())
    shown = Shown(trace.problem, trace, "digest", 0.1)
    assert "the steps are too long" in halted.sentence(list(trace.runs))
    found = halted.remedies(state, shown, list(trace.runs))
    assert [(remedy.name, remedy.value) for remedy in found] == [("step", 0.0)]
