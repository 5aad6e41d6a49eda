"""The ranking quality of each single feature: the pairs that its values order correctly, tie and reverse."""

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.metrics.pair_counts import pairs_of


def shares(problem: Problem) -> np.ndarray:
    """(d, 3): the shares of pairs that each feature orders correctly, ties and reverses; they add up to 1.

    Scores are the feature's values; a missing value lies below every known one, as for the weak rankers.
    """
    pairs, found = pairs_of(problem), np.empty((problem.n_features, 3))
    for j in range(problem.n_features):
        places = _places(problem.X[:, j])
        order = np.lexsort((-places, problem.qid))
        reversed_, tied = pairs.count(places, order, 0.5)
        found[j] = max(problem.n_pairs - reversed_ - tied, 0.0), tied, reversed_
    return found / problem.n_pairs


def concordance(shares: np.ndarray) -> np.ndarray:
    """(d,): correct + ½ tied of `shares` (d, 3), 1 − R̂2 (RB+ (4)); the AUC where pairs are bipartite. ½ is chance."""
    return shares[:, 0] + 0.5 * shares[:, 1]


def _places(values: np.ndarray) -> np.ndarray:
    """(n,) places of values (n,) from 1 up, the same for equal ones; 0 where a value is missing."""
    known = ~np.isnan(values)
    places = np.zeros(len(values))
    places[known] = np.unique(values[known], return_inverse=True)[1] + 1.0
    return places
