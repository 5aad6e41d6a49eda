"""Details of runs of Bradley–Terry, Davidson, Elo and net wins: the votes, and the chances of each pair that met."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from rankviz.engine.algorithms.preference import davidson, elo
from rankviz.engine.data.tally import Votes
from rankviz.engine.kernels.libraries import logistic_each

Sides = tuple[np.ndarray, np.ndarray]
"""Two numbers (k,) of each pair that met: of its first item and of its second."""


@dataclass(frozen=True, eq=False)
class Counted:
    """The votes on the training items."""

    votes: Votes

    def first(self, t: int) -> Counted:
        """Return the details of the first `t` rounds."""
        return self

    def got(self) -> Sides:
        """Return the wins of both sides, with the value of a tie that the votes set."""
        return self.votes.tally.split(self.votes.tie)

    def of_item(self, sides: Sides, x: int) -> tuple[np.ndarray, np.ndarray]:
        """Return item x's share of each of its pairs, and the opponents."""
        tally = self.votes.tally
        a, b = np.flatnonzero(tally.a == x), np.flatnonzero(tally.b == x)
        return np.concatenate([sides[0][a], sides[1][b]]), np.concatenate([tally.b[a], tally.a[b]])


@dataclass(frozen=True, eq=False)
class Fitted(Counted):
    """Votes to which a model gives probabilities.

    endless : why no finite scores are optimal; "" where some are.
    series : the extra series of −ln L, and `symbol`, how it is written.
    """

    endless: str = ""
    series: ClassVar[str] = "neg_log_likelihood"
    symbol: ClassVar[str] = "−ln L"

    @property
    def scale(self) -> float:
        """The difference of two scores that multiplies the odds by e."""
        return 1.0

    def chances(self, scores: np.ndarray, t: int) -> np.ndarray:
        """(3, k) the chances of a win of a pair's first item, of a tie and of a loss, by scores (n,) after round t."""
        s = (scores[self.votes.tally.a] - scores[self.votes.tally.b]) / self.scale
        return np.array([logistic_each(s), np.zeros(len(s)), logistic_each(-s)])

    def expected(self, scores: np.ndarray, t: int) -> Sides:
        """Return the expected wins of both sides of each pair, in as many battles, by these chances."""
        won, tied, lost = self.chances(scores, t)
        battles = sum(self.got())
        return battles * (won + tied / 2), battles * (lost + tied / 2)

    def costs(self, scores: np.ndarray, t: int) -> np.ndarray:
        """(k,) the term of −ln L of each pair that met."""
        s = (scores[self.votes.tally.a] - scores[self.votes.tally.b]) / self.scale
        up, down = self.got()
        return np.asarray(up * np.logaddexp(0, -s) + down * np.logaddexp(0, s))


@dataclass(frozen=True, eq=False)
class DavidsonFit(Fitted):
    """The same with ν (T + 1,) after each round, 0 where no battle is a tie. A tie is half a win for each here."""

    nu: tuple[float, ...] = ()
    series: ClassVar[str] = "neg_log_likelihood_ties"
    symbol: ClassVar[str] = "−ln Lₜ"

    def first(self, t: int) -> DavidsonFit:
        """Return the details of the first `t` rounds."""
        return replace(self, nu=self.nu[: t + 1])

    def got(self) -> Sides:
        """The wins of both sides, and half of their ties."""
        return self.votes.tally.split(0.5)

    def chances(self, scores: np.ndarray, t: int) -> np.ndarray:
        """(3, k) the chances of a win of a pair's first item, of a tie and of a loss, by scores (n,) after round t."""
        return davidson.chances(scores[self.votes.tally.a] - scores[self.votes.tally.b], self.nu[t])

    def costs(self, scores: np.ndarray, t: int) -> np.ndarray:
        """(k,) the term of −ln L of each pair that met."""
        tally, nu = self.votes.tally, self.nu[t]
        s, log_nu = scores[tally.a] - scores[tally.b], np.log(nu) if nu else -np.inf
        log_z = np.logaddexp(np.logaddexp(s / 2, -s / 2), log_nu)
        decided = (tally.won + tally.lost) * log_z - (tally.won - tally.lost) * s / 2
        return np.asarray(decided + tally.tied * (log_z - log_nu) if nu else decided)


@dataclass(frozen=True, eq=False)
class EloFit(Fitted):
    """The same with the number of battles played after each round (T + 1,), and whether counts had to be rounded."""

    played: tuple[int, ...] = ()
    rounded: bool = False

    @property
    def scale(self) -> float:
        """The difference of two ratings that multiplies the odds by e."""
        return elo.SCALE

    def first(self, t: int) -> EloFit:
        """Return the details of the first `t` rounds."""
        return replace(self, played=self.played[: t + 1])
