"""The numbers of the ensemble after a round: R̂1, R̂2, Ê1, Ê2, the bound, the margins, ‖η‖₁."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rankviz.explain.context import IN_THE_LIMIT, SPELT, Context, Link
from rankviz.explain.equations import equations_of
from rankviz.explain.model import Contributions, Explanation, Input, Line, tex, total
from rankviz.explain.worked import of_log, plain, quotient, signed_sum, tex_of_log, worked_of, worked_sum
from rankviz.number_format import counted
from rankviz.numerics import exp_or_inf, in_order

_INFINITE = (
    "The last weight is infinite: scores are those of that ranker alone, losses are limits (RB+, Lemma 1)."
)


def _score_link(c: Context, i: int) -> Input:
    symbol, words = "s", "score of the higher item minus score of the lower"
    return c.pair_link("score", i, float(c.pair_scores[i]), c.t, symbol, words)


def _share(key: str) -> Callable[[Context], Explanation]:
    tie = 1.0 if key == "r1" else 0.5
    equation = "RB+ (3)" if key == "r1" else "RB+ (4)"
    formula = (
        r"\hat R_1 = \frac1m \sum_i [\, s_i \le 0 \,]"
        if key == "r1"
        else r"\hat R_2 = \frac1m \sum_i \left( [\, s_i < 0 \,] + \tfrac12 [\, s_i = 0 \,] \right)"
    )

    def make(c: Context) -> Explanation:
        m, tied = c.trace.problem.n_pairs, c.tied()
        wrong = (c.pair_scores < 0.0) & ~tied
        found = (float(wrong.sum()) + tie * float(tied.sum())) / m
        half = "" if tie == 1.0 else r"\tfrac12 \cdot "
        values = rf"\frac{{{wrong.sum()} + {half}{tied.sum()}}}{{{m}}} = {tex(found, c.digits)}"
        where = np.flatnonzero(wrong | tied)
        where = where[np.argsort(c.pair_scores[where], kind="stable")]
        amounts = np.where(tied[where], tie, 1.0) / m
        table = c.largest(
            amounts, where, "pair not in order", "what it adds", lambda i, a: [_score_link(c, i)]
        )
        stand = "stands" if wrong.sum() == 1 else "stand"
        note = f"{counted(int(wrong.sum()), 'pair')} {stand} in the wrong order and {tied.sum():,} tied, of {m:,}."
        return c.make(
            key, c.metric(key), (Line(equation, formula, values, found),), table=table, notes=(note,)
        )

    return make


def e1(c: Context) -> Explanation:
    """Explain Ê1 (5)."""
    formula = r"\hat E_1 = \frac1m \sum_i e^{-s_i}"
    if c.infinite or c.limit:
        return _limit(c, "e1", formula, "RB+ (5)")
    table, line = _mean(c, -c.pair_scores, "RB+ (5)", formula, lambda i, a: [_score_link(c, i)], "e^{−s}/m")
    return _with_product(c, "e1", line, table, r"\hat E_1", "RB+ (12)", c.loss == "e1")


def e2(c: Context) -> Explanation:
    """Explain Ê2 (22)–(24)."""
    formula = r"\hat E_2 = F_2(\eta) = \frac1m \sum_i \prod_j \omega^*_2(i, h_j, \eta_j)"
    if c.infinite or c.limit:
        return _limit(c, "e2", formula, "RB+ (22)–(24)")
    tracked, _, _ = c.follow(c.t)
    log = tracked.tied - c.pair_scores

    def link(i: int, amount: float) -> list[Input]:
        return [c.pair_link("term", i, exp_or_inf(float(log[i])), c.t, "Π ω*", "the pair's term in Ê2")]

    table, line = _mean(c, log, "RB+ (22)–(24)", formula, link, "Π ω*/m")
    return _with_product(c, "e2", line, table, r"\hat E_2", "RB+ (29)", c.loss == "e2")


def _mean(
    c: Context, log: np.ndarray, equation: str, formula: str, link: Link, amount: str
) -> tuple[Contributions | None, Line]:
    """Return the table and the equation's line of the mean of e^log over the pairs."""
    m, top = len(log), float(log.max())
    found = top + math.log(float(np.exp(log - top).mean()))
    with np.errstate(over="ignore"):
        parts = np.exp(log)
    table = c.largest(parts / m, np.arange(m), "pair", amount, link) if np.isfinite(parts).all() else None
    return table, Line(equation, formula, _mean_values(log, found, c.digits), exp_or_inf(found), found)


