"""What explanations read: a run at a round, with its weights, scores and rankers, each looked up once."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.errors import DataError
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.loss2 import PairLoss2
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.explain import worked
from rankviz.insight.explain.model import (
    NUMBERS,
    Contribution,
    Contributions,
    Explanation,
    Input,
    Line,
    Numbers,
    shown,
)
from rankviz.insight.reference.formulas.formula import Equation, Read, Terms, Values

ROWS = 8
"""Rows of a table at most."""

SPELT = 3
"""Terms of a sum written out in an equation."""

NOT_SINGLE = "This round moved all of S along β, because its ranker h = Σ β h_s depends on the rankers of S."

IN_THE_LIMIT = (
    "Some weight is infinite, in the limit (RB+ (49)): it decides before all finite weights. Scores order the items as "
    "the limit does; a gap that an infinite weight makes has no size."
)

KINDS = {"pair": 2, "score": 2, "term": 2, "item": 1, "potential": 1, "eta": 1, "h": 2}
"""Keys that take rows of items or rankers, and how many numbers each takes."""


Link = Callable[[int, float], Sequence[Input]]
"""From an index in a sum and the amount it adds to the inputs that its row links to."""


def symbols(equation: Equation) -> Line:
    """Return the line of an equation without values."""
    return Line(equation.number, equation.tex)


def by_size(amounts: np.ndarray) -> np.ndarray:
    """Return the order of amounts (k,) by falling size; those that differ by rounding alone stay as they are."""
    size = np.abs(amounts)
    return np.argsort(-np.round(size / (size.max(initial=0.0) or 1.0), 9), kind="stable")


def largest(terms: np.ndarray) -> Terms:
    """Return the terms of the largest size, so many as an equation spells out; the first of equals."""
    return Terms.first_of(terms[by_size(terms)], SPELT)


class AnyContext:
    """A run after round t; `asked` is the round that was asked for, perhaps beyond the run's end.

    `numbers` are a round's: key to symbol and words.
    """

    def __init__(
        self, trace: Trace, run: Run, t: int, *, digits: int, asked: int, numbers: Numbers = NUMBERS
    ) -> None:
        self.trace, self.run, self.t, self.digits, self.asked = trace, run, t, digits, asked
        self.i, self.numbers = t - 1, numbers

    def metric(self, name: str, t: int | None = None) -> float | None:
        """Return a metric after round t; None where the metric has no value."""
        value = float(self.run.metrics[name][self.t if t is None else t])
        return None if math.isnan(value) else value

    @cached_property
    def before(self) -> np.ndarray:
        """D (m,) before round t, by which its ranker was chosen."""
        return self.trace.weights(self.run, self.t - 1)

    @cached_property
    def after(self) -> np.ndarray:
        """D (m,) after round t."""
        return self.trace.weights(self.run, self.t)

    @cached_property
    def scores(self) -> np.ndarray:
        """Item scores (n,) after round t."""
        return self.trace.scores(self.run, self.t)

    @cached_property
    def pair_scores(self) -> np.ndarray:
        """s (m,) after round t."""
        return self.scores[self.trace.problem.pairs[:, 0]] - self.scores[self.trace.problem.pairs[:, 1]]

    def pair_index(self, higher: int, lower: int) -> np.ndarray:
        """Return the positions of a pair in the problem's list; several where the pair is repeated."""
        pairs = self.trace.problem.pairs
        return np.flatnonzero((pairs[:, 0] == higher) & (pairs[:, 1] == lower))

    def pair_label(self, i: int) -> str:
        """ "Heat above Alien"."""
        higher, lower = self.trace.problem.pairs[i]
        name = self.trace.problem.item_in_words
        return f"{name(higher)} above {name(lower)}"

    def pair_link(self, kind: str, i: int, value: float, t: int, symbol: str, words: str) -> Input:
        """Return a pair's number after round t as an input."""
        higher, lower = self.trace.problem.pairs[i]
        return Input(symbol, words, f"{kind}:{higher}:{lower}@{t}", value)

    def round_input(self, key: str, value: float | None, t: int | None = None) -> Input:
        """Return a number of a round as an input; of this round unless t is given."""
        symbol, words = self.numbers[key]
        return Input(symbol, words, key if t is None or t == self.t else f"{key}@{t}", value)

    def make(
        self,
        key: str,
        value: float | None,
        lines: tuple[Line, ...] = (),
        inputs: tuple[Input, ...] = (),
        table: Contributions | None = None,
        notes: tuple[str, ...] = (),
        *,
        named: tuple[str, str] | None = None,
        log: float | None = None,
        text: str | None = None,
    ) -> Explanation:
        """Make the explanation of a number of this run, with a note when the run ended before the round asked for."""
        symbol, name = named or self.numbers[key]
        if text is None:
            text = shown(value, log)
        return Explanation(
            key, self.t, symbol, name, value, text, lines, inputs, table, self.late() + notes, log
        )

    def late(self) -> tuple[str, ...]:
        """Return the note for a round asked for beyond the run's end; () for any other."""
        run = self.run
        if self.asked <= run.n_rounds:
            return ()
        rounds = "chose nothing" if run.n_rounds == 0 else f"stopped after round {run.n_rounds}"
        why = f": {run.stopped}" if run.stopped.early else ""
        if not why:
            return (
                f"{run.label} has {run.n_rounds} rounds; this is the last of them, not round {self.asked}.",
            )
        return (f"{run.label} {rounds}{why}. This is what it left, not round {self.asked}.",)

    def nothing_yet(self, key: str, equation: Equation) -> Explanation:
        """Explain a number of a round at round 0, where the number has no value."""
        note = "Before round 1 no ranker has been chosen, so this has no value yet."
        return self.make(key, None, (symbols(equation),), notes=(note,))

    def line(
        self, equation: Equation, values: Values, found: float | None = None, give: Read | None = None
    ) -> Line:
        """Put values in an equation, as `worked.line` does."""
        return worked.line(equation, values, self.digits, found, give)

    def line_of_log(self, equation: Equation, values: Values, log: float | None = None) -> Line:
        """Put values in an equation whose result may be beyond floats, as `worked.line_of_log` does."""
        return worked.line_of_log(equation, values, self.digits, log)

    def sum_line(self, equation: Equation, terms: np.ndarray, found: float | None = None) -> Line:
        """Put the largest terms in an equation whose right side is their sum."""
        (variable,) = equation.right.variables
        return self.line(equation, {variable: largest(terms)}, float(terms.sum()) if found is None else found)

    def largest(
        self,
        amounts: np.ndarray,
        where: np.ndarray,
        of: str,
        amount: str,
        link: Link,
        label: Callable[[int], str] | None = None,
        in_order: bool = False,
    ) -> Contributions | None:
        """Make the table of a sum over `where` (indices) with these amounts; `link(i, amount)` makes a row's links.

        The largest come first, unless they are to keep the order of `where`.
        """
        if len(where) == 0:
            return None
        order = by_size(amounts)[:ROWS]
        if in_order:
            order = np.sort(order)
        whole = float(np.abs(amounts).sum())
        rows = tuple(
            Contribution(
                (label or self.pair_label)(int(where[j])),
                float(amounts[j]),
                abs(float(amounts[j])) / whole if whole > 0.0 else None,
                tuple(link(int(where[j]), float(amounts[j]))),
            )
            for j in order
        )
        rest = float(amounts.sum() - amounts[order].sum())
        return Contributions(of, amount, rows, len(where) - len(rows), rest)


