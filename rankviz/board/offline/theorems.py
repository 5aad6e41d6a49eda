"""The theorems of every round as plain values, theorem by theorem, for a page that computes nothing."""

from typing import Any

from rankviz.board.drawer.proven import VERDICTS
from rankviz.board.offline.part import RunPart
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory import monitor
from rankviz.insight.theory.monitor import Row

MAX_ROWS = 20_000
"""Rows of a page at most; with more, only evenly spaced rounds are included, and the page says so."""
BETWEEN = "\t"


def theorems(trace: Trace, part: RunPart) -> dict[str, Any]:
    """Return the theorems that hold after the rounds of every run (see offline/saved_theorems.js), within `part`.

    `every` is the distance between two rounds that are included, `why` all sentences. Each of `runs` has its `label`,
    the rounds `at` that are included, and its `rows`: of a theorem its `name`, `equation` and `relation`, the first of
    those rounds that has it, and for each from there on the verdict, the place of the sentence in `why`, and in one
    text the `left` sides, the `right` sides, the `slack`.
    """
    most = part.last - part.first
    rows_a_round = sum(len(monitor.rows(trace, run, run.n_rounds)) for run in trace.runs)
    every = max(1, -(-most * rows_a_round // MAX_ROWS))
    why: dict[str, int] = {}
    runs = [_of_run(trace, run, part.states(run), every, why) for run in trace.runs]
    return {"every": every, "why": list(why), "runs": runs}


def _of_run(trace: Trace, run: Run, rounds: range, every: int, why: dict[str, int]) -> dict[str, Any]:
    at = sorted({*rounds[::every], rounds[-1]})
    found: dict[str, list[Row]] = {}
    first: dict[str, int] = {}
    order: list[str] = []
    for i, t in enumerate(at):
        rows = monitor.rows(trace, run, t)
        order = [row.key for row in rows]  # the start has the fewest rows
        for row in rows:
            first.setdefault(row.key, i)
            found.setdefault(row.key, []).append(row)
    return {"label": on_screen(run), "at": at, "rows": [_row(found[key], first[key], why) for key in order]}


def _row(rows: list[Row], first: int, why: dict[str, int]) -> dict[str, Any]:
    return {
        "name": rows[0].name,
        "equation": rows[0].equation,
        "relation": rows[0].relation,
        "first": first,
        "verdicts": [VERDICTS.index(row.verdict) for row in rows],
        "why": [why.setdefault(row.because, len(why)) for row in rows],
        **{side: BETWEEN.join(row.text(side) for row in rows) for side in ("left", "right", "slack")},
    }
