"""The table on the workbench, with what it was before: every edit can be undone and done again."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from rankviz.data import sources
from rankviz.data.builtin.inline import EXAMPLE, Table, read

MAX_KEPT = 200


@dataclass
class History:
    """The table now, those before it and those undone."""

    now: Table = EXAMPLE
    past: list[Table] = field(default_factory=list)
    future: list[Table] = field(default_factory=list)

    def put(self, table: Table) -> None:
        """A new table; what had been undone is forgotten."""
        if table == self.now:
            return
        self.past = [*self.past, self.now][-MAX_KEPT:]
        self.future, self.now = [], table

    def undo(self) -> None:
        """The table before."""
        if self.past:
            self.future.append(self.now)
            self.now = self.past.pop()

    def redo(self) -> None:
        """The table that was undone last."""
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()


def history() -> History:
    """This visit's."""
    found: History = st.session_state.setdefault("workbench-history", History())
    return found


def source(table: Table) -> str:
    """The SOURCE that holds a table, as links write it."""
    return sources.write(sources.Spec("inline", "", table.options()))


def table_of(data: str) -> Table:
    """The table in an inline SOURCE. Raises DataError."""
    return read(sources.parse(data).options)
