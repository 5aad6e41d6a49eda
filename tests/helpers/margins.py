"""Shared by several tests, from those of margins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import rankviz


def altered(run: rankviz.Run, part: str, t: int, change: Callable[[float], float]) -> rankviz.Run:
    """The run with one number of round t changed: "alpha", "metrics smooth_margin", "extra smooth_gain"."""
    kind, _, name = part.partition(" ")
    if not name:
        values = getattr(run, kind).copy()
        values[t - 1] = change(values[t - 1])
        return replace(run, **{kind: values})
    series = {key: values.copy() for key, values in getattr(run, kind).items()}
    series[name][t] = change(series[name][t])
    return replace(run, **{kind: series})
