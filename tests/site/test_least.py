"""The least losses that theorems are held to, at the playground's desk: the app's rows and words."""

import json
from typing import Any

import rankviz
from rankviz.board.drawer import proven
from rankviz.insight.theory import minimum
from rankviz.site.playground.playground_api import PlaygroundApi

LINK = "watch?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=5&holdout=0"
MANY = "watch?data=synthetic:bipartite&alg=rb-plus&rounds=3&holdout=0"


def asked(desk: PlaygroundApi, **question: object) -> Any:
    return json.loads(desk.answer(json.dumps(question))[0])


def test_theorems_about_the_minimum_are_those_of_the_app() -> None:
    desk = PlaygroundApi()
    asked(desk, ask="run", link=LINK)
    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], rounds=5)
    assert asked(desk, ask="proven", t=3)["runs"] == json.loads(json.dumps(proven.theorems(trace, 3)))
    for run in trace.boosted:
        expected = proven.with_minimum(trace, run.contender, 3, minimum.of_run(trace, run))
        found = asked(desk, ask="minimum", name=run.contender, t=3, solve=False)
        assert found == json.loads(json.dumps(expected)) and "minimum of F" in found["said"]


def test_a_large_minimum_is_found_when_it_is_asked_for() -> None:
    desk = PlaygroundApi()
    asked(desk, ask="run", link=MANY)
    assert asked(desk, ask="minimum", name="rb-plus", t=2, solve=False) == {"ask": "F2"}
    assert "F2" in asked(desk, ask="minimum", name="rb-plus", t=2, solve=True)["said"]
    assert "rows" in asked(desk, ask="minimum", name="rb-plus", t=1, solve=False), "once found, it is known"
