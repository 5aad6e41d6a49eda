"""The theorems of a round with their verdicts, as plain values (see frontend/stage/drawer/theorems.js)."""

from collections.abc import Callable, Sequence
from typing import Any

from rankviz.board.drawer.citations import cited, with_citations
from rankviz.board.drawer.explained import late
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain import run_named, run_names
from rankviz.insight.theory import in_words, minimum, monitor
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
            "label": on_screen(run),
            "when": "At the start" if min(t, run.n_rounds) == 0 else f"After round {min(t, run.n_rounds)}",
            "late": late(run, t).strip(),
            "rows": [_row(row) for row in monitor.rows(trace, run, min(t, run.n_rounds))],
            "minimum": minimum.loss_of(run) if monitor.speaks_of_minimum(run) else "",
        }
        for name, run in run_names(trace).items()
    ]


def with_minimum(
    trace: Trace, name: str, t: int, find: Callable[[BoostedRun], Minimum], *, may_find: bool
) -> dict[str, Any]:
    """Return the `rows` of a run after round t with those that need its loss's minimum, and a sentence (`said`).

    `find` computes the minimum; unless it `may_find`, because that takes long, the answer is {"ask": loss}. Raises
    DataError for a name without a run, and where no theorem needs a minimum.
    """
    run: Run = run_named(trace, name)
    if not monitor.speaks_of_minimum(run):
        raise DataError("No theorem about this run needs a minimum", remedy="Choose another run")
    if not may_find:
        return {"ask": minimum.loss_of(run)}
    least = find(run)
    rows = monitor.rows(trace, run, min(t, run.n_rounds), least)
    plain = {row.key for row in monitor.rows(trace, run, min(t, run.n_rounds))}
    solved = [row for row in rows if row.key not in plain]
    return {
        "rows": [_row(row) for row in rows],
        "claims": f"Claims about the minimum: {monitor.summary(solved)}." if solved else "",
        "said": _said(least),
    }


def _row(row: Row) -> Sequence[Any]:
    return [
        VERDICTS.index(row.verdict),
        row.name,
        cited(row.equation),
        with_citations(" ".join(filter(None, (in_words.SENTENCES.get(row.key), row.because)))),
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
    return f"The {kind} of {least.loss} (Ê{least.loss[1]} by weights) {over} is {number(least.value, 6)}."
