"""The head of the page: an experiment's tasks, their selection and sizes, the split, the conventions."""

from urllib.parse import parse_qsl

import numpy as np
import streamlit as st

from rankviz.engine.data import sources
from rankviz.engine.number_format import counted
from rankviz.lab.experiments import conventions
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation import notes
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.tasks import TaskSet
from rankviz.ui.shell import messages

OPTIONS: dict[str, str | dict[str, str]] = {
    "least": {
        "movielens": "users with {} ratings or more",
        "letor": "queries with {} critical pairs or more",
    },
    "most": "at most {} critical pairs each",
    "limit": "the {} largest of these",
    "users": "users {}",
}
"""Options of a task set in words, by name and, where that matters, by kind."""
DEFAULTS = {"movielens": {"least": "100"}, "letor": {"least": "100", "most": "50000"}}
FEATURES = {"movielens": "A film's features are the ratings that all other users gave it."}


def show(experiment: Experiment, tasks: TaskSet, found: Results | None) -> None:
    """Show the head of the page, above progress and results; beside results it is folded."""
    first = found is None or not found.outcomes
    with st.expander("The tasks, and how they were used", expanded=first, icon=":material/science:"):
        lines = [messages.plain(sentence) for sentence in sentences(experiment, tasks, found)]
        st.markdown("  \n".join(lines))  # one line for each, without the space of a paragraph


def sentences(experiment: Experiment, tasks: TaskSet, found: Results | None) -> list[str]:
    """Describe the experiment, a sentence for each part."""
    kind, _, rest = experiment.source.partition(":")
    made = sources.FAMILIES[kind].entries.get(rest.partition("?")[0]) if kind in sources.FAMILIES else None
    if made is None:
        name, chosen, about = tasks.title, selection(experiment.source), FEATURES.get(kind, "")
    else:
        name, chosen, about = made.label, "", made.help
    parts = [
        f"{name}: {counted(len(tasks.tasks), 'task')}{f' ({chosen})' if chosen else ''}. {about}".strip()
    ]
    sizes = _sizes(tasks, found)
    if tasks.selected:
        parts.append(f"Tasks: {tasks.selected}.")
    more = [f"A task has {sizes}."] if sizes else []
    more += [f"Data: {tasks.title}."] if made else []
    if more:
        parts.append(" ".join(more))
    k = experiment.folds
    drawn = (
        "The folds are those of the files"
        if any(task.parts for task in tasks.tasks)
        else f"Each task has {k} folds (seed {experiment.seed}): one part tests, one chooses the round, the rest train"
    )
    parts.append(
        f"{drawn}. At most {experiment.rounds} rounds are run. Conventions for metrics: "
        f"{conventions.written(experiment.conventions)}."
    )
    parts += notes.undefined(experiment)
    return parts


def selection(source: str) -> str:
    """Return in words how the tasks of a SOURCE were chosen; "" when none is left out."""
    kind, _, rest = source.partition(":")
    if kind not in DEFAULTS or "tasks=all" in rest:
        return ""
    given = dict(parse_qsl(rest.partition("?")[2]))
    asked = given if "users" in given else DEFAULTS[kind] | given
    words = []
    for name, form in OPTIONS.items():
        if name in asked:
            number = f"{int(asked[name]):,}" if asked[name].isdecimal() else asked[name]
            words.append((form[kind] if isinstance(form, dict) else form).format(number))
    return ", ".join(words)


def _sizes(tasks: TaskSet, found: Results | None) -> str:
    if found is not None and found.outcomes:
        parts = [
            _range([getattr(each, name) for each in found.outcomes], what)
            for name, what in (("items", "items"), ("pairs", "critical pairs"), ("features", "features"))
        ]
        return f"{parts[0]}, {parts[1]} and {parts[2]}"
    counted = [int(task.work) for task in tasks.tasks if task.work > 1]
    return _range(counted, "critical pairs") if counted and not tasks.title.startswith("Tables") else ""


def _range(values: list[int], what: str) -> str:
    low, high = min(values), max(values)
    if low == high:
        return f"{low:,} {what}"
    return f"{low:,} to {high:,} {what} (median {np.median(values):,.0f})"
