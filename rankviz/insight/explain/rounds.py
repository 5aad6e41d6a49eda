"""The numbers of one round: ε's, δ, r, α', α, the tie factor, Z."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rankviz.engine.number_format import number
from rankviz.engine.numerics import exp_or_inf, in_order
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES
from rankviz.insight.explain import margins, push
from rankviz.insight.explain.context import NOT_SINGLE, SPELT, Context, symbols
from rankviz.insight.explain.equations import equations_of
from rankviz.insight.explain.model import Contributions, Explanation, Line, tex
from rankviz.insight.explain.rankboost import edge_by_items
from rankviz.insight.reference.formulas import rankboost as eq
from rankviz.insight.reference.formulas.formula import Equation, Terms, Variable

SIDES = {
    "eps_correct": (1, "orders correctly", 0),
    "eps_tied": (0, "ties", 1),
    "eps_reversed": (-1, "reverses", 2),
}
"""By key: what the ranker says of the pairs, in words, and its place among ε⁺, ε⁰, ε⁻."""
ALL_TIED = "The ranker ties every pair that has weight: ε⁺ and ε⁻ are 0, and no α would change anything."


def _eps(key: str) -> Callable[[Context], Explanation]:
    side, verb, place = SIDES[key]
    equation = eq.EPS_8[key]

    def make(c: Context) -> Explanation:
        if c.t == 0:
            return c.nothing_yet(key, equation)
        where = np.flatnonzero(c.says == side)
        amounts = c.before[where]
        table = c.largest(
            amounts,
            where,
            "pair",
            "D, its weight",
            lambda i, a: [c.pair_link("pair", i, a, c.t - 1, "D", "its weight before this round")],
        )
        m = c.trace.problem.n_pairs
        note = f"{c.trace.pool.label(c.ranker)} {verb} {len(where):,} of the {m:,} pairs."
        line = c.sum_line(equation, amounts)
        return c.make(key, c.epsilons[place], (line,), table=table, notes=(note,))

    return make


def delta(c: Context) -> Explanation:
    """Explain δ, by which the algorithm compares its rankers."""
    return equations_of(c).delta(c)


def r(c: Context) -> Explanation:
    """Explain r (17)."""
    if c.t == 0:
        return c.nothing_yet("r", eq.R_17)
    plus, _, minus = c.epsilons
    line = c.line(eq.R_17, {eq.PLUS: plus, eq.MINUS: minus})
    by_items, table = edge_by_items(c, 1)
    return c.make("r", plus - minus, (line, by_items), (c.three()[0], c.three()[2]), table)


def earlier(c: Context, equation: Equation, ranker: int, t: int) -> tuple[Line, Contributions | None]:
    """Return a ranker's weight after the first t rounds, a sum over rounds: its line and the table of its rounds."""
    rounds = np.flatnonzero(c.run.ranker[:t] == ranker)
    rounds = np.array([s for s in rounds if math.isfinite(c.run.alpha[s])], dtype=np.int64)
    alphas = c.run.alpha[rounds]
    table = c.largest(
        alphas,
        rounds,
        "round in which it was picked",
        "α, the weight it got there",
        lambda s, a: [c.round_input("alpha", a, s + 1)],
        lambda s: f"round {s + 1}",
    )
    (variable,) = equation.right.variables
    return c.line(equation, {variable: Terms.first_of(alphas, SPELT)}, in_order(alphas.tolist())), table


