"""The workbench's table as the SOURCE that links write, and the table behind any choice of data."""

from rankviz.engine.data import sources
from rankviz.engine.data.builtin import inline
from rankviz.engine.data.builtin.inline import MAX_ITEMS, Table
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench.edits import check


def source(table: Table) -> str:
    """Return the SOURCE that holds a table, as links write it."""
    return sources.Source("inline", "", table.options()).text


def table_of(data: str) -> Table:
    """Return the table behind a SOURCE. Raises DataError for data that the workbench cannot hold."""
    parsed = sources.parse(data)
    if parsed.scheme == "inline":
        table = inline.unchecked(parsed.options)
        check(table)
        return table
    found = inline.of_problem(sources.load(data, confined=True))
    if found is None:
        raise DataError(
            f"The workbench holds up to {MAX_ITEMS} items, whose pairs count alike",
            remedy="Open these data in Watch",
        )
    return found
