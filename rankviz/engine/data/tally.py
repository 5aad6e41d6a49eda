"""Battles as they count: won, lost and tied by pair of items, and the worth of a tie; what a problem keeps of votes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rankviz.engine.data import identity


@dataclass(frozen=True, eq=False)
class Tally:
    """Battles of n items by a rule for "both bad", each unordered pair once.

    Attributes
    ----------
    names : of the n items.
    a, b : (k,) intp rows, a ≠ b.
    won, lost, tied : (k,) float64, the battles that a won, that b won, and ties.
    """

    names: tuple[str, ...]
    a: np.ndarray
    b: np.ndarray
    won: np.ndarray
    lost: np.ndarray
    tied: np.ndarray

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.names)

    def split(self, tie: float) -> tuple[np.ndarray, np.ndarray]:
        """The wins (k,) of a and of b, with a tie worth `tie` wins to each of the two."""
        return self.won + tie * self.tied, self.lost + tie * self.tied

    def by_item(self, of_a: np.ndarray, of_b: np.ndarray) -> np.ndarray:
        """(n,) the sums by item of what each pair (k,) gives to a and to b."""
        return np.bincount(self.a, of_a, self.n) + np.bincount(self.b, of_b, self.n)


@dataclass(frozen=True, eq=False)
class Votes:
    """The votes that weighted pairs were made from: a tally by rows of the problem, and the wins a tie was worth."""

    tally: Tally
    tie: float

    @property
    def identity(self) -> str:
        """The hash of all the votes."""
        of = self.tally
        arrays = (each.tolist() for each in (of.a, of.b, of.won, of.lost, of.tied))
        return identity.of_texts(of.names, self.tie, *arrays)

    def among(self, row: np.ndarray, names: tuple[str, ...]) -> Votes:
        """Return the votes on some items alone, `names`: row (n,) is what each item's row becomes, −1 for none."""
        of = self.tally
        a, b = row[of.a], row[of.b]
        use = (a >= 0) & (b >= 0)
        kept = Tally(names, a[use], b[use], of.won[use], of.lost[use], of.tied[use])
        return replace(self, tally=kept)
