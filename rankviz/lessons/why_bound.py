"""Why Ê2 rises or falls in a round: what the round does to the pairs that its ranker orders, ties and reverses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.number_format import number, share
from rankviz.insight.explain.context import Context

if TYPE_CHECKING:
    from rankviz.engine.runs.trace import BoostedRun, Trace

MAX_PAIRS = 200_000
SAME = 1e-6
"""The groups tell the change of ln Ê2 so well, or they are not told."""
DOES = {0: "ties", 1: "orders", -1: "reverses"}
NAMES = {0: "the tied pairs", 1: "the pairs in order", -1: "the reversed pairs"}


@dataclass(frozen=True)
class Group:
    """Pairs that a ranker treats alike: their share of Ê2 before the round, and what the round multiplies it by."""

    does: int
    part: float
    times: float

    @property
    def moves(self) -> float:
        """By how much the group raises Ê2, as a part of Ê2 before."""
        return self.part * (self.times - 1.0)


def groups(trace: Trace, run: BoostedRun, t: int) -> tuple[Group, ...]:
    """Return the groups of round t, the tied first; () where its step has no factors, or there are too many pairs."""
    if trace.problem.n_pairs > MAX_PAIRS:
        return ()
    c = Context(trace, run, t, digits=4, asked=t)
    if c.combined or not c.plain:
        return ()
    before, after = (_terms(Context(trace, run, at, digits=4, asked=at)) for at in (t - 1, t))
    top = float(before.max())
    weights, then = np.exp(before - top), np.exp(after - top)
    says, whole = c.says, float(weights.sum())
    return tuple(
        Group(does, float(part.sum()) / whole, float(then[says == does].sum() / part.sum()))
        for does in DOES
        if (part := weights[says == does]).sum() > 0.0
    )


def _terms(c: Context) -> np.ndarray:
    """Return ln Π ω* of each pair (m,) after the context's round (RB+ (24))."""
    return c.follow(c.t)[0].tied - c.pair_scores


def reason(trace: Trace, run: BoostedRun, t: int, way: str) -> str:
    """Say why Ê2 "rises" or "falls" in round t: ", since the tied pairs …", with numbers; "" where it is not known."""
    found, sign = groups(trace, run, t), {"rises": 1.0, "falls": -1.0}.get(way, 0.0)
    before, after = (float(value) for value in run.metrics["log_e2"][t - 1 : t + 1])
    if not found or abs(math.log(sum(group.part * group.times for group in found)) - (after - before)) > SAME:
        return ""
    with_it = [NAMES[group.does] for group in found if sign * group.moves > 0.0]
    against = [NAMES[group.does] for group in found if sign * group.moves < 0.0]
    if not with_it:
        return ""
    grow, shrink = ("grow", "shrink") if sign > 0 else ("shrink", "grow")
    than = f" by more than {_listed(against)} {shrink}" if against else ""
    parts = _listed([f"{DOES[group.does]} {share(group.part)} (×{number(group.times)})" for group in found])
    ranker = trace.pool.label(int(run.ranker[t - 1]))
    tied = " A tie counts cosh η." if any(group.does == 0 for group in found) else ""
    return f", since {_listed(with_it)} {grow}{than}. Of Ê2, {ranker} {parts}.{tied}"


def _listed(words: list[str]) -> str:
    """ "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
