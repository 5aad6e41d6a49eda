"""The held-out share: its effect in pairs, no share for small data, and what an example chose for its own data."""

from contextlib import suppress
from dataclasses import replace

import streamlit as st

from rankviz.engine.data import fold_choice
from rankviz.engine.data.battles import TIE
from rankviz.engine.data.holdout import is_small, pairs_of_split
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import part
from rankviz.engine.runs.link import shown_whole
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.presets.on_kernel import moment_of
from rankviz.ui.presets.preset import GLANCE, OF_OWN_DATA
from rankviz.ui.presets.presets import preset_of
from rankviz.ui.runs import grade_split, runs
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.catalog import Data
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

UNREAD = "holdout-undecided"
"""In the session once data were chosen that could not be read: their size is checked when they can."""
RESET = "rounds-reset"
"""In the session: the data chosen last, their number of rounds, and the number before."""
WAIVED = "holdout-waived"
"""In the session: the share that newly chosen small data set to 0."""

EXAMPLE = "example-shown"
"""In the session: the state of the example that was shown last."""
KEPT = frozenset(["data", "alg", "seed", "positive", "t", "fork", "fold", "explain", "tab", "present"])
"""Choices that are the visitor's, or are dropped with the data anyway."""


def with_data(before: State, data: Data, start: State) -> State:
    """Return the state with other data: for small data nothing is held out, for larger data the share is restored.

    A share that came with a link, or is chosen afterwards, stays. What an example had chosen is reset to the page's
    `start`. The same votes with another tie value are the same data.
    """
    if data.text == before["data"]:
        _remember_example(before)
        return before
    if _but_for_ties(data) == _but_for_ties(before.source):
        _follow_example(before, data)
        return before.but(data=data)
    few = OF_OWN_DATA if isinstance(data, Uploaded) else GLANCE
    left = _left_behind(before, start.but(data="", look=start["look"] or few) if start == State() else start)
    state = before.but(**{**left, "data": data, "fold": ""})
    if _target(state) == _target(before) and not st.session_state.pop(UNREAD, False):
        return state
    read_data(state)
    try:
        small = is_small(runs.problem(state))
    except DataError:
        st.session_state[UNREAD] = True
        return state
    session.go_to(0)  # the round belonged to the other data
    state = state.but(t=0)
    st.session_state[RESET] = (_target(state), state["rounds"], before["rounds"])
    memory, share = st.session_state, left.get("holdout", before["holdout"])
    if small:
        memory[WAIVED] = share or memory.get(WAIVED, 0)
        share = 0
    elif share == 0:
        share = memory.pop(WAIVED, 0)
    memory[WIDGET + "holdout"] = share
    return state.but(holdout=share)


def rounds_caption(state: State) -> None:
    """Say so where newly chosen data have another number of rounds than the example before them."""
    target, rounds, before = st.session_state.get(RESET, ("", 0, 0))
    if before != rounds == state["rounds"] and target == _target(state):
        st.caption(f"The {before:,} rounds belonged to the example.")


def _but_for_ties(data: Data) -> Data:
    return replace(data, options={name: text for name, text in data.options.items() if name != TIE.name})


def read_data(state: State) -> None:
    """Read the data of a state where the wait is visible; an error is shown later, next to the stage."""
    with suppress(DataError), st.spinner("Reading the data…", show_time=True):
        runs.problem(state)


def caption(state: State) -> None:
    """Show how many pairs the share takes away from learning; nothing where no share is chosen here."""
    if state["fold"] or shown_whole(str(state["data"])):
        return
    with suppress(DataError):  # the run will show the error
        st.caption(messages.plain(_words(state)))


def draws_queries(state: State) -> bool:
    """Return whether a held-out share of the data is a share of several queries."""
    with suppress(DataError):
        return not state["fold"] and runs.problem(state).n_queries > 1
    return False


def fold(state: State) -> None:
    """Show the fold of an experiment, and the button back to a held-out share."""
    st.caption(messages.plain(fold_choice.read(str(state["fold"])).words))
    st.button(
        "Hold out a share instead", on_click=session.leave_fold, key="leave-fold", icon=":material/close:"
    )


def _words(state: State) -> str:
    share = state["holdout"]
    problem = runs.problem(state)
    positive = grade_split.grade(state, problem)
    whole, learned, held = split_pairs(
        problem, positive, part(share), int(state["seed"]), bool(state["stratified"])
    )
    if share == 0:
        return f"All {whole:,} pairs are used for training."
    taken = whole - learned
    across = taken - held
    parts = f": {held:,} to test on, {across:,} between a held-out item and a training item" if across else ""
    return f"Holds out {taken:,} of {whole:,} pairs ({taken / whole:.0%}){parts}."


@cached
def split_pairs(
    problem: Problem, positive: float | None, share: float, seed: int, stratified: bool
) -> tuple[int, int, int]:
    """Return the numbers of all pairs, of those learned from, and of those between held-out items. Raises DataError."""
    if positive is not None:
        problem = problem.two_grades(positive)
    return problem.n_pairs, *pairs_of_split(problem, share, seed, stratified=stratified)


def _target(state: State) -> str:
    """Return the name of the data without their options."""
    return str(state["data"]).partition("?")[0]


def _remember_example(state: State) -> None:
    """Record which example is shown, if the state is one: its choices are known when the visitor leaves it."""
    preset = moment_of(state) or preset_of(state)
    if preset is not None:
        st.session_state[EXAMPLE] = preset.state


def _follow_example(state: State, data: Data) -> None:
    """Record that the example of that state, if it is one, now has other data."""
    example: State | None = st.session_state.get(EXAMPLE)
    if example is not None and example["data"] == state["data"]:
        st.session_state[EXAMPLE] = example.but(data=data)


def _left_behind(state: State, start: State) -> dict[str, object]:
    """Return the choices that the shown example made and the visitor has not changed, reset to `start`.

    Nothing where the state does not have the example's data. Widgets of those choices show the new values.
    """
    memory = st.session_state
    example: State | None = memory.get(EXAMPLE)
    if example is None or example["data"] != state["data"]:
        return {}
    found = {
        name: start[name]
        for name in state
        if name not in KEPT and state[name] == example[name] and state[name] != start[name]
    }
    for name, value in found.items():
        if WIDGET + name in memory:
            memory[WIDGET + name] = value
    return found