class ScoredContext(AnyContext):
    """The same of a learner without weak rankers."""

    run: ScoredRun

    def no_tree_yet(self, key: str, line: Line, named: tuple[str, str]) -> Explanation:
        """Explain a number of a tree at round 0, where there is none."""
        return self.make(key, None, (line,), notes=("The first tree is fitted in round 1.",), named=named)

    def at_start(
        self, x: int, equation: Equation, named: tuple[str, str], note: str = "Every score begins at 0."
    ) -> Explanation:
        """Explain the score of an item at round 0."""
        value, line = float(self.scores[x]), symbols(equation)
        return self.make(f"item:{x}", value, (line,), notes=(note,), named=named)


class Context(AnyContext):
    """The same of a run of weak rankers, with what its round did."""

    run: BoostedRun

    @cached_property
    def cosh_ties(self) -> bool:
        """Whether the algorithm's loss counts a tie as cosh η; only for one that boosts weak rankers."""
        return find_boosted(self.run.algorithm).cosh_ties

    @cached_property
    def loss(self) -> str:
        """The loss that the algorithm minimises, which Z multiplies (`Algorithm.loss`)."""
        return find_boosted(self.run.algorithm).loss

    @cached_property
    def tilted(self) -> bool:
        """Whether D is more than the product of the rounds' factors (`Algorithm.tilted`)."""
        return find_boosted(self.run.algorithm).tilted is not None

    def check(self, key: str, name: str, numbers: tuple[int, ...]) -> None:
        """Raise DataError unless the key names a number of this run."""
        if name in NUMBERS:
            if numbers:
                raise DataError(f'"{key}" names no number', remedy=f'"{name}" stands alone')
            return
        if name not in KINDS or len(numbers) != KINDS[name]:
            raise DataError(f'"{key}" names no number', remedy=f"There are {', '.join([*NUMBERS, *KINDS])}")
        items, rankers = self.trace.problem.n_items, len(self.trace.pool)
        rows = numbers[1:] if name == "h" else () if name == "eta" else numbers
        if any(row >= items for row in rows):
            raise DataError(
                f'"{key}" names an item that is not there', remedy=f"Items run from 0 to {items - 1}"
            )
        if name in ("eta", "h") and numbers[0] >= rankers:
            raise DataError(
                f'"{key}" names a ranker that is not there', remedy=f"Rankers run from 0 to {rankers - 1}"
            )
        if KINDS[name] == 2 and name != "h" and not self.pair_index(*numbers).size:
            raise DataError(f'"{key}" is not a critical pair', remedy="Name the higher item first")

    @property
    def outcome(self) -> str:
        """How this round's α was set."""
        return self.run.outcome[self.i]

    @property
    def combined(self) -> bool:
        """Whether this round moved along a combination of rankers."""
        return bool(self.run.combined[self.i])

    @property
    def ranker(self) -> int:
        """The ranker of this round."""
        return int(self.run.ranker[self.i])

    @property
    def infinite(self) -> bool:
        """Whether the run ended, by this round, with an infinite weight."""
        return self.t > 0 and self.outcome == "infinite"

    @property
    def limit(self) -> bool:
        """Whether a weight so far is infinite in the limit (RB+ (49))."""
        return self.run.limit_by(self.t)

    @property
    def plain(self) -> bool:
        """Whether D is still proportional to the pairs' terms in the loss: no weight so far was infinite or capped."""
        return all(outcome in ("finite", "forced") for outcome in self.run.outcome[: self.t])

    @property
    def epsilons(self) -> tuple[float, float, float]:
        """ε⁺, ε⁰, ε⁻ of this round."""
        run, i = self.run, self.i
        return float(run.eps_correct[i]), float(run.eps_tied[i]), float(run.eps_reversed[i])

    @property
    def scale(self) -> float:
        """Σ|α| so far, by which ties are judged; larger where an infinite weight decides in the limit."""
        if self.limit:
            return float(self.trace.scales(self.run)[self.t])
        return 1.0 if self.infinite else float(np.abs(self.run.alpha[: self.t]).sum())

    @cached_property
    def says(self) -> np.ndarray:
        """(m,) int: each pair by the round's ranker, 1 correct, 0 tied, −1 reversed."""
        return self.column(self.ranker)

    def column(self, ranker: int) -> np.ndarray:
        """Return (m,) int: each pair by a ranker, 1 correct, 0 tied, −1 reversed."""
        h, pairs = self.trace.pool.output(ranker).astype(np.int8), self.trace.problem.pairs
        return np.asarray(h[pairs[:, 0]] - h[pairs[:, 1]])

    def follow(self, t: int) -> tuple[PairLoss2, list[int], np.ndarray]:
        """Follow Ê2 for t rounds: return its state, its independent rankers, and their weights."""
        tracked = PairLoss2(self.trace.problem, self.trace.pool, independent=self.run.independent)
        for s in range(t):
            if self.run.fixed_from == s + 1:
                tracked.keep(list(self.run.fixed_set))
            if math.isfinite(self.run.alpha[s]):
                tracked.add(int(self.run.ranker[s]), float(self.run.alpha[s]))
        return tracked, list(tracked.members), np.array(tracked.eta)

    def three(self) -> tuple[Input, ...]:
        """ε⁺, ε⁰, ε⁻ of this round as inputs."""
        names = ("eps_correct", "eps_tied", "eps_reversed")
        return tuple(self.round_input(key, value) for key, value in zip(names, self.epsilons, strict=True))

    def tied(self) -> np.ndarray:
        """(m,) bool: pairs whose score after round t counts as a tie."""
        return np.asarray(np.abs(self.pair_scores) <= TIE * self.scale)
