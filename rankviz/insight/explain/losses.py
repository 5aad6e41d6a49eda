"""The numbers of the ensemble after a round: R̂1, R̂2, Ê1, Ê2, the bound, the margins, ‖η‖₁."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rankviz.engine.number_format import counted
from rankviz.engine.numerics import exp_or_inf
from rankviz.insight.explain.context import IN_THE_LIMIT, SPELT, Context, Link, symbols
from rankviz.insight.explain.equations import equations_of
from rankviz.insight.explain.model import Contributions, Explanation, Input, Line, tex
from rankviz.insight.reference.formulas import rankboost as eq
from rankviz.insight.reference.formulas.formula import Equation, Terms, Variable


class Mean(NamedTuple):
    """A loss as the mean over the pairs of a term, and where pairs have weights as the sum of D₁ times the term."""

    plain: Equation
    weighted: Equation
    term: str


E1 = Mean(eq.E1_5, eq.E1_WEIGHTED, "e^{−s}")
E2 = Mean(eq.E2_22, eq.E2_WEIGHTED, "Π ω*")

_INFINITE = (
    "The last weight is infinite: scores are those of that ranker alone, losses are limits (RB+, Lemma 1)."
)


def _score_link(c: Context, i: int) -> Input:
    symbol, words = "s", "score of the higher item minus score of the lower"
    return c.pair_link("score", i, float(c.pair_scores[i]), c.t, symbol, words)


def _share(key: str) -> Callable[[Context], Explanation]:
    tie, equation, weighted = (
        (1.0, eq.R1_3, eq.R1_WEIGHTED) if key == "r1" else (0.5, eq.R2_4, eq.R2_WEIGHTED)
    )

    def make(c: Context) -> Explanation:
        m, tied = c.trace.problem.n_pairs, c.tied()
        wrong = (c.pair_scores < 0.0) & ~tied
        where = np.flatnonzero(wrong | tied)
        where = where[np.argsort(c.pair_scores[where], kind="stable")]
        if c.trace.problem.pair_weights is None:
            line = c.line(equation, {eq.WRONG: float(wrong.sum()), eq.EQUAL: float(tied.sum()), eq.M: m})
            amounts = np.where(tied[where], tie, 1.0) / m
        else:
            first = c.trace.problem.first_weights()
            shares = {eq.WRONG_SHARE: float(first[wrong].sum()), eq.EQUAL_SHARE: float(first[tied].sum())}
            line = c.line(weighted, shares)
            amounts = np.where(tied[where], tie, 1.0) * first[where]
        table = c.largest(
            amounts,
            where,
            "pair that is wrong or tied",
            "what it adds to the sum",
            lambda i, a: [_score_link(c, i)],
        )
        verb = "is" if wrong.sum() == 1 else "are"
        note = f"{counted(int(wrong.sum()), 'pair')} {verb} in the wrong order and {tied.sum():,} tied, of {m:,}."
        return c.make(key, c.metric(key), (line,), table=table, notes=(note,))

    return make


def e1(c: Context) -> Explanation:
    """Explain Ê1 (5)."""
    if c.infinite or c.limit:
        return _limit(c, "e1", E1)
    table, line = _mean(c, E1, -c.pair_scores, lambda i, a: [_score_link(c, i)])
    return _with_product(c, "e1", line, table)


def e2(c: Context) -> Explanation:
    """Explain Ê2 (22)–(24)."""
    if c.infinite or c.limit:
        return _limit(c, "e2", E2)
    tracked, _, _ = c.follow(c.t)
    log = tracked.tied - c.pair_scores

    def link(i: int, amount: float) -> list[Input]:
        return [c.pair_link("term", i, exp_or_inf(float(log[i])), c.t, "Π ω*", "the pair's term in Ê2")]

    table, line = _mean(c, E2, log, link)
    return _with_product(c, "e2", line, table)


def _mean(c: Context, mean: Mean, log: np.ndarray, link: Link) -> tuple[Contributions | None, Line]:
    """Return the table and the equation's line of the mean of e^log over the pairs."""
    problem, m = c.trace.problem, len(log)
    if problem.pair_weights is not None:
        log = log + (problem.log_amounts - math.log(m))
    top = float(log.max())
    with np.errstate(over="ignore"):
        parts = np.exp(log)
    finite = bool(np.isfinite(parts).all())
    if problem.pair_weights is not None:
        found = top + math.log(float(np.exp(log - top).sum()))
        table = c.largest(parts, np.arange(m), "pair", f"D₁ {mean.term}", link) if finite else None
        (sum_of,) = mean.weighted.right.variables
        shares: dict[Variable, float | Terms] = {sum_of: Terms.first_of(np.sort(log)[::-1], SPELT)}
        return table, c.line_of_log(mean.weighted, shares, found)
    found = top + math.log(float(np.exp(log - top).mean()))
    table = c.largest(parts / m, np.arange(m), "pair", f"{mean.term}/m", link) if finite else None
    terms, count = mean.plain.right.variables
    values: dict[Variable, float | Terms] = {terms: Terms.first_of(np.sort(log)[::-1], SPELT), count: m}
    return table, c.line_of_log(mean.plain, values, found)


