"""Tables and drawings of the results on the page: the same cells and lines as in the report."""

import html
from collections.abc import Sequence
from urllib.parse import quote

import streamlit as st

from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import canvas, rank_diagrams
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.reporting import html_table, paper, report, selection, tables
from rankviz.lab.experiments.reporting.tables import Table
from rankviz.ui.shell import messages


def show(found: Results, compared: Sequence[Comparison]) -> None:
    """Show the table of means and ranks, and next to it the paper's table."""
    for table in tables.main(found, compared):
        _table(table)
    beside, reasons = paper.comparison(found, compared), paper.reasons(found)
    if not reasons:
        return
    st.header("Compared with the paper")
    for sentence in (*paper.came_out(found, compared), reasons[0]):
        st.markdown(messages.plain(sentence))
    if beside is not None:
        _table(beside)
    for sentence in reasons[1:]:
        st.markdown("* " + messages.plain(sentence))


def ranks(found: Results, compared: Sequence[Comparison]) -> None:
    """Show the critical-difference diagrams of all metrics, how often each algorithm won, and by how much."""
    drawn = rank_diagrams.panels(compared, found.labels)
    if drawn:
        _figure(drawn)
    st.caption(messages.plain(report.HOW_DIFFERENCE if drawn else tables.UNTESTED))
    for by_pair in (
        tables.wins(compared, found.labels),
        tables.pairs(selection.shown(compared), found.labels, len(compared)),
    ):
        if by_pair is not None:
            _table(by_pair)


def _table(table: Table) -> None:
    st.html(html_table.figure(table))


def _figure(panels: Sequence[Drawing]) -> None:
    st.html(
        f'<div class="rv-figure">{"".join(_image(*each) for each in canvas.figure(panels, themed=True))}</div>'
    )


def _image(drawing: Drawing, svg: str) -> str:
    # As an image: Streamlit removes <svg> from the page's HTML.
    kind = ' class="rv-key"' if drawing.name == canvas.KEY else ""
    return f'<img{kind} alt="{html.escape(drawing.title)}" src="data:image/svg+xml,{quote(svg)}">'
