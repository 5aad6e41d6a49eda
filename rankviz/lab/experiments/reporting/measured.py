"""The head of an experiment's report: what was measured, as a list of names and values."""

from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl

import numpy as np

from rankviz.engine.data.folds import SPECIFIED
from rankviz.lab.experiments import conventions, quality
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation import notes
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.task_sets import OPTIONS
from rankviz.lab.experiments.worker import Outcome

TASKS = {
    "movielens": "a user: to rank the movies rated, with the ratings of other users as features",
    "letor": "a query, or a file or fold of queries: to rank documents by their features",
    "folder": "a table",
    "synthetic": "a seeded data set",
    "bundled": "a data set, or a seeded sample of it",
}
"""The task in words, by the kind of the SOURCE."""

FEW = 4
"""Names of tasks listed at most."""


def rows(results: Results) -> list[tuple[str, str]]:
    """Return names and values, in the order of reading."""
    experiment, described = results.experiment, results.description
    kind = experiment.source.partition(":")[0]
    found = [
        ("Data", described["data"]["title"]),
        ("SOURCE", experiment.source),
        *_options(kind, experiment.source),
        ("Tasks", _tasks(results)),
        *(("Selected", each.removeprefix("Tasks: ")) for each in notes.selected(results)),
        ("A task is", TASKS.get(kind, "the whole of the data")),
        *(((name, _sizes(results, of))) for name, of in SIZES.items() if results.outcomes),
        ("Folds", _folds(results)),
        ("Rounds", f"{experiment.rounds:,} at most"),
        ("Seed", str(experiment.seed)),
        ("Conventions", conventions.written(experiment.conventions)),
    ]  # fmt: skip
    for contender in experiment.contenders:
        values = ", ".join(f"{name} = {value}" for name, value in contender.params.items())
        found.append((contender.label, values or "no parameters"))
    return found


def metrics(experiment: Experiment) -> list[tuple[str, str]]:
    """Return each metric's definition; metrics that differ only in k are together."""
    found: dict[str, list[quality.Metric]] = {}
    for metric in experiment.measured():
        found.setdefault(metric.kind, []).append(metric)
    rows = []
    for alike in found.values():
        words = alike[0].text
        if len(alike) > 1:
            words = words.replace(f"@{alike[0].at}", "@k").replace(f"first {alike[0].at} ", "first k ")
            words = words.replace(f"{alike[0].at} %", "k %")
        rows.append((", ".join(metric.symbol for metric in alike), words))
    return rows


SIZES: dict[str, Callable[[Outcome], int]] = {
    "Items of a task": lambda outcome: outcome.items,
    "Critical pairs of a task": lambda outcome: outcome.pairs,
    "Features of a task": lambda outcome: outcome.features,
}


def _options(kind: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the options of the task set that the SOURCE gives, each with its meaning."""
    for name, value in parse_qsl(source.partition("?")[2], keep_blank_values=True):
        if name in OPTIONS.get(kind, {}):
            yield f"{name}={value}", OPTIONS[kind][name].partition(" (")[0]


def _tasks(results: Results) -> str:
    names = results.description["data"]["tasks"]
    listed = ", ".join(names[:FEW]) + (", …" if len(names) > FEW else "")
    return f"{len(names):,}: {listed}"


def _folds(results: Results) -> str:
    drawn = any(outcome.cut != SPECIFIED for outcome in results.outcomes)
    return " ".join(
        [*([f"{results.experiment.folds} for each task."] if drawn else []), *notes.cuts(results)]
    )


def _sizes(results: Results, of: Callable[[Outcome], int]) -> str:
    """Return minimum, median and maximum of a size."""
    values = np.array([of(outcome) for outcome in results.outcomes])
    low, middle, high = int(values.min()), float(np.median(values)), int(values.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}, median {middle:,.0f}"
