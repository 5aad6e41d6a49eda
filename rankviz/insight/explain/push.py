"""The equations of the P-norm push in a round with their values: α, Z, the bound, and a pair's weight."""

import math

import numpy as np

from rankviz.engine.algorithms.rankboost.push_line import PushLine
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES
from rankviz.insight.explain import rankboost
from rankviz.insight.explain.context import Context, symbols
from rankviz.insight.explain.model import Explanation, Worked
from rankviz.insight.reference.formulas import push as eq
from rankviz.insight.reference.formulas import rankboost as of_rankboost


def _p(c: Context) -> float:
    return float(c.run.params["p"])


def alpha(c: Context) -> Worked:
    """Compute α, the solution of α = ½ ln ε̃⁺/ε̃⁻ with the sums S after the step."""
    tilted = c.trace.tilted(c.run, c.t - 1)
    assert tilted is not None
    line = tilted.line(c.trace.pool.output(c.ranker))
    assert isinstance(line, PushLine)
    found = line.alpha()
    at = found if math.isfinite(found) else 0.0
    falls, rises, _, _ = line.read(at)
    note = (
        "ε̃⁺ and ε̃⁻ are ε⁺ and ε⁻ with every lower item's sum S as it is after the step. "
        "For p = 1 this is equation (14)."
    )
    three = c.three()
    worked = c.line(eq.ALPHA, {eq.PLUS: falls + at, eq.MINUS: rises - at}, found)
    return Worked(worked, (three[0], three[2]), note=note)


def bound(c: Context) -> Explanation:
    """Explain exp(−½ Σ δ²), the bound on R_p over its value at the start."""
    return rankboost.of_slopes(c, of_rankboost.BOUND_PUSH)


def z(c: Context) -> Explanation:
    """Explain Z, the factor by which the round multiplies R_p."""
    if c.t == 0:
        return c.nothing_yet("z", eq.Z)
    value, logs = float(c.run.z[c.i]), c.run.log_extra["push_loss"]
    before, after = float(logs[c.i]), float(logs[c.t])
    if c.outcome in UNDEFINED_OUTCOMES or not c.plain or not math.isfinite(after - before):
        note = "Some α was undefined: Rₚ is a limit, in which what an infinite weight orders adds nothing."
        return c.make("z", value, (symbols(eq.Z),), notes=(note,))
    line = c.line_of_log(eq.Z, {eq.AFTER: after, eq.BEFORE: before})
    note = "Both losses are given over their value at the start."
    return c.make("z", value, (line,), notes=(note,))


def pair(
    c: Context, key: str, i: int, value: float, named: tuple[str, str], notes: tuple[str, ...]
) -> Explanation:
    """Explain D of pair i after the round: e^{−s} times the lower item's sum to the power p − 1, over R_p."""
    _, lower = c.trace.problem.by_higher
    k, p = int(lower[i]), _p(c)
    label = c.trace.problem.item_in_words(k)
    count = int((lower == k).sum())
    note = f"S adds up e^(−s) over the {count:,} pairs whose lower item is {label}."
    if not c.plain:
        limit = (
            "Some α was undefined: pairs that an infinite weight orders weigh nothing and add nothing to S."
        )
        return c.make(key, value, (symbols(eq.PAIR_WEIGHT),), notes=(*notes, note, limit), named=named)
    s = c.pair_scores
    sums = np.full(c.trace.problem.n_items, -np.inf)
    for item in np.unique(lower).tolist():
        sums[item] = np.logaddexp.reduce(-s[lower == item])
    loss = float(np.logaddexp.reduce(p * sums))

    log = float(-s[i] + (p - 1.0) * sums[k] - loss)
    values = {eq.FALLEN: float(-s[i]), eq.SUM: float(sums[k]), eq.LOSS: loss, eq.POWER: p - 1.0}
    line = c.line_of_log(eq.PAIR_WEIGHT, values, log)
    way = c.pair_link("score", i, float(s[i]), c.t, "s", "score of the higher item minus score of the lower")
    return c.make(key, value, (line,), (way,), notes=(*notes, note), named=named)
