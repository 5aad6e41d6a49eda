"""How the order of equal scores moves ranks in an experiment: by the audit's own counting, and old files read on."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.experiments import made

from rankviz.engine.data.problem import Problem
from rankviz.engine.metrics.ndcg_counting import HERE, ndcg_as
from rankviz.lab.experiments import worker
from rankviz.lab.experiments.conventions import Conventions
from rankviz.lab.experiments.definition import define
from rankviz.lab.experiments.evaluation import summary
from rankviz.lab.experiments.quality import ORDERS, FoldPart, find
from rankviz.lab.experiments.reporting import selection, tables
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.task_sets import task_set

INPUT = {"file": "input"}
"""What the audit calls an order."""


@pytest.mark.parametrize("ties", ["mean", "file", "worst"])
def test_each_order_counts_as_the_audit_counts_it(ties: str) -> None:
    rng = np.random.default_rng(1)
    problem = Problem.from_arrays(
        rng.normal(size=(40, 2)), rng.integers(0, 4, 40).astype(float), np.repeat([0, 1, 2, 3], 10)
    )
    scores = rng.integers(0, 3, 40).astype(float)
    chosen = (find("r2"), find("ndcg5"), find("map"), find("dcg5"))
    part = FoldPart(problem, chosen, conventions=Conventions(ties=ties), lowest=0.0)
    found = part.by_order(scores, 2.0)
    assert found.shape == (4, len(ORDERS)) and np.isnan(found[0]).all() and np.isfinite(found[1:]).all()
    for order, value in zip(ORDERS, found[1], strict=True):
        counted = ndcg_as(problem, scores, 5, replace(HERE, ties=INPUT.get(order, order)))
        assert value == pytest.approx(counted, abs=1e-12)
    read = part.read(scores[None], np.array([2.0]))
    assert found[1:, ORDERS.index(ties)] == pytest.approx(read[1:, 0], abs=1e-15)
    assert (found[1:, ORDERS.index("best")] > found[1:, ORDERS.index("worst")]).all()


def test_an_experiment_measures_it_at_the_rounds_that_validation_chose(tmp_path: Path) -> None:
    experiment = define("synthetic:coarse?n=60&levels=2", rounds=6, folds=3, metrics=("r2", "ndcg5"))
    tasks = task_set(experiment.source)
    store = Store(tmp_path)
    store.begin(experiment, tasks)
    outcomes = worker.parts(experiment, tasks.tasks[0])
    store.save(outcomes, experiment.contenders)
    found = store.load(tasks.tasks[0].name, experiment)
    assert found.by_order.shape == (3, 3, 2, 4)
    assert np.isnan(found.by_order[:, :, 0]).all()
    assert found.by_order[:, :, 1, ORDERS.index("mean")] == pytest.approx(found.test[:, :, 1], abs=1e-15)
    assert (found.by_order[:, :, 1, 0] > found.by_order[:, :, 1, 3]).any()
    # A file of an earlier version has no such array.
    store.save([replace(each, by_order=None) for each in outcomes], experiment.contenders)
    old = store.load(tasks.tasks[0].name, experiment)
    assert old.by_order is None and (old.test == found.test).all()


def drawn(by_order: np.ndarray | None):
    """Two tasks of three algorithms whose first is best, with NDCG@5 by order (4, A), the same in all folds."""
    test = np.full((2, 5, 3, 2), 0.5)
    test[..., 0] = [0.1, 0.2, 0.3]
    results = made(2, metrics=("r2", "ndcg5"), test=test)
    found = None
    if by_order is not None:
        found = np.full((5, 3, 2, 4), np.nan)
        found[:, :, 1] = by_order.T
    return replace(results, outcomes=tuple(replace(each, by_order=found) for each in results.outcomes))


BY_ORDER = np.array([[0.9, 0.8, 0.1], [0.7, 0.6, 0.1], [0.6, 0.5, 0.1], [0.2, 0.4, 0.1]])


def test_the_column_says_how_far_ranks_move_and_whether_another_is_first() -> None:
    results = drawn(BY_ORDER)
    errors, gains = selection.compare(results)
    assert errors.by_order is None and errors.moved is None and not errors.order_decides
    assert gains.by_order.tolist() == [[1, 2, 3]] * 3 + [[2, 1, 3]]
    assert gains.moved.tolist() == [1, 1, 0] and gains.order_decides
    (table,) = tables.main(results, [errors, gains])
    column = table.head.index("ties")
    assert [row[column].text for row in table.rows] == ["", "", f"1.000{tables.DECIDES}", ""]
    assert tables.TIES in table.notes and all(len(row) == len(table.head) for row in table.rows)
    steady = drawn(BY_ORDER[[0, 1, 2, 2]])
    assert tables.main(steady, selection.compare(steady))[0].rows[2][column].text == "0.000"


def test_files_have_the_ranks_by_order() -> None:
    found = summary.summary(drawn(BY_ORDER))["metrics"]
    assert found["r2"]["rank_by_order_of_ties"] is None
    assert list(found["ndcg5"]["rank_by_order_of_ties"]) == list(ORDERS)
    assert found["ndcg5"]["rank_by_order_of_ties"]["worst"] == {"rb-d": 2.0, "rb-c": 1.0, "rb-plus": 3.0}
    head, *rows = summary.table_rows(drawn(BY_ORDER))
    moved = [row[head.index("rank_moved_by_ties")] for row in rows]
    assert moved[3:] == [1.0, 1.0, 0.0] and all(each in (None, "") for each in moved[:3])


def test_results_of_an_earlier_version_have_no_such_column() -> None:
    results = drawn(None)
    (table,) = tables.main(results, selection.compare(results))
    assert "ties" not in table.head and tables.TIES not in table.notes
    assert all(len(row) == len(table.head) for row in table.rows)
    assert not any(math.isnan(value) for value in selection.compare(results)[0].rank)
