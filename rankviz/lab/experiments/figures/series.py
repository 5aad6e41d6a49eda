"""The curves of the figures of convergence: the mean over the tasks after each round, and its band."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.evaluation.summary import CURVE_LEVEL, curves
from rankviz.lab.experiments.worker import LOSSES

FIRST = 1
"""The round at which all curves begin: in round 0 nothing is learned, and every pair is tied."""

MARKS = 6
"""Marks on a curve."""


def symbol(name: str) -> str:
    """Return a curve's name as a figure shows it."""
    return (QUANTITIES[name] if name in LOSSES else quality.find(name)).symbol


def title(name: str) -> str:
    """Return a curve's name, and the part of the data on which it is measured."""
    return f"{symbol(name)}, {'training' if name in LOSSES else 'test'}"


@dataclass(frozen=True, eq=False)
class Series:
    """One algorithm's curve: rounds (k,), means, and the ends of the band, equal to the mean where there is no band."""

    place: int
    rounds: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def marked(self, of: int) -> np.ndarray:
        """Return positions of the marks: those of `of` algorithms are next to each other where curves coincide."""
        step = max(len(self.rounds) / MARKS, 1.0)
        places = np.unique((np.arange(MARKS) + (self.place + 0.5) / of) * step).astype(int)
        return np.unique(np.minimum(places, len(self.rounds) - 1))


def curves_of(results: Results, name: str) -> list[Series]:
    """Return the curves of a test metric, or of e1 or e2 on the training part, of the algorithms that have them."""
    mean, error = curves(results, name)
    found = []
    for place in range(len(results.labels)):
        rounds = np.flatnonzero(~np.isnan(mean[place]))
        rounds = rounds[rounds >= FIRST]
        if len(rounds) == 0:
            continue
        y = mean[place, rounds]
        band = CURVE_LEVEL * np.nan_to_num(error[place, rounds])
        values = (y, y - band, y + band)
        if name in LOSSES:
            values = tuple(np.exp(each) for each in values)
        found.append(Series(place, rounds, *values))
    return found


def with_values(results: Results, names: Sequence[str]) -> list[str]:
    """Return the names of curves that at least one algorithm has."""
    return [name for name in names if curves_of(results, name)]
