"""The table on the workbench with its earlier versions: every edit can be undone and redone."""

from dataclasses import dataclass, field

import streamlit as st

from rankviz.engine.data.builtin.inline import EXAMPLE, Table

MAX_PAST = 200


@dataclass
class History:
    """The current table, the earlier ones and the undone ones."""

    now: Table = EXAMPLE
    past: list[Table] = field(default_factory=list)
    future: list[Table] = field(default_factory=list)

    def put(self, table: Table) -> None:
        """Set a new table and forget the undone ones."""
        if table == self.now:
            return
        self.past = [*self.past, self.now][-MAX_PAST:]
        self.future, self.now = [], table

    def undo(self) -> None:
        """Go back to the table before."""
        if self.past:
            self.future.append(self.now)
            self.now = self.past.pop()

    def redo(self) -> None:
        """Return to the table undone last."""
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()


def history() -> History:
    """Return the history of this visit."""
    found: History = st.session_state.setdefault("workbench-history", History())
    return found
