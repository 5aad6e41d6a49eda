"""Tables for a paper: LaTeX with the rules of booktabs, which is the only package they need."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from rankviz.experiments.figures.canvas import width
from rankviz.experiments.reporting.tables import Cell, Table

TEXT_WIDTH = 345.0
"""Points of a line in LaTeX's article; in two-column papers tables span both columns."""

SIZE, SPACE = 8.15, 6.0
"""Points at which the figures' font is as wide as LaTeX's at 8 points; and between two columns."""

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "±": r"$\pm$", "↓": r"$\downarrow$",
    "↑": r"$\uparrow$", "★": r"$\star$", "—": "---", "–": "--", "−": "$-$", "×": r"$\times$", "≥": r"$\geq$",
    "≤": r"$\leq$", "…": r"\ldots{}", "∪": r"$\cup$", "χ": r"$\chi$", "²": "$^2$", "“": "``", "”": "''", "’": "'",
    "·": r"$\cdot$", "\u00a0": "~",
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
    ]  # a comment stands as it is: commands can be copied
    parts = [part for table in tables for part in fitting(table)]
    return (
        "\n".join([*head, *(environment(part, number) for number, part in enumerate(parts, start=1))]) + "\n"
    )


def fitting(table: Table, room: float = TEXT_WIDTH) -> list[Table]:
    """Return the table, or where it is wider than a page several with some of its columns each.

    The names, and the columns that stand last, are in all.
    """
    wide = [_width(table, column) for column in range(len(table.head))]
    end = len(table.head) - table.last
    left = room - sum(wide[: table.names]) - sum(wide[end:])
    blocks: list[list[int]] = [[]]
    for column in range(table.names, end):
        if blocks[-1] and sum(wide[k] for k in blocks[-1]) + wide[column] > left:
            blocks.append([])
        blocks[-1].append(column)
    return [_columns(table, block, continued=k > 0) for k, block in enumerate(blocks)]


def _width(table: Table, column: int) -> float:
    """Return the width of a column in points, with the space beside it."""
    words = [*table.head[column].split(" ("), *(row[column].text for row in table.rows)]
    return max(width(word, SIZE) for word in words) + SPACE


def _columns(table: Table, block: Sequence[int], *, continued: bool) -> Table:
    places = (*range(table.names), *block, *range(len(table.head) - table.last, len(table.head)))
    return replace(
        table,
        caption=f"{table.caption}, continued" if continued else table.caption,
        notes=() if continued else table.notes,
        head=tuple(table.head[k] for k in places),
        rows=tuple(tuple(row[k] for k in places) for row in table.rows),
    )


def environment(table: Table, number: int = 1) -> str:
    r"""Return one table with its caption, the label tab:rankviz-NUMBER, and the notes below it."""
    columns = "l" * table.names + "r" * (len(table.head) - table.names)
    lines = [
        "",
        r"\begin{table}[htbp]",
        r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
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
        r"\end{table}",
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
