"""A table as HTML: heads for rows and columns, numbers at the right, the best of a row in bold."""

import html
from collections.abc import Sequence

from rankviz.lab.experiments.reporting.tables import Cell, Table


def figure(table: Table, number: str = "") -> str:
    """Return the table with its caption and notes; `number` is its name in the report, such as "Table 1"."""
    title = f"<b>{html.escape(number)}.</b> " if number else ""
    words = f"{title}{html.escape(table.caption)}. {html.escape(' '.join(table.notes))}"
    # A wide table scrolls by itself on a narrow screen, and takes the focus, so that keys can scroll it.
    return (
        f'<figure class="rv-table"><figcaption>{words}</figcaption>'
        f'<div class="rv-table-scroll" tabindex="0" role="group" aria-label="{html.escape(table.caption)}">'
        f"{bare(table)}</div></figure>"
    )


def bare(table: Table) -> str:
    """Return the table alone."""
    top = "".join(
        f'<th scope="col"{_left(i, table)}>{html.escape(name)}</th>' if name else "<td></td>"
        for i, name in enumerate(table.head)
    )
    body = "".join(
        _row(row, table, first=i > 0 and i % table.together == 0) for i, row in enumerate(table.rows)
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _row(row: Sequence[Cell], table: Table, *, first: bool) -> str:
    head, *rest = row
    cells = f'<th scope="row">{html.escape(head.text)}</th>' if head.text else "<td></td>"
    for i, cell in enumerate(rest, start=1):
        text = html.escape(cell.text)
        cells += f"<td{_left(i, table)}>{f'<b>{text}</b>' if cell.best else text}</td>"
    return f'<tr class="rv-first">{cells}</tr>' if first and table.together > 1 else f"<tr>{cells}</tr>"


def _left(column: int, table: Table) -> str:
    return ' class="rv-name"' if column < table.names else ""
