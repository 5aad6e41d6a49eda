"""The numbers of one pair: its weight D, its score s, its term in Ê2."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rankviz.engine.number_format import number
from rankviz.engine.numerics import exp_or_inf, in_order, log_cosh
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES
from rankviz.insight.explain import push
from rankviz.insight.explain.context import IN_THE_LIMIT, Context, largest, symbols
from rankviz.insight.explain.model import Explanation, Input, Line, tex
from rankviz.insight.reference.formulas import rankboost as eq

WORDS = {1: "correctly", 0: "tied", -1: "in the wrong order"}


def _named(c: Context, i: int, symbol: str, what: str) -> tuple[str, str]:
    return symbol, f"{what} of the pair {c.pair_label(i)}"


def pair(c: Context, higher: int, lower: int) -> Explanation:
    """Explain D of a pair after the round: (10), (26)."""
    i, key = int(c.pair_index(higher, lower)[0]), f"pair:{higher}:{lower}"
    m, d = c.trace.problem.n_pairs, c.digits
    value, named = float(c.after[i]), _named(c, i, "D", "weight")
    share = f"That is {number(value * m)} times the equal share 1/{m:,}."
    given = c.trace.problem.pair_weights
    if given is not None:
        first = float(c.trace.problem.first_weights()[i])
        share = f"That is {number(value / first)} times its share at the start, D₁ = {number(first)}."
    if c.tilted:
        return push.pair(c, key, i, value, named, (share,))
    if c.t == 0 and given is not None:
        line = c.line(eq.FIRST_D, {eq.PAIR_WEIGHT: float(given[i]), eq.ALL_WEIGHTS: float(given.sum())})
        return c.make(key, value, (line,), named=named)
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
    note = f"{label} orders this pair {WORDS[says]}." if says else f"{label} ties this pair."
    if c.outcome in UNDEFINED_OUTCOMES:
        return _in_the_limit(c, key, i, value, named, (note, share), tuple(links))
    alpha, factor = float(c.run.alpha[c.i]), float(c.run.tie_factor[c.i])
    links.append(c.round_input("alpha", alpha) if says else c.round_input("tie_factor", factor))
    equation = eq.reweighted(says, c.cosh_ties)
    every = {eq.WEIGHT: before, eq.ALPHA: alpha, eq.TIE_FACTOR: factor, eq.Z: z}
    values = {variable: every[variable] for variable in equation.right.variables}
    line = c.line(equation, values) if z > 0.0 else replace(symbols(equation), result=value)
    return c.make(key, value, (line,), tuple(links), notes=(note, share), named=named)


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
    """Explain D after a round with an undefined α: pairs that the ranker orders weigh 0, ties are scaled up."""
    says, before, z, d = int(c.says[i]), float(c.before[i]), float(c.run.z[c.i]), c.digits
    if z <= 0.0:
        note = "No pair would keep weight, so the last distribution stays."
        line = Line("RB+ Lemma 1, 2", r"D_{t+1} = D_t", tex(before, d), before)
    else:
        note = "α is undefined in this round, so D is updated by the limit: what the ranker orders weighs nothing."
        gone = says * int(c.run.sign[c.i]) > 0
        line = Line("RB+ Lemma 1, 2", r"D_{t+1}(i) = 0", "0", 0.0)
        if not gone:
            line = c.line(eq.D_LIMIT, {eq.WEIGHT: before, eq.Z: z})
    return c.make(key, value, (line,), links, notes=(*notes, note), named=named)


def _by_loss(c: Context, key: str, i: int, value: float, named: tuple[str, str], share: str) -> Explanation:
    """Explain D after combined moves: the pair's share of Ê2 (26)–(29)."""
    note = "Some round moved along a combination of rankers: D is the pair's part of Ê2, over S."
    log = c.metric("log_e2")
    if not c.plain or log is None:
        return c.make(key, value, (symbols(eq.D_OF_LOSS),), notes=(share, note), named=named)
    tracked, _, _ = c.follow(c.t)
    term = float(tracked.tied[i] - c.pair_scores[i])
    inputs = (
        c.pair_link("term", i, math.exp(term), c.t, "Π ω*", "the pair's term in Ê2"),
        c.round_input("e2", math.exp(log)),
    )
    problem = c.trace.problem
    line = c.line_of_log(eq.D_OF_LOSS, {eq.TERM: term, eq.M: problem.n_pairs, eq.E2: log})
    if problem.pair_weights is not None:
        first = float(problem.first_weights()[i])
        line = c.line_of_log(eq.D_OF_LOSS_WEIGHTED, {eq.FIRST: first, eq.TERM: term, eq.E2: log})
    return c.make(key, value, (line,), inputs, notes=(share, note), named=named)


