"""The grade from which an item is positive, for algorithms that need one, and the resulting two classes."""

from contextlib import suppress

import numpy as np
import streamlit as st

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import exact
from rankviz.ui.runs import grade_split, runs
from rankviz.ui.shell import messages
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State


def problem_to_part(state: State) -> Problem | None:
    """Return the data of a state that must be divided into two classes; else, or if unreadable, None."""
    with suppress(DataError):
        problem = runs.problem(state)
        if grade_split.needed(state, problem):
            return problem
    return None


def sentence(state: State, problem: Problem) -> str:
    """State which algorithms divide the items in two, at which grade, by whose choice, and how many are positive."""
    at = grade_split.grade(state, problem)
    assert at is not None and problem.grades is not None
    parted = [ALGORITHMS[name].label for name in state.algorithms() if ALGORITHMS[name].two_classes]
    median = "" if state["positive"] is not None else ", the median,"
    knows = "works with" if len(parted) == 1 else "work with"
    count = int(np.count_nonzero(problem.grades >= at))
    return (
        f"{' and '.join(parted)} {knows} two classes: grade ≥ {exact(at)}{median} counts as positive, "
        f"{count:,} of {problem.n_items:,} items."
    )


def caption(state: State, problem: Problem) -> None:
    """Show how the items are divided."""
    st.caption(messages.plain(sentence(state, problem)))


def without_foreign_grade(before: State, state: State) -> State:
    """Drop a grade chosen for the previous data if all items of the newly chosen data are on one side of it."""
    at = state["positive"]
    if at is None or _target(before) == _target(state):
        return state
    with suppress(DataError):
        if not grade_split.parts(runs.problem(state), float(at)):
            st.session_state[WIDGET + "positive"] = None
            return state.but(positive=None)
    return state


def _target(state: State) -> str:
    """Return the name of the data without their options."""
    return str(state["data"]).partition("?")[0]
