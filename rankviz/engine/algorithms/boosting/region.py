"""A region: the weak ranker that is 1 where all its tests hold, one or two: "f1 ≤ 0.4", "f1 > 0.4 and f2 ≤ 0.7"."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Condition:
    """One of a region's tests: a feature is above a threshold, or is not above it.

    `text` puts it into words. A missing value is not above: it lies below all known ones.
    """

    feature: int
    threshold: float
    above: bool
    text: str

    def holds(self, X: np.ndarray) -> np.ndarray:
        """(k,) bool: the items of X (k, d) for which the test holds."""
        return np.asarray((X[:, self.feature] > self.threshold) == self.above)


@dataclass(frozen=True)
class Region:
    """The ranker that is 1 where all conditions hold."""

    tests: tuple[Condition, ...]

    @property
    def label(self) -> str:
        """The region in words: ``f1 > 0.4 and f2 ≤ 0.7``."""
        return " and ".join(test.text for test in self.tests)

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(k,) uint8: its output on items X (k, d), NaN for missing."""
        return np.all([test.holds(X) for test in self.tests], axis=0).astype(np.uint8)
