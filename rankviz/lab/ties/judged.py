"""A run with its judgements: the documents of each query with scores and grades, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rankviz.engine.kernels import tied, tied_orders, tied_texts
from rankviz.lab.ties.texts import Texts

UNJUDGED = -(1 << 30)
"""The grade of a document that no judgement names."""


@dataclass(frozen=True)
class JudgedRun:
    """The queries that a run and judgements share.

    Attributes
    ----------
    queries : their ids (Q,).
    start : (Q + 1,); query i has the rows start[i] to start[i + 1], in the order of the file.
    scores : (n,) finite.
    grades : (n,) whole; `UNJUDGED` without a judgement.
    documents : the documents' ids (n,).
    judged_start, judged : the grades of all judged documents of a query, retrieved or not, as `start` and (m,).
    missing : queries that are judged and not in the run.
    extra : the number of queries in the run that are not judged.
    refused : what trec_eval cannot read, in words; empty otherwise.
    notes : what a reader must know about the data.
    name, judgements : the files' names.
    """

    queries: Sequence[str]
    start: np.ndarray
    scores: np.ndarray
    grades: np.ndarray
    documents: Texts = field(repr=False)
    judged_start: np.ndarray
    judged: np.ndarray
    missing: tuple[str, ...] = ()
    extra: int = 0
    refused: str = ""
    notes: tuple[str, ...] = ()
    name: str = "run"
    judgements: str = "judgements"
    _counts: dict[tuple[str, int], np.ndarray] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def n_queries(self) -> int:
        """The number of queries."""
        return len(self.start) - 1

    def only(self, at: int) -> JudgedRun:
        """Return one query alone; the other queries still matter for ranx's order."""
        here, judged = slice(*self.start[at : at + 2]), slice(*self.judged_start[at : at + 2])
        return replace(
            self,
            queries=[self.queries[at]],
            start=np.array([0, here.stop - here.start]),
            scores=self.scores[here],
            grades=self.grades[here],
            documents=self.documents.select(here),
            judged_start=np.array([0, judged.stop - judged.start]),
            judged=self.judged[judged],
        )

    @cached_property
    def order(self) -> np.ndarray:
        """Row numbers (n,) by falling score within each query, equal scores in the order of the file."""
        order = np.empty(len(self.scores), dtype=np.int32)
        tied_orders.by_row(self.scores, self.start, order)
        return order

    @cached_property
    def last(self) -> np.ndarray:
        """(n,) 1 where a group of equal scores ends in `order`."""
        last = np.empty(len(self.scores), dtype=np.uint8)
        tied.ends(self.scores[self.order], self.start, last)
        return last

    @cached_property
    def by_id(self) -> np.ndarray:
        """Row numbers (n,) by falling score, equal scores by falling id."""
        return self._by_id(self.scores, self.last)

    @cached_property
    def by_id_single(self) -> np.ndarray:
        """The same by scores in single precision, which makes more of them equal."""
        scores, last = single(self.scores), np.empty(len(self.scores), dtype=np.uint8)
        tied.ends(scores[self.order], self.start, last)
        return self.by_id if last.sum() == self.last.sum() else self._by_id(scores, last)

    def _by_id(self, scores: np.ndarray, last: np.ndarray) -> np.ndarray:
        if last.all():
            return self.order
        order, texts = self.order.copy(), self.documents
        tied_texts.by_text(texts.data, texts.begin, texts.size, scores, self.start, order)
        return order

    @cached_property
    def largest(self) -> np.ndarray:
        """The largest judged grade of each query, and at least 0 (Q,), float64."""
        found, queries = np.zeros(self.n_queries), np.flatnonzero(np.diff(self.judged_start))
        if len(queries):
            found[queries] = np.maximum.reduceat(self.judged, self.judged_start[queries].astype(np.intp))
        return np.maximum(found, 0.0)

    def relevant(self, level: int = 1) -> np.ndarray:
        """(Q,) the number of documents of each query judged `level` or more."""
        return self._counted("relevant", level, lambda: per_query(self.judged >= level, self.judged_start))

    def irrelevant(self, level: int = 1) -> np.ndarray:
        """(Q,) the number of documents of each query judged below `level`, and not below 0."""
        return self._counted(
            "irrelevant",
            level,
            lambda: per_query((self.judged >= 0) & (self.judged < level), self.judged_start),
        )

    def seen(self, level: int = 1) -> np.ndarray:
        """(Q,) the number of documents of each query in the run and judged `level` or more."""
        return self._counted("seen", level, lambda: per_query(self.grades >= level, self.start))

    def _counted(self, name: str, level: int, count: Callable[[], np.ndarray]) -> np.ndarray:
        if (name, level) not in self._counts:
            self._counts[name, level] = count()
        return self._counts[name, level]

    @cached_property
    def binary(self) -> bool:
        """True when no grade is above 1."""
        return not (self.judged > 1).any()

    @cached_property
    def all_negative(self) -> bool:
        """True when a query has no grade of 0 or more."""
        return bool((self.relevant() + self.irrelevant() == 0).any())


def single(scores: np.ndarray) -> np.ndarray:
    """Return scores rounded to single precision, as float64."""
    with np.errstate(over="ignore"):
        return scores.astype(np.float32).astype(np.float64)


def per_query(values: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Sum values (n,) over each query (Q,)."""
    total = np.concatenate([[0], np.cumsum(values)])
    return total[start[1:]] - total[start[:-1]]
