"""The sentences about a table that has no run, or a run without a round, and what to change in it."""

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.runs.trace import Run, Trace
from rankviz.ui.stage import halted


def without_pairs(table: Table) -> str:
    """Explain that there is nothing to learn yet, and how to make the first pair."""
    how = "Click the item that belongs above, then the one below it."
    if table.grades is not None:
        how = "All grades are the same: click an item, then + or −."
    return f"No pair yet, so there is nothing to learn. {how}"


def without_rounds(trace: Trace) -> list[Run]:
    """Return the runs that could not begin."""
    return [run for run in trace.runs if run.n_rounds == 0 and run.stopped.why not in halted.AS_ASKED]


def what_to_change(table: Table, halts: list[Run]) -> str:
    """Explain why these runs have no round, and what would give them one; "" for none."""
    if not halts:
        return ""
    whys = [why for why in _CHANGES if why in {run.stopped.why for run in halts}]
    edit = "Switch a dot" if table.rankers else "Move an item"
    turn = "add or flip a pair" if table.grades is None else "change a grade"
    changes = [_CHANGES[why].format(edit=edit, turn=turn) for why in whys]
    return " ".join([halted.sentence(halts), *changes])


_CHANGES = {
    Why.UNDEFINED: "α is finite when a ranker orders some pairs correctly and reverses others. {edit}, or {turn}.",
    Why.NO_EDGE: "{edit}, or {turn}, so that a ranker orders more pairs correctly than it reverses.",
}
"""What to change in the table, by the reason for having no round."""
