"""Votes of a table, counted by pair of items: wins, ties, both bad, and rows that could not be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from rankviz.engine.data import pair_graph
from rankviz.engine.data.battles import Counts
from rankviz.engine.data.tables import verdicts
from rankviz.engine.errors import first_of, shortened, shown
from rankviz.engine.number_format import counted, exact

_OUTCOMES = (verdicts.FIRST, verdicts.SECOND, verdicts.TIE, verdicts.BAD)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The votes of a table.

    Attributes
    ----------
    counts : the votes that can be used; items by name.
    rows : the number of rows of the table.
    itself, unnamed : rows in which an item meets itself, and rows that lack an item.
    unknown : rows by outcomes that are not recognised.
    unmet : the items that occur only in rows that cannot be used.
    """

    counts: Counts
    rows: int
    itself: int = 0
    unnamed: int = 0
    unknown: Mapping[str, int] = field(default_factory=dict)
    unmet: tuple[str, ...] = ()

    def notes(self) -> list[str]:
        """Return sentences on what was counted and what was left out."""
        counts = self.counts
        won, tied, bad = (float(part.sum()) for part in (counts.won + counts.lost, counts.tied, counts.bad))
        whole = won + tied + bad
        said = [
            f"{_amount(whole)} votes on {counted(len(counts.a), 'pair')} of {counted(len(counts.names), 'item')}: "
            f"{_amount(won)} decided, {_amount(tied)} tied ({tied / whole:.1%}), "
            f"{_amount(bad)} both bad ({bad / whole:.1%})."
        ]
        unknown = self.unknown
        for rows, what in (
            (self.unnamed, "without an item's name"),
            (self.itself, "with one item twice"),
            (sum(unknown.values()), f"with an outcome that is not known, {_listed(unknown)}"),
        ):
            if rows:
                said.append(f"{_of(rows, self.rows)} {what}: left out.")
        if self.unmet:
            said.append(f"Items only in rows that were left out: {first_of(self.unmet)}.")
        return said + _alike(counts.names)


@dataclass(frozen=True, eq=False)
class Rows:
    """The two items of each row of a table: left and right (m,) numbers of `names`, which may include ""."""

    left: np.ndarray
    right: np.ndarray
    names: tuple[str, ...]

    @property
    def unnamed(self) -> np.ndarray:
        """(m,) True where a row lacks an item."""
        if "" not in self.names:
            return np.zeros(len(self.left), dtype=bool)
        empty = self.names.index("")
        return np.asarray((self.left == empty) | (self.right == empty))


def of_rows(
    rows: Rows, codes: np.ndarray, words: tuple[np.ndarray, Sequence[str]], weight: np.ndarray
) -> Outcomes:
    """Count the rows of a table: codes (m,) of `verdicts`, numbers (m,) of the words behind them, and these words.

    A row counts with its weight (m,).
    """
    amounts = np.column_stack([np.where(codes == code, weight, 0) for code in _OUTCOMES])
    known = codes != verdicts.UNKNOWN
    met = (rows.left != rows.right) & ~rows.unnamed
    counts = np.bincount(words[0][~known & met], minlength=len(words[1]))
    unknown = {word: int(count) for word, count in zip(words[1], counts, strict=True) if count}
    return _summed(rows, amounts, known, unknown)


def of_counts(rows: Rows, amounts: np.ndarray) -> Outcomes:
    """Count the rows of a table of counts, (m, 4): won by the left item, by the right one, ties, both bad."""
    return _summed(rows, amounts, np.ones(len(amounts), dtype=bool), {})


def _summed(rows: Rows, amounts: np.ndarray, known: np.ndarray, unknown: Mapping[str, int]) -> Outcomes:
    """Sum amounts (m, 4) by pair of items."""
    unnamed = rows.unnamed
    itself = (rows.left == rows.right) & ~unnamed
    use = known & ~unnamed & ~itself
    there = np.unique(np.concatenate([rows.left[use], rows.right[use]]))
    order = sorted(there.tolist(), key=lambda code: (rows.names[code].casefold(), rows.names[code]))
    place = np.full(len(rows.names), -1)
    place[order] = np.arange(len(order))
    one, two = place[rows.left[use]], place[rows.right[use]]
    swapped = one > two
    keys, at = np.unique(
        np.minimum(one, two) * max(len(order), 1) + np.maximum(one, two), return_inverse=True
    )
    part = np.where(swapped[:, None], amounts[use][:, [1, 0, 2, 3]], amounts[use])
    sums = [np.bincount(at, weights=each, minlength=len(keys)) for each in part.T]
    if all((each == np.floor(each)).all() for each in sums):
        sums = [each.astype(np.int64) for each in sums]
    a, b = (each.astype(np.intp) for each in np.divmod(keys, max(len(order), 1)))
    unmet = sorted(
        {name for code, name in enumerate(rows.names) if name and place[code] < 0}, key=str.casefold
    )
    return Outcomes(
        Counts(tuple(rows.names[code] for code in order), a, b, *sums),
        rows=len(rows.left),
        itself=int(itself.sum()),
        unnamed=int(unnamed.sum()),
        unknown=unknown,
        unmet=tuple(unmet),
    )


def of_groups(pairs: np.ndarray, names: tuple[str, ...]) -> list[str]:
    """List the items without a pair (m, 2) (higher, lower), the groups that never met, and who lost or won no vote."""
    n, said = len(names), []
    there = np.zeros(n, dtype=bool)
    there[pairs] = True
    if not there.all():
        alone = [names[i] for i in np.flatnonzero(~there)]
        said.append(f"No vote that counts is on {first_of(alone)}.")
    _, group = pair_graph.components(pairs, n, strong=False)
    sizes = np.bincount(group[there], minlength=n)
    groups = np.flatnonzero(sizes)
    if len(groups) > 1:
        small = [names[i] for i in np.flatnonzero(there & (group != np.argmax(sizes)))]
        said.append(
            f"The items fall into {len(groups)} groups that never met; beside the largest, of {sizes.max()}: "
            f"{first_of(small)}. Scores of different groups say nothing of each other."
        )
    _, circle = pair_graph.components(pairs, n, strong=True)
    across = pairs[circle[pairs[:, 0]] != circle[pairs[:, 1]]]
    for side, what in (
        (1, "Nobody else won a vote against {}, so the votes do not say how far above they are."),
        (0, "{} won no vote against anybody else, so the votes do not say how far below they are."),
    ):
        apart = there & np.isin(circle, circle[across]) & ~np.isin(circle, circle[across[:, side]])
        if apart.any():
            who = first_of(names[i] for i in np.flatnonzero(apart))
            said.append(what.format(who))
    return said


def _alike(names: tuple[str, ...]) -> list[str]:
    """List the names that differ only by case."""
    folded = pd.Series([name.casefold() for name in names], dtype=object)
    twice = [name for name, again in zip(names, folded.duplicated(keep=False), strict=True) if again]
    return [f"Names that differ only in capitals are different items: {first_of(twice)}."] if twice else []


def _of(rows: int, whole: int) -> str:
    return f"{rows:,} of {counted(whole, 'row')}"


def _listed(unknown: Mapping[str, int]) -> str:
    most = sorted(unknown, key=lambda word: (-unknown[word], word))
    return first_of((f"{shown(shortened(word))} ({unknown[word]:,})" for word in most), 4)


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value.is_integer() else exact(round(value, 6))
