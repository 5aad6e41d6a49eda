"""Tables for a paper: LaTeX with the rules of booktabs, which is the only package they need."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from rankviz.lab.experiments.figures.canvas import width
from rankviz.lab.experiments.reporting.tables import Cell, Table

TEXT_WIDTH = 345.0
"""Points of a line in LaTeX's article. In a paper of two columns `table*` spans both, which are wider."""

MOST_ROWS = 45
"""Rows of a table on one page; a longer one is split, between groups."""

SIZES = {r"\footnotesize": (8.15, 3), r"\scriptsize": (7.13, 2)}
"""LaTeX's sizes (the first that fits is used): points of equal width in the figures' font, and of a column's gap."""

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "±": r"$\pm$", "↓": r"$\downarrow$",
    "↑": r"$\uparrow$", "★": r"$\star$", "—": "---", "–": "--", "−": "$-$", "×": r"$\times$", "≥": r"$\geq$",
    "≤": r"$\leq$", "…": r"\ldots{}", "∪": r"$\cup$", "α": r"$\alpha$", "χ": r"$\chi$", "²": "$^2$", "“": "``",
    "”": "''", "’": "'", "·": r"$\cdot$", "\u00a0": "~",
}  # fmt: skip
"""Characters that are special in LaTeX, or missing in its fonts."""

HATS = re.compile("(R\u0302|Ê|E\u0302)([12]?)")


def escape(text: str) -> str:
    """Escape a text for LaTeX: only ASCII, every special character written out."""
    parts, end = [], 0
    for found in HATS.finditer(text):
        index = f"_{found[2]}" if found[2] else ""
        letter = "R" if found[1].startswith("R") else "E"
        parts += [_plain(text[end : found.start()]), rf"$\hat{{{letter}}}{index}$"]
        end = found.end()
    return "".join([*parts, _plain(text[end:])])


def _plain(text: str) -> str:
    return "".join(SPECIAL.get(character) or _ascii(character) for character in text)


def _ascii(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " "
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def document(tables: Sequence[Table], about: Sequence[str]) -> str:
    r"""Return all tables as one file for \input, with the lines of `about` as comments at its head."""
    head = ["% Tables of an experiment of RankViz. In the preamble: \\usepackage{booktabs}"]
    head += [
        "% " + " ".join(line.split()) for line in about
    ]  # comments are not escaped, so that commands can be copied
    parts = [part for table in tables for part in fitting(table)]
    return (
        "\n".join([*head, *(environment(part, number) for number, part in enumerate(parts, start=1))]) + "\n"
    )


def fitting(table: Table, room: float = TEXT_WIDTH) -> list[Table]:
    """Return the table, or where it is wider or longer than a page several with some of its columns or rows each.

    The names, and the last columns, are in all of them.
    """
    wide = _widths(table, _size(table, room))
    end = len(table.head) - table.last
    left = room - sum(wide[: table.names]) - sum(wide[end:])
    blocks: list[list[int]] = [[]]
    for column in range(table.names, end):
        if blocks[-1] and sum(wide[k] for k in blocks[-1]) + wide[column] > left:
            blocks.append([])
        blocks[-1].append(column)
    step = max(MOST_ROWS // table.together, 1) * table.together
    parts = [
        _part(table, block, slice(first, first + step))
        for block in blocks
        for first in range(0, len(table.rows), step)
    ]
    return [
        parts[0],
        *(replace(part, caption=f"{part.caption}, continued", notes=()) for part in parts[1:]),
    ]


def _size(table: Table, room: float = TEXT_WIDTH) -> str:
    """Return the largest size at which the table is not wider than a page, else the smallest."""
    return next((size for size in SIZES if sum(_widths(table, size)) <= room), list(SIZES)[-1])


def _widths(table: Table, size: str) -> list[float]:
    """Return the width of each column in points, including the space next to it."""
    points, space = SIZES[size]
    words = ([*head.split(" ("), *(row[k].text for row in table.rows)] for k, head in enumerate(table.head))
    return [max(width(word, points) for word in column) + 2 * space for column in words]


def _part(table: Table, block: Sequence[int], rows: slice) -> Table:
    places = (*range(table.names), *block, *range(len(table.head) - table.last, len(table.head)))
    return replace(
        table,
        head=tuple(table.head[k] for k in places),
        rows=tuple(tuple(row[k] for k in places) for row in table.rows[rows]),
    )


def environment(table: Table, number: int = 1) -> str:
    r"""Return one table with its caption, the label tab:rankviz-NUMBER, and the notes below it."""
    columns = "l" * table.names + "r" * (len(table.head) - table.names)
    size = _size(table)
    lines = [
        "",
        r"\begin{table*}[htbp]",
        rf"\centering{size}\setlength{{\tabcolsep}}{{{SIZES[size][1]}pt}}",
        rf"\caption{{{escape(table.caption)}}}",
        rf"\label{{tab:rankviz-{number}}}",
        rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}",
        r"\toprule",
        " & ".join(map(_head, table.head)) + r" \\",
        r"\midrule",
        *_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        *_notes(table.notes),
        r"\end{table*}",
    ]
    return "\n".join(lines)


def _notes(notes: Sequence[str]) -> list[str]:
    """Return the notes of a table as they stand below it."""
    if not notes:
        return []
    words = " ".join(map(escape, notes))
    return [r"\par\smallskip", rf"\parbox{{\linewidth}}{{\scriptsize\raggedright {words}}}"]


def _head(text: str) -> str:
    """Return the head of a column, with parameters below the algorithm."""
    name, parameters, rest = text.partition(" (")
    if not parameters:
        return escape(text)
    return rf"\shortstack[r]{{{escape(name)}\\({escape(rest)}}}"


def _rows(table: Table) -> list[str]:
    lines = []
    for i, row in enumerate(table.rows):
        if i > 0 and table.together > 1 and i % table.together == 0:
            lines.append(r"\addlinespace")
        lines.append(" & ".join(map(_cell, row)) + r" \\")
    return lines


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return rf"\textbf{{{text}}}" if cell.best else text
