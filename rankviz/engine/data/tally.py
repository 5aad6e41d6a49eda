"""Battles counted by pair of items (won, lost and tied), the value of a tie, and the votes that a problem keeps."""

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
        """The number of items."""
        return len(self.names)

    def split(self, tie: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the wins (k,) of a and of b, with a tie worth `tie` wins to each of the two."""
        return self.won + tie * self.tied, self.lost + tie * self.tied

    def by_item(self, of_a: np.ndarray, of_b: np.ndarray) -> np.ndarray:
        """(n,) the sums by item of the values of each pair (k,) for a and for b."""
        return np.bincount(self.a, of_a, self.n) + np.bincount(self.b, of_b, self.n)


@dataclass(frozen=True, eq=False)
class Votes:
    """The votes that weighted pairs come from: a tally by rows of the problem, and the wins that a tie was worth."""

    tally: Tally
    tie: float

    @property
    def identity(self) -> str:
        """The hash of all the votes."""
        of = self.tally
        arrays = (each.tolist() for each in (of.a, of.b, of.won, of.lost, of.tied))
        return identity.of_texts(of.names, self.tie, *arrays)

    def among(self, row: np.ndarray, names: tuple[str, ...]) -> Votes:
        """Return the votes on the items `names` only: row (n,) is each item's new row, −1 for none."""
        of = self.tally
        a, b = row[of.a], row[of.b]
        use = (a >= 0) & (b >= 0)
        kept = Tally(names, a[use], b[use], of.won[use], of.lost[use], of.tied[use])
        return replace(self, tally=kept)
