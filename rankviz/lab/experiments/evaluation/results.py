"""The results of an experiment so far: every finished task's numbers, and the comparisons over them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rankviz.engine.errors import DataError
from rankviz.engine.metrics import rank_tests
from rankviz.engine.number_format import counted
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation import pairs, spread
from rankviz.lab.experiments.evaluation.pairs import Pair
from rankviz.lab.experiments.evaluation.spread import Spread
from rankviz.lab.experiments.quality import ORDERS, Metric
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.worker import Outcome, mean_of_known

if TYPE_CHECKING:
    import pandas as pd

ALPHA = 0.05


@dataclass(frozen=True, eq=False, repr=False)
class Results:
    """Finished tasks in the order of the experiment's tasks. `outcomes` have numbers, `failed` do not.

    `description` is what `experiment.json` holds.
    """

    experiment: Experiment
    description: dict[str, Any]
    outcomes: tuple[Outcome, ...]
    failed: tuple[Outcome, ...]

    def __repr__(self) -> str:
        """Return the results in one line."""
        done, names = len(self.outcomes) + len(self.failed), ", ".join(self.keys)
        return f"<Results of {self.experiment.source}: {done:,} of {counted(self.total, 'task')}, {names}>"

    def to_frame(self) -> pd.DataFrame:
        """Return a row per metric and algorithm: tasks, mean, its standard deviation, mean rank, Friedman's p."""
        import pandas as pd  # only tables need pandas

        rows = []
        for found in filter(None, map(self.compare, self.experiment.measured())):
            of = zip(self.keys, found.mean, found.spread.deviation, found.rank, strict=True)
            rows += [(found.metric.key, key, found.tasks, *numbers, found.p) for key, *numbers in of]
        names = ["metric", "algorithm", "tasks", "mean", "standard_deviation", "mean_rank", "friedman_p"]
        return pd.DataFrame(rows, columns=names)

    @property
    def total(self) -> int:
        """The number of tasks of the experiment."""
        return len(self.description["data"]["tasks"])

    @property
    def complete(self) -> bool:
        """True when all tasks are done."""
        return len(self.outcomes) + len(self.failed) == self.total

    @property
    def labels(self) -> list[str]:
        """The algorithms, as the tables name them."""
        return [contender.label for contender in self.experiment.contenders]

    @property
    def keys(self) -> list[str]:
        """The algorithms, as files name them."""
        return [contender.key for contender in self.experiment.contenders]

    def position(self, metric: str) -> int:
        """Return the place of a metric. Raises DataError when the metric was not measured."""
        if metric not in self.experiment.metrics:
            raise DataError(
                f'"{metric}" was not measured', remedy=f"Choose {', '.join(self.experiment.metrics)}"
            )
        return self.experiment.metrics.index(metric)

    def by_task(self, metric: str) -> tuple[list[Outcome], np.ndarray]:
        """Return the tasks on which every algorithm has a value of the metric, and the means (N, A) over folds."""
        j = self.position(metric)
        outcomes, values = [], []
        for outcome in self.outcomes:
            found = mean_of_known(outcome.test[:, :, j])
            if not np.isnan(found).any():
                outcomes.append(outcome)
                values.append(found)
        return outcomes, np.array(values, dtype=np.float64).reshape(len(outcomes), len(self.keys))

    def median_rounds(self, metric: str) -> np.ndarray:
        """Return (A,) the median round that validation chose, over all folds."""
        j = self.position(metric)
        return np.median(np.concatenate([o.chosen[:, :, j] for o in self.outcomes]), axis=0)

    def seconds(self) -> np.ndarray:
        """Return (folds in all, A) CPU seconds of learning."""
        return np.concatenate([outcome.seconds for outcome in self.outcomes])

    def rounds(self) -> np.ndarray:
        """Return (folds in all, A) rounds done."""
        return np.concatenate([outcome.rounds for outcome in self.outcomes])

    def seconds_a_round(self) -> np.ndarray:
        """Return (folds in all, A) CPU seconds of learning per round; NaN where no round was done."""
        rounds = self.rounds()
        return np.divide(self.seconds(), rounds, out=np.full(rounds.shape, np.nan), where=rounds > 0)

    def compare(self, metric: Metric) -> Comparison | None:
        """Compare the algorithms by the metric; None when no task has a value of it."""
        outcomes, values = self.by_task(metric.key)
        if not outcomes:
            return None
        ranked = rank_tests.rank_rows(values, metric.lower)
        mean_rank = ranked.mean(axis=0)
        distance = statistic = p = math.nan
        if len(outcomes) > 1:  # the ranks on one task are no sample
            distance = rank_tests.critical_difference(len(self.keys), len(outcomes), ALPHA)
            statistic, p = rank_tests.friedman(ranked)
        return Comparison(
            metric,
            len(outcomes),
            values.mean(axis=0),
            spread.over(values, [outcome.test[:, :, self.position(metric.key)] for outcome in outcomes]),
            mean_rank,
            self.median_rounds(metric.key),
            statistic,
            p,
            distance,
            rank_tests.groups(mean_rank, distance),
            rank_tests.wins(values, metric.lower),
            self._ranks_by_order(outcomes, metric),
            values,
        )

    def _ranks_by_order(self, outcomes: list[Outcome], metric: Metric) -> np.ndarray | None:
        """Return (4, A) mean ranks by each of `ORDERS` of equal scores; None where some task has none."""
        j, found = self.position(metric.key), []
        for outcome in outcomes:
            if outcome.by_order is None:
                return None
            found.append(mean_of_known(outcome.by_order[:, :, j]).T)
        values = np.array(found)
        if np.isnan(values).any():
            return None
        return np.array(
            [rank_tests.rank_rows(values[:, c], metric.lower).mean(axis=0) for c in range(len(ORDERS))]
        )


