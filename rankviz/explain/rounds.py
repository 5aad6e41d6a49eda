"""The numbers of one round: ε's, δ, r, α', α, the tie factor, Z."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rankviz.explain import push
from rankviz.explain.alpha import alpha
from rankviz.explain.context import NOT_SINGLE, SPELT, Context
from rankviz.explain.equations import equations_of
from rankviz.explain.model import Contributions, Explanation, Line, tex
from rankviz.explain.rankboost import edge_by_items
from rankviz.explain.worked import bracketed, difference, grouped, opposite, worked, worked_sum
from rankviz.numerics import exp_or_inf, log_cosh
from rankviz.runs.trace import UNDEFINED_OUTCOMES

SIDES = {
    "eps_correct": (1, r"\varepsilon^{+}", ">", 0),
    "eps_tied": (0, r"\varepsilon^{0}", "=", 1),
    "eps_reversed": (-1, r"\varepsilon^{-}", "<", 2),
}


def _eps(key: str) -> Callable[[Context], Explanation]:
    side, symbol, relation, place = SIDES[key]
    formula = rf"{symbol}_t = \sum_{{i:\ h_t(x'_i) {relation} h_t(x_i)}} D_t(i)"

    def make(c: Context) -> Explanation:
        if c.t == 0:
            return c.nothing_yet(key, (Line("RB+ (8)", formula),))
        where = np.flatnonzero(c.says == side)
        amounts = c.before[where]
        found = float(amounts.sum())
        first = np.sort(amounts)[::-1][:SPELT].tolist()
        values = worked_sum(first, len(where), found, c.digits)
        table = c.largest(
            amounts,
            where,
            "pair",
            "D, its weight",
            lambda i, a: [c.pair_link("pair", i, a, c.t - 1, "D", "its weight before this round")],
        )
        verb = {1: "orders correctly", 0: "ties", -1: "reverses"}[side]
        m = c.trace.problem.n_pairs
        note = f"{c.trace.pool.label(c.ranker)} {verb} {len(where):,} of the {m:,} pairs."
        return c.make(
            key, c.epsilons[place], (Line("RB+ (8)", formula, values, found),), table=table, notes=(note,)
        )

    return make


def delta(c: Context) -> Explanation:
    """Explain δ, by which the algorithm compares its rankers."""
    return equations_of(c).delta(c)


def r(c: Context) -> Explanation:
    """Explain r (17)."""
    formula = r"r_t = \sum_i D_t(i)\,(h_t(x'_i) - h_t(x_i)) = \varepsilon^+_t - \varepsilon^-_t"
    if c.t == 0:
        return c.nothing_yet("r", (Line("RB+ (17)", formula),))
    plus, _, minus = c.epsilons
    found = plus - minus
    line = Line("RB+ (17)", formula, difference(plus, minus, found, c.digits), found)
    by_items, table = edge_by_items(c, 1)
    return c.make("r", found, (line, by_items), (c.three()[0], c.three()[2]), table)


def earlier(c: Context, ranker: int, t: int) -> tuple[float, Contributions | None, str]:
    """Return the weight of a ranker after the first t rounds: the sum, the table of its rounds, the sum in LaTeX."""
    rounds = np.flatnonzero(c.run.ranker[:t] == ranker)
    rounds = np.array([s for s in rounds if math.isfinite(c.run.alpha[s])], dtype=np.int64)
    alphas = c.run.alpha[rounds]
    found = 0.0
    for given in alphas:
        found += float(given)
    table = c.largest(
        alphas,
        rounds,
        "round in which it was picked",
        "α, the weight it got there",
        lambda s, a: [c.round_input("alpha", a, s + 1)],
        lambda s: f"round {s + 1}",
    )
    return found, table, worked_sum(alphas[:SPELT].tolist(), len(alphas), found, c.digits)


def alpha_prior(c: Context) -> Explanation:
    """Explain α', defined before (25)."""
    formula = r"\alpha'_t = \sum_{s < t:\ h_s = h_t} \alpha_s"
    if c.t == 0:
        return c.nothing_yet("alpha_prior", (Line("RB+ before (25)", formula),))
    label, prior = c.trace.pool.label(c.ranker), float(c.run.alpha_prior[c.i])
    if math.isinf(prior):
        note = f"{label} got infinite weight before, in the limit (RB+ (49))."
        text = "∞" if prior > 0 else "−∞"
        return c.make("alpha_prior", None, (Line("RB+ before (25)", formula),), notes=(note,), text=text)
    if c.combined or c.run.combined[: c.t - 1].any():
        _, members, weights = c.follow(c.t - 1)
        found = dict(zip(members, weights.tolist(), strict=True)).get(c.ranker, 0.0)
        line = Line("RB+ section 4", r"\alpha'_t = \eta_j", tex(found, c.digits), found)
        note = (
            "Rounds that moved along a combination, h = Σ β h_s, moved η of this ranker too: α times its β."
        )
        return c.make("alpha_prior", prior, (line,), notes=(NOT_SINGLE if c.combined else note,))
    found, table, values = earlier(c, c.ranker, c.t - 1)
    notes = () if table else (f"{label} is picked for the first time: it has no weight yet.",)
    line = Line("RB+ before (25)", formula, values, found)
    return c.make("alpha_prior", prior, (line,), table=table, notes=notes)


