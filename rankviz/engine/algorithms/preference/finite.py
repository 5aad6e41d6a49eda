"""The conditions under which battles give every item a finite score."""

import numpy as np

from rankviz.engine.data.pair_graph import components
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError, first_of


def check(tally: Tally, up: np.ndarray, down: np.ndarray, method: str) -> None:
    """Raise DataError where no finite scores fit the wins (k,) of a and of b best.

    They exist where a chain of wins leads from every item to every other: no group of items could be put above all
    others without limit (Ford, Solution of a ranking problem from binary comparisons, 1957).
    """
    who = unbeaten(tally, up, down)
    if who:
        remedy = "Leave out items with few battles"
        if not unbeaten(tally, *tally.split(1.0)):
            remedy += ", or let a tie be worth more than 0"
        raise DataError(f"{method} has no finite scores: {who}", remedy=remedy)


def unbeaten(tally: Tally, up: np.ndarray, down: np.ndarray) -> str:
    """Name a group that wins (k,) of a and of b would put ever higher above all others, in a sentence; "" for none."""
    higher, lower = _wins(tally, up, down)
    count, group = components(np.column_stack([higher, lower]), tally.n, strong=True)
    if count == 1:
        return ""
    beaten = np.zeros(count, dtype=bool)
    beaten[group[lower[group[higher] != group[lower]]]] = True
    unbeaten = np.flatnonzero(~beaten)
    smallest = np.flatnonzero(group == unbeaten[np.argmin(np.bincount(group)[unbeaten])])
    return f"nobody else ever beat {_named(tally, smallest)}"


def unbounded_items(tally: Tally) -> str:
    """Name the items that Davidson's model, with ties, would rank ever higher above others, in a sentence; "" for none.

    −ln L, a convex sum of ln Σ exp, has a minimum unless a direction (δ of θ, ε of ln ν) changes it and never raises it
    (Rockafellar, Convex Analysis, 1970, theorem 27.1): one along which no observed outcome falls behind an unobserved
    one, so δ_i − δ_j ≥ 2 max(0, ε) where i beat j, and |δ_i − δ_j| ≤ 2ε where they tied. Ties require ε ≥ 0. With
    ε = 0 this is Ford's condition, a tie being a win of both. With ε > 0, p = δ / 2ε falls by 1 or more from winner to
    loser and by 1 at most across a tie: there is such a p unless, around some circle of battles, wins outnumber ties.
    """
    if not tally.won.any() and not tally.lost.any():
        return "every battle is a tie"
    return unbeaten(tally, *tally.split(1.0)) or _above_ties(tally)


def _above_ties(tally: Tally) -> str:
    """Name the items at the top of that p, by Bellman and Ford's shortest paths; "" where there is no such p."""
    if ((tally.won > 0) & (tally.lost > 0)).any():
        return ""  # two wins make a circle
    higher, lower = _wins(tally, tally.won, tally.lost)
    a, b = tally.a[tally.tied > 0], tally.b[tally.tied > 0]
    start, end = np.concatenate([higher, a, b]), np.concatenate([lower, b, a])
    length = np.where(np.arange(len(start)) < len(higher), -1, 1)
    p = np.zeros(tally.n, dtype=np.int64)
    for _ in range(tally.n):
        shorter = p.copy()
        np.minimum.at(shorter, end, p[start] + length)
        if (shorter == p).all():
            top = np.unique(higher[p[higher] == 0])
            return (
                f"{_named(tally, top)} could rise above the others together with the chance of a tie (no circle of "
                "battles has more wins than ties)"
            )
        p = shorter
    return ""


def two_of_all(tally: Tally, up: np.ndarray, down: np.ndarray) -> str:
    """Name one or two items of which one won, or lost, every battle, in a sentence; "" for none. Wins (k,) of a and b.

    Where more than one pair met, Ê2, a sum of exponentials of η, has no minimum in exactly one case: along a direction
    d none of them grows if d_i − d_j ≥ Σ |d_k| over the other k wherever i beat j, that is u_i + v_j ≥ ½ Σ (u + v) with
    u = d⁺, v = d⁻. So wins and losses of some items cover all battles, with weights of 2 in all, and then two do
    (Kőnig).
    """
    won = _wins(tally, up, down)
    if not len(won[0]):
        return "nobody won a battle"
    sides = (won[0], "won"), (won[1], "lost")
    for first, what in sides:
        if (first == first[0]).all():
            return f"{tally.names[first[0]]} {what} every battle"
    for first, what in sides:
        left = first != first[0]
        for second, also in sides:
            other = second[left][0]
            if other != first[0] and (second[left] == other).all():
                one, two = tally.names[first[0]], tally.names[other]
                return (
                    f"{one} or {two} {what} every battle"
                    if also == what
                    else f"{one} {what} or {two} {also} every battle"
                )
    return ""


def _wins(tally: Tally, up: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The winners and the losers, each pair that was won either way once."""
    higher = np.concatenate([tally.a[up > 0], tally.b[down > 0]])
    return higher, np.concatenate([tally.b[up > 0], tally.a[down > 0]])


def _named(tally: Tally, rows: np.ndarray) -> str:
    names = first_of((tally.names[row] for row in rows), 3)
    return names + (f" (a group of {len(rows)})" if len(rows) > 3 else "")
