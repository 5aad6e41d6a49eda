"""The audit of a Trace: for each algorithm and round, the interval of each measure and the share of tied pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import rankviz
from rankviz.engine.number_format import counted, share
from rankviz.engine.runs.trace import Trace
from rankviz.lab.experiments.reporting.tables import Cell, Table, value
from rankviz.lab.ties import rounds
from rankviz.lab.ties.measure import Measure
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST

SMALL = 0.001
"""A width that no printed table shows."""
STEPS = (1, 2, 5)
"""The rounds of a table, times powers of ten."""


@dataclass(frozen=True)
class Rounds:
    """The result for one run, T rounds long.

    Attributes
    ----------
    algorithm, label : the run's names.
    tied : (T + 1,) share of the critical pairs that are tied after rounds 0, 1, … T.
    spans : (M, T + 1, 3) lowest, expected and highest mean of each measure over the queries.
    share : (M, T + 1) the share of the queries in which the order changes the measure.
    """

    algorithm: str
    label: str
    tied: np.ndarray
    spans: np.ndarray
    share: np.ndarray

    @property
    def n_rounds(self) -> int:
        """The last round."""
        return len(self.tied) - 1

    @property
    def widths(self) -> np.ndarray:
        """(M, T + 1) the width of each interval."""
        return self.spans[..., LARGEST] - self.spans[..., LEAST]

    def settled(self, measure: int) -> int | None:
        """Return the first round from which on ties move a measure by less than `SMALL`; None where they still do."""
        wide = np.flatnonzero(self.widths[measure] >= SMALL)
        last = int(wide[-1]) if len(wide) else -1
        return last + 1 if last < self.n_rounds else None


@dataclass(frozen=True)
class ByRound:
    """The audit of all runs of a trace by round; `items` names the items of the measures."""

    title: str
    source: str
    items: str
    measures: tuple[Measure, ...]
    runs: tuple[Rounds, ...]


def of_trace(trace: Trace, measures: Sequence[Measure], *, held_out: bool) -> ByRound:
    """Audit every round of every run. Raises DataError as `rounds.audit` does."""
    found = []
    for run in trace.runs:
        by_measure = rounds.many_by_round(trace, run, measures, held_out=held_out)
        tied = rounds.tied_pairs(trace, run, held_out=held_out)
        found.append(Rounds(run.contender, run.label, tied, by_measure[..., :3], by_measure[..., 3]))
    problem = trace.holdout if held_out and trace.holdout is not None else trace.problem
    kept = "held-out items" if held_out else "training items"
    size = f"{counted(problem.n_queries, 'query')}, {counted(problem.n_items, 'document')}"
    return ByRound(
        trace.problem.title, trace.problem.source or "", f"{kept}: {size}", tuple(measures), tuple(found)
    )


def table(found: ByRound, at: int) -> Table:
    """Return the interval of measure number `at` and the tied pairs of each run, in some of the rounds."""
    rows = [
        (Cell(f"{t:,}"), *(Cell(_reach(run, at, t)) for run in found.runs))
        for t in some_rounds(max(run.n_rounds for run in found.runs))
    ]
    return Table(
        f"{found.measures[at].label} in the worst to the best order of equal scores, and share of tied pairs",
        ("One number: the order changes no digit that is shown.",),
        ("Round", *(run.label for run in found.runs)),
        tuple(rows),
    )


def _reach(run: Rounds, at: int, t: int) -> str:
    if t > run.n_rounds:
        return ""
    low, _, high = run.spans[at, t]
    ends = dict.fromkeys((value(low), value(high)))  # one where they show the same digits
    reach = " to ".join(ends)
    return f"{reach} ({share(float(run.tied[t]))})"


def some_rounds(last: int) -> list[int]:
    """Return 0, 1, 2, 5, 10, 20, … up to the last round, and that one."""
    places = [step * 10**power for power in range(len(str(last))) for step in STEPS]
    return [0, *(t for t in places if t < last), *([last] if last else [])]


def findings(found: ByRound) -> list[str]:
    """State for each measure from which round on ties no longer matter."""
    return [_finding(found, at) for at in range(len(found.measures))]


def _finding(found: ByRound, at: int) -> str:
    name = found.measures[at].label
    if np.isnan(found.runs[0].spans[at]).all():
        return f"{name}: no query has a relevant document, so there is no value."
    settled = {run.label: run.settled(at) for run in found.runs}
    parts = [f"for {label} from round {t:,} on" for label, t in settled.items() if t is not None]
    late = [
        f"{run.label}, {value(float(run.widths[at, -1]))} wide after round {run.n_rounds:,}"
        for run in found.runs
        if settled[run.label] is None
    ]
    sentences = []
    if parts:
        sentences.append(f"{name} no longer depends on ties by {SMALL} or more, {', '.join(parts)}.")
    if late:
        sentences.append(f"{name} still depends on them for {'; '.join(late)}.")
    return " ".join(sentences)


def title(found: ByRound) -> str:
    """Return a title that says what was audited."""
    return f"Ties by round on {found.title}, {found.items}."


def rows(found: ByRound) -> Iterator[tuple[object, ...]]:
    """Yield a head, then a row for each run, measure and round."""
    yield (
        "algorithm", "measure", "round", "least", "expected", "largest", "share_where_ties_matter", "tied_pairs"
    )  # fmt: skip
    for run in found.runs:
        for at, measure in enumerate(found.measures):
            for t in range(run.n_rounds + 1):
                numbers = (*run.spans[at, t].tolist(), float(run.share[at, t]), float(run.tied[t]))
                yield (run.algorithm, measure.name, t, *("" if np.isnan(x) else x for x in numbers))


def as_json(found: ByRound) -> str:
    """Return the audit as a text of JSON: lists by round, from round 0; null where there is no value."""
    described = {
        "schema": 1,
        "rankviz": rankviz.__version__,
        "source": found.source,
        "items": found.items,
        "runs": [_run(found, run) for run in found.runs],
    }
    return json.dumps(described, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _run(found: ByRound, run: Rounds) -> dict[str, Any]:
    return {
        "algorithm": run.algorithm,
        "label": run.label,
        "tied_pairs": _numbers(run.tied),
        "measures": {
            measure.name: {
                "least": _numbers(run.spans[at, :, LEAST]),
                "expected": _numbers(run.spans[at, :, EXPECTED]),
                "largest": _numbers(run.spans[at, :, LARGEST]),
                "share_where_ties_matter": _numbers(run.share[at]),
            }
            for at, measure in enumerate(found.measures)
        },
    }


def _numbers(values: np.ndarray) -> list[float | None]:
    return [None if np.isnan(x) else x for x in values.tolist()]
