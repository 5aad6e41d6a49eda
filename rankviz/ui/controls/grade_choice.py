"""The grade from which an item is positive, for algorithms that need one, and the resulting two classes."""

from contextlib import suppress

import streamlit as st

from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
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


def caption(state: State, problem: Problem) -> None:
    """Show how the items are divided."""
    st.caption(messages.plain(grade_split.sentence(state, problem)))


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
