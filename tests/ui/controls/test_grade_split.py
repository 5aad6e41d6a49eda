"""Graded data under an algorithm of two classes: the median parts them, the page says so, the link what was changed."""

import numpy as np
import pytest
from helpers.own_model import suited
from helpers.pages import app, shown_state, stage_data, widget, words

import rankviz
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.errors import DataError
from rankviz.ui.controls import grade_choice
from rankviz.ui.details import reproduce
from rankviz.ui.runs import grade_split, runs
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

KERNEL = "pages/kernel.py"
DIABETES = State(data="bundled:diabetes?items=40", alg=("kernel-gd",), rounds=5)


@pytest.mark.parametrize(
    ("grades", "at"),
    [([0, 1, 2, 3], 2), ([1, 2, 2, 2, 3], 2), ([0, 0, 0, 0, 1, 2], 1), ([0, 1, 2, 2, 2, 2], 2)],
)
def test_the_median_leaves_neither_class_empty(grades: list[float], at: float) -> None:
    found = grade_split.median_grade(np.array(grades, dtype=float))
    assert found == at
    assert 0 < np.count_nonzero(np.array(grades) >= found) < len(grades)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_for_two_classes_is_marked_as_one(name: str) -> None:
    problem = suited(rankviz.load("bundled:wine?items=24"), name)
    if ALGORITHMS[name].two_classes:
        with pytest.raises(DataError, match="parts items in two"):
            rankviz.trace(problem, name, rounds=1)
    else:
        rankviz.trace(problem, name, rounds=1)


def test_a_run_is_of_the_median_and_python_and_the_command_line_say_it() -> None:
    problem = runs.problem(DIABETES)
    at = grade_split.median_grade(problem.grades)
    shown = runs.run(runs.request(DIABETES))
    assert shown.trace.settings["positive"] == at
    assert f"positive={at:g}" in reproduce.python_lines(DIABETES)
    assert f"--positive {at:g}" in reproduce.command(DIABETES)
    assert runs.run(runs.request(DIABETES.but(positive=4.0))).trace.settings["positive"] == 4.0


@pytest.mark.parametrize("data", ["synthetic:moons?n=40", "scenario:lemma-1", "synthetic:single-grade"])
def test_data_that_cannot_or_need_not_be_parted_are_left(data: str) -> None:
    state = DIABETES.but(data=data)
    assert grade_split.grade(state, runs.problem(state)) is None
    assert runs.in_two(state) == state


def test_algorithms_of_grades_keep_them() -> None:
    assert runs.in_two(DIABETES.but(alg=("rb-c",)))["positive"] is None


@pytest.mark.slow
def test_the_page_parts_by_itself_and_the_link_only_says_what_was_changed() -> None:
    test = app(KERNEL, data="bundled:wine?items=30", alg="kernel-gd,rb-c", rounds="4", t="2")
    assert not test.error
    assert "works with two classes: grade ≥ 1, the median, counts as positive" in words(test, "caption")
    assert "pos" not in test.query_params
    assert widget(test, "number_input", "positive").value is None
    before = stage_data(test)["run_url"]
    widget(test, "number_input", "positive").set_value(2.0).run()
    assert not test.error and "grade ≥ 2 counts as positive" in words(test, "caption")
    assert shown_state(test)["positive"] == 2.0
    assert stage_data(test)["run_url"] != before


@pytest.mark.slow
def test_data_that_cannot_be_parted_say_so_without_a_flag_and_name_what_is_shown() -> None:
    test = app(KERNEL, data="synthetic:moons?n=40", alg="kernel-gd", rounds="4")
    assert not any(".st-key-stage" in each.value for each in test.get("html"))
    widget(test, "selectbox", "synthetic").set_value("single-grade").run()
    said = words(test, "error")
    assert "these data have" in said and "--" not in said
    assert "The board below still shows the previous run, on Two moons" in said
    assert any(".st-key-stage { opacity" in each.proto.body for each in test.get("html"))


def test_a_grade_chosen_for_other_data_does_not_stay() -> None:
    before = DIABETES.but(positive=4.0)
    kept = grade_choice.without_foreign_grade(before, before.but(data="bundled:diabetes?items=50"))
    assert kept["positive"] == 4.0
    other = grade_choice.without_foreign_grade(before, before.but(data="bundled:wine?items=30"))
    assert other["positive"] is None


def test_no_flag_is_printed_on_a_page() -> None:
    for text in (
        "Say which grades are positive with positive=g (--positive g on the command line), for “grade ≥ g”",
        "Choose one worker (--jobs 1); finished tasks are kept",
    ):
        assert "--" not in messages.without_flags(text)
        assert messages.without_flags(text).replace("  ", " ") == messages.without_flags(text)
