"""The least losses that theorems are held to, at the playground's api: the app's rows and words."""

import json
from functools import partial
from typing import Any

import rankviz
from rankviz.board.drawer import proven
from rankviz.insight.theory import minimum
from rankviz.site.playground.playground_api import PlaygroundApi

LINK = "watch?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=5&holdout=0"
MANY = "watch?data=synthetic:bipartite&alg=rb-plus&rounds=3&holdout=0"


def asked(api: PlaygroundApi, **question: object) -> Any:
    return json.loads(api.answer(json.dumps(question))[0])


def test_theorems_about_the_minimum_are_those_of_the_app() -> None:
    api = PlaygroundApi()
    asked(api, ask="run", link=LINK)
    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], rounds=5)
    assert asked(api, ask="proven", t=3)["runs"] == json.loads(json.dumps(proven.theorems(trace, 3)))
    for run in trace.boosted:
        expected = proven.with_minimum(trace, run.contender, 3, partial(minimum.of_run, trace), may_find=True)
        found = asked(api, ask="minimum", name=run.contender, t=3, solve=False)
        assert found == json.loads(json.dumps(expected)) and "minimum of F" in found["said"]


def test_a_large_minimum_is_found_when_it_is_asked_for() -> None:
    api = PlaygroundApi()
    asked(api, ask="run", link=MANY)
    assert asked(api, ask="minimum", name="rb-plus", t=2, solve=False) == {"ask": "F2"}
    assert "F2" in asked(api, ask="minimum", name="rb-plus", t=2, solve=True)["said"]
    assert "rows" in asked(api, ask="minimum", name="rb-plus", t=1, solve=False), "once found, it is known"
