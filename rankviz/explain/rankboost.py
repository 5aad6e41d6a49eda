"""The equations of RB-D, RB-C and RankBoost+ in a round with their values: α, δ, and the bounds of their theorems."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from rankviz.algorithms.boosting import equations
from rankviz.explain.context import NOT_SINGLE, SPELT, Context
from rankviz.explain.model import Contributions, Explanation, Input, Line, Worked, tex
from rankviz.explain.worked import (
    difference,
    grouped,
    half_log_ratio,
    opposite,
    plain,
    signed_sum,
    tex_of_log,
    worked,
    worked_of,
    worked_sum,
)
from rankviz.numerics import in_order

# ---------------------------------------------------------------- α

ALPHA_14 = ("RB+ (14)", r"\alpha_t = \frac12 \ln \frac{\varepsilon^+_t}{\varepsilon^-_t}")
ALPHA_19 = ("RB+ (19)", r"\alpha_t = \frac12 \ln \frac{1 + r_t}{1 - r_t}")
ALPHA_34 = (
    "RB+ (34)",
    r"\alpha_t = \frac12 \ln \frac{\varepsilon^+_t + \varepsilon^0_t\, e^{-\alpha'_t} / (2\cosh\alpha'_t)}"
    r"{\varepsilon^-_t + \varepsilon^0_t\, e^{\alpha'_t} / (2\cosh\alpha'_t)}",
)


AS_39 = "Its values stand in the form (39), ½ ln((ε⁺ + ½ε⁰) / (ε⁻ + ½ε⁰)): 1 − r would leave too few digits."


def alpha_14(c: Context) -> Worked:
    """Compute RB-D's α (14), with its values."""
    plus, _, minus = c.epsilons
    found = equations.alpha_14(plus, minus)
    three = c.three()
    return Worked(found, half_log_ratio(plus, minus, found, c.digits), (three[0], three[2]))


def alpha_19(c: Context) -> Worked:
    """Compute RB-C's α (19), with its values."""
    plus, _, minus = c.epsilons
    edge, found = plus - minus, equations.alpha_19(*c.epsilons)
    values = _of_edge(edge, found, c.digits)
    if values is None:
        return Worked(found, _of_shares(*c.epsilons, found, c.digits), c.three(), note=AS_39)
    return Worked(found, values, (c.round_input("r", edge),))


def alpha_34(c: Context) -> Worked:
    """Compute RankBoost+'s α (34), with its values."""
    prior = float(c.run.alpha_prior[c.i])
    found = equations.alpha_34(*c.epsilons, prior)
    inputs = (*c.three(), c.round_input("alpha_prior", prior))
    values = worked((*c.epsilons, prior), _say_34, lambda x: equations.alpha_34(*x), found, c.digits)
    return Worked(found, values, inputs)


def _of_edge(edge: float, found: float, digits: int) -> str | None:
    """Write (19) with its values; None where 1 − r leaves too few digits."""
    over, under = ("-", "+") if edge < 0 else ("+", "-")

    def say(x: Sequence[str]) -> str:
        return rf"\frac12 \ln \frac{{1 {over} {x[0]}}}{{1 {under} {x[0]}}}"

    sign = math.copysign(1.0, edge)
    values = worked(
        (abs(edge),), say, lambda x: sign * equations.log_ratio(1.0 + x[0], 1.0 - x[0]), found, digits
    )
    return None if r"\approx" in values else values


def _of_shares(plus: float, tied: float, minus: float, found: float, digits: int) -> str:
    """Write (19) in the form (39) with its values."""

    def say(x: Sequence[str]) -> str:
        half = rf"\frac12 \cdot {x[1]}"
        return rf"\frac12 \ln \frac{{{x[0]} + {half}}}{{{x[2]} + {half}}}"

    return worked((plus, tied, minus), say, lambda x: equations.alpha_19(*x), found, digits)


def _say_34(x: Sequence[str]) -> str:
    plus, tied, minus, prior = x
    half = rf"2\cosh {grouped(prior)}"
    over = rf"{plus} + {tied}\, e^{{{opposite(prior)}}} / ({half})"
    under = rf"{minus} + {tied}\, e^{{{prior}}} / ({half})"
    return rf"\frac12 \ln \frac{{{over}}}{{{under}}}"


def no_pair(c: Context) -> str:
    """Return why α is undefined: the ranker orders every pair with weight that it does not tie in the same way."""
    never = "reverses" if c.run.sign[c.i] > 0 else "orders correctly"
    return f"no pair that has weight is one that {c.trace.pool.label(c.ranker)} {never}."


