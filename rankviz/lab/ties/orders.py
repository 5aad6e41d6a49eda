"""One query of an audit from the top down: its groups of equal scores, and the orders behind the numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.lab.ties.audit import Audit, Audited
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.tie_intervals import LARGEST, LEAST


@dataclass(frozen=True)
class Group:
    """Documents with one score.

    first : the place of its first document, from 1.  grades : in the order of the file, `UNJUDGED` without a judgement.
    """

    first: int
    score: float
    documents: Sequence[str]
    grades: Sequence[int]

    @property
    def last(self) -> int:
        """The place of its last document."""
        return self.first + len(self.grades) - 1


@dataclass(frozen=True)
class Order:
    """An order of the query's documents: its owner, its value, and the grades (n,) from the top down."""

    name: str
    value: float
    grades: np.ndarray


def groups(run: JudgedRun, at: int) -> list[Group]:
    """Return the groups of equal scores of a query, from the top down."""
    one = run.only(at)
    ends = np.flatnonzero(one.last) + 1
    found = []
    for a, b in zip(np.concatenate([[0], ends[:-1]]).tolist(), ends.tolist(), strict=True):
        rows = one.order[a:b].tolist()
        documents = [one.documents[row] for row in rows]
        found.append(Group(a + 1, float(one.scores[rows[0]]), documents, one.grades[rows].tolist()))
    return found


def orders(found: Audit, each: Audited, at: int) -> Iterator[Order]:
    """Yield the order of a query with the lowest value, that of each program that has a value, and the best one.

    scikit-learn has no order of its own: it averages them all, or uses none.
    """
    one = found.run.only(at)
    if each.counts[at]:
        yield Order("Worst", float(each.spans[at, LEAST]), one.grades[np.lexsort((one.grades, -one.scores))])
    for name, values in each.counters.items():
        if not isinstance(values, str) and np.isfinite(values[at]) and not COUNTERS[name].orderless:
            yield Order(
                COUNTERS[name].name, float(values[at]), one.grades[COUNTERS[name].order_of(one, each.measure)]
            )
    if each.counts[at]:
        yield Order(
            "Best", float(each.spans[at, LARGEST]), one.grades[np.lexsort((-one.grades, -one.scores))]
        )
