"""The results task by task: a dot or a row selects a task, and a number in its folds opens that fold on the stage."""

import pandas as pd
import streamlit as st

from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import tasks
from rankviz.lab.experiments.reporting import report
from rankviz.lab.experiments.worker import Outcome
from rankviz.ui.pages.experiments.link import watch_link
from rankviz.ui.shell import layout, messages
from rankviz.ui.state.session import touch

TASK = "experiments-task"
"""In the session: the task whose folds are open."""


def show(found: Results, open_: Comparison, src: str) -> None:
    """Show the scatter of two algorithms, the folds of one task, and the table of all tasks."""
    outcomes, values = found.by_task(open_.metric.key)
    names = [outcome.task for outcome in outcomes]
    two = _two(found, open_)
    if two is not None:
        _scatter(found, open_, two, names)
    chosen = st.session_state.get(TASK)
    at = names.index(chosen) if chosen in names else 0
    _folds(found, open_, outcomes[at], src)
    st.header("All tasks")
    rows = pd.DataFrame(values, columns=found.labels)
    for i, name in enumerate(("task", "items", "pairs")):
        rows.insert(i, name, [getattr(outcome, name) for outcome in outcomes])
    picked = st.dataframe(
        rows, hide_index=True, width="stretch", key="exp-tasks-table", on_select=touch, selection_mode="single-row",
        column_config={label: st.column_config.NumberColumn(format="%.4f") for label in found.labels},
    )  # fmt: skip
    st.caption("Means over the folds. Choose a row to see its folds above.")
    for row in picked["selection"]["rows"]:
        _open(names[row], "row")


def _two(found: Results, open_: Comparison) -> tuple[int, int] | None:
    """Return the positions of the algorithms across and up; show a message and return None when both are the same."""
    order = open_.rank.argsort(kind="stable")
    left, right, _ = st.columns([1, 1, 2])
    across, up = (
        place.selectbox(
            label, list(range(len(found.labels))), int(order[first]), key=f"exp-{label.lower()}",
            format_func=found.labels.__getitem__, on_change=touch,
        )
        for place, label, first in ((left, "Across", 1), (right, "Up", 0))
    )  # fmt: skip
    if across == up:
        st.caption("Choose two different algorithms.")
        return None
    return across, up


def _scatter(found: Results, open_: Comparison, two: tuple[int, int], names: list[str]) -> None:
    clicked = st.plotly_chart(
        tasks.scatter(found, open_.metric, *two),
        width="stretch", key="exp-scatter", on_select=touch, selection_mode="points",
    )  # fmt: skip
    st.caption(report.HOW_SCATTER + " Click a dot to see the folds of its task.")
    for point in clicked["selection"]["points"]:
        if "customdata" in point:
            _open(names[int(point["customdata"][0])], "dot")


def _open(task: str, by: str) -> None:
    """Show the folds of a newly chosen task; an older choice that merely remains does not replace a newer one."""
    memory = st.session_state
    if memory.get(f"{TASK}-{by}") != task:
        memory[f"{TASK}-{by}"] = memory[TASK] = task
        touch()
        st.rerun()


def _folds(found: Results, open_: Comparison, outcome: Outcome, src: str) -> None:
    j = found.position(open_.metric.key)
    st.header(messages.plain(f"Folds of task {outcome.task}"))
    rows = pd.DataFrame(outcome.test[:, :, j], columns=found.labels)
    rows.insert(0, "fold", [f"{f + 1} of {len(rows)}" for f in range(len(rows))])
    picked = st.dataframe(
        rows.astype(object).where(rows.notna(), None), hide_index=True, width="stretch",
        key=f"exp-folds-{outcome.task}-{open_.metric.key}", on_select=touch, selection_mode="single-cell",
        column_config={label: st.column_config.NumberColumn(format="%.4f") for label in found.labels},
    )  # fmt: skip
    st.caption(
        messages.plain(
            f"{open_.metric.symbol} on the test part, at the round that validation chose. Click a number: the stage "
            "opens that fold at that round, with the same training and test items."
        )
    )
    for row, column in picked["selection"]["cells"]:
        if column not in found.labels:
            continue
        a = found.labels.index(column)
        link = watch_link(found.experiment, outcome, row, a, int(outcome.chosen[row, a, j]), src)
        if link is None:
            st.warning("The stage opens only files of the data folder.", icon=":material/folder_off:")
        else:
            st.switch_page(layout.WATCH, query_params=link)
