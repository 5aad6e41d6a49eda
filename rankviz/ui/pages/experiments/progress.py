"""The progress of an experiment: start, place in the queue, bar with the time left, stop, continue."""

from pathlib import Path
from typing import Any

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted
from rankviz.lab.experiments import child
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.reporting import text
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.tasks import TaskSet
from rankviz.ui.pages.experiments.runs import RUNS, WAITING
from rankviz.ui.serving.visitors import public_name
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

UNDER_WAY = (child.RUNNING, WAITING)

EVERY = 0.7
"""Seconds between two updates of the bar."""


def control(
    experiment: Experiment, tasks: TaskSet, folder: Path, *, start: bool, allowed: bool = True
) -> None:
    """Show progress and buttons of an experiment; with `start`, begin one that is not finished.

    An experiment that exceeds a limit, and so is not `allowed`, has no button to start it.
    """
    status = RUNS.state(folder)
    if start and status.get("state") not in (*UNDER_WAY, child.FINISHED):
        _begin(experiment, tasks, folder)
        status = RUNS.state(folder)
    state = status.get("state")
    if state in UNDER_WAY:
        st.session_state["experiments-seen"] = int(status.get("done") or 0)
        _watched(str(folder))
        return
    if state == child.FINISHED:
        return
    if state == child.FAILED:
        st.error(messages.plain(str(status.get("why"))), icon=":material/error:")
    elif status.get("why"):
        st.info(messages.plain(str(status["why"])), icon=":material/timer_off:")
    if allowed:
        _button(experiment, tasks, folder)
    refused = st.session_state.pop("experiments-refused", None)
    if refused:
        st.error(messages.plain(refused), icon=":material/error:")


def under_way(folder: Path) -> bool:
    """Return whether an experiment runs or waits for its turn."""
    return RUNS.state(folder).get("state") in UNDER_WAY


def _button(experiment: Experiment, tasks: TaskSet, folder: Path) -> None:
    done = len(Store(folder).finished(experiment.contenders))  # the tasks that the tables hold
    label = _label(experiment, tasks, folder, done)
    icon = ":material/resume:" if done else ":material/play_arrow:"
    st.button(
        label, type="primary", icon=icon, key="experiments-run", on_click=_begin_clicked,
        args=(experiment, tasks, folder),
    )  # fmt: skip


def _label(experiment: Experiment, tasks: TaskSet, folder: Path, done: int) -> str:
    """Return the button's label: run all, the rest, or only the new algorithms."""
    store, total = Store(folder), len(tasks.tasks)
    new = [each.label for each in experiment.contenders if len(store.finished([each])) < total]
    if len(new) < len(experiment.contenders):
        return f"Run {', '.join(new)} on {_count(tasks)}; the others are done"
    if done:
        return f"Continue: {done:,} of {counted(total, 'task')} {'is' if done == 1 else 'are'} done"
    return f"Run {_count(tasks)}"


def _count(tasks: TaskSet) -> str:
    return "this task" if len(tasks.tasks) == 1 else f"these {len(tasks.tasks):,} tasks"


def _begin(experiment: Experiment, tasks: TaskSet, folder: Path) -> None:
    try:
        RUNS.start(experiment, tasks, folder, public_name())
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
    """Show the bar until the run ends; redraw the page then, and whenever twice as many tasks are done."""
    path = Path(folder)
    status = RUNS.state(path)
    if status.get("state") not in UNDER_WAY:
        touch()
        st.rerun()
    done, total = int(status.get("done") or 0), int(status.get("total") or 1)
    if done >= max(2 * st.session_state.get("experiments-seen", 0), 3):
        touch()
        st.session_state["experiments-seen"] = done
        st.rerun()
    bar, button = st.columns([5, 1], vertical_alignment="center")
    waits = status["state"] == WAITING
    if waits:
        bar.info(_place(int(status["before"])), icon=":material/hourglass_top:")
    else:
        bar.progress(min(done / max(total, 1), 1.0), text=_words(status, done, total))
    who = RUNS.begun_by(path)
    if who != public_name():
        button.caption(f"Another {'server' if who is None else 'visitor'} started it; you see the same.")
        return
    button.button(
        "Leave" if waits else "Stop", icon=":material/stop:", key="experiments-stop", on_click=_stop_clicked,
        args=(path,), width="stretch", help="Finished tasks are kept, and you can continue later",
    )  # fmt: skip


def _place(before: int) -> str:
    """Return the place in the queue, in words."""
    words = "One experiment is" if before == 1 else f"{before} experiments are"
    return f"{words} ahead of this one. This one starts automatically; keep this page open."


def _words(status: dict[str, Any], done: int, total: int) -> str:
    left = status.get("left")
    words = f"{done:,} of {counted(total, 'task')}"
    if done == total:
        return f"{words}: writing the tables and the report…"
    if done == 0 and left is None:
        return f"{words}: starting the workers…"
    return f"{words}, about {text.duration(float(left))} left" if left is not None else words