def alpha_prior(c: Context) -> Explanation:
    """Explain α', defined before (25)."""
    equation = eq.PRIOR_SUM
    if c.t == 0:
        return c.nothing_yet("alpha_prior", equation)
    label, prior = c.trace.pool.label(c.ranker), float(c.run.alpha_prior[c.i])
    if math.isinf(prior):
        note = f"{label} got infinite weight before, in the limit (RB+ (49))."
        text = "∞" if prior > 0 else "−∞"
        return c.make("alpha_prior", None, (symbols(equation),), notes=(note,), text=text)
    if c.combined or c.run.combined[: c.t - 1].any():
        _, members, weights = c.follow(c.t - 1)
        found = dict(zip(members, weights.tolist(), strict=True)).get(c.ranker, 0.0)
        line = Line("RB+ section 4", r"\alpha'_t = \eta_j", tex(found, c.digits), found)
        note = "Rounds that moved along a combination, h = Σ β h_s, moved η of this ranker, too, by α times its β."
        return c.make("alpha_prior", prior, (line,), notes=(NOT_SINGLE if c.combined else note,))
    line, table = earlier(c, equation, c.ranker, c.t - 1)
    notes = () if table else (f"{label} is picked for the first time: it has no weight yet.",)
    return c.make("alpha_prior", prior, (line,), table=table, notes=notes)


def _equation(line: Line) -> str:
    """Return "Equation (14)" for a line of RB+ (14), as the start of a sentence."""
    number = line.equation.removeprefix("RB+ ")
    return f"Equation {number}" if number.startswith("(") else number


def alpha(c: Context) -> Explanation:
    """Explain α by the algorithm's equation, or by the policy where the equation gives no finite value."""
    rule = equations_of(c)
    if c.t == 0:
        return c.nothing_yet("alpha", rule.alpha)
    value = None if c.outcome in ("infinite", "limit") else float(c.run.alpha[c.i])
    if c.combined:
        line = Line("RB+ section 4", r"\alpha_t = \arg\min_{\alpha} F_2(\eta + \alpha\beta)")
        note = (
            "α was set by hand." if c.outcome == "forced" else "A line search found α; no equation gives it."
        )
        text = None if value is not None else "∞" if c.run.sign[c.i] > 0 else "−∞"
        return c.make("alpha", value, (line,), notes=(NOT_SINGLE, note), text=text)
    made = rule.alpha_values(c)
    line, inputs, notes = made.line, made.inputs, (made.note,) * bool(made.note)
    found, short = line.result, _equation(line)
    assert found is not None
    if c.outcome == "forced":
        would = "is undefined" if math.isinf(found) else f"would give {number(found)}"
        note = f"This α was set by hand. {short} {would}."
        return c.make(
            "alpha", value, (Line("set by hand", r"\alpha_t", tex(value, c.digits), value),), notes=(note,)
        )
    if c.outcome == "finite" and math.isinf(found):
        line = replace(line, result=None)
        return c.make("alpha", value, (line,), inputs, notes=(*notes, margins.unbounded_step(c)))
    if c.outcome == "finite":
        if not line.values and c.epsilons[0] == c.epsilons[2] == 0.0:
            notes = (*notes, ALL_TIED)
        return c.make("alpha", value, (line,), inputs, made.table, notes)
    why = f"{short} is undefined: {rule.undefined(c)}"
    sign = "" if c.run.sign[c.i] > 0 else "-"
    line = replace(line, result=None)
    if value is None:
        note = (
            "By the policy “infinite” its weight is infinite, and all others no longer matter (RB+, Lemma 1)."
            if c.outcome == "infinite"
            else "By the policy “limit” it decides before all finite weights and all later ones (RB+ (49))."
        )
        return c.make("alpha", None, (line,), inputs, notes=(*notes, why, note), text="−∞" if sign else "∞")
    cap = float(c.run.params["cap"]) * float(c.run.sign[c.i])
    note = f"By the policy “cap” its weight is {number(cap)} instead (RB+, Lemma 2)."
    capped = Line("RB+ Lemma 2", rf"\alpha_t = {sign}C", tex(cap, c.digits), cap)
    return c.make("alpha", value, (line, capped), inputs, notes=(*notes, why, note))


