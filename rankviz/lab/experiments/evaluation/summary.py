"""The files of an experiment's results: summary.json, table.csv, folds.csv, tasks.csv, curves.csv, times.csv.

All except times.csv are the same to the byte, however many workers there were and however often the run was stopped.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from rankviz.engine.files import writing
from rankviz.engine.metrics.rank_tests import holm
from rankviz.engine.runs import csv_formulas
from rankviz.lab.experiments.evaluation.notes import notes
from rankviz.lab.experiments.evaluation.pairs import Pair
from rankviz.lab.experiments.evaluation.results import ALPHA, Comparison, Results
from rankviz.lab.experiments.quality import ORDERS
from rankviz.lab.experiments.store import SCHEMA, Store
from rankviz.lab.experiments.worker import LOSSES, mean_of_known

SUMMARY = "summary.json"
CURVE_LEVEL = 1.96
"""Bands of curves reach this many standard errors from the mean: 95 % of means would lie in them."""


def write(results: Results, store: Store) -> None:
    """Write all the files into the experiment's folder. Raises OSError."""
    with writing(store.folder / SUMMARY) as file:
        json.dump(summary(results), file, indent=1, ensure_ascii=False, allow_nan=False)
        file.write("\n")
    for name, rows in TABLES.items():
        with writing(store.folder / name) as file:
            csv_formulas.write(rows(results), file)


def summary(results: Results) -> dict[str, Any]:
    """Return the contents of `summary.json`, plain values without NaN or infinity."""
    compared = [found for found in map(results.compare, results.experiment.measured()) if found is not None]
    adjusted = holm(np.array([found.p for found in compared]))
    return {
        "schema": SCHEMA,
        "complete": results.complete,
        **{name: results.description[name] for name in ("experiment", "data", "versions")},
        "tasks": {
            "total": results.total,
            "done": len(results.outcomes),
            "failed": [{"task": outcome.task, "why": outcome.failed} for outcome in results.failed],
        },
        "notes": notes(results),
        "alpha": ALPHA,
        "metrics": {
            found.metric.key: _metric(results, found, p) for found, p in zip(compared, adjusted, strict=True)
        },
    }


def _metric(results: Results, found: Comparison, by_holm: float) -> dict[str, Any]:
    keys = results.keys

    def named(values: np.ndarray) -> dict[str, float | None]:
        return dict(zip(keys, _cells(values), strict=True))

    return {
        "symbol": found.metric.symbol,
        "better": "lower" if found.metric.lower else "higher",
        "tasks": found.tasks,
        "mean": named(found.mean),
        "standard_deviation": named(found.spread.deviation),
        "standard_deviation_over": found.spread.over or None,
        "standard_error": named(found.spread.standard_error(found.tasks)),
        "rank": named(found.rank),
        "median_round": named(found.median_round),
        "friedman": dict(
            zip(("statistic", "p", "p_holm"), _cells([found.friedman, found.p, by_holm]), strict=True)
        ),
        "critical_difference": _cells([found.critical_difference])[0],
        "rank_by_order_of_ties": None
        if found.by_order is None
        else {order: named(each) for order, each in zip(ORDERS, found.by_order, strict=True)},
        "not_different": [[keys[i] for i in group] for group in found.groups],
        "pairs": [_pair(keys, each) for each in found.pairs],
        "wins_ties_losses": {
            a: {b: found.wins[i, j].tolist() for j, b in enumerate(keys) if i != j}
            for i, a in enumerate(keys)
        },
    }


def _pair(keys: Sequence[str], found: Pair) -> dict[str, Any]:
    numbers = (found.difference, found.low, found.high, found.p, found.p_holm)
    names = ("difference", "low", "high", "wilcoxon_p", "wilcoxon_p_holm")
    return {
        "first": keys[found.first],
        "second": keys[found.second],
        **dict(zip(names, numbers, strict=True)),
        "wilcoxon_method": "exact" if found.exact else "normal",
    }


def table_rows(results: Results) -> Iterator[Sequence[object]]:
    """Yield a row per metric and algorithm: the numbers of the report's first table, in full, and the notes.

    The notes are a column, the same in each row: readers of CSV take no comments.
    """
    yield [
        "metric", "better", "algorithm", "tasks", "mean", "standard_deviation", "deviation_over", "mean_rank",
        "median_round", "critical_difference", "friedman_p", "best_mean", "best_rank", "clear_winner",
        "rank_moved_by_ties", "notes",
    ]  # fmt: skip
    said = " ".join(notes(results))
    for metric in results.experiment.measured():
        found = results.compare(metric)
        for a, key in enumerate(results.keys if found is not None else ()):
            assert found is not None
            better = "lower" if metric.lower else "higher"
            numbers = _cells([found.mean[a], found.spread.deviation[a]])
            ranks = _cells([found.rank[a], found.median_round[a], found.critical_difference, found.p])
            marks = [int(a in found.best), int(a in found.best_rank), int(a == found.clear_winner())]
            moved = _cells([math.nan if found.moved is None else float(found.moved[a])])
            yield [
                metric.key,
                better,
                key,
                found.tasks,
                *numbers,
                found.spread.over,
                *ranks,
                *marks,
                *moved,
                said,
            ]


