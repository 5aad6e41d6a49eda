"""The ladder of every method at every tie value, and the tie values at which two neighbours change places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.preference import boosts, bradley_terry, davidson, elo, net_wins
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.libraries import logistic_each

WORTHS = np.linspace(0.0, 1.0, 101)
"""The tie values for which a ladder is computed."""
ELO_EVERY = 10
"""Elo plays all battles for each tie value, so only every tenth; its ratings in between are interpolated."""
CLOSE = 1e-9
"""Scores whose difference is a smaller part of their spread share a place, in the items' order in the data."""

Chances = Callable[[np.ndarray, Tally], np.ndarray]
"""(w, 3) the chances of a win, a tie and a loss from differences (w,) of scores; NaN where there are none."""

Fit = Callable[[float, np.ndarray | None], np.ndarray]
"""The scores (n,) for a tie value; scores for a near tie value, or None, are where the search may start."""


@dataclass(frozen=True)
class Method:
    """A way from battles to scores.

    Attributes
    ----------
    name : in links and payloads, and its algorithm's in the registry, whose mark it has. label : on screen.
    says : one sentence on how it treats a tie.
    of : the function that fits a tally.
    moves : the tie value changes something.
    every : one of so many tie values is computed; between them scores are interpolated.
    chances : the probability of a win for a difference of scores; None where the scores predict no single battle.
    """

    name: str
    label: str
    says: str
    of: Callable[[Tally], Fit]
    moves: bool = True
    every: int = 1
    chances: Chances | None = None


def _decided(scale: float) -> Chances:
    """Return the chances where a tie is not an outcome: 1 / (1 + e^{−difference · scale}) to win."""

    def chances(difference: np.ndarray, tally: Tally) -> np.ndarray:
        win = logistic_each(scale * difference)
        return np.column_stack([win, np.zeros(len(win)), 1 - win])

    return chances


def _with_ties(difference: np.ndarray, tally: Tally) -> np.ndarray:
    if np.isnan(difference).any():  # no scores, and so no ν
        return np.full((len(difference), 3), np.nan)
    return davidson.chances(difference, davidson.fit(tally).nu).T


def _elo(tally: Tally) -> Fit:
    order = elo.shuffled(tally, 0)
    return lambda tie, start: elo.fit(tally, tie, order)


METHODS = (
    Method(
        "bradley-terry",
        bradley_terry.NAME,
        "The chance to win is a logistic function of the difference; a tie is a set number of wins for each side.",
        lambda tally: lambda tie, start: np.asarray(bradley_terry.fit(tally, tie, start)[-1]),
        chances=_decided(1.0),
    ),
    Method(
        "rb-d",
        boosts.RB_D,
        "Where RB-D ends, with one ranker per item: a tie counts as so many pairs in each direction.",
        lambda tally: lambda tie, start: boosts.rb_d(tally, tie, start),
        chances=_decided(2.0),  # the mean of e^{−s} is smallest at half the log odds
    ),
    Method(
        "davidson",
        davidson.NAME,
        "A tie is an outcome with a probability of its own, so it needs no value.",
        lambda tally: lambda tie, start: np.asarray(davidson.fit(tally).scores[-1]),
        moves=False,
        chances=_with_ties,
    ),
    Method(
        "elo",
        elo.NAME,
        "Both ratings move after each battle; a tie moves them towards each other.",
        _elo,
        every=ELO_EVERY,
        chances=_decided(1.0 / elo.SCALE),
    ),
    Method(
        "net-wins",
        net_wins.NAME,
        "Wins minus losses: whatever a tie counts for both sides cancels out.",
        lambda tally: lambda tie, start: net_wins.fit(tally),
        moves=False,
    ),
    Method(
        "rb-plus",
        boosts.RB_PLUS,
        "Where RankBoost+ ends, with one ranker per item: each ranker pays cosh for all pairs that it ties.",
        lambda tally: lambda tie, start: boosts.rb_plus(tally, tie, start),
    ),
)


@dataclass(frozen=True)
class Change:
    """Two neighbours that change places at a tie value: `up` is above from there on, at `place` (from 1)."""

    at: float
    place: int
    up: int
    down: int


@dataclass(frozen=True, eq=False)
class Ladder:
    """One method's places.

    Attributes
    ----------
    scores : (w, n) at each of `WORTHS`, one row where the tie value changes nothing; NaN where there are none.
    places : (w, n) int, 1 for the highest score; 0 where there are none.
    changes : by rising tie value.
    why : a sentence where there are no scores, else empty.
    """

    method: Method
    scores: np.ndarray
    places: np.ndarray
    changes: tuple[Change, ...]
    why: str = ""


def ladder(tally: Tally, method: Method) -> Ladder:
    """Compute a method at every tie value, from the largest down: near 0 some items have no battle that holds them."""
    n = tally.n
    worths = WORTHS if method.moves else WORTHS[50:51]
    scores, why = np.full((len(worths), n), np.nan), ""
    fit, start = method.of(tally), None
    computed = np.arange(0, len(worths), method.every)
    for row in computed[::-1]:
        try:
            start = scores[row] = fit(float(worths[row]), start)
        except DataError as error:
            why = str(error)
            break
    if method.every > 1:
        for item in range(n):
            scores[:, item] = np.interp(worths, worths[computed], scores[computed, item])
    orders = [order(row) for row in scores]
    places = np.zeros(scores.shape, dtype=np.int64)
    for row, found in enumerate(orders):
        if np.isfinite(scores[row]).all():
            places[row, found] = np.arange(1, n + 1)
    return Ladder(method, scores, places, changes(worths, scores, places), why)


def order(scores: np.ndarray) -> np.ndarray:
    """(n,) the items from the highest score (n,) down; equal scores in the items' order."""
    spread = float(np.ptp(scores)) if np.isfinite(scores).all() else 0.0
    return np.argsort(
        -np.round(scores / (CLOSE * spread)) if spread > 0 else np.zeros_like(scores), kind="stable"
    )


def changes(worths: np.ndarray, scores: np.ndarray, places: np.ndarray) -> tuple[Change, ...]:
    """Return the changes of places (w, n) between neighbouring tie values (w,): each where two scores (w, n) cross."""
    found = []
    for row in range(len(worths) - 1):
        before, after = places[row], places[row + 1]
        if not before.all() or not after.all() or (before == after).all():
            continue
        moved = np.flatnonzero(before != after)
        for i in moved:
            for j in moved:
                if before[i] < before[j] and after[i] > after[j]:
                    ahead, behind = scores[row, i] - scores[row, j], scores[row + 1, j] - scores[row + 1, i]
                    share = ahead / (ahead + behind) if ahead + behind > 0 else 0.5
                    at = float(worths[row] + share * (worths[row + 1] - worths[row]))
                    found.append((at, int(i), int(j), row))
    return tuple(
        Change(at, _place_at(worths, scores, row, at, j), j, i)
        for at, i, j, row in sorted(found, key=lambda each: each[0])
    )


def _place_at(worths: np.ndarray, scores: np.ndarray, row: int, at: float, item: int) -> int:
    """Return an item's place right after the tie value `at`, on the line between two computed tie values."""
    share = (at - worths[row]) / (worths[row + 1] - worths[row])
    here = scores[row] + share * (scores[row + 1] - scores[row])
    return 1 + int((here > here[item] + CLOSE * np.ptp(here)).sum())
