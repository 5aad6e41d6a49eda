"""A table as HTML: heads for rows and columns, numbers at the right, the best of a row in bold."""

from rankviz.board.offline.markup import render
from rankviz.lab.experiments.reporting.tables import Table


def figure(table: Table, number: str = "", *, folded: bool = False) -> str:
    """Return the table with its caption and notes; `number` is its name in the report, such as "Table 1".

    With `folded` the notes are shown on a click.
    """
    return render("lab/experiments/reporting/table.html", table=table, number=number, folded=folded)