@dataclass(frozen=True, eq=False)
class Comparison:
    """A metric over N tasks and A algorithms: means and their spread, mean ranks, and the tests on them.

    friedman, p, critical_difference : NaN with one task, whose ranks are not tested.
    by_order : (4, A) mean ranks by each order of equal scores (`quality.ORDERS`), None where there are none.
    values : (N, A) of each task, the mean over its folds.
    """

    metric: Metric
    tasks: int
    mean: np.ndarray
    spread: Spread
    rank: np.ndarray
    median_round: np.ndarray
    friedman: float
    p: float
    critical_difference: float
    groups: list[list[int]]
    wins: np.ndarray
    by_order: np.ndarray | None
    values: np.ndarray

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Each pair of algorithms with its mean difference and Wilcoxon's test; none with one task."""
        return pairs.compare_pairs(self.values)

    @property
    def tested(self) -> bool:
        """True when the ranks are tested; those of one task are not."""
        return not math.isnan(self.p)

    @property
    def moved(self) -> np.ndarray | None:
        """(A,) the range of each algorithm's mean rank over the orders of equal scores."""
        return None if self.by_order is None else np.ptp(self.by_order, axis=0)

    @property
    def order_decides(self) -> bool:
        """True when the order of equal scores decides which algorithms have the best mean rank."""
        firsts = [] if self.by_order is None else [_least(each) for each in self.by_order]
        return any(first != firsts[0] for first in firsts)

    @property
    def best(self) -> list[int]:
        """The algorithms with the best mean: several when they agree to `rank_tests.DIGITS` decimals."""
        return _least(self.mean if self.metric.lower else -self.mean)

    @property
    def best_rank(self) -> list[int]:
        """The algorithms with the best mean rank."""
        return _least(self.rank)

    def clear_winner(self) -> int | None:
        """Return the algorithm whose rank is better than the second's by a critical difference, or None."""
        order = np.argsort(self.rank, kind="stable")
        apart = self.rank[order[1]] - self.rank[order[0]]
        return int(order[0]) if apart >= self.critical_difference else None


def _least(values: np.ndarray) -> list[int]:
    rounded = np.round(values, rank_tests.DIGITS)
    return [int(a) for a in np.flatnonzero(rounded == rounded.min())]


def load(store: Store) -> Results:
    """Load the results in a folder. Raises DataError when the folder holds no experiment."""
    described, experiment = store.description(), store.experiment()
    found = [store.load(name, experiment) for name in described["data"]["tasks"]]
    done = [outcome for outcome in found if outcome is not None]
    return Results(
        experiment,
        described,
        tuple(outcome for outcome in done if not outcome.failed),
        tuple(outcome for outcome in done if outcome.failed),
    )