def _with_product(c: Context, key: str, line: Line, table: Contributions | None) -> Explanation:
    """Explain a loss; where Z is its factor in every round, also as the loss before times Z."""
    log = c.metric(f"log_{key}")
    value = None if log is None else exp_or_inf(log)
    lines, inputs, notes = [line], [], []
    if c.loss == key and c.t and c.plain:
        before, z = c.metric(f"log_{key}", c.t - 1), float(c.run.z[c.i])
        if before is not None and z > 0.0:
            equation = eq.PRODUCT_OF_Z[key]
            loss_before, factor = equation.right.variables
            lines.append(c.line_of_log(equation, {loss_before: before, factor: math.log(z)}))
            inputs = [c.round_input(key, exp_or_inf(before), c.t - 1), c.round_input("z", z)]
    if key == "e2" and not c.cosh_ties and c.t:
        notes.append(
            f"{c.run.label} does not lower this loss. In its η, the weight of a ranker that is a combination of others "
            "is shared among those first."
        )
    return c.make(key, value, tuple(lines), tuple(inputs), table, tuple(notes), log=log)


def _limit(c: Context, key: str, mean: Mean) -> Explanation:
    equation = mean.plain if c.trace.problem.pair_weights is None else mean.weighted
    log, why = c.metric(f"log_{key}"), IN_THE_LIMIT if c.limit else _INFINITE
    if log is None:
        note = "Some pair is in the wrong order or tied with an infinite weight, so the loss has no finite value."
        return c.make(key, None, (symbols(equation),), notes=(why, note))
    found = 0.0
    if c.limit and key == "e1":
        found = _undecided(c)
    elif key == "e1":
        found = float(np.average(c.pair_scores == 0.0, weights=c.trace.problem.pair_weights))
    line = Line(equation.number, equation.tex, rf"\to {tex(found, c.digits)}", found)
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
    return float(np.average(np.where(decided, 0.0, np.exp(-s)), weights=c.trace.problem.pair_weights))


def bound(c: Context) -> Explanation:
    """Explain the bound: the right side of the algorithm's theorem."""
    return equations_of(c).bound(c)


def norm(c: Context) -> Explanation:
    """Explain ‖η‖₁."""
    weights = c.run.weights_at(c.t)
    equation = eq.NORM_SUM
    if c.infinite:
        line = Line(equation.number, equation.tex, "1", 1.0)
        return c.make("norm", c.metric("norm"), (line,), notes=(_INFINITE,))
    if c.limit:
        return c.make("norm", None, (symbols(equation),), notes=(IN_THE_LIMIT,), text="∞")
    rankers, etas = np.array(list(weights), dtype=np.int64), np.array(list(weights.values()))
    table = c.largest(
        etas,
        rankers,
        "ranker",
        "η, its weight",
        lambda j, a: [Input("η", "its weight", f"eta:{j}", a)],
        lambda j: c.trace.pool.label(j),
    )
    return c.make("norm", c.metric("norm"), (c.sum_line(equation, np.abs(etas)),), table=table)


def margin(c: Context) -> Explanation:
    """Explain the least pair margin."""
    value, size = c.metric("margin"), c.metric("norm")
    if value is None or size is None:
        note = (
            "The ensemble has no weight, so there is no margin."
            if c.t
            else "Before round 1 there is no ensemble."
        )
        if c.limit:
            note = "‖η‖₁ is infinite in the limit, so there is no margin."
        return c.make("margin", None, (symbols(eq.MARGIN),), notes=(note,))
    least = int(np.argmin(c.pair_scores))
    s = float(c.pair_scores[least])
    line = c.line(eq.MARGIN, {eq.LEAST_SCORE: s, eq.NORM: size})
    note = f"The pair with the lowest score is {c.pair_label(least)}."
    inputs = (_score_link(c, least), c.round_input("norm", size))
    return c.make("margin", value, (line,), inputs, notes=(note,))


def smooth_margin(c: Context) -> Explanation:
    """Explain the smooth margin, SM (3)."""
    value, size, log = c.metric("smooth_margin"), c.metric("norm"), c.metric("log_e1")
    if value is None or size is None or log is None:
        note = "It needs an ensemble of finite weights, not all of them 0."
        if c.trace.problem.pair_weights is not None:
            note = "It is for pairs that count alike, and these have weights."
        return c.make("smooth_margin", None, (symbols(eq.SMOOTH_MARGIN),), notes=(note,))
    line = c.line(eq.SMOOTH_MARGIN, {eq.M: c.trace.problem.n_pairs, eq.E1: log, eq.NORM: size})
    inputs = (c.round_input("e1", exp_or_inf(log)), c.round_input("norm", size))
    return c.make("smooth_margin", value, (line,), inputs)


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