def tie_factor(c: Context) -> Explanation:
    """Explain the tie factor, by which tied pairs are multiplied (9), (25)."""
    line = Line("RB+ (9)", r"\omega_t(i) = 1 \text{ for a tied pair}", "1", 1.0)
    if c.cosh_ties:
        line = Line("RB+ (25)", r"\omega^+_t(i) = \frac{\cosh(\alpha_t + \alpha'_t)}{\cosh \alpha'_t}")
    if c.t == 0:
        return c.nothing_yet("tie_factor", (Line(line.equation, line.formula),))
    if c.combined:
        note = "So tied pairs have no common factor: each has its own product of cosh η over the rankers that tie it."
        return c.make("tie_factor", None, (line,), notes=(NOT_SINGLE, note))
    value = float(c.run.tie_factor[c.i])
    if not c.cosh_ties:
        note = f"{c.run.label} leaves tied pairs alone."
        if c.tilted:
            note = "e^(−s) of tied pairs stays; their weight moves with the sum S of their lower item."
        return c.make("tie_factor", value, (line,), notes=(note,))
    given, prior, d = float(c.run.alpha[c.i]), float(c.run.alpha_prior[c.i]), c.digits
    inputs = (
        c.round_input("alpha", None if math.isnan(given) else given),
        c.round_input("alpha_prior", prior),
    )
    if c.outcome in UNDEFINED_OUTCOMES:
        limit = Line(
            "RB+ Lemma 2", r"\omega^+_t(i) = 1 \text{ where } \alpha_t \text{ is undefined}", "1", 1.0
        )
        note = "α is undefined here: D moves by the limit α → ∞, and the pairs left are the tied ones."
        return c.make("tie_factor", value, (line, limit), inputs, notes=(note,))
    found = math.exp(log_cosh(given + prior) - log_cosh(prior))
    values = worked(
        (given, prior),
        lambda x: rf"\frac{{\cosh({x[0]} + {bracketed(x[1])})}}{{\cosh {grouped(x[1])}}}",
        lambda x: math.exp(log_cosh(x[0] + x[1]) - log_cosh(x[1])),
        found,
        d,
    )
    return c.make("tie_factor", value, (Line(line.equation, line.formula, values, found),), inputs)


def z(c: Context) -> Explanation:
    """Explain Z (11), (27), or the factor of a tilted loss."""
    if c.tilted:
        return push.z(c)
    tie = r"\frac{\cosh(\alpha_t + \alpha'_t)}{\cosh\alpha'_t}" if c.cosh_ties else ""
    equation = "RB+ (27)" if c.cosh_ties else "RB+ (11)"
    formula = (
        rf"Z_t = \varepsilon^+_t e^{{-\alpha_t}} + \varepsilon^-_t e^{{\alpha_t}} + \varepsilon^0_t {tie}"
    )
    if c.t == 0:
        return c.nothing_yet("z", (Line(equation, formula),))
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
    found = plus * math.exp(-given) + minus * math.exp(given) + tied * factor
    values = worked(
        (plus, minus, given, tied, factor),
        lambda x: (
            rf"{x[0]}\, e^{{{opposite(x[2])}}} + {x[1]}\, e^{{{x[2]}}} + {x[3]}"
            + (rf" \cdot {x[4]}" if c.cosh_ties else "")
        ),
        lambda x: x[0] * math.exp(-x[2]) + x[1] * math.exp(x[2]) + x[3] * (x[4] if c.cosh_ties else 1.0),
        found,
        d,
    )
    inputs = (*c.three(), c.round_input("alpha", given))
    if c.cosh_ties:
        inputs += (c.round_input("tie_factor", factor),)
    return c.make("z", value, (Line(equation, formula, values, found),), inputs)


ROUND_KEYS: dict[str, Callable[[Context], Explanation]] = {
    **{key: _eps(key) for key in SIDES},
    "delta": delta,
    "r": r,
    "alpha_prior": alpha_prior,
    "alpha": alpha,
    "tie_factor": tie_factor,
    "z": z,
}
