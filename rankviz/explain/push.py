"""The equations of the P-norm push in a round with their values: α, Z, the bound, and a pair's weight."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rankviz.algorithms.rankboost.push import PushLine
from rankviz.explain import rankboost
from rankviz.explain.context import Context
from rankviz.explain.model import Explanation, Line, Worked
from rankviz.explain.worked import grouped, half_log_ratio, of_log, plain, worked_of
from rankviz.numerics import exp_or_inf
from rankviz.runs.trace import UNDEFINED_OUTCOMES

STEP, BOUND = "Push step", "Push bound"
ALPHA = (
    STEP,
    r"\alpha_t = \arg\min_\alpha R_p = \frac12 \ln \frac{\tilde\varepsilon^+}{\tilde\varepsilon^-}",
)


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
    values = half_log_ratio(exp_or_inf(falls + at), exp_or_inf(rises - at), found, c.digits)
    note = "ε̃⁺ and ε̃⁻ are ε⁺ and ε⁻ with every lower item's sum S as it is after the step; for p = 1 this is (14)."
    three = c.three()
    return Worked(found, values, (three[0], three[2]), note=note)


def bound(c: Context) -> Explanation:
    """Explain exp(−½ Σ δ²), the bound on R_p over its value at the start."""
    formula = r"U = \exp\!\left(-\tfrac12 \sum_{s \le t} (\varepsilon^+_s - \varepsilon^-_s)^2\right)"
    return rankboost.of_slopes(c, BOUND, formula)


def z(c: Context) -> Explanation:
    """Explain Z, the factor by which the round multiplies R_p."""
    formula = r"Z_t = \frac{R_p \text{ after}}{R_p \text{ before}}, \quad R_p = \sum_k S_k^p"
    if c.t == 0:
        return c.nothing_yet("z", (Line(STEP, formula),))
    value, logs = float(c.run.z[c.i]), c.run.log_extra["push_loss"]
    before, after = float(logs[c.i]), float(logs[c.t])
    if c.outcome in UNDEFINED_OUTCOMES or not c.plain or not math.isfinite(after - before):
        note = "Some α was undefined: Rₚ is a limit, in which what an infinite weight orders adds nothing."
        return c.make("z", value, (Line(STEP, formula),), notes=(note,))
    values = worked_of(
        (of_log(after), of_log(before)),
        lambda x: rf"\frac{{{x[0]}}}{{{x[1]}}}",
        lambda x: x[0] - x[1],
        after - before,
        c.digits,
        in_logs=True,
    )
    note = "Both losses are given over their value at the start."
    return c.make("z", value, (Line(STEP, formula, values, math.exp(after - before)),), notes=(note,))


def pair(
    c: Context, key: str, i: int, value: float, named: tuple[str, str], notes: tuple[str, ...]
) -> Explanation:
    """Explain D of pair i after the round: e^{−s} times the lower item's sum to the power p − 1, over R_p."""
    formula = r"D_{t+1}(i) = \frac{e^{-s_i}\, S_k^{p-1}}{\sum_k S_k^p}"
    _, lower = c.trace.problem.by_higher
    k, p = int(lower[i]), _p(c)
    label = c.trace.problem.item_labels[k]
    count = int((lower == k).sum())
    note = f"S adds up e^(−s) over the {count:,} pairs whose lower item is {label}."
    if not c.plain:
        line = Line(STEP, formula)
        limit = (
            "Some α was undefined: pairs that an infinite weight orders weigh nothing and add nothing to S."
        )
        return c.make(key, value, (line,), notes=(*notes, note, limit), named=named)
    s = c.pair_scores
    sums = np.full(c.trace.problem.n_items, -np.inf)
    for item in np.unique(lower).tolist():
        sums[item] = np.logaddexp.reduce(-s[lower == item])
    loss = float(np.logaddexp.reduce(p * sums))

    def say(x: Sequence[str]) -> str:
        return rf"\frac{{{x[0]} \cdot {grouped(x[1])}^{{{x[3]}}}}}{{{x[2]}}}"

    log = float(-s[i] + (p - 1.0) * sums[k] - loss)
    operands = of_log(float(-s[i])), of_log(float(sums[k])), of_log(loss), plain(p - 1.0)
    values = worked_of(operands, say, lambda x: x[0] + x[3] * x[1] - x[2], log, c.digits, in_logs=True)
    way = c.pair_link("score", i, float(s[i]), c.t, "s", "score of the higher item minus score of the lower")
    return c.make(
        key, value, (Line(STEP, formula, values, math.exp(log)),), (way,), notes=(*notes, note), named=named
    )
