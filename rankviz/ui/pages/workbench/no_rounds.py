"""Messages about a table built by hand that has no run, or a run without a round, and what to change."""

import streamlit as st

from rankviz.algorithms.boosting.stop import Why
from rankviz.data.builtin.inline import Table
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.stage import halted
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import State


def no_pairs(table: Table) -> None:
    """Say that there is nothing to learn yet, and how to make the first pair."""
    how = "Click the item that belongs above, then the one below it."
    if table.grades is not None:
        how = "All grades are the same: click an item, then + or −."
    st.info(messages.plain(f"No pair yet, so there is nothing to learn. {how}"), icon=":material/start:")


def no_rounds(table: Table, state: State, shown: Shown, key: str) -> None:
    """Say which runs have no round, why, and what would give them one; nothing when all have rounds.

    The buttons change the state in the session under `key`.
    """
    halts = [run for run in shown.trace.runs if run.n_rounds == 0 and run.stopped.why not in halted.AS_ASKED]
    if not halts:
        return
    whys = [why for why in _CHANGES if why in {run.stopped.why for run in halts}]
    edit = "Switch a dot" if table.rankers else "Move an item"
    turn = "add or flip a pair" if table.grades is None else "change a grade"
    changes = [_CHANGES[why].format(edit=edit, turn=turn) for why in whys]
    st.info(messages.plain(" ".join([halted.sentence(halts), *changes])), icon=":material/front_hand:")
    for remedy in halted.remedies(state, shown, halts):
        st.button(
            remedy.label,
            key=f"bench-remedy-{remedy.name}",
            on_click=_take,
            args=(key, remedy.name, remedy.value),
        )


_CHANGES = {
    Why.UNDEFINED: "α is finite when a ranker orders some pairs correctly and reverses others. {edit}, or {turn}.",
    Why.NO_EDGE: "{edit}, or {turn}, so that a ranker orders more pairs correctly than it reverses.",
}
"""What to change in the table, by the reason for having no round."""


def _take(key: str, name: str, value: object) -> None:
    memory = st.session_state
    memory[key] = memory[key].but(**{name: value})
    memory[WIDGET + name] = value
    touch()
