"""The numbers of one pair: its weight D, its score s, its term in Ê2."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rankviz.algorithms.equations import log_cosh
from rankviz.explain.context import Context
from rankviz.explain.parts import Explanation, Input, Line, signed, tex
from rankviz.format import number

WORDS = {1: "correctly", 0: "tied", -1: "in the wrong order"}


def _named(c: Context, i: int, symbol: str, what: str) -> tuple[str, str]:
    return symbol, f"{what} of the pair {c.pair_label(i)}"


def pair(c: Context, higher: int, lower: int) -> Explanation:
    """D of a pair after the round: (10), (26)."""
    i, key = int(c.pair_index(higher, lower)[0]), f"pair:{higher}:{lower}"
    m, d = c.trace.problem.n_pairs, c.digits
    value, named = float(c.after[i]), _named(c, i, "D", "weight")
    share = f"That is {number(value * m)} times the equal share 1/{m:,}."
    if c.t == 0:
        line = Line("RB+ Algorithm 1", r"D_1(i) = \frac1m", rf"\frac{{1}}{{{m}}} = {tex(1 / m, d)}", 1.0 / m)
        return c.make(key, value, (line,), named=named)
    if c.run.combined[: c.t].any():
        return _by_loss(c, key, i, value, named, share)
    says, z = int(c.says[i]), float(c.run.z[c.i])
    before = float(c.before[i])
    links = [
        c.pair_link("pair", i, before, c.t - 1, "D before", "its weight before this round"),
        c.round_input("z", z),
        Input(
            "h(x′)",
            "the round's ranker on the higher item",
            f"h:{c.ranker}:{higher}",
            float(_says(c, higher)),
        ),
        Input(
            "h(x)", "the round's ranker on the lower item", f"h:{c.ranker}:{lower}", float(_says(c, lower))
        ),
    ]
    label = c.trace.pool.label(c.ranker)
    told = f"{label} orders this pair {WORDS[says]}." if says else f"{label} ties this pair."
    equation = "RB+ (26)" if c.plus else "RB+ (10)"
    if c.outcome in ("infinite", "capped"):
        return _in_the_limit(c, key, i, value, named, (told, share), tuple(links))
    given = float(c.run.alpha[c.i])
    if says:
        factor, spelt = math.exp(-given * says), rf"e^{{{tex(-given * says, d)}}}"
        formula = r"e^{-\alpha_t}" if says > 0 else r"e^{\alpha_t}"
        links.append(c.round_input("alpha", given))
    else:
        factor = float(c.run.tie_factor[c.i])
        spelt = tex(factor, d)
        formula = r"\frac{\cosh(\alpha_t + \alpha'_t)}{\cosh\alpha'_t}" if c.plus else "1"
        links.append(c.round_input("tie_factor", factor))
    found = before * factor / z if z > 0.0 else value
    line = Line(
        equation,
        rf"D_{{t+1}}(i) = \frac{{D_t(i) \cdot \omega_t(i)}}{{Z_t}}, \quad \omega_t(i) = {formula}",
        rf"\frac{{{tex(before, d)} \cdot {spelt}}}{{{tex(z, d)}}} = {tex(found, d)}",
        found,
    )
    return c.make(key, value, (line,), tuple(links), notes=(told, share), named=named)


def _says(c: Context, item: int) -> int:
    return int(c.trace.pool.output(c.ranker)[item])


def _in_the_limit(
    c: Context,
    key: str,
    i: int,
    value: float,
    named: tuple[str, str],
    notes: tuple[str, ...],
    links: tuple[Input, ...],
) -> Explanation:
    """After a round with an undefined α: what it orders weighs nothing, ties are scaled up."""
    says, before, z, d = int(c.says[i]), float(c.before[i]), float(c.run.z[c.i]), c.digits
    if z <= 0.0:
        told = "Nothing would be left to weigh, so the last distribution stands."
        line = Line("RB+ Lemma 1, 2", r"D_{t+1} = D_t", tex(before, d), before)
    else:
        told = "α is undefined in this round: D moves by the limit, in which what the ranker orders weighs nothing."
        gone = says * int(c.run.sign[c.i]) > 0
        found = 0.0 if gone else before / z
        formula = r"D_{t+1}(i) = 0" if gone else r"D_{t+1}(i) = \frac{D_t(i)}{Z_t}"
        values = "0" if gone else rf"\frac{{{tex(before, d)}}}{{{tex(z, d)}}} = {tex(found, d)}"
        line = Line("RB+ Lemma 1, 2", formula, values, found)
    return c.make(key, value, (line,), links, notes=(*notes, told), named=named)


def _by_loss(c: Context, key: str, i: int, value: float, named: tuple[str, str], share: str) -> Explanation:
    """After combined moves: D is the pair's part of Ê2 (26)–(29)."""
    formula = r"D_{t+1}(i) = \frac{\prod_j \omega^*_2(i, h_j, \eta_j)}{m\, \hat E_2}"
    told = "Some round moved along a combination of rankers: D is the pair's part of Ê2, over S."
    log = c.metric("log_e2")
    if not c.plain or log is None:
        return c.make(key, value, (Line("RB+ (26)–(29)", formula),), notes=(share, told), named=named)
    tracked, _, _ = c.follow(c.t)
    term, m, d = float(tracked.tied[i] - c.pair_scores[i]), c.trace.problem.n_pairs, c.digits
    found = math.exp(term - log) / m
    values = rf"\frac{{{tex(math.exp(term), d)}}}{{{m} \cdot {tex(math.exp(log), d)}}} = {tex(found, d)}"
    inputs = (
        c.pair_link("term", i, math.exp(term), c.t, "Π ω*", "the pair's term in Ê2"),
        c.round_input("e2", math.exp(log)),
    )
    line = Line("RB+ (26)–(29)", formula, values, found)
    return c.make(key, value, (line,), inputs, notes=(share, told), named=named)


