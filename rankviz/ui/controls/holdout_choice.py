"""The held-out share: what it takes in pairs, and none of it from data that have few."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from rankviz.data import fold_choice
from rankviz.data.holdout import pairs_of_split
from rankviz.data.problem import Problem
from rankviz.errors import DataError
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs import grade_split, runs
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

MANY_ITEMS, MANY_PAIRS = 12, 40
"""From so many items and pairs on, some are held out when data are newly chosen."""
WAIVED = "holdout-waived"
"""In the session: the share that newly chosen small data set to 0."""


def with_data(before: State, data: str) -> State:
    """The state with other data: nothing is held out when they are small, and the share comes back when they are not.

    A share that came with a link, or is chosen afterwards, stays.
    """
    state = before if data == before["data"] else before.but(data=data, fold="")
    if _target(state) == _target(before):
        return state
    read_data(state)
    try:
        small = is_small(runs.problem(state))
    except DataError:
        return state
    memory, share = st.session_state, int(before["holdout"])
    if small:
        memory[WAIVED] = share or memory.get(WAIVED, 0)
        share = 0
    elif share == 0:
        share = memory.pop(WAIVED, 0)
    memory[WIDGET + "holdout"] = share
    return state.but(holdout=share)


def read_data(state: State) -> None:
    """Read the data of a state where the wait can be seen; what is wrong with them is said beside the stage."""
    with suppress(DataError), st.spinner("Reading the data…", show_time=True):
        runs.problem(state)


def caption(state: State) -> None:
    """What the share takes away from learning, in pairs."""
    with suppress(DataError):  # the run will say why
        st.caption(messages.plain(_words(state)))


def fold(state: State) -> None:
    """Which fold of an experiment is shown, and the way back to a held-out share."""
    st.caption(messages.plain(fold_choice.read(str(state["fold"])).words))
    st.button(
        "Hold out a share instead", on_click=session.leave_fold, key="leave-fold", icon=":material/close:"
    )


def is_small(problem: Problem) -> bool:
    """Whether a problem has too few items or pairs to hold any out, unless asked to."""
    return problem.n_items < MANY_ITEMS or problem.n_pairs < MANY_PAIRS


def _words(state: State) -> str:
    share = int(state["holdout"])
    problem = runs.problem(state)
    positive = grade_split.grade(state, problem)
    whole, learned, held = split_pairs(problem, positive, share / 100, int(state["seed"]))
    if share == 0:
        return f"All {whole:,} pairs are learned from."
    taken = whole - learned
    across = taken - held
    parts = f": {held:,} to test on, {across:,} between a held-out item and a learned one" if across else ""
    return f"Holds out {taken:,} of {whole:,} pairs ({taken / whole:.0%}){parts}."


@cached
def split_pairs(problem: Problem, positive: float | None, share: float, seed: int) -> tuple[int, int, int]:
    """How many pairs there are, are learned from, and join two held-out items. Raises DataError."""
    if positive is not None:
        problem = problem.two_grades(positive)
    return problem.n_pairs, *pairs_of_split(problem, share, seed)


def _target(state: State) -> str:
    """Which data, whatever their options."""
    return str(state["data"]).partition("?")[0]
