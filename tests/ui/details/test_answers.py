"""What the drawer asks of the server: numbers, theorems and steps of a run, and questions that have no answer."""

import gc
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from helpers.own_model import suited
from starlette.requests import Request
from starlette.responses import Response

import rankviz
from rankviz.board.drawer.citations import cited
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.insight.explain import explain, menu, run_names
from rankviz.insight.theory import monitor
from rankviz.ui.details import answers
from rankviz.ui.runs.shown import Shown
from rankviz.ui.startup.server import send_answer


def shown(source: str, algorithms: str | list[str], rounds: int = 5, **params: object) -> Shown:
    names = [algorithms] if isinstance(algorithms, str) else algorithms
    problem = suited(rankviz.load(source), *map(algorithm_of, names))
    return Shown(problem, rankviz.trace(problem, algorithms, rounds, **params), source, 0.1)


@pytest.fixture(scope="module")
def small() -> Shown:
    return shown("scenario:lemma-3", ["rb-d", "rb-plus"])


def got(url: str, what: str, **query: object) -> Response:
    """The answer to a question at a run's address."""
    base, _, identity = url.rpartition("/")
    assert base == "api/drawer"
    scope = {"type": "http", "headers": [], "query_string": urlencode(query).encode()}
    return send_answer(Request({**scope, "path_params": {"run": identity, "what": what}}))


def asked(of: Shown, what: str, **query: object) -> Any:
    """The answer as it arrives in the browser."""
    answer = got(answers.url(of), what, **query)
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    return json.loads(bytes(answer.body))


def leaves(tree: list[Any]) -> Iterator[str]:
    """The texts of an equation."""
    for child in tree[2:]:
        if isinstance(child, list):
            yield from leaves(child)
        else:
            yield child


def test_a_number_is_that_of_explain_with_its_inputs_and_the_menu_has_them_all(small: Shown) -> None:
    run = small.trace.runs[0]
    found = asked(small, "explain", run="rb-d", t=3, key="alpha")
    want = explain(small.trace, run, 3, "alpha")
    assert (found["symbol"], found["text"], found["t"]) == (want.symbol, want.text, 3)
    assert [line[0] for line in found["lines"]] == [cited(line.equation) for line in want.lines]
    assert [key for _, _, key, _ in found["inputs"]] == [each.key for each in want.inputs]
    assert asked(small, "explain", run="rb-d", t=3, key="alpha", full=1)["text"] == want.full
    menus = asked(small, "menus")
    assert [each["name"] for each in menus] == list(run_names(small.trace))
    assert dict(menus[0]["numbers"]) == menu(run) and menus[0]["first"] == "alpha"


def test_a_question_without_an_answer_says_why(small: Shown) -> None:
    found = asked(small, "explain", run="rb-d", t=3, key="pair:1:1")
    assert "is not a critical pair" in found["said"] and "Choose a number above" in found["said"]
    assert "no run" in asked(small, "explain", run="nobody", t=3, key="alpha")["said"].lower()
    assert "no round" in asked(small, "theorems", t="²")["said"]
    assert "no round" in asked(small, "theorems", t=-1)["said"]
    assert "kernel" in asked(small, "step", t=1)["said"]


def test_theorems_are_those_of_the_monitor_and_a_run_that_ended_says_so(small: Shown) -> None:
    for t in (0, 2, 9):
        for found, run in zip(asked(small, "theorems", t=t), small.trace.runs, strict=True):
            rows = monitor.rows(small.trace, run, min(t, run.n_rounds))
            assert [row[1] for row in found["rows"]] == [row.name for row in rows]
            assert [row[4:] for row in found["rows"]] == [
                [row.text("left"), row.relation, row.text("right"), row.text("slack")] for row in rows
            ]
            assert ("stopped there" in found["late"]) == (t > run.n_rounds)


def test_a_small_minimum_is_found_at_once_and_a_larger_one_when_asked(small: Shown) -> None:
    found = asked(small, "minimum", run="rb-d", t=2)
    assert any("min F1 ≤ Ê1" in row[1] for row in found["rows"]) and found["said"].startswith("The ")
    large = shown("bundled:diabetes?items=120", "rb-c")
    assert asked(large, "minimum", run="rb-c", t=2) == {"ask": "F1"}
    solved = asked(large, "minimum", run="rb-c", t=2, solve=1)
    assert any("min F1 ≤ Ê1" in row[1] for row in solved["rows"])
    assert solved["claims"].startswith("Claims about the minimum: ")


def test_a_step_of_the_kernel_method_has_its_equations_one_after_another() -> None:
    kernel = shown("synthetic:moons?n=40", "kernel-gd")
    assert "Press Step" in asked(kernel, "step", t=0)["said"]
    found = asked(kernel, "step", t=2)
    assert found["head"] == "Step 2 of Kernel GD." and len(found["parts"]) > 5
    assert all(part["key"].startswith("kernel-gd:") for part in found["parts"])
    length, coefficient = (
        next(part for part in found["parts"] if part["words"].startswith(words))
        for words in ("Length of the step", "Coefficient of item")
    )
    assert str(["msup", {}, ["mn", {}, "2"], ["mn", {}, "0"]]) in str(length["values"])
    assert "←" in leaves(coefficient["formula"])


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_equation_of_any_algorithm_shows_what_was_not_set(algorithm: str) -> None:
    of = shown("synthetic:moons?n=40", algorithm, 2)
    kernel = [[part["formula"], part["values"]] for part in asked(of, "step", t=2).get("parts", [])]
    numbers = [
        [formula, values]
        for each in asked(of, "menus")
        for key, _ in each["numbers"]
        for _, formula, values in asked(of, "explain", run=each["name"], t=2, key=key)["lines"]
    ]
    texts = [text for pair in (*kernel, *numbers) for tree in pair if tree for text in leaves(tree)]
    assert texts
    assert not [text for text in texts if "\\" in text or "&" in text]


def test_a_run_that_is_gone_an_excerpt_and_an_unknown_question_have_no_answer(small: Shown) -> None:
    assert got(answers.url(small), "nothing").status_code == 404
    excerpt = Shown(small.problem, small.trace, "an excerpt", 0.1, "Some of its pairs are shown.")
    assert got(answers.url(excerpt), "explain", run="rb-d", t=1, key="z").status_code == 404
    assert got(answers.url(excerpt), "theorems", t=1).status_code == 200
    url = answers.url(Shown(small.problem, small.trace, "dropped", 0.1))
    gc.collect()
    assert got(url, "theorems", t=1).status_code == 404
