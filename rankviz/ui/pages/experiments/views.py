"""The results of an experiment on the page: tables, ranks, curves, single tasks, times, and all to take away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import streamlit as st

from rankviz.experiments import quality
from rankviz.experiments.evaluation.results import Comparison, Results
from rankviz.experiments.figures import curves, tasks
from rankviz.experiments.figures import ranks as experiments_ranks
from rankviz.experiments.reporting import paper, report, text
from rankviz.experiments.worker import LOSSES
from rankviz.ui.pages.experiments.link import Chosen, watch_link
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state.session import WIDGET, touch

FILES = {
    "report.html": ("Report", "text/html", "Everything on this page in one file, with how to do it again"),
    "summary.json": ("Summary", "application/json", "Means, ranks and tests"),
    "folds.csv": ("Every fold", "text/csv", "A row per task, fold and algorithm"),
    "curves.csv": ("Curves", "text/csv", "Means over the tasks after each round"),
}


def results(chosen: Chosen, found: Results, folder: Path) -> Chosen:
    """All that the finished tasks say. Returns the choices with the metric that is open."""
    compared = [each for each in map(found.compare, found.experiment.measured()) if each is not None]
    for outcome in found.failed[:3]:
        st.warning(
            messages.plain(f"{outcome.task} has no numbers: {outcome.failed}"), icon=":material/error:"
        )
    if not compared:
        return chosen
    by_key = {each.metric.key: each for each in compared}
    metric = chosen.metric if chosen.metric in by_key else next(iter(by_key))
    if not found.complete:
        done = len(found.outcomes) + len(found.failed)
        st.caption(f"So far: {done:,} of {found.total:,} tasks. The tables change as more come in.")
    picked = st.segmented_control(
        "Metric", list(by_key), default=metric, key=f"{WIDGET}exp-metric", on_change=touch,
        format_func=lambda key: by_key[key].metric.symbol,
    )  # fmt: skip
    open_ = by_key[str(picked or metric)]
    st.markdown(messages.plain(text.verdict(open_, found.labels)))
    st.caption(messages.plain(f"{open_.metric.symbol}: {open_.metric.text}"))
    for sentence in text.idle(found):
        st.caption(messages.plain(sentence))
    shows: dict[str, Callable[[], None]] = {
        "Ranks": lambda: _ranks(found, open_),
        "Tables": lambda: _tables(found, compared),
        "Convergence": lambda: _curves(found, open_),
        "Task by task": lambda: _tasks(chosen, found, open_),
        "Time": lambda: _times(found),
        "How it was done": lambda: _protocol(found, folder),
    }
    tabs = st.tabs(list(shows), key="experiments-tabs", on_change="rerun")
    for tab, show in zip(tabs, shows.values(), strict=True):
        if tab.open:
            with tab:
                show()
    return Chosen(**{**vars(chosen), "metric": open_.metric.key})


def _ranks(found: Results, open_: Comparison) -> None:
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.plotly_chart(
            experiments_ranks.critical_difference(open_, found.labels), width="stretch", key="exp-cd"
        )
        st.caption(messages.plain(report.HOW_DIFFERENCE))
    with right:
        st.plotly_chart(experiments_ranks.win_matrix(open_, found.labels), width="stretch", key="exp-wins")
        st.caption(messages.plain(report.HOW_WINS))


def _tables(found: Results, compared: list[Comparison]) -> None:
    st.subheader("Mean over the tasks")
    st.dataframe(_table(found, compared, "mean", "%.4f"), width="stretch", key="exp-means")
    st.subheader("Mean rank, 1 is best")
    ranks = _table(found, compared, "rank", "%.3f")
    ranks["CD"] = [f"{each.critical_difference:.3f}" for each in compared]
    ranks["Friedman p"] = [f"{each.p:.2g}" for each in compared]
    st.dataframe(ranks, width="stretch", key="exp-ranks")
    st.caption(
        "★ marks an algorithm better than the second by at least the critical difference (CD): not by chance, at the "
        "5 % level. Friedman p: how likely such ranks are if all algorithms are alike. In parentheses the median round "
        "that validation chose."
    )
    table = paper.beside(found.experiment)
    if table is not None:
        _beside(found, compared, table)


def _table(found: Results, compared: list[Comparison], what: str, how: str) -> pd.DataFrame:
    rows = {}
    for each in compared:
        winner, values = each.clear_winner(), getattr(each, what)
        cells = []
        for a, value in enumerate(values):
            extra = f" ({each.median_round[a]:.0f})" if what == "rank" else f" ± {each.error[a]:.4f}"
            cells.append(how % value + extra + (" ★" if a == winner and what == "rank" else ""))
        rows[each.metric.symbol] = cells
    return pd.DataFrame.from_dict(rows, orient="index", columns=found.labels).rename_axis("Metric")


def _beside(found: Results, compared: list[Comparison], table: paper.PaperTable) -> None:
    st.subheader(messages.plain(f"Beside the paper: {table.name}"))
    names = [contender.algorithm for contender in found.experiment.contenders]
    rows: dict[str, dict[str, str]] = {}
    for each in compared:
        if each.metric.key not in table.mean:
            continue
        row = rows.setdefault(each.metric.symbol, {})
        for column, name in enumerate(paper.ALGORITHMS):
            if name in names:
                label = found.labels[names.index(name)]
                row[f"{label}, here"] = f"{each.mean[names.index(name)]:.4f}"
                row[f"{label}, paper"] = f"{table.mean[each.metric.key][column]:.4f}"
    st.dataframe(
        pd.DataFrame.from_dict(rows, orient="index").rename_axis("Metric"), width="stretch", key="exp-paper"
    )
    for sentence in table.differences:
        st.markdown("* " + messages.plain(sentence))


def _curves(found: Results, open_: Comparison) -> None:
    others = [name for name in ("r1", "r2", "ndcg5") if name != open_.metric.key]
    names = [open_.metric.key, *[name for name in others if name in found.experiment.metrics][:1]]
    st.plotly_chart(curves.convergence(found, names), width="stretch", key="exp-curves")
    st.plotly_chart(curves.convergence(found, LOSSES), width="stretch", key="exp-losses")
    st.caption(messages.plain(report.HOW_CURVES))


def _tasks(chosen: Chosen, found: Results, open_: Comparison) -> None:
    order = open_.rank.argsort(kind="stable")
    places = list(range(len(found.labels)))
    left, right, _ = st.columns([1, 1, 2])
    across = left.selectbox(
        "Across",
        places,
        int(order[1]),
        format_func=found.labels.__getitem__,
        key="exp-across",
        on_change=touch,
    )
    up = right.selectbox(
        "Up", places, int(order[0]), format_func=found.labels.__getitem__, key="exp-up", on_change=touch
    )
    if across == up:
        st.caption("Choose two different algorithms.")
        return
    kept, values = found.by_task(open_.metric.key)
    clicked = st.plotly_chart(
        tasks.scatter(found, open_.metric, across, up),
        width="stretch", key="exp-scatter", on_select="rerun", selection_mode="points",
    )  # fmt: skip
    st.caption(report.HOW_SCATTER + " Click it to open the task on the stage.")
    for point in clicked["selection"]["points"]:
        link = watch_link(chosen, kept[int(point["customdata"][0])].source) if "customdata" in point else None
        if link is not None:
            st.switch_page(layout.WATCH, query_params=link)
    rows = pd.DataFrame(values, columns=found.labels)
    rows.insert(0, "task", [outcome.task for outcome in kept])
    rows.insert(1, "items", [outcome.items for outcome in kept])
    rows.insert(2, "pairs", [outcome.pairs for outcome in kept])
    links = [watch_link(chosen, outcome.source) for outcome in kept]
    rows.insert(1, "on the stage", [address.link(link) if link else None for link in links])
    st.dataframe(
        rows,
        hide_index=True,
        width="stretch",
        key="exp-tasks-table",
        column_config={
            "on the stage": st.column_config.LinkColumn(display_text="Watch it"),
            **{label: st.column_config.NumberColumn(format="%.4f") for label in found.labels},
        },
    )


def _times(found: Results) -> None:
    st.plotly_chart(tasks.times(found), width="stretch", key="exp-times")
    total = found.seconds().sum(axis=0)
    told = ", ".join(f"{label} {seconds:.1f} s" for label, seconds in zip(found.labels, total, strict=True))
    st.caption(messages.plain(f"{report.HOW_TIMES} All folds together: {told}."))


def _protocol(found: Results, folder: Path) -> None:
    told = (*text.protocol(found.experiment), *text.cuts(found), *found.experiment.conventions.sentences())
    for sentence in told:
        st.markdown("* " + messages.plain(sentence))
    for metric in found.experiment.measured():
        st.caption(messages.plain(f"{quality.find(metric.key).symbol}: {metric.text}"))
    st.markdown("The same again on the command line:")
    st.code(found.experiment.command(), language="bash", wrap_lines=True)
    if not found.complete:
        return
    for column, (name, (label, mime, help)) in zip(st.columns(len(FILES)), FILES.items(), strict=True):
        path = folder / name
        if path.exists():
            column.download_button(
                label, path.read_bytes(), name, mime, key=f"exp-{name}", help=help, icon=":material/download:",
                width="stretch", on_click="ignore",
            )  # fmt: skip