def fold_rows(results: Results) -> Iterator[Sequence[object]]:
    """Yield a row per task, fold and algorithm: of each metric the round chosen, and its validation and test value."""
    metrics = results.experiment.metrics
    yield ["task", "fold", "algorithm", "rounds"] + [
        f"{metric}_{what}" for metric in metrics for what in ("round", "validation", "test")
    ]
    for outcome in results.outcomes:
        for f, a in np.ndindex(*outcome.rounds.shape):
            row: list[object] = [outcome.task, f + 1, results.keys[a], int(outcome.rounds[f, a])]
            for j in range(len(metrics)):
                row.append(int(outcome.chosen[f, a, j]))
                row += _cells([outcome.validation[f, a, j], outcome.test[f, a, j]])
            yield row


def task_rows(results: Results) -> Iterator[Sequence[object]]:
    """Yield a row per task and algorithm: the task's size, the mean test value of each metric, and the SOURCE."""
    metrics = results.experiment.metrics
    yield ["task", "algorithm", "items", "pairs", "features", *metrics, "source"]
    values = {metric: dict(zip(*_tabled(results, metric), strict=True)) for metric in metrics}
    for outcome in results.outcomes:
        for a, key in enumerate(results.keys):
            means = [values[metric].get(outcome.task) for metric in metrics]
            cells = _cells([math.nan if row is None else row[a] for row in means])
            yield [outcome.task, key, outcome.items, outcome.pairs, outcome.features, *cells, outcome.source]


def _tabled(results: Results, metric: str) -> tuple[list[str], list[np.ndarray]]:
    outcomes, values = results.by_task(metric)
    return [outcome.task for outcome in outcomes], list(values)


def curves(results: Results, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean over the tasks of a metric (test) or of ln Ê1, ln Ê2 (training) by round, and its standard error.

    Both (A, T + 1): the mean is NaN where no task has a value, the error where fewer than two have.
    """
    if name in LOSSES:
        stacked = np.array([outcome.losses[:, LOSSES.index(name)] for outcome in results.outcomes])
    else:
        j = results.position(name)
        stacked = np.array([outcome.curves[:, j] for outcome in results.outcomes])
    mean = mean_of_known(stacked)
    known = (~np.isnan(stacked)).sum(axis=0)
    square = mean_of_known((stacked - mean) ** 2)
    return mean, np.where(known > 1, np.sqrt(square / np.maximum(known - 1, 1)), np.nan)


def curve_rows(results: Results) -> Iterator[Sequence[object]]:
    """Yield a row per algorithm, curve and round: the mean over the tasks, and its standard error."""
    yield ["algorithm", "curve", "round", "mean", "standard_error"]
    if not results.outcomes:
        return
    for name in (*results.experiment.metrics, *LOSSES):
        mean, error = curves(results, name)
        for a, key in enumerate(results.keys):
            for t in range(mean.shape[1]):
                if not np.isnan(mean[a, t]):
                    yield [
                        key,
                        f"log_{name}" if name in LOSSES else name,
                        t,
                        *_cells([mean[a, t], error[a, t]]),
                    ]


def time_rows(results: Results) -> Iterator[Sequence[object]]:
    """Yield a row per task, fold and algorithm: rounds done and the CPU seconds they took."""
    yield ["task", "fold", "algorithm", "rounds", "seconds"]
    for outcome in results.outcomes:
        for f, a in np.ndindex(*outcome.rounds.shape):
            yield [
                outcome.task, f + 1, results.keys[a], int(outcome.rounds[f, a]), f"{outcome.seconds[f, a]:.6f}",
            ]  # fmt: skip


def _cells(values: Iterable[float]) -> list[float | None]:
    """Return numbers as cells; None where there is no number."""
    return [float(value) if math.isfinite(value) else None for value in values]


TABLES = {
    "table.csv": table_rows,
    "folds.csv": fold_rows,
    "tasks.csv": task_rows,
    "curves.csv": curve_rows,
    "times.csv": time_rows,
}
"""The CSV files by name, with the functions that yield their rows."""