def score(c: Context, higher: int, lower: int) -> Explanation:
    """s of a pair."""
    i, key, d = int(c.pair_index(higher, lower)[0]), f"score:{higher}:{lower}", c.digits
    above, below = float(c.scores[higher]), float(c.scores[lower])
    found = above - below
    line = Line(
        "RB+ section 2",
        r"s_i = g(x'_i) - g(x_i)",
        f"{tex(above, d)} - {signed(below, d)} = {tex(found, d)}",
        found,
    )
    inputs = (
        Input("g(x′)", "score of the higher item", f"item:{higher}", above),
        Input("g(x)", "score of the lower item", f"item:{lower}", below),
    )
    state = "tied" if c.tied()[i] else "in the right order" if found > 0 else "in the wrong order"
    notes = (f"The pair is {state}.",)
    return c.make(
        key, float(c.pair_scores[i]), (line,), inputs, notes=notes, named=_named(c, i, "s", "score")
    )


def term(c: Context, higher: int, lower: int) -> Explanation:
    """A pair's term in Ê2: Π ω* (22), (23)."""
    i, key, d = int(c.pair_index(higher, lower)[0]), f"term:{higher}:{lower}", c.digits
    formula = r"\prod_j \omega^*_2(i, h_j, \eta_j) = e^{-s_i} \prod_{j:\ h_j \text{ ties } i} \cosh \eta_j"
    named = _named(c, i, "Π ω*", "term in Ê2")
    if c.infinite:
        told = "The last weight is infinite: the term is 0 or has no finite value."
        return c.make(key, None, (Line("RB+ (22), (23)", formula),), notes=(told,), named=named)
    tracked, members, eta = c.follow(c.t)
    s = float(c.pair_scores[i])
    log = float(tracked.tied[i]) - s
    tying = [k for k, j in enumerate(members) if c.column(j)[i] == 0]
    found = -s + sum(log_cosh(float(eta[k])) for k in tying)
    own = c.run.weights_at(c.t)
    where = np.array([members[k] for k in tying], dtype=np.int64)
    amounts = np.array([math.cosh(min(abs(float(eta[k])), 300.0)) for k in tying])
    weights = {members[k]: float(eta[k]) for k in tying}

    def link(j: int, amount: float) -> list[Input]:
        same = abs(own.get(j, 0.0) - weights[j]) <= 1e-12 * (1.0 + abs(weights[j]))
        return [Input("η", "its weight", f"eta:{j}", weights[j])] if same else []

    table = c.largest(
        amounts, where, "ranker that ties the pair", "cosh η", link, lambda j: c.trace.pool.label(j)
    )
    if table is not None:
        table = table.without_shares()
    spelt = r" \cdot ".join(tex(float(a), d) for a in np.sort(amounts)[::-1][:3]) if len(amounts) else "1"
    more = r" \cdots" if len(amounts) > 3 else ""
    value = math.exp(found) if found < 709.0 else math.inf
    line = Line(
        "RB+ (22), (23)",
        formula,
        rf"e^{{{tex(-s, d)}}} \cdot {spelt}{more} = {tex(value, d, found)}",
        value,
        found,
    )
    inputs = (c.pair_link("score", i, s, c.t, "s", "score of the pair"),)
    notes: tuple[str, ...] = ()
    if len(members) < len(own) or c.run.combined[: c.t].any():
        notes = (
            "Ê2 is over independent rankers; one that depends on them, h = Σ β h_j, moves their η by αβ.",
        )
    engine = math.exp(log) if log < 709.0 else math.inf
    return c.make(key, engine, (line,), inputs, table, notes, named=named, log=log)


PAIR_KEYS: dict[str, Callable[..., Explanation]] = {"pair": pair, "score": score, "term": term}
