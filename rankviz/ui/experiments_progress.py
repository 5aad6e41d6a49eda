"""How far an experiment is: start, progress with the time left, stop, go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from rankviz.errors import DataError
from rankviz.experiments import child, text
from rankviz.experiments.definition import Experiment
from rankviz.experiments.tasks import TaskSet
from rankviz.ui import messages
from rankviz.ui.experiments_runs import RUNS
from rankviz.ui.session import touch

EVERY = 0.7
"""Seconds between two looks at a run."""


def control(experiment: Experiment, tasks: TaskSet, folder: Path, *, start: bool) -> None:
    """Progress and buttons of an experiment; begins it by itself when `start` and it never ran."""
    told = RUNS.state(folder)
    if start and not told:
        _begin(experiment, tasks, folder)
        told = RUNS.state(folder)
    if told.get("state") == child.RUNNING:
        st.session_state["experiments-seen"] = int(told.get("done") or 0)
        _watched(str(folder))
        return
    if told.get("state") == child.FINISHED:
        return
    if told.get("state") == child.FAILED:
        st.error(messages.plain(str(told.get("why"))), icon=":material/error:")
    done = int(told.get("done") or 0)
    label = f"Go on, {done:,} of {len(tasks.tasks):,} tasks are done" if done else f"Run {_count(tasks)}"
    icon = ":material/resume:" if done else ":material/play_arrow:"
    st.button(
        label, type="primary", icon=icon, key="experiments-run", on_click=_begin_clicked,
        args=(experiment, tasks, folder),
    )  # fmt: skip
    refused = st.session_state.pop("experiments-refused", None)
    if refused:
        st.error(messages.plain(refused), icon=":material/error:")


def _count(tasks: TaskSet) -> str:
    return "this task" if len(tasks.tasks) == 1 else f"these {len(tasks.tasks):,} tasks"


def _begin(experiment: Experiment, tasks: TaskSet, folder: Path) -> None:
    try:
        RUNS.start(experiment, tasks, folder)
    except DataError as error:
        st.session_state["experiments-refused"] = str(error)


def _begin_clicked(experiment: Experiment, tasks: TaskSet, folder: Path) -> None:
    touch()
    _begin(experiment, tasks, folder)


def _stop_clicked(folder: Path) -> None:
    touch()
    RUNS.stop(folder)


@st.fragment(run_every=EVERY)
def _watched(folder: str) -> None:
    """The bar, until the run ends; the page is drawn again then, and whenever twice as many tasks are done."""
    path = Path(folder)
    told = RUNS.state(path)
    if told.get("state") != child.RUNNING:
        touch()
        st.rerun()
    done, total = int(told.get("done") or 0), int(told.get("total") or 1)
    if done >= max(2 * st.session_state.get("experiments-seen", 0), 3):
        touch()
        st.session_state["experiments-seen"] = done
        st.rerun()
    bar, button = st.columns([5, 1], vertical_alignment="center")
    bar.progress(min(done / max(total, 1), 1.0), text=_words(told, done, total))
    button.button(
        "Stop", icon=":material/stop:", key="experiments-stop", on_click=_stop_clicked, args=(path,),
        width="stretch", help="What is finished stays, and you can go on later",
    )  # fmt: skip


def _words(told: dict[str, Any], done: int, total: int) -> str:
    left = told.get("left")
    words = f"{done:,} of {total:,} tasks"
    if done == total:
        return f"{words}: writing the tables and the report…"
    if done == 0 and left is None:
        return f"{words}: starting the workers…"
    return f"{words}, about {text.duration(float(left))} left" if left is not None else words
