"""The audit of a run: each measure's interval over the orders of equal scores, and the value of each program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.engine.errors import DataError
from rankviz.lab.ties import tie_intervals
from rankviz.lab.ties.building import without_relevant
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.measure import Measure
from rankviz.lab.ties.tie_intervals import ENOUGH, EXPECTED, LARGEST, LEAST

WIDEST = 10
"""The number of queries that a summary names."""


@dataclass(frozen=True)
class Audited:
    """One measure of a run.

    Attributes
    ----------
    spans : (Q, 3) lowest, expected and highest value of each query, NaN for a query without a relevant document.
    counters : name in `COUNTERS` → values (Q,), NaN where it has none; or the reason why it has none.
    means : name → its mean, NaN where it has none.
    """

    measure: Measure
    spans: np.ndarray
    counters: Mapping[str, np.ndarray | str]
    means: Mapping[str, float]

    @property
    def counts(self) -> np.ndarray:
        """(Q,) True for queries that have an interval."""
        return ~np.isnan(self.spans[:, LEAST])

    @property
    def mean(self) -> tuple[float, float, float]:
        """The lowest, expected and highest mean; NaN when no query has a relevant document."""
        if not self.counts.any():
            return (np.nan, np.nan, np.nan)
        low, mean, high = self.spans[self.counts].mean(axis=0)
        return float(low), float(min(max(mean, low), high)), float(high)

    @property
    def widths(self) -> np.ndarray:
        """(Q,) the width of each query's interval, 0 without one."""
        return np.nan_to_num(self.spans[:, LARGEST] - self.spans[:, LEAST])

    @property
    def matter(self) -> np.ndarray:
        """(Q,) True for queries where the order of equal scores changes the value."""
        return self.widths > ENOUGH

    @property
    def share(self) -> float:
        """The share of the counted queries in which ties matter; 0 when none counts."""
        return float(self.matter.sum() / max(int(self.counts.sum()), 1))

    def widest(self, most: int = WIDEST) -> np.ndarray:
        """Return the numbers of the queries with the widest intervals, widest first; only those where ties matter."""
        order = np.argsort(-self.widths, kind="stable")[:most]
        return order[self.matter[order]]


@dataclass(frozen=True)
class Audit:
    """A run's audit, its measures in the order in which they were requested."""

    run: JudgedRun
    measures: tuple[Audited, ...]

    def result(self, measure: Measure) -> Audited:
        """Return the result for a measure of the audit."""
        return next(found for found in self.measures if found.measure == measure)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes that a reader must know about the data, and about the levels of the measures."""
        levels = sorted({each.measure.level for each in self.measures} - {1})
        empty = {level: int((self.run.relevant(level) == 0).sum()) for level in levels}
        return (
            *self.run.notes,
            *(note for at, count in empty.items() for note in without_relevant(count, at)),
        )

    @property
    def any_matter(self) -> np.ndarray:
        """(Q,) True for queries where ties change any measure."""
        return np.any([found.matter for found in self.measures], axis=0)


def audit(run: JudgedRun, measures: Sequence[Measure], *, counters: bool = True) -> Audit:
    """Audit a run; without `counters` only the intervals."""
    values: dict[str, dict[Measure, np.ndarray | str]] = {}
    for name, counter in COUNTERS.items() if counters else ():
        grades = run.grades[counter.order(run)]
        values[name] = {measure: counter.values(run, measure, grades) for measure in measures}
    found = []
    for measure in measures:
        of = {name: by_measure[measure] for name, by_measure in values.items()}
        means = {
            name: float("nan") if isinstance(value, str) else COUNTERS[name].mean(value, run)
            for name, value in of.items()
        }
        found.append(Audited(measure, tie_intervals.spans(run, measure), of, means))
    return Audit(run, tuple(found))


@dataclass(frozen=True)
class Difference:
    """Run minus second run, in the mean of a measure over the queries that both have.

    least, expected, largest : over all orders of the equal scores of both runs.
    queries : their number.
    """

    measure: Measure
    least: float
    expected: float
    largest: float
    queries: int

    @property
    def hangs(self) -> bool:
        """True when the order of equal scores decides which run is ahead."""
        return self.least <= ENOUGH and self.largest >= -ENOUGH and self.largest - self.least > ENOUGH

    @property
    def verdict(self) -> str:
        """The finding in a sentence."""
        if self.hangs:
            return "Which run is ahead depends on the order of equal scores."
        if self.largest - self.least <= ENOUGH and abs(self.expected) <= ENOUGH:
            return "The runs are level, and ties change nothing."
        ahead = "first" if self.expected > 0 else "second"
        return f"The {ahead} run is ahead in every order of equal scores."


def difference(first: Audit, second: Audit) -> tuple[Difference, ...]:
    """Compare two audits of the same measures. Raises DataError when they share no query that counts."""
    place = {query: i for i, query in enumerate(second.run.queries)}
    pairs = [(i, place[query]) for i, query in enumerate(first.run.queries) if query in place]
    left, right = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    found = []
    for ours, theirs in zip(first.measures, second.measures, strict=True):
        a, b = ours.spans[left], theirs.spans[right]
        both = ~np.isnan(a[:, LEAST]) & ~np.isnan(b[:, LEAST])
        if not both.any():
            raise DataError(
                "the two runs share no query with a relevant document",
                remedy="Give two runs of the same queries",
            )
        low, mean, high = (
            float((a[both, i] - b[both, j]).mean())
            for i, j in ((LEAST, LARGEST), (EXPECTED, EXPECTED), (LARGEST, LEAST))
        )
        found.append(Difference(ours.measure, low, mean, high, int(both.sum())))
    return tuple(found)
