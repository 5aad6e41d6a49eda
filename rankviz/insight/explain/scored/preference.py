"""The equations of Bradley–Terry, Davidson, Elo and net wins: the likelihood, a score, and the wins behind it."""

from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.preference.fitted import Counted, DavidsonFit, EloFit, Fitted, Sides
from rankviz.engine.number_format import number
from rankviz.engine.runs.trace import details_of
from rankviz.insight.explain.context import ScoredContext
from rankviz.insight.explain.model import Explanation, Input
from rankviz.insight.reference.formulas import preference as eq
from rankviz.insight.reference.formulas.formula import Equation

_LIKELIHOOD = "minus the log of the likelihood of all battles, after the round"
NUMBERS = {Fitted.series: (Fitted.symbol, _LIKELIHOOD)}
DAVIDSON_NUMBERS = {
    DavidsonFit.series: (DavidsonFit.symbol, _LIKELIHOOD),
    "even_tie": ("P(tie)", "chance that two equal items tie, after the round"),
}
NET_NUMBERS = {"net_most": ("g", "most net wins of an item")}


def likelihood(c: ScoredContext) -> Explanation:
    """Explain −ln L: what each pair that met adds."""
    details = c.run.details_as(Fitted)
    tally, labels = details.votes.tally, c.trace.problem.item_labels
    each = details.costs(c.scores, c.t)
    line = c.sum_line(eq.TIES_COST if isinstance(details, DavidsonFit) else eq.COST, each)
    table = c.largest(
        each,
        np.arange(len(each)),
        "pair that met",
        "what its battles add",
        lambda p, amount: [],
        lambda p: f"{labels[tally.a[p]]} and {labels[tally.b[p]]}",
    )
    value = float(c.run.extra[details.series][c.t])
    return c.make(details.series, value, (line,), table=table)


def even_tie(c: ScoredContext) -> Explanation:
    """Explain the chance that two equal items tie: ν / (2 + ν)."""
    nu = c.run.details_as(DavidsonFit).nu[c.t]
    note = (
        "No battle is a tie, so ν is 0."
        if nu == 0.0
        else f"ν is {number(nu, c.digits)}, fitted with the scores."
    )
    line = c.line(eq.EVEN_TIE, {eq.NU: nu})
    return c.make("even_tie", line.result, (line,), notes=(note,))


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain a score: what it was before, and how far the round moved it."""
    elo = details_of(c.run, EloFit) is not None
    equation, before, move = (eq.PLAYED, eq.RATING, eq.GAINED) if elo else (eq.STEP, eq.BEFORE, eq.MOVE)
    named = ("R" if elo else "θ", f"score of {c.trace.problem.item_in_words(x)}")
    key, value = f"item:{x}", float(c.scores[x])
    if c.t == 0:
        return c.at_start(x, equation, named)
    was = float(c.run.scored.scores[c.t - 1][x])
    line = c.line(equation, {before: was, move: value - was})
    inputs = (
        Input(named[0], "its score before", f"item:{x}@{c.t - 1}", was),
        *(Input(symbol, words, f"{name}:{x}", _sum(c, name, x)) for name, symbol, words in (
            ("won", "w", "what it won of its battles"), ("expected", "ŵ", "what these scores expect it to win"),
        )),
    )  # fmt: skip
    note = "At the likeliest scores every item wins as often as expected."
    return c.make(key, value, (line,), inputs, notes=() if elo else (note,), named=named)


def _sides(c: ScoredContext, name: str) -> Sides:
    details = c.run.details_as(Fitted)
    return details.got() if name == "won" else details.expected(c.scores, c.t)


def _sum(c: ScoredContext, name: str, x: int) -> float:
    return float(c.run.details_as(Fitted).of_item(_sides(c, name), x)[0].sum())


def _by_opponent(
    c: ScoredContext, key: str, x: int, sides: Sides, equation: Equation, named: tuple[str, str]
) -> Explanation:
    """Explain a sum over an item's opponents."""
    labels = c.trace.problem.item_labels
    each, met = c.run.details_as(Counted).of_item(sides, x)
    table = c.largest(
        each, np.arange(len(each)), "against", named[1], lambda p, amount: [], lambda p: labels[met[p]]
    )
    return c.make(f"{key}:{x}", float(each.sum()), (c.sum_line(equation, each),), table=table, named=named)


def won(c: ScoredContext, x: int) -> Explanation:
    """Explain what an item won: wins, and its share of ties."""
    ties = details_of(c.run, DavidsonFit) is not None
    named = ("p" if ties else "w", f"what {c.trace.problem.item_in_words(x)} won")
    return _by_opponent(c, "won", x, _sides(c, "won"), eq.POINTS if ties else eq.WINS, named)


def expected(c: ScoredContext, x: int) -> Explanation:
    """Explain what the scores after the round expect an item to win."""
    ties = details_of(c.run, DavidsonFit) is not None
    named = ("p̂" if ties else "ŵ", f"what the scores expect {c.trace.problem.item_in_words(x)} to win")
    equation = eq.EXPECTED_POINTS if ties else eq.EXPECTED
    return _by_opponent(c, "expected", x, _sides(c, "expected"), equation, named)


# ---------------------------------------------------------------- net wins


def net(c: ScoredContext, x: int) -> Explanation:
    """Explain an item's net wins: its wins less its losses."""
    label, key = c.trace.problem.item_in_words(x), f"item:{x}"
    if c.t == 0:
        return c.at_start(x, eq.NET_WINS, ("g", f"net wins of {label}"))
    details, tally = c.run.details_as(Counted), c.run.details_as(Counted).votes.tally
    wins, losses = (details.of_item(sides, x)[0].sum() for sides in _wins_and_losses(details))
    line = c.line(eq.NET_WINS, {eq.WON: float(wins), eq.LOST: float(losses)})
    each, met = details.of_item((tally.won - tally.lost, tally.lost - tally.won), x)
    labels = c.trace.problem.item_labels
    table = c.largest(
        each, np.arange(len(each)), "against", "wins minus losses", lambda p, a: [], lambda p: labels[met[p]]
    )
    return c.make(key, float(c.scores[x]), (line,), table=table, named=("g", f"net wins of {label}"))


def net_most(c: ScoredContext) -> Explanation:
    """Explain the most net wins of an item."""
    x = int(np.argmax(c.scores))
    found = net(c, x)
    note = f"It is {c.trace.problem.item_in_words(x)}."
    return c.make("net_most", found.value, found.lines, table=found.table, notes=(note,))


def _wins_and_losses(details: Counted) -> tuple[Sides, Sides]:
    tally = details.votes.tally
    return (tally.won, tally.lost), (tally.lost, tally.won)


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {Fitted.series: likelihood}
DAVIDSON_OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {
    DavidsonFit.series: likelihood,
    "even_tie": even_tie,
}
NET_OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {"net_most": net_most}
OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {
    "item": item,
    "won": won,
    "expected": expected,
}
NET_OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {"item": net}