def _mean_values(log: np.ndarray, found: float, digits: int) -> str:
    """Write (a + b + c + ⋯) / m of e^log with its values; some terms are left out where there are many."""
    m, first = len(log), np.sort(log)[::-1][:SPELT].tolist()
    if m > SPELT:
        left = total([exp_or_inf(each) for each in first], m, digits)
        return rf"\frac{{1}}{{{m}}} \left( {left} \right) = {tex_of_log(found, digits)}"
    return worked_of(
        [of_log(each) for each in first],
        lambda x: rf"\frac{{1}}{{{m}}} \left( {signed_sum(x)} \right)",
        lambda x: float(np.logaddexp.reduce(x)) - math.log(m),
        found,
        digits,
        in_logs=True,
    )


def _with_product(
    c: Context,
    key: str,
    line: Line,
    table: Contributions | None,
    symbol: str,
    equation: str,
    z_is_factor: bool,
) -> Explanation:
    """Explain a loss; where Z is the factor of this loss (`z_is_factor`), also as the loss before times Z."""
    log = c.metric(f"log_{key}")
    value = None if log is None else exp_or_inf(log)
    lines, inputs, notes = [line], [], []
    if z_is_factor and c.t and c.plain:
        before, z = c.metric(f"log_{key}", c.t - 1), float(c.run.z[c.i])
        if before is not None and z > 0.0:
            found = before + math.log(z)
            operands = [of_log(before), of_log(math.log(z))]
            values = worked_of(
                operands, lambda x: r" \cdot ".join(x), in_order, found, c.digits, in_logs=True
            )
            formula = rf"{symbol} = \prod_{{s \le t}} Z_s = {symbol}\text{{ before}} \cdot Z_t"
            lines.append(Line(equation, formula, values, exp_or_inf(found), found))
            inputs = [c.round_input(key, exp_or_inf(before), c.t - 1), c.round_input("z", z)]
    if key == "e2" and not c.cosh_ties and c.t:
        notes.append(
            f"{c.run.label} does not lower this loss; η is followed over independent rankers to show it."
        )
    return c.make(key, value, tuple(lines), tuple(inputs), table, tuple(notes), log=log)


def _limit(c: Context, key: str, formula: str, equation: str) -> Explanation:
    log, why = c.metric(f"log_{key}"), IN_THE_LIMIT if c.limit else _INFINITE
    if log is None:
        note = "Some pair is in the wrong order or tied with an infinite weight, so the loss has no finite value."
        return c.make(key, None, (Line(equation, formula),), notes=(why, note))
    found = 0.0
    if c.limit and key == "e1":
        found = _undecided(c)
    elif key == "e1":
        found = float((c.pair_scores == 0.0).mean())
    line = Line(equation, formula, rf"\to {tex(found, c.digits)}", found)
    return c.make(key, math.exp(log), (line,), notes=(why,))


def _undecided(c: Context) -> float:
    """Return Ê1 in the limit (49): e^{−s} of the finite weights, over the pairs that every infinite weight ties."""
    decided, s = np.zeros(len(c.pair_scores), dtype=bool), np.zeros(len(c.pair_scores))
    for t in range(c.t):
        says, alpha = c.column(int(c.run.ranker[t])), float(c.run.alpha[t])
        if math.isnan(alpha):
            decided |= says != 0
        else:
            s += alpha * says
    return float(np.where(decided, 0.0, np.exp(-s)).mean())


