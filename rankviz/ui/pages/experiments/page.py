"""The Experiments page: the requested experiment, its progress, and its results so far."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lab.experiments import child
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.tasks import TaskSet
from rankviz.ui.pages.experiments import head, progress, runs, views
from rankviz.ui.pages.experiments.limits import Limits, limits
from rankviz.ui.pages.experiments.link import Chosen
from rankviz.ui.pages.experiments.runs import RUNS
from rankviz.ui.serving.visitors import public_name
from rankviz.ui.shell import messages

LAST = "experiments-last"
"""In the session: the experiment whose results were shown last, and its folder."""

INTRODUCTION = (
    "Which algorithm is better, and is it more than luck? An **experiment** trains them on many ranking tasks, picks "
    "the round on separate *validation* data, and tests them on data that none of them has seen."
)


def show(chosen: Chosen) -> Chosen:
    """Show the whole page below its title. Return the choices with the metric that is open."""
    try:
        allowed = limits()
        experiment = chosen.experiment()
        tasks = runs.tasks_of(chosen.src, chosen.seed)
        folder = Path(runs.folder_of(chosen.src, experiment, experiment.key()))
    except DataError as error:
        messages.error(error, run_stays=False)
        return chosen
    never = not RUNS.state(folder)
    if never:
        with suppress(DataError, OSError):  # then the experiment is run again, which reports what is wrong
            runs.adopt(experiment, tasks, folder, public_name())
    try:
        found = runs.loaded(folder, experiment)
    except DataError as error:
        messages.error(error, run_stays=False)
        return chosen
    verdict = st.empty()
    head.show(experiment, tasks, found)
    messages.notes(tasks.notes)
    within = RUNS.state(folder).get("state") == child.FINISHED or _within(allowed, experiment, tasks)
    opening = replace(chosen, metric=Chosen().metric) == Chosen()
    progress.control(experiment, tasks, folder, start=never and opening and within, allowed=within)
    if found is None:
        return _before(chosen, folder)
    st.session_state[LAST] = experiment, folder
    return views.results(chosen, found, folder, verdict)


def _before(chosen: Chosen, folder: Path) -> Chosen:
    """Show the results from before a control was moved, in grey, until there are new ones."""
    last = st.session_state.get(LAST)
    if last is None or last[1] == folder:
        return chosen
    try:
        found = runs.loaded(last[1], last[0])
    except DataError:  # removed to make room
        return chosen
    if found is None:
        return chosen
    st.caption("Below, in grey, are the results from before the change.")
    with st.container(key="experiments-before"):
        return views.results(chosen, found, last[1], st.empty())


def _within(allowed: Limits, experiment: Experiment, tasks: TaskSet) -> bool:
    """Return whether an unfinished experiment may run here; show the limits and the experiment's demand either way."""
    try:
        work = allowed.check(experiment, tasks)
    except DataError as error:
        messages.error(error, run_stays=False)
        st.caption(messages.plain(allowed.sentence()))
        return False
    st.caption(messages.plain(f"{allowed.sentence()} This one takes about {work:.2g} billion steps."))
    return True
