"""The Experiments page: what was asked for, how far it is, and what it says by now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from rankviz.errors import DataError
from rankviz.experiments.definition import Experiment
from rankviz.experiments.reporting import text
from rankviz.experiments.tasks import TaskSet
from rankviz.ui.pages.experiments import progress, runs, views
from rankviz.ui.pages.experiments.limits import Limits, limits
from rankviz.ui.pages.experiments.link import Chosen
from rankviz.ui.shell import messages

INTRODUCTION = (
    "Which algorithm is better, and is it more than luck? An **experiment** lets them learn many ranking tasks, "
    "chooses the round on data kept apart (*validation*), and tests on data none of them has seen."
)


def show(chosen: Chosen) -> Chosen:
    """The whole page below its title. Returns the choices with the metric that is open."""
    try:
        allowed = limits()
        experiment = chosen.experiment()
        tasks = runs.tasks_of(chosen.src, chosen.seed)
        folder = Path(runs.folder_of(chosen.src, experiment, experiment.key()))
    except DataError as error:
        messages.error(error, kept=False)
        return chosen
    counted = text.tasks_counted(len(tasks.tasks))
    st.caption(messages.plain(f"{tasks.title}: {counted}, {experiment.folds} folds each."))
    messages.notes(tasks.notes)
    within = _within(allowed, experiment, tasks)
    opening = replace(chosen, metric=Chosen().metric) == Chosen()
    progress.control(experiment, tasks, folder, start=opening and within, allowed=within)
    try:
        found = runs.loaded(folder)
    except DataError as error:
        messages.error(error, kept=False)
        return chosen
    return chosen if found is None else views.results(chosen, found, folder)


def _within(allowed: Limits, experiment: Experiment, tasks: TaskSet) -> bool:
    """Whether the experiment may run here; the limits, and what it asks for, are told either way."""
    try:
        work = allowed.check(experiment, tasks)
    except DataError as error:
        messages.error(error, kept=False)
        st.caption(messages.plain(allowed.sentence()))
        return False
    st.caption(messages.plain(f"{allowed.sentence()} This one takes about {work:.2g} billion steps."))
    return True