def bound(c: Context) -> Explanation:
    """Explain the bound: the right side of the algorithm's theorem."""
    return equations_of(c).bound(c)


def norm(c: Context) -> Explanation:
    """Explain ‖η‖₁."""
    weights = c.run.weights_at(c.t)
    formula = r"\lVert \eta \rVert_1 = \sum_j |\eta_j|"
    if c.infinite:
        return c.make(
            "norm", c.metric("norm"), (Line("SM section 4.1", formula, "1", 1.0),), notes=(_INFINITE,)
        )
    if c.limit:
        return c.make("norm", None, (Line("SM section 4.1", formula),), notes=(IN_THE_LIMIT,), text="∞")
    rankers, etas = np.array(list(weights), dtype=np.int64), np.array(list(weights.values()))
    found = float(np.abs(etas).sum())
    table = c.largest(
        etas,
        rankers,
        "ranker",
        "η, its weight",
        lambda j, a: [Input("η", "its weight", f"eta:{j}", a)],
        lambda j: c.trace.pool.label(j),
    )
    first = np.sort(np.abs(etas))[::-1][:SPELT].tolist()
    values = worked_sum(first, len(etas), found, c.digits)
    return c.make("norm", c.metric("norm"), (Line("SM section 4.1", formula, values, found),), table=table)


def margin(c: Context) -> Explanation:
    """Explain the least pair margin."""
    formula = r"\mu = \min_i \frac{s_i}{\lVert \eta \rVert_1}"
    value, size = c.metric("margin"), c.metric("norm")
    if value is None or size is None:
        note = (
            "The ensemble has no weight, so a margin cannot be told."
            if c.t
            else "Before round 1 there is no ensemble."
        )
        if c.limit:
            note = "‖η‖₁ is infinite in the limit, so a margin cannot be told."
        return c.make("margin", None, (Line("SM section 2", formula),), notes=(note,))
    least = int(np.argmin(c.pair_scores))
    s = float(c.pair_scores[least])
    found = s / size
    values = quotient(s, size, found, c.digits)
    note = f"The pair with the least score is {c.pair_label(least)}."
    inputs = (_score_link(c, least), c.round_input("norm", size))
    return c.make("margin", value, (Line("SM section 2", formula, values, found),), inputs, notes=(note,))


def smooth_margin(c: Context) -> Explanation:
    """Explain the smooth margin, SM (3)."""
    formula = r"\tilde G = \frac{-\ln \sum_i e^{-s_i}}{\lVert \eta \rVert_1}"
    formula += r" = \frac{-\ln (m \hat E_1)}{\lVert \eta \rVert_1}"
    value, size, log = c.metric("smooth_margin"), c.metric("norm"), c.metric("log_e1")
    if value is None or size is None or log is None:
        note = "It needs an ensemble of finite weights, not all of them 0."
        return c.make("smooth_margin", None, (Line("SM (3)", formula),), notes=(note,))
    m = c.trace.problem.n_pairs
    found = -(log + math.log(m)) / size
    values = _smooth_values(log, size, m, found, c.digits)
    inputs = (c.round_input("e1", exp_or_inf(log)), c.round_input("norm", size))
    return c.make("smooth_margin", value, (Line("SM (3)", formula, values, found),), inputs)


def _smooth_values(log: float, size: float, m: int, found: float, digits: int) -> str:
    """Write −ln(m Ê1) / ‖η‖₁ with its values."""
    return worked_of(
        [of_log(log), plain(size)],
        lambda x: rf"\frac{{-\ln ({m} \cdot {x[0]})}}{{{x[1]}}}",
        lambda x: -(x[0] + math.log(m)) / x[1],
        found,
        digits,
    )


LOSS_KEYS: dict[str, Callable[[Context], Explanation]] = {
    "r1": _share("r1"),
    "r2": _share("r2"),
    "e1": e1,
    "e2": e2,
    "bound": bound,
    "norm": norm,
    "margin": margin,
    "smooth_margin": smooth_margin,
}
