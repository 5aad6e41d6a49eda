"""The workbench in a browser: the table in a link, the result of an edit, and the parts next to the stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench import edits, in_words, pasted, tools
from rankviz.ui.pages.workbench.rounds import drawing
from rankviz.ui.pages.workbench.written import source, table_of
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.stage import halted
from rankviz.ui.state.state import State

SIGNS = {"add": "+ ", "remove": "− "}
"""The character on a button for its icon."""


def on_bench(state: State, start: State) -> tuple[State, str]:
    """Return a state with its data as a table, and "" or why the table is the one of `start` instead."""
    if isinstance(state.source, Uploaded):
        return state.but(data=start["data"]), "The workbench has its own tables; your file is shown on Watch."
    try:
        return state.but(data=source(table_of(str(state["data"])))), ""
    except DataError as error:
        return state.but(data=start["data"]), str(error)


def edited(state: State, edit: Mapping[str, Any]) -> str:
    """Return the SOURCE of the table after an edit. Raises DataError for one that makes no table.

    An edit is one in the drawing, the name of a button, rows of text, or a whole SOURCE, after an undo.
    """
    table = table_of(str(state["data"]))
    if "rows" in edit:
        found = pasted.from_text(str(edit["rows"]), table)
    elif "put" in edit:
        found = table_of(str(edit["put"]))
    elif "tool" in edit:
        found = _tool(table, str(edit["tool"])).change(table)
    else:
        found = edits.apply(table, edit)
    edits.check(found)
    return source(found)


def on_page(state: State, run: Shown | None) -> dict[str, Any] | None:
    """Return what the page shows of the state's table and its run (playground/table_editor.js: EditorData).

    `run` is None before there is one: then None is returned for a table that can have one.
    """
    table = table_of(str(state["data"]))
    if run is None and edits.implied(table):
        return None
    trace = None if run is None else run.trace
    halts = [] if trace is None else in_words.without_rounds(trace)
    said = in_words.without_pairs(table) if trace is None else in_words.what_to_change(table, halts)
    mend = halted.remedies(state, run, halts) if run and halts else []
    return {
        "data": source(table),
        "drawing": drawing(table, trace),
        "tools": list(map(_button, tools.in_sight(table))),
        "further": list(map(_button, tools.further(table))),
        "rows": pasted.as_text(table),
        "says": said,
        "remedies": [[each.label, each.name, _as_text(each.value)] for each in mend],
    }


def _tool(table: Table, name: str) -> tools.Tool:
    for tool in (*tools.in_sight(table), *tools.further(table)):
        if tool.name == name and not tool.off:
            return tool
    raise DataError("That button has nothing to do with this table", remedy="Choose another")


def _button(tool: tools.Tool) -> tuple[str, str, bool]:
    return tool.name, SIGNS.get(tool.icon, "") + tool.label, tool.off


def _as_text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