# ---------------------------------------------------------------- δ


def delta_13(c: Context) -> Explanation:
    """Explain δ (13) of RB-D and RB-C."""
    formula = r"\delta(h_t) = \varepsilon^-_t - \varepsilon^+_t"
    if c.t == 0:
        return c.nothing_yet("delta", (Line("RB+ (13)", formula),))
    plus, _, minus = c.epsilons
    found = minus - plus
    line = Line("RB+ (13)", formula, difference(minus, plus, found, c.digits), found)
    by_items, table = edge_by_items(c, -1)
    inputs = (c.three()[2], c.three()[0])
    return c.make("delta", float(c.run.delta[c.i]), (line, by_items), inputs, table)


def delta_33(c: Context) -> Explanation:
    """Explain δ (33) of RankBoost+, or the slope along a combination."""
    formula = r"\delta(h_t) = \varepsilon^-_t - \varepsilon^+_t + \varepsilon^0_t \tanh \alpha'_t"
    if c.t == 0:
        return c.nothing_yet("delta", (Line("RB+ (33)", formula),))
    value = float(c.run.delta[c.i])
    if c.combined:
        return _combined_delta(c, value)
    plus, tied, minus = c.epsilons
    prior = float(c.run.alpha_prior[c.i])
    found = minus - plus + tied * math.tanh(prior)
    values = worked(
        (minus, plus, tied, prior),
        lambda x: rf"{x[0]} - {x[1]} + {x[2]} \cdot \tanh {grouped(x[3])}",
        lambda x: x[0] - x[1] + x[2] * math.tanh(x[3]),
        found,
        c.digits,
    )
    correct, ties, reversed_ = c.three()
    inputs = (reversed_, correct, ties, c.round_input("alpha_prior", prior))
    line = Line("RB+ (33)", formula, values, found)
    if prior:
        return c.make("delta", value, (line,), inputs)
    by_items, table = edge_by_items(c, -1)
    return c.make("delta", value, (line, by_items), inputs, table)


def _combined_delta(c: Context, value: float) -> Explanation:
    tracked, members, eta = c.follow(c.t - 1)
    beta = tracked.coefficients(c.ranker)
    assert beta is not None
    gradient = []
    for j, weight in zip(members, eta, strict=True):
        column = c.column(j)
        gradient.append(float(c.before[column == 0].sum() * math.tanh(weight) - c.before @ column))
    found = float(np.array(gradient) @ beta) / max(float(np.linalg.norm(beta)), 1e-300)
    formula = r"\delta = \frac{\nabla F_2(\eta) \cdot \beta}{F_2(\eta)\, \lVert \beta \rVert_2}"
    return c.make(
        "delta", value, (Line("RB+ section 4", formula, tex(found, c.digits), found),), notes=(NOT_SINGLE,)
    )


def edge_by_items(c: Context, sign: int) -> tuple[Line, Contributions | None]:
    """Return ±(ε⁺ − ε⁻) as a sum over the items that the ranker gives 1: its line and its table."""
    problem = c.trace.problem
    pi = np.bincount(problem.pairs[:, 0], c.before, problem.n_items)
    pi -= np.bincount(problem.pairs[:, 1], c.before, problem.n_items)
    where = np.flatnonzero(c.trace.pool.output(c.ranker))
    amounts = sign * pi[where]
    found = float(amounts.sum())
    table = c.largest(
        amounts,
        where,
        "item that the ranker gives 1",
        "π, its potential" if sign > 0 else "−π, its potential with the other sign",
        lambda x, a: [
            Input("π", "its potential before this round", f"potential:{x}@{c.t - 1}", sign * a),
            Input("h", "what the ranker says of it", f"h:{c.ranker}:{x}", 1.0),
        ],
        lambda x: problem.item_labels[x],
    )
    order = np.argsort(-np.abs(amounts), kind="stable")[:SPELT]
    left = "r_t = " if sign > 0 else r"\varepsilon^-_t - \varepsilon^+_t = -"
    values = worked_sum(amounts[order].tolist(), len(where), found, c.digits)
    return Line("RB+ (17), by items", rf"{left}\sum_x \pi_t(x)\, h_t(x)", values, found), table


# ---------------------------------------------------------------- bounds

OF_RB_C = (
    "The paper has no theorem about RB-C: this bound is RankViz's own, (18) at the α of (19) in each round."
)
BY_HAND = "A weight that was set by hand ended it: nothing is promised of such a step."


