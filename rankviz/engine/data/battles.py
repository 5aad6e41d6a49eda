"""Battles by pair of items, under a rule for ties: scores are fitted to them, and boosting learns from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.tally import Tally, Votes
from rankviz.engine.number_format import exact

BAD = ("tie", "drop", "loss")
"""The meanings of "both bad": a tie, nothing, or a loss of both to "good enough"."""
GOOD_ENOUGH = "good enough"

TIE = Choice(
    "tie",
    "A tie is worth",
    "float",
    0.5,
    "Wins for each side: 0 drops ties, ½ is half a win.",
    0.0,
    1.0,
    0.01,
)
RULE = (
    TIE,
    Choice(
        "bad",
        "“Both bad” counts as",
        "choice",
        "tie",
        "A tie, nothing, or a loss of both to “good enough”, which all winners beat.",
        choices=BAD,
    ),
)
"""The option for the tie value, in data with battles."""


def rule_in_words(tie: float, bad: str) -> str:
    """Return the rule for ties in a sentence."""
    means = {"tie": "a tie", "drop": "nothing", "loss": "a loss of both to “good enough”"}[bad]
    return f"A tie counts as {exact(tie)} of a win for each side, and “both bad” as {means}."


@dataclass(frozen=True, eq=False)
class Counts:
    """Battles as they were voted: names of n items, a and b (k,) rows, and won, lost, tied, bad (k,) whole numbers.

    Each unordered pair occurs once.
    """

    names: tuple[str, ...]
    a: np.ndarray
    b: np.ndarray
    won: np.ndarray
    lost: np.ndarray
    tied: np.ndarray
    bad: np.ndarray

    @property
    def table(self) -> np.ndarray:
        """(k, 4) won, lost, tied, bad."""
        return np.column_stack([self.won, self.lost, self.tied, self.bad])


def votes_of(problem: Problem) -> Votes:
    """Return the votes on a problem's items: those its pairs come from, else each critical pair as so many wins.

    Raises DataError where there are too many pairs to list.
    """
    if problem.votes is not None:
        return problem.votes
    n = problem.n_items
    higher, lower = problem.pairs.T.astype(np.intp)
    weight = np.ones(problem.n_pairs) if problem.pair_weights is None else problem.pair_weights
    key, at = np.unique(np.minimum(higher, lower) * n + np.maximum(higher, lower), return_inverse=True)
    a, b = np.divmod(key, n)
    won, lost = (np.bincount(at, weight * mine, len(key)) for mine in (higher < lower, higher > lower))
    return Votes(Tally(problem.item_labels, a, b, won, lost, np.zeros(len(key))), 0.5)


def tally(counts: Counts, bad: str) -> Tally:
    """Tally the counts by a rule for "both bad", one of `BAD`.

    With "loss" there is an extra item, "good enough", to which both lose when both are bad. The winner of a battle, and
    both sides of a tie that is not bad, beat it; otherwise it would be above all others without limit.
    """
    names, a, b = counts.names, counts.a, counts.b
    won, lost, tied, both_bad = counts.table.T.astype(np.float64)
    if bad == "drop":
        return Tally(names, a, b, won, lost, tied)
    if bad == "tie":
        return Tally(names, a, b, won, lost, tied + both_bad)
    n = len(names)
    good = np.bincount(a, won + tied, n) + np.bincount(b, lost + tied, n)
    short = np.bincount(a, both_bad, n) + np.bincount(b, both_bad, n)
    met = np.flatnonzero(good + short)
    return Tally(
        (*names, GOOD_ENOUGH),
        np.append(a, np.full(len(met), n)),
        np.append(b, met),
        np.append(won, short[met]),
        np.append(lost, good[met]),
        np.append(tied, np.zeros(len(met))),
    )


def weighted_pairs(tallied: Tally, tie: float) -> tuple[np.ndarray, np.ndarray]:
    """Return (pairs (m, 2) of items (higher, lower), their weights (m,)): for either order the wins of its higher item.

    A tie counts as `tie` wins for each; an order without votes is left out.
    """
    pairs = np.concatenate([np.column_stack([tallied.a, tallied.b]), np.column_stack([tallied.b, tallied.a])])
    weights = np.concatenate(tallied.split(tie))
    return pairs[weights > 0], weights[weights > 0]


def unless_alike(weights: np.ndarray) -> np.ndarray | None:
    """Return the weights (m,) of pairs; None where all count the same, a case that every algorithm can handle."""
    return weights if np.ptp(weights) > 0 else None


def problem(
    tallied: Tally, tie: float, *, source: str = "", title: str = "", notes: tuple[str, ...] = ()
) -> Problem:
    """Return the problem of a tally: a weak ranker "is it this one" for each item, and the weighted pairs."""
    pairs, weights = weighted_pairs(tallied, tie)
    made = Problem.from_arrays(
        np.eye(tallied.n),
        pairs=pairs,
        pair_weights=unless_alike(weights) if len(weights) else None,
        feature_names=tallied.names,
        item_ids=tallied.names,
        binary=True,
        source=source,
        title=title,
        notes=notes,
    )
    return made.with_votes(Votes(tallied, tie))
