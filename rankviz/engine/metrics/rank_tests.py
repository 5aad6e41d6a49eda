"""Comparing algorithms over many tasks by their ranks: the tests of Friedman, Nemenyi, Wilcoxon and Holm.

Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 2006, as RB+ section 5 uses it.
"""

import math

import numpy as np

from rankviz.engine.kernels.libraries import range_quantile

DIGITS = 12
"""Values that agree to so many decimals share a rank: they differ only by rounding."""


def rank_rows(values: np.ndarray, lower: bool) -> np.ndarray:
    """Return (N, A) ranks of A algorithms on each of N tasks; 1 is best, equal values share the mean of their ranks."""
    rounded = np.round(values, DIGITS)
    here, there = (rounded if lower else -rounded)[:, :, None], (rounded if lower else -rounded)[:, None, :]
    return 0.5 + (there < here).sum(axis=2) + 0.5 * (there == here).sum(axis=2)


def friedman(ranks: np.ndarray) -> tuple[float, float]:
    """Return Friedman's χ² of ranks (N, A), corrected for ties, and its p-value (A − 1 degrees of freedom).

    A small p says that not all algorithms rank alike. When all tie on every task: (0, 1).
    """
    N, A = ranks.shape
    sums = ranks.sum(axis=0)
    spread = float((ranks**2).sum() - N * A * (A + 1) ** 2 / 4.0)
    if spread <= 1e-9:
        return 0.0, 1.0
    from scipy.stats import chi2

    statistic = (A - 1) * float(((sums - N * (A + 1) / 2.0) ** 2).sum()) / spread
    return statistic, float(chi2.sf(statistic, A - 1))


def critical_difference(algorithms: int, tasks: int, alpha: float = 0.05) -> float:
    """Return Nemenyi's critical difference: at level `alpha` the smallest significant gap of mean ranks.

    For A algorithms over N tasks: q √(A (A + 1) / 6N), with q the studentized range's quantile divided by √2.
    """
    q = range_quantile(1.0 - alpha, algorithms) / math.sqrt(2.0)
    return q * math.sqrt(algorithms * (algorithms + 1) / (6.0 * tasks))


def holm(p: np.ndarray) -> np.ndarray:
    """Return p-values (M,) of M tests adjusted for their number by Holm's procedure; NaN where there was no test."""
    adjusted = np.full(len(p), np.nan)
    order = [int(i) for i in np.argsort(p, kind="stable") if not np.isnan(p[i])]
    least = 0.0
    for k, i in enumerate(order):
        least = max(least, min(1.0, (len(order) - k) * float(p[i])))
        adjusted[i] = least
    return adjusted


def signed_ranks(differences: np.ndarray) -> float:
    """Return p of Wilcoxon's signed-rank test of differences (N,); 1 where all are 0.

    Differences of 0 add half their ranks to each side, as Demšar recommends; see `is_exact`.
    """
    if not differences.any():
        return 1.0
    from scipy.stats import wilcoxon

    return float(wilcoxon(differences, zero_method="zsplit").pvalue)


def is_exact(differences: np.ndarray) -> bool:
    """Return whether SciPy's test of differences (N,) counts all signs: of 13 at most, of 50 without ties and zeros."""
    sizes = np.abs(differences)
    return len(sizes) <= 13 or (
        len(sizes) <= 50 and bool(sizes.all()) and len(np.unique(sizes)) == len(sizes)
    )


def groups(mean_ranks: np.ndarray, distance: float) -> list[list[int]]:
    """Return the largest groups of algorithms of which no two are `distance` apart, best first, without single ones."""
    order = np.argsort(mean_ranks, kind="stable")
    found: list[list[int]] = []
    reach = 0
    for first in range(len(order)):
        last = first
        while last + 1 < len(order) and mean_ranks[order[last + 1]] - mean_ranks[order[first]] < distance:
            last += 1
        if last > first and last > reach:
            found.append([int(i) for i in order[first : last + 1]])
            reach = last
    return found


def wins(values: np.ndarray, lower: bool) -> np.ndarray:
    """Return (A, A, 3): how often the row's algorithm wins, ties and loses against the column's, over values (N, A)."""
    rounded = np.round(values if lower else -values, DIGITS)
    gap = rounded[:, :, None] - rounded[:, None, :]
    return np.stack([(gap < 0).sum(axis=0), (gap == 0).sum(axis=0), (gap > 0).sum(axis=0)], axis=-1)
