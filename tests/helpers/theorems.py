"""The monitor's rows of a run by their keys, which of them are violated, and a run with one number altered."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import rankviz
from rankviz.insight.theory import monitor
from rankviz.insight.theory.minimum import Minimum


def check_row(row: monitor.Row) -> None:
    """What every row owes to those who show it."""
    assert row.verdict in (monitor.HOLDS, monitor.VIOLATED, monitor.DOES_NOT_APPLY)
    assert (row.because == "") == (row.verdict == monitor.HOLDS)
    assert row.relation in ("≤", "=") and row.equation
    for side in ("left", "right", "slack"):
        value = getattr(row, side)
        assert value is None or math.isfinite(value)
        assert not any(word in row.text(side) for word in ("nan", "inf", "None"))


def by_key(
    trace: rankviz.Trace, run: rankviz.Run, t: int | None = None, least: Minimum | None = None
) -> dict[str, monitor.Row]:
    """The rows after round t, by default after the last."""
    rows = monitor.rows(trace, run, run.n_rounds if t is None else t, least)
    found = {row.key: row for row in rows}
    assert len(found) == len(rows)
    for row in rows:
        check_row(row)
    return found


def violated(trace: rankviz.Trace, rounds: Iterable[int] | None = None) -> list[tuple[str, int, monitor.Row]]:
    """The violated rows of every run, after every round or after those given, the last for any beyond it."""
    return [
        (run.label, t, row)
        for run in trace.runs
        for t in (range(run.n_rounds + 1) if rounds is None else {min(t, run.n_rounds) for t in rounds})
        for row in by_key(trace, run, t).values()
        if row.verdict == monitor.VIOLATED
    ]


def altered(run: rankviz.Run, name: str, t: int, change: Callable[[float], float]) -> rankviz.Run:
    """The run with one number of round t changed, in a measure, in another series, or in what the round chose."""
    for part in ("metrics", "extra"):
        if name in (series := getattr(run, part)):
            values = series[name].copy()
            values[t] = change(values[t])
            return replace(run, **{part: series | {name: values}})
    values = getattr(run, name).copy()
    values[t - 1] = change(values[t - 1])
    return replace(run, **{name: values})
