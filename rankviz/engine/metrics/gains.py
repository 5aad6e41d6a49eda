"""The gain 2^l − 1 of a grade l, divided by a power of two of its query, so that no grade is too large for it.

NDCG and |ΔNDCG| are ratios of the gains of one query: a power of two that divides all of them changes no digit.
"""

import numpy as np

from rankviz.engine.errors import DataError

MOST = 1023
"""The largest power of two of a DCG."""
_FAR = 1 << 20
"""An exponent that is beyond every double."""


def exp2_gains(levels: np.ndarray, exponent: np.ndarray | float) -> np.ndarray:
    """(n,) (2^l − 1) / 2^e of levels l (n,) ≥ 0; e is the largest l of the query, rounded down, one for all or (n,).

    As 2^(l − e) − 2^−e, in which nothing overflows; what is below 2^−1074 is 0.
    """
    return np.asarray(np.exp2(levels - exponent) - np.exp2(-np.asarray(exponent, dtype=np.float64)))


def by_query(levels: np.ndarray, query: np.ndarray, n_queries: int) -> tuple[np.ndarray, np.ndarray]:
    """(n,) `exp2_gains` of levels (n,) ≥ 0 in queries (n,), and (Q,) float64 the exponent of each query."""
    exponent = np.zeros(n_queries)
    np.maximum.at(exponent, query, levels)
    exponent = np.floor(exponent)
    return exp2_gains(levels, exponent[query]), exponent


def above_lowest(grades: np.ndarray) -> np.ndarray:
    """(n,) the distance of grades (n,) from the lowest, or from 0 if that is lower: no gain is negative."""
    return grades - min(float(grades.min()), 0.0)


def unscaled_dcg(dcg: np.ndarray, exponent: np.ndarray, name: str) -> np.ndarray:
    """(Q,) DCG itself, from that of gains divided by 2^exponent (Q,). Raises DataError where it is beyond 2^1023."""
    with np.errstate(over="ignore"):
        found: np.ndarray = np.ldexp(dcg, np.minimum(exponent, _FAR).astype(np.intc))
        if found.sum() > 2.0**MOST:
            raise DataError(
                f"{name} is beyond 2^{MOST}, more than a number holds",
                remedy="Take NDCG, or DCG with another gain",
            )
    return found
