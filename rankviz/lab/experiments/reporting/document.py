"""The HTML of a report: one page that needs nothing else, to read on a screen or print on A4."""

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from rankviz.board.offline.document import shell
from rankviz.lab.experiments.figures import canvas
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.reporting import html_table
from rankviz.lab.experiments.reporting.tables import Table


def page(title: str, body: Iterable[str]) -> str:
    """Return the whole page."""
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return shell(title, f"<main>{''.join(body)}</main>\n", style)


class Parts:
    """Tables and figures with their numbers, in the order in which they are added."""

    def __init__(self) -> None:
        self.tables = self.figures = 0

    def table(self, table: Table) -> str:
        """Return the next table."""
        self.tables += 1
        return html_table.figure(table, f"Table {self.tables}")

    def figure(self, panels: Sequence[Drawing], caption: str) -> str:
        """Return the next figure."""
        self.figures += 1
        words = f"<figcaption><b>Figure {self.figures}.</b> {safe(caption)}</figcaption>"
        drawn = "".join(
            f"<div class=rv-key>{svg}</div>" if each.name == canvas.KEY else svg
            for each, svg in canvas.figure(panels)
        )
        return f"<figure class=rv-panels>{drawn}{words}</figure>"


def terms(rows: Iterable[tuple[str, str]]) -> str:
    """Return names with their meanings."""
    return "<dl>" + "".join(f"<dt>{safe(name)}</dt><dd>{safe(value)}</dd>" for name, value in rows) + "</dl>"


def bullets(sentences: Iterable[str]) -> str:
    """Return a list of sentences."""
    return "<ul>" + "".join(f"<li>{safe(sentence)}</li>" for sentence in sentences) + "</ul>"


def safe(value: str) -> str:
    """Return a text as HTML."""
    return html.escape(value)