def no_bound(c: Context, equation: str, formula: str) -> Explanation:
    """Explain why there is no bound: a round before was not one that the theorem covers."""
    combined = c.run.combined[: c.t]
    note = "The theorem speaks of rounds that move single rankers; a round that moved along a combination ended it."
    if not combined.any() or "forced" in c.run.outcome[: int(combined.argmax())]:
        note = BY_HAND
    return c.make("bound", None, (Line(equation, formula),), notes=(note,))


def bound_16(c: Context) -> Explanation:
    """Explain U1 of Theorem 1."""
    formula = r"U_1 = \exp\!\left(-\tfrac12 \sum_{s \le t} (\varepsilon^+_s - \varepsilon^-_s)^2\right)"
    return of_slopes(c, "RB+ (16)", formula)


def bound_35(c: Context) -> Explanation:
    """Explain U2 of Theorem 2."""
    return of_slopes(c, "RB+ (35)", r"U_2 = \exp\!\left(-\tfrac12 \sum_{s \le t} \delta(h_s)^2\right)")


def bound_18(c: Context) -> Explanation:
    """Explain Π √(1 − r²), the value of (18) at RB-C's α."""
    equation, formula = "RB+ (18), (19)", r"U = \prod_{s \le t} \sqrt{1 - r_s^2}"
    if c.metric("log_bound") is None:
        return no_bound(c, equation, formula)
    plus, tied, minus = (getattr(c.run, f"eps_{side}")[: c.t] for side in ("correct", "tied", "reversed"))
    inside = (2.0 * plus + tied) * (2.0 * minus + tied)
    with np.errstate(divide="ignore"):
        logs = 0.5 * np.log(inside)
    roots = np.exp(logs)
    table = _by_rounds(
        c, roots, "√(1 − r²), its factor", lambda s: c.round_input("r", float(plus[s] - minus[s]), s + 1)
    )
    if table is not None:  # factors have no shares
        table = table.without_shares()
    found = float(logs.sum())
    values = _product_values(roots[:SPELT].tolist(), c.t, found, c.digits)
    return _bound(c, Line(equation, formula, values, math.exp(found), found), table, OF_RB_C)


def of_slopes(c: Context, equation: str, formula: str) -> Explanation:
    """Explain the bound exp(−½ Σ δ²) of (16) and (35)."""
    if c.metric("log_bound") is None:
        return no_bound(c, equation, formula)
    squares = c.run.delta[: c.t] ** 2
    table = _by_rounds(c, squares, "δ²", lambda s: c.round_input("delta", float(c.run.delta[s]), s + 1))
    found = float((-0.5 * squares).sum())
    largest = np.sort(squares)[::-1][:SPELT].tolist()
    values = _exp_values(largest, c.t, found, c.digits)
    return _bound(c, Line(equation, formula, values, math.exp(found), found), table)


def _by_rounds(
    c: Context, amounts: np.ndarray, amount: str, link: Callable[[int], Input]
) -> Contributions | None:
    return c.largest(
        amounts, np.arange(c.t), "round", amount, lambda s, a: [link(s)], lambda s: f"round {s + 1}"
    )


def _bound(c: Context, line: Line, table: Contributions | None, *notes: str) -> Explanation:
    log = c.metric("log_bound")
    assert log is not None
    return c.make("bound", math.exp(log), (line,), table=table, notes=notes, log=log)


def _product_values(factors: list[float], count: int, log: float, digits: int) -> str:
    """Write a · b · c ⋯ with its values; factors are left out where there are many."""

    def say(x: Sequence[str]) -> str:
        return r" \cdot ".join(x) or "1"

    if count > len(factors):
        return rf"{say([tex(x, digits) for x in factors])} \cdots = {tex_of_log(log, digits)}"
    return worked_of(
        [plain(x) for x in factors],
        say,
        lambda x: in_order(math.log(each) if each > 0.0 else -math.inf for each in x),
        log,
        digits,
        in_logs=True,
    )


def _exp_values(squares: list[float], count: int, log: float, digits: int) -> str:
    """Write exp(−½ (a + b + c + ⋯)) with its values; terms are left out where there are many."""

    def say(x: Sequence[str]) -> str:
        return rf"\exp\!\left(-\tfrac12 ({signed_sum(x)}{more})\right)"

    more = r" + \cdots" if count > len(squares) else ""
    if more:
        return f"{say([tex(x, digits) for x in squares])} = {tex_of_log(log, digits)}"
    operands = [plain(x) for x in squares]
    return worked_of(operands, say, lambda x: -0.5 * in_order(x), log, digits, in_logs=True)
