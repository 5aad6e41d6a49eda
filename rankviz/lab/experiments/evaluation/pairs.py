"""Comparing algorithms two by two over many tasks: the mean difference with an interval, and Wilcoxon's test.

Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 2006, section 3.1, and Holm's procedure.
"""

import itertools
from dataclasses import dataclass

import numpy as np
from scipy.stats import ttest_1samp

from rankviz.engine.metrics.rank_tests import DIGITS, holm, is_exact, signed_ranks

LEVEL = 0.95
"""The confidence level of an interval for the mean difference over all possible tasks."""


@dataclass(frozen=True)
class Pair:
    """Two algorithms by their places: the first minus the second.

    difference : of the means over the tasks.  low, high : the ends of its interval at `LEVEL`.
    p : of Wilcoxon's signed-rank test.  p_holm : p adjusted for the number of pairs.
    exact : p counts all signs; else it is the normal approximation's, without a continuity correction.
    """

    first: int
    second: int
    difference: float
    low: float
    high: float
    p: float
    p_holm: float
    exact: bool


def compare_pairs(values: np.ndarray) -> tuple[Pair, ...]:
    """Compare each pair of A algorithms by their values (N, A) on N tasks; no pair with fewer than two tasks."""
    if len(values) < 2:
        return ()
    places = list(itertools.combinations(range(values.shape[1]), 2))
    gaps = [np.round(values[:, i] - values[:, j], DIGITS) for i, j in places]
    p = np.array([signed_ranks(gap) for gap in gaps])
    found = zip(places, gaps, p.tolist(), holm(p).tolist(), strict=True)
    return tuple(Pair(i, j, *interval(gap), one, all_, is_exact(gap)) for (i, j), gap, one, all_ in found)


def interval(differences: np.ndarray) -> tuple[float, float, float]:
    """Return (the mean of differences (N,), the ends of its interval by Student's t); no width where all are equal."""
    mean = float(differences.mean())
    if np.ptp(differences) == 0.0:
        return mean, mean, mean
    found = ttest_1samp(differences, 0.0).confidence_interval(LEVEL)
    return mean, float(found.low), float(found.high)
