"""The grade from which on an item is positive, beside the algorithms that ask for one, and what it makes of data."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import streamlit as st

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.data.problem import Problem
from rankviz.errors import DataError
from rankviz.ui.runs import grade_split, runs
from rankviz.ui.shell import messages
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State


def problem_to_part(state: State) -> Problem | None:
    """The data of a state when they have to be parted in two, else None; also None when they cannot be read."""
    with suppress(DataError):
        problem = runs.problem(state)
        if grade_split.needed(state, problem):
            return problem
    return None


def sentence(state: State, problem: Problem) -> str:
    """Who parts the items in two, at which grade, by whose choice, and how many are positive."""
    at = grade_split.grade(state, problem)
    assert at is not None and problem.grades is not None
    who = " and ".join(ALGORITHMS[name].label for name in state.algorithms() if ALGORITHMS[name].two_classes)
    median = "" if state["positive"] is not None else ", the median,"
    knows = "know" if " and " in who else "knows"
    count = int(np.count_nonzero(problem.grades >= at))
    return (
        f"{who} {knows} two classes: grade ≥ {at:g}{median} counts as positive, "
        f"{count:,} of {problem.n_items:,} items."
    )


def caption(state: State, problem: Problem) -> None:
    """Say how the items are parted."""
    st.caption(messages.plain(sentence(state, problem)))


def without_foreign_grade(before: State, state: State) -> State:
    """The state of newly chosen data, without a grade chosen for the data before that puts these on one side."""
    at = state["positive"]
    if at is None or _target(before) == _target(state):
        return state
    with suppress(DataError):
        if not grade_split.parts(runs.problem(state), float(at)):
            st.session_state[WIDGET + "positive"] = None
            return state.but(positive=None)
    return state


def _target(state: State) -> str:
    """Which data, whatever their options."""
    return str(state["data"]).partition("?")[0]
