"""An answer flipped on the stage: data small enough for a link become such a table, with the answer changed."""

import re

from rankviz.engine.data.builtin import inline
from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError
from rankviz.ui.runs import grade_split
from rankviz.ui.runs.shown import Shown
from rankviz.ui.state.state import State

_CELL = re.compile(r"(\d{1,2}):(\d{1,2})")


def table(state: State, shown: Shown, loaded: Problem) -> Table | None:
    """Return the data as the table in which an answer can be flipped; None where the runs would not be the same.

    They are for a whole table of yes and no whose names, numbers and pairs a link can hold. `loaded` is the problem as
    loaded from the data.
    """
    problem = shown.trace.problem
    if shown.excerpt or shown.trace.holdout is not None or not problem.binary or state["fork"]:
        return None
    if state["positive"] is not None or grade_split.needed(state, loaded):
        return None
    found = inline.of_problem(problem)
    if found is None or tuple(name for name, _ in found.rankers) != tuple(problem.feature_names):
        return None
    try:
        return inline.read(found.options())
    except DataError:
        return None


def flipped(state: State, given: Table, cell: str) -> State:
    """Return the state whose data are a table with the answer of a cell flipped, "ranker:item".

    An unknown cell changes nothing.
    """
    match = _CELL.fullmatch(cell)
    ranker, item = map(int, match.groups()) if match else (len(given.rankers), 0)
    if ranker >= len(given.rankers) or item >= len(given.items):
        return state
    other = given.flipped(given.rankers[ranker][0], item)
    return state.but(data=Source("inline", "", other.options()), population=False, explain="")
