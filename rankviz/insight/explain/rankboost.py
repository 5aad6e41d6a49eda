"""The equations of RB-D, RB-C and RankBoost+ in a round with their values: α, δ, and the bounds of their theorems."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.insight.explain.context import NOT_SINGLE, SPELT, Context, symbols
from rankviz.insight.explain.model import Contributions, Explanation, Input, Line, Worked, tex
from rankviz.insight.reference.formulas import rankboost as eq
from rankviz.insight.reference.formulas.formula import Equation, Terms

# ---------------------------------------------------------------- α

AS_39 = (
    "Its values are in the form of equation (39), ½ ln((ε⁺ + ½ε⁰) / (ε⁻ + ½ε⁰)), because 1 − r would leave too few "
    "digits."
)


def alpha_14(c: Context) -> Worked:
    """Compute RB-D's α (14), with its values."""
    plus, _, minus = c.epsilons
    three = c.three()
    line = c.line(eq.ALPHA_14, {eq.PLUS: plus, eq.MINUS: minus}, equations.alpha_14(plus, minus))
    return Worked(line, (three[0], three[2]))


def alpha_19(c: Context) -> Worked:
    """Compute RB-C's α (19), with its values; by (39) where 1 − r leaves too few digits."""
    plus, tied, minus = c.epsilons
    edge, found = plus - minus, equations.alpha_19(plus, tied, minus)
    line = c.line(eq.ALPHA_19, {eq.EDGE: edge}, found)
    if r"\approx" not in line.values:
        return Worked(line, (c.round_input("r", edge),))
    by_39 = c.line(eq.ALPHA_39, {eq.PLUS: plus, eq.TIED: tied, eq.MINUS: minus}, found)
    return Worked(replace(line, values=by_39.values), c.three(), note=AS_39)


def alpha_34(c: Context) -> Worked:
    """Compute RankBoost+'s α (34), with its values."""
    plus, tied, minus = c.epsilons
    prior = float(c.run.alpha_prior[c.i])
    values = {eq.PLUS: plus, eq.TIED: tied, eq.MINUS: minus, eq.PRIOR: prior}
    line = c.line(eq.ALPHA_34, values, equations.alpha_34(plus, tied, minus, prior))
    return Worked(line, (*c.three(), c.round_input("alpha_prior", prior)))


def no_pair(c: Context) -> str:
    """Return why α is undefined: the ranker orders every pair with weight that it does not tie in the same way."""
    never = "reverses" if c.run.sign[c.i] > 0 else "orders correctly"
    return f"no pair that has weight is one that {c.trace.pool.label(c.ranker)} {never}."


# ---------------------------------------------------------------- δ


def delta_13(c: Context) -> Explanation:
    """Explain δ (13) of RB-D and RB-C."""
    if c.t == 0:
        return c.nothing_yet("delta", eq.DELTA_13)
    plus, _, minus = c.epsilons
    line = c.line(eq.DELTA_13, {eq.MINUS: minus, eq.PLUS: plus})
    by_items, table = edge_by_items(c, -1)
    inputs = (c.three()[2], c.three()[0])
    return c.make("delta", float(c.run.delta[c.i]), (line, by_items), inputs, table)


def delta_33(c: Context) -> Explanation:
    """Explain δ (33) of RankBoost+, or the slope along a combination."""
    if c.t == 0:
        return c.nothing_yet("delta", eq.DELTA_33)
    value = float(c.run.delta[c.i])
    if c.combined:
        return _combined_delta(c, value)
    plus, tied, minus = c.epsilons
    prior = float(c.run.alpha_prior[c.i])
    line = c.line(eq.DELTA_33, {eq.MINUS: minus, eq.PLUS: plus, eq.TIED: tied, eq.PRIOR: prior})
    correct, ties, reversed_ = c.three()
    inputs = (reversed_, correct, ties, c.round_input("alpha_prior", prior))
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
    table = c.largest(
        amounts,
        where,
        "item to which the ranker says yes",
        f"{'π' if sign > 0 else '−π'}, its potential: weight of its pairs as the higher item, minus as the lower",
        lambda x, a: [
            Input("π", "its potential before this round", f"potential:{x}@{c.t - 1}", sign * a),
            Input("h", "what the ranker says of it", f"h:{c.ranker}:{x}", 1.0),
        ],
        lambda x: problem.item_labels[x],
    )
    equation = eq.R_BY_ITEMS if sign > 0 else eq.DELTA_BY_ITEMS
    return c.sum_line(equation, amounts), table


# ---------------------------------------------------------------- bounds

OF_RB_C = (
    "The paper has no theorem about RB-C. This bound is RankViz's own: equation (18) at the α of equation (19) in each "
    "round."
)
BY_HAND = "The bound ended with a weight that was set by hand: nothing is promised about such a step."


def _no_bound(c: Context, equation: Equation) -> Explanation:
    """Explain why there is no bound: a round before was not one that the theorem covers."""
    combined = c.run.combined[: c.t]
    note = "The theorem is about rounds that move single rankers; an earlier round moved along a combination."
    if not combined.any() or "forced" in c.run.outcome[: int(combined.argmax())]:
        note = BY_HAND
    return c.make("bound", None, (symbols(equation),), notes=(note,))


def bound_16(c: Context) -> Explanation:
    """Explain U1 of Theorem 1."""
    return of_slopes(c, eq.BOUND_16)


def bound_35(c: Context) -> Explanation:
    """Explain U2 of Theorem 2."""
    return of_slopes(c, eq.BOUND_35)


def bound_18(c: Context) -> Explanation:
    """Explain Π √(1 − r²), the value of (18) at RB-C's α."""
    if c.metric("log_bound") is None:
        return _no_bound(c, eq.BOUND_18)
    plus, tied, minus = (getattr(c.run, f"eps_{side}")[: c.t] for side in ("correct", "tied", "reversed"))
    with np.errstate(divide="ignore"):
        logs = 0.5 * np.log((2.0 * plus + tied) * (2.0 * minus + tied))
    roots = np.exp(logs)
    table = _by_rounds(
        c, roots, "√(1 − r²), its factor", lambda s: c.round_input("r", float(plus[s] - minus[s]), s + 1)
    )
    if table is not None:  # factors have no shares
        table = table.without_shares()
    return _bound(c, eq.BOUND_18, Terms.first_of(roots, SPELT), float(logs.sum()), table, OF_RB_C)


def of_slopes(c: Context, equation: Equation) -> Explanation:
    """Explain the bound exp(−½ Σ δ²) of (16) and (35)."""
    if c.metric("log_bound") is None:
        return _no_bound(c, equation)
    squares = c.run.delta[: c.t] ** 2
    table = _by_rounds(c, squares, "δ²", lambda s: c.round_input("delta", float(c.run.delta[s]), s + 1))
    return _bound(c, equation, Terms.first_of(squares, SPELT), float((-0.5 * squares).sum()), table)


def _by_rounds(
    c: Context, amounts: np.ndarray, amount: str, link: Callable[[int], Input]
) -> Contributions | None:
    return c.largest(
        amounts, np.arange(c.t), "round", amount, lambda s, a: [link(s)], lambda s: f"round {s + 1}", True
    )


def _bound(
    c: Context, equation: Equation, terms: Terms, found: float, table: Contributions | None, *notes: str
) -> Explanation:
    (variable,) = equation.right.variables
    line, log = c.line_of_log(equation, {variable: terms}, found), c.metric("log_bound")
    assert log is not None
    return c.make("bound", math.exp(log), (line,), table=table, notes=notes, log=log)
