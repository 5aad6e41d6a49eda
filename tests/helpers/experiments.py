"""Results of experiments: of drawn numbers, without learning, and run in this process for the app to show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.data.folds import BY_ITEM
from rankviz.lab.experiments import child
from rankviz.lab.experiments.definition import define, versions
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.running import run
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.worker import Outcome

if TYPE_CHECKING:
    from rankviz.ui.pages.experiments.link import Chosen

THREE = ("rb-d", "rb-c", "rb-plus")
SIX = ("rb-d:undefined=cap", "rb-c", "rb-plus:undefined=cap:cap=4", "smooth-margin", "gbt", "ranksvm")


def made(
    tasks: int = 8,
    algorithms: Sequence[str] = THREE,
    *,
    source: str = "synthetic:linear",
    folds: int = 5,
    rounds: int = 30,
    cut: str = BY_ITEM,
    test: np.ndarray | None = None,
    **how: object,
) -> Results:
    """Results of `tasks` tasks; `test` (tasks, folds, A, M) replaces the drawn test values."""
    experiment = define(source, tuple(algorithms), rounds=rounds, folds=max(folds, 3), **how)  # type: ignore[arg-type]
    rng = np.random.default_rng(7)
    A, M = len(experiment.contenders), len(experiment.metrics)
    fall = np.exp(-np.arange(rounds + 1) / 9.0)
    outcomes = []
    for k in range(tasks):
        level = rng.uniform(0.2, 0.6)
        values = level + 0.05 * rng.random((folds, A, M)) if test is None else test[k]
        curves = level + 0.3 * fall + 0.01 * rng.random((A, M, rounds + 1))
        losses = np.cumsum(
            rng.uniform(-0.1, 0.02 * (1 + np.arange(A)[:, None, None]), (A, 2, rounds + 1)), axis=2
        )
        outcomes.append(
            Outcome(
                f"task-{k}", f"{source}?seed={k}", "", cut, 40 + k, 300, 12,
                rng.integers(1, rounds, (folds, A, M)).astype(np.int32), values, values,
                np.full((folds, A), rounds, np.int32), rng.random((folds, A)), curves, losses,
            )
        )  # fmt: skip
    names = [outcome.task for outcome in outcomes]
    data = {"title": "Drawn numbers", "tasks": names, "files": {"drawn.txt": "0123456789abcdef"}}
    described = {"schema": 1, "experiment": experiment.as_dict(), "data": data, "versions": versions()}
    return Results(experiment, described, tuple(outcomes), ())


def finish(chosen: Chosen) -> Path:
    """Run what a page asks for in this process, and leave it where the app looks, in RANKVIZ_RESULTS_DIR."""
    from rankviz.ui.pages.experiments import runs, store

    experiment, tasks = chosen.experiment(), runs.tasks_of(chosen.src, chosen.seed)
    runs._folder.clear()  # it may hold the folder of another RANKVIZ_RESULTS_DIR
    folder = Path(runs.folder_of(chosen.src, experiment, experiment.key()))
    runs._folder.clear()
    store.claim(folder, "")
    assert run(experiment, tasks, Store(folder), jobs=1)
    done = len(tasks.tasks)
    child.write_progress(folder, child.FINISHED, done=done, total=done, failed=0, seconds=0.0, left=0.0)
    return folder