def score(c: Context, higher: int, lower: int) -> Explanation:
    """Explain s of a pair."""
    i, key = int(c.pair_index(higher, lower)[0]), f"score:{higher}:{lower}"
    above, below = float(c.scores[higher]), float(c.scores[lower])
    found = above - below
    line = c.line(eq.SCORE, {eq.ABOVE: above, eq.BELOW: below})
    inputs = (
        Input("g(x′)", "score of the higher item", f"item:{higher}", above),
        Input("g(x)", "score of the lower item", f"item:{lower}", below),
    )
    state = "tied" if c.tied()[i] else "in the right order" if found > 0 else "in the wrong order"
    notes = (f"The pair is {state}.", *(IN_THE_LIMIT,) * c.limit)
    return c.make(
        key, float(c.pair_scores[i]), (line,), inputs, notes=notes, named=_named(c, i, "s", "score")
    )


def term(c: Context, higher: int, lower: int) -> Explanation:
    """Explain a pair's term in Ê2: Π ω* (22), (23)."""
    i, key = int(c.pair_index(higher, lower)[0]), f"term:{higher}:{lower}"
    named = _named(c, i, "Π ω*", "term in Ê2")
    if c.infinite or c.limit:
        which = "Some" if c.limit else "The last"
        note = f"{which} weight is infinite: the term is 0 or has no finite value."
        return c.make(key, None, (symbols(eq.TERM_22),), notes=(note,), named=named)
    tracked, members, eta = c.follow(c.t)
    s = float(c.pair_scores[i])
    log = float(tracked.tied[i]) - s
    tying = [k for k, j in enumerate(members) if c.column(j)[i] == 0]
    found = -s + in_order(log_cosh(float(eta[k])) for k in tying)
    gathered = c.run.weights_at(c.t)
    where = np.array([members[k] for k in tying], dtype=np.int64)
    amounts = np.array([math.cosh(min(abs(float(eta[k])), 300.0)) for k in tying])
    weights = {members[k]: float(eta[k]) for k in tying}

    def link(j: int, amount: float) -> list[Input]:
        same = abs(gathered.get(j, 0.0) - weights[j]) <= 1e-12 * (1.0 + abs(weights[j]))
        return [Input("η", "its weight", f"eta:{j}", weights[j])] if same else []

    table = c.largest(
        amounts, where, "ranker that ties the pair", "cosh η", link, lambda j: c.trace.pool.label(j)
    )
    if table is not None:
        table = table.without_shares()
    line = c.line_of_log(eq.TERM_22, {eq.PAIR_SCORE: s, eq.COSHES: largest(amounts)}, found)
    inputs = (c.pair_link("score", i, s, c.t, "s", "score of the pair"),)
    notes: tuple[str, ...] = ()
    if len(members) < len(gathered) or c.run.combined[: c.t].any():
        notes = (
            "Ê2 is over independent rankers; one that depends on them, h = Σ β h_j, moves their η by αβ.",
        )
    engine = exp_or_inf(log)
    return c.make(key, engine, (line,), inputs, table, notes, named=named, log=log)


PAIR_KEYS: dict[str, Callable[..., Explanation]] = {"pair": pair, "score": score, "term": term}
