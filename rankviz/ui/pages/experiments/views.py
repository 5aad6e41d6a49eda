"""The results of an experiment on the page: tables, ranks, curves, single tasks, times, and downloads."""

import html
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.number_format import counted, number
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.evaluation import notes
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import canvas, curves, rank_diagrams, series, tasks
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.reporting import html_table, paper, report, selection, tables, text
from rankviz.lab.experiments.reporting.tables import Table
from rankviz.lab.experiments.worker import LOSSES
from rankviz.ui.pages.experiments import by_task, exports, progress
from rankviz.ui.pages.experiments.link import Chosen
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.state.session import WIDGET, touch


def results(chosen: Chosen, found: Results, folder: Path, verdict: DeltaGenerator) -> Chosen:
    """Show the results of the finished tasks, their verdict in its place. Return the choices with the open metric."""
    compared = selection.compare(found)
    for sentence in notes.without_numbers(found):
        st.caption(messages.plain(sentence))
    if not compared:
        return chosen
    st.html(frontend.styles("experiments"))
    by_key = {each.metric.key: each for each in compared}
    metric = chosen.metric if chosen.metric in by_key else next(iter(by_key))
    if not found.complete:
        st.caption(messages.plain(so_far(found, progress.under_way(folder))))
    picked = st.segmented_control(
        "Metric", list(by_key), default=metric, key=f"{WIDGET}exp-metric", on_change=touch,
        format_func=lambda key: by_key[key].metric.symbol,
    )  # fmt: skip
    open_ = by_key[str(picked or metric)]
    verdict.markdown(messages.plain(text.verdict(open_, found.labels)))
    of_metric = f"{open_.metric.symbol}: {open_.metric.text}"
    for sentence in (of_metric, *notes.several(compared), *notes.idle(found)):
        st.caption(messages.plain(sentence))
    shows: dict[str, Callable[[], None]] = {
        "Ranks": lambda: _ranks(found, compared),
        "Tables": lambda: _tables(found, compared),
        "Convergence": lambda: _curves(found, open_),
        "Task by task": lambda: by_task.show(found, open_, chosen.src),
        "Time": lambda: _times(found),
        "How it was done": lambda: _protocol(found),
    }
    tabs = st.tabs(list(shows), key="experiments-tabs", on_change="rerun")
    for tab, show in zip(tabs, shows.values(), strict=True):
        if tab.open:
            with tab:
                show()
    exports.offer(found)
    return Chosen(**{**vars(chosen), "metric": open_.metric.key})


def so_far(found: Results, running: bool) -> str:
    """State which tasks of an unfinished experiment are in the tables; while it runs, the bar shows its progress."""
    if running:
        return "The tables below are updated in steps while it runs."
    missing = f", {len(found.failed):,} of them without numbers" if found.failed else ""
    done = len(found.outcomes) + len(found.failed)
    return f"The tables hold {done:,} of {counted(found.total, 'task')}{missing}. It was stopped there."


def _curves(found: Results, open_: Comparison) -> None:
    others = [name for name in ("r1", "r2", "ndcg5") if name != open_.metric.key]
    names = [open_.metric.key, *[name for name in others if name in found.experiment.metrics][:1]]
    st.plotly_chart(curves.convergence(found, names), width="stretch", key="exp-curves")
    losses = series.with_values(found, LOSSES)
    if losses:
        st.plotly_chart(curves.convergence(found, losses), width="stretch", key="exp-losses")
    st.caption(messages.plain(report.HOW_CURVES))


def _times(found: Results) -> None:
    st.plotly_chart(tasks.times(found), width="stretch", key="exp-times")
    total = found.seconds().sum(axis=0)
    sums = ", ".join(f"{label} {seconds:.1f} s" for label, seconds in zip(found.labels, total, strict=True))
    st.caption(messages.plain(f"{report.HOW_TIMES} All folds together: {sums}. {_a_round(found)}".strip()))


def _a_round(found: Results) -> str:
    """Return each algorithm's median time of a round, and which algorithms have a single round."""
    rounds, ms = found.rounds(), 1000.0 * found.seconds_a_round()
    medians = []
    for a, label in enumerate(found.labels):
        if np.isfinite(ms[:, a]).any():
            whole = " (its only one)" if found.experiment.rounds > 1 and rounds[:, a].max() == 1 else ""
            medians.append(f"{label} {number(float(np.nanmedian(ms[:, a])), 2)} ms{whole}")
    return f"A round, in the median: {', '.join(medians)}." if medians else ""


def _protocol(found: Results) -> None:
    sentences = (
        *text.protocol(found.experiment),
        *notes.undefined(found.experiment),
        *notes.cuts(found),
        *found.experiment.conventions.sentences(),
    )
    for sentence in sentences:
        st.markdown("* " + messages.plain(sentence))
    for metric in found.experiment.measured():
        st.caption(messages.plain(f"{quality.find(metric.key).symbol}: {metric.text}"))
    st.markdown("The same experiment on the command line:")
    st.code(found.experiment.command(), language="bash", wrap_lines=True)


def _tables(found: Results, compared: Sequence[Comparison]) -> None:
    """Show the table of means and ranks, and next to it the paper's table."""
    for table in tables.main(found, compared):
        _show_table(table)
    beside, reasons = paper.comparison(found, compared), paper.reasons(found)
    if not reasons:
        return
    st.header("Compared with the paper")
    for sentence in (*paper.came_out(found, compared), reasons[0]):
        st.markdown(messages.plain(sentence))
    if beside is not None:
        _show_table(beside)
    for sentence in reasons[1:]:
        st.markdown("* " + messages.plain(sentence))


def _ranks(found: Results, compared: Sequence[Comparison]) -> None:
    """Show the critical-difference diagrams of all metrics, how often each algorithm won, and by how much."""
    drawn = rank_diagrams.panels(compared, found.labels)
    if drawn:
        _show_figure(drawn)
    st.caption(messages.plain(report.HOW_DIFFERENCE if drawn else tables.UNTESTED))
    for by_pair in (
        tables.wins(compared, found.labels),
        tables.pairs(selection.shown(compared), found.labels, len(compared)),
    ):
        if by_pair is not None:
            _show_table(by_pair)


def _show_table(table: Table) -> None:
    st.html(html_table.figure(table, folded=True))


def _show_figure(panels: Sequence[Drawing]) -> None:
    st.html(
        f'<div class="rv-figure">{"".join(_image(*each) for each in canvas.figure(panels, themed=True))}</div>'
    )


def _image(drawing: Drawing, svg: str) -> str:
    # As an image: Streamlit removes <svg> from the page's HTML.
    kind = ' class="rv-key"' if drawing.name == canvas.KEY else ""
    return f'<img{kind} alt="{html.escape(drawing.title)}" src="data:image/svg+xml,{quote(svg)}">'