def tie_factor(c: Context) -> Explanation:
    """Explain the tie factor, by which tied pairs are multiplied (9), (25)."""
    line = Line(eq.TIE_FACTOR_9.number, eq.TIE_FACTOR_9.tex, "1", 1.0)
    if c.cosh_ties:
        line = symbols(eq.TIE_FACTOR_25)
    if c.t == 0:
        return c.nothing_yet("tie_factor", eq.TIE_FACTOR_25 if c.cosh_ties else eq.TIE_FACTOR_9)
    if c.combined:
        note = "So tied pairs have no common factor: each has its own product of cosh η over the rankers that tie it."
        return c.make("tie_factor", None, (line,), notes=(NOT_SINGLE, note))
    value = float(c.run.tie_factor[c.i])
    if not c.cosh_ties:
        note = f"{c.run.label} leaves tied pairs as they are."
        if c.tilted:
            note = "e^(−s) of tied pairs stays; their weight changes with the sum S of their lower item."
        return c.make("tie_factor", value, (line,), notes=(note,))
    given, prior = float(c.run.alpha[c.i]), float(c.run.alpha_prior[c.i])
    inputs = (
        c.round_input("alpha", None if math.isnan(given) else given),
        c.round_input("alpha_prior", prior),
    )
    if c.outcome in UNDEFINED_OUTCOMES:
        limit = Line(
            "RB+ Lemma 2", r"\omega^+_t(i) = 1 \text{ where } \alpha_t \text{ is undefined}", "1", 1.0
        )
        note = "α is undefined here, so D is updated by the limit α → ∞, and only the tied pairs are left."
        return c.make("tie_factor", value, (line, limit), inputs, notes=(note,))
    line = c.line(eq.TIE_FACTOR_25, {eq.ALPHA: given, eq.PRIOR: prior})
    return c.make("tie_factor", value, (line,), inputs)


def z(c: Context) -> Explanation:
    """Explain Z (11), (27), or the factor of a tilted loss."""
    if c.tilted:
        return push.z(c)
    equation = eq.Z_27 if c.cosh_ties else eq.Z_11
    if c.t == 0:
        return c.nothing_yet("z", equation)
    value, d = float(c.run.z[c.i]), c.digits
    if c.combined:
        before, after = c.metric("log_e2", c.t - 1), c.metric("log_e2") if c.plain else None
        inputs = tuple(
            c.round_input("e2", None if log is None else exp_or_inf(log), t)
            for t, log in ((c.t, after), (c.t - 1, before))
        )
        found = None if before is None or after is None else exp_or_inf(after - before)
        values = "" if found is None else f"{tex(found, d)}"
        line = Line("RB+ (29)", r"Z_t = \frac{F_2(\eta + \alpha_t\beta)}{F_2(\eta)}", values, found)
        return c.make("z", value, (line,), inputs, notes=(NOT_SINGLE,))
    plus, tied, minus = c.epsilons
    if c.outcome in UNDEFINED_OUTCOMES:
        limit = Line("RB+ Lemma 1, 2", r"Z_t = \varepsilon^0_t", tex(tied, d), tied)
        note = "α is undefined here: in the limit α → ±∞ what the ranker orders weighs nothing, and the ties are left."
        return c.make("z", value, (limit,), (c.three()[1],), notes=(note,))
    given, factor = float(c.run.alpha[c.i]), float(c.run.tie_factor[c.i])
    put: dict[Variable, float | Terms] = {eq.PLUS: plus, eq.ALPHA: given, eq.MINUS: minus, eq.TIED: tied}
    inputs = (*c.three(), c.round_input("alpha", given))
    if c.cosh_ties:
        put[eq.TIE_FACTOR] = factor
        inputs += (c.round_input("tie_factor", factor),)
    return c.make("z", value, (c.line(equation, put),), inputs)


ROUND_KEYS: dict[str, Callable[[Context], Explanation]] = {
    **{key: _eps(key) for key in SIDES},
    "delta": delta,
    "r": r,
    "alpha_prior": alpha_prior,
    "alpha": alpha,
    "tie_factor": tie_factor,
    "z": z,
}
