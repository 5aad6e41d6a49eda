"""The theorems of a round with their verdicts, as plain values (see frontend/stage/drawer/theorems.js)."""

from collections.abc import Sequence
from typing import Any

from rankviz.board.drawer.explained import late
from rankviz.engine.number_format import number
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain import run_named, run_names
from rankviz.insight.theory import minimum, monitor
from rankviz.insight.theory.minimum import Minimum
from rankviz.insight.theory.monitor import DOES_NOT_APPLY, HOLDS, VIOLATED, Row

VERDICTS = (HOLDS, VIOLATED, DOES_NOT_APPLY)
"""In the order of theorems.js."""


def theorems(trace: Trace, t: int) -> list[dict[str, Any]]:
    """Return for every run the theorems after round t: the run's `name` and `label`, the `rows`, and

    `when` that is; `minimum` is the loss whose minimum some theorems need, "" where none does.
    """
    return [
        {
            "name": name,
            "label": run.label,
            "when": "At the start" if min(t, run.n_rounds) == 0 else f"After round {min(t, run.n_rounds)}",
            "late": late(run, t).strip(),
            "rows": [_row(row) for row in monitor.rows(trace, run, min(t, run.n_rounds))],
            "minimum": minimum.loss_of(run) if monitor.speaks_of_minimum(run) else "",
        }
        for name, run in run_names(trace).items()
    ]


def with_minimum(trace: Trace, name: str, t: int, least: Minimum) -> dict[str, Any]:
    """Return the `rows` of a run after round t with those that need its loss's minimum, and a sentence (`said`)."""
    run = run_named(trace, name)
    rows = monitor.rows(trace, run, min(t, run.n_rounds), least)
    plain = {row.key for row in monitor.rows(trace, run, min(t, run.n_rounds))}
    solved = [row for row in rows if row.key not in plain]
    return {
        "rows": [_row(row) for row in rows],
        "claims": f"Claims about the minimum: {monitor.summary(solved)}." if solved else "",
        "said": _said(least),
    }


def boosted(trace: Trace, name: str) -> BoostedRun | None:
    """Return the run of that name if a theorem about it needs a minimum. Raises DataError for no run."""
    run: Run = run_named(trace, name)
    return run if monitor.speaks_of_minimum(run) else None


def _row(row: Row) -> Sequence[Any]:
    return [
        VERDICTS.index(row.verdict),
        row.name,
        row.equation,
        row.because,
        row.text("left"),
        row.relation,
        row.text("right"),
        row.text("slack"),
    ]


def _said(least: Minimum) -> str:
    if least.value is None:
        return least.why
    over = (
        f"over {least.dimension} independent {'directions' if least.loss == 'F1' else 'rankers of the run'}"
    )
    kind = "minimum" if least.attained else "infimum, which no finite weights reach,"
    return f"The {kind} of {least.loss} {over} is {number(least.value, 6)}."
