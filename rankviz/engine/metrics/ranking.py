"""Ranking metrics of item scores on a problem: small pure functions over the engine's kernels.

Conventions, the same for all: scores within 1e-12 of `scale` (Σ|α|; the largest |score| when left out) are
equal, so rounding never breaks a tie; equal scores count as the mean over all orders of the tied items; a query
in which nothing can be gained is skipped. Where pairs have weights, the errors and losses are weighted means.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.kernels import measure as kernels
from rankviz.engine.kernels import places as place_kernels
from rankviz.engine.metrics.gains import above_lowest, by_query, unscaled_dcg
from rankviz.engine.metrics.pair_counts import pairs_of
from rankviz.engine.numerics import TIE, exp_or_inf, log_cosh

Gain = str | ArrayLike
"""The gain of a grade: "exp2", "linear", or one gain per item."""


def r1(problem: Problem, scores: ArrayLike, *, scale: float | None = None) -> float:
    """R̂1 = mean[s ≤ 0] (RB+ (3)): the share of pairs ordered wrongly, a tie counted as wrong. scores (n,).

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> round(rankviz.metrics.r1(problem, [2, 2, 1]), 3)
    0.333
    """
    reversed_, tied = _counts(problem, scores, scale)
    return (reversed_ + tied) / problem.n_pairs


def r2(problem: Problem, scores: ArrayLike, *, scale: float | None = None) -> float:
    """R̂2 = mean[s < 0] + ½ mean[s = 0] (RB+ (4)): as R̂1, a tie counted half. scores (n,).

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> round(rankviz.metrics.r2(problem, [2, 2, 1]), 3)
    0.167
    """
    reversed_, tied = _counts(problem, scores, scale)
    return (reversed_ + 0.5 * tied) / problem.n_pairs


def log_e1(problem: Problem, scores: ArrayLike) -> float:
    """ln Ê1, finite where Ê1 itself is beyond any float. scores (n,).

    >>> problem = rankviz.Problem.from_arrays([[0], [0]], grades=[1, 0])
    >>> rankviz.metrics.log_e1(problem, [0, 1000])
    1000.0
    """
    _, log_total = pairs_of(problem).losses(_checked(problem, scores))
    return log_total - math.log(problem.n_pairs)


def e1(problem: Problem, scores: ArrayLike) -> float:
    """Ê1 = mean e^{−s} (RB+ (5)); math.inf beyond any float. scores (n,).

    >>> problem = rankviz.Problem.from_arrays([[0], [0]], grades=[1, 0])
    >>> round(rankviz.metrics.e1(problem, [1, 0]), 4)
    0.3679
    """
    return exp_or_inf(log_e1(problem, scores))


def log_e2(problem: Problem, outputs: ArrayLike, weights: ArrayLike) -> float:
    """ln Ê2 of rankers with `outputs` (k, n) in {0, 1} and `weights` (k,), as :func:`e2`.

    >>> problem = rankviz.Problem.from_arrays([[0], [0]], grades=[1, 0])
    >>> rankviz.metrics.log_e2(problem, outputs=[[0, 1]], weights=[1000])
    1000.0
    """
    start, lower = problem.by_higher
    eta = np.asarray(weights, dtype=np.float64).reshape(-1)
    H = np.asarray(outputs, dtype=np.uint8).reshape(len(eta), problem.n_items)
    s = _pair_scores(problem, eta @ H if len(eta) else np.zeros(problem.n_items))
    tied = np.zeros(len(s)) if problem.pair_weights is None else problem.log_amounts.copy()
    for h, weight in zip(H, eta, strict=True):
        kernels.add_tied(start, lower, h, log_cosh(float(weight)), tied)
    return float(kernels.log_sum_exp(s, tied)) - math.log(len(s))


def e2(problem: Problem, outputs: ArrayLike, weights: ArrayLike) -> float:
    """Ê2 = F2(η) = mean_i Π_j ω*_ij (RB+ (22)–(24)): e^{−η} correct, e^{η} reversed, cosh η tied.

    `outputs` (k, n) in {0, 1}, `weights` η (k,). All rankers count, repeated ones too: the paper requires
    independent ones, since copies of a ranker draw F2 towards Ê1 (section 3.2).

    >>> problem = rankviz.Problem.from_arrays([[0], [0]], grades=[1, 0])
    >>> round(rankviz.metrics.e2(problem, outputs=[[1, 0], [1, 1]], weights=[1, 1]), 4)
    0.5677
    """
    return exp_or_inf(log_e2(problem, outputs, weights))


def auc(problem: Problem, scores: ArrayLike, *, scale: float | None = None) -> float:
    """Area under the ROC curve, a tie counted half: 1 − AUC = R̂2 of a bipartite problem. scores (n,).

    Over several queries it is the mean weighted by their pairs.

    Raises DataError unless the pairs come from at most two grades in each query.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[1, 0, 0])
    >>> rankviz.metrics.auc(problem, [2, 1, 2])
    0.75
    """
    # Not needed to start the program, and slow to import.
    from sklearn.metrics import roc_auc_score

    grades = _two_classes(problem, "AUC")
    place = places(problem, scores, scale)
    count = pairs_per_query(problem)
    total = 0.0
    for rows, pairs in zip(problem.query_rows(), count, strict=True):
        if pairs:
            total += float(pairs) * float(roc_auc_score(grades[rows] == grades[rows].max(), -place[rows]))
    return total / float(count.sum())


def positives_at_top(problem: Problem, scores: ArrayLike, *, scale: float | None = None) -> float:
    """Share of the positives above every negative of their query: Pos@Top (Li, Jin & Zhou, NIPS 2014). scores (n,).

    A positive tied with a negative counts as not above it. Queries with one grade are skipped.

    Raises DataError unless the pairs come from at most two grades in each query.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[1, 1, 0])
    >>> rankviz.metrics.positives_at_top(problem, [3, 1, 2])
    0.5
    """
    grades = _two_classes(problem, "Pos@Top")
    place = places(problem, scores, scale)
    above, positives = 0, 0
    for rows, pairs in zip(problem.query_rows(), pairs_per_query(problem), strict=True):
        if pairs:
            positive = grades[rows] == grades[rows].max()
            above += int((place[rows][positive] < place[rows][~positive].min()).sum())
            positives += int(positive.sum())
    return above / positives


def dcg(
    problem: Problem,
    scores: ArrayLike,
    k: int | None = None,
    *,
    gain: Gain = "exp2",
    scale: float | None = None,
) -> float:
    """Mean over the queries with a gain of DCG@k = Σ_{i ≤ k} G_i / log2(i + 1) (QB, section 4). scores (n,).

    k counts from the top, all items when left out. `gain` is "exp2" (2^l − 1), "linear" (l), with l the grade
    above the problem's lowest or 0, or gains (n,) ≥ 0. NaN when no query has a gain.

    Raises DataError where a DCG is beyond 2^1023.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> rankviz.metrics.dcg(problem, [3, 1, 2], k=2)
    3.0
    """
    gains, exponent = gains_of(problem, gain)
    values = _checked(problem, scores)
    order = np.lexsort((-values, problem.qid))
    query, place = problem.qid[order], places(problem, scores, scale)[order]
    by_order = gains[order]
    first = np.flatnonzero(np.diff(query, prepend=-1) | np.diff(place, prepend=-1))
    tied = np.repeat(np.arange(len(first)), np.diff(first, append=len(query)))
    # Tied items share the mean gain of their group; their positions count up inside the query.
    shared = (np.add.reduceat(by_order, first) / np.bincount(tied))[tied]
    position = np.arange(len(query)) - np.searchsorted(query, query)
    counted = np.ones(len(query), dtype=bool) if k is None else position < k
    found = np.bincount(query, np.where(counted, shared / np.log2(position + 2.0), 0.0), problem.n_queries)
    gaining = np.bincount(query, by_order > 0.0, problem.n_queries) > 0
    found = unscaled_dcg(found, exponent, "DCG" if k is None else f"DCG@{k}")
    return float(found[gaining].mean()) if gaining.any() else math.nan


def ndcg(
    problem: Problem,
    scores: ArrayLike,
    k: int | None = None,
    *,
    gain: Gain = "exp2",
    scale: float | None = None,
) -> float:
    """Mean over the queries with a gain of DCG@k over that of the ideal order; arguments as :func:`dcg`.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> round(rankviz.metrics.ndcg(problem, [3, 1, 2], k=2), 4)
    0.8262
    """
    gains, values, query = gains_of(problem, gain)[0], _checked(problem, scores), problem.qid
    start = np.searchsorted(np.sort(query), np.arange(problem.n_queries + 1))
    tolerance = _tolerance(values, scale)
    order, ideal = np.lexsort((-values, query)), np.lexsort((-gains, query))
    return float(
        place_kernels.mean_ndcg(
            order, ideal, start, values, gains, tolerance, problem.n_items if k is None else k
        )
    )


def mean_average_precision(
    problem: Problem, scores: ArrayLike, *, relevant: float | None = None, scale: float | None = None
) -> float:
    """MAP: mean over the queries with a relevant item of the mean precision at its relevant items. scores (n,).

    Relevant is a grade ≥ `relevant`; when left out, any grade above the problem's lowest. NaN when no item is.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[1, 1, 0])
    >>> round(rankviz.metrics.mean_average_precision(problem, [3, 1, 2]), 4)
    0.8333
    """
    grades = _grades(problem, "MAP")
    good = grades > grades.min() if relevant is None else grades >= relevant
    place = places(problem, scores, scale)
    found = [_average_precision(place[rows], good[rows]) for rows in problem.query_rows() if good[rows].any()]
    return float(np.mean(found)) if found else math.nan


def precision_at(
    problem: Problem,
    scores: ArrayLike,
    percent: float,
    *,
    scale: float | None = None,
    ties: str = "mean",
) -> float:
    """Precision at K % (QB, section 4): of the K % of pairs with the largest |s|, the share ordered correctly.

    0 < percent ≤ 100, rounded up to whole pairs; pairs with the same |s| at the cut share the places left. For a pair
    whose items tie (s = 0), `ties` decides: "mean" counts it half, the mean over both orders of its items, "worst" as
    wrong, and "file" as correct when the higher item comes first among the rows. scores (n,).

    Raises DataError for another percent or rule.

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> rankviz.metrics.precision_at(problem, [5, 1, 2], percent=50)
    1.0
    """
    if not 0.0 < percent <= 100.0:
        raise DataError(f"Precision at {percent:g} % is not defined", remedy="Choose above 0, up to 100")
    return float(precision_curve(problem, scores, [percent], scale=scale, ties=ties)[0])


def precision_curve(
    problem: Problem,
    scores: ArrayLike,
    percents: ArrayLike,
    *,
    scale: float | None = None,
    ties: str = "mean",
) -> np.ndarray:
    """Precision at each of several K % (k,), as :func:`precision_at`, from one sort of the pairs. scores (n,).

    >>> problem = rankviz.Problem.from_arrays([[0], [0], [0]], grades=[2, 1, 0])
    >>> rankviz.metrics.precision_curve(problem, [5, 1, 2], [30, 100]).round(3).tolist()
    [1.0, 0.667]
    """
    values = _checked(problem, scores)
    tolerance = _tolerance(values, scale)
    s = _pair_scores(problem, values)
    order = np.argsort(-np.abs(s))
    right = np.where(np.abs(s) <= tolerance, _tied_pairs(problem, ties), s > 0.0)
    size, total = np.abs(s)[order], np.cumsum(right[order])
    found = []
    for percent in np.asarray(percents, dtype=np.float64).tolist():
        # A hair less, so that 30 % of 10 pairs is 3 of them whatever the rounding.
        count = max(math.ceil(percent * len(s) / 100.0 - 1e-9), 1)
        cut = size[count - 1]
        # The pairs that are as large as the one at the cut are at first … last − 1.
        first = int(np.searchsorted(-size, -(cut + tolerance), side="left"))
        last = int(np.searchsorted(-size, -(cut - tolerance), side="right"))
        before = float(total[first - 1]) if first else 0.0
        share = (float(total[last - 1]) - before) / (last - first)
        found.append((before + (count - first) * share) / count)
    return np.array(found)


def _tied_pairs(problem: Problem, ties: str) -> float | np.ndarray:
    """Return the value of each pair whose items tie: one number for all pairs, or (m,) 0 and 1."""
    if ties == "mean":
        return 0.5
    if ties == "worst":
        return 0.0
    if ties == "file":
        start, lower = problem.by_higher
        return np.repeat(np.arange(problem.n_items), np.diff(start)) < lower
    raise DataError(f"There is no rule {as_given(ties)} for ties", remedy="Choose mean, worst or file")


def _average_precision(place: np.ndarray, good: np.ndarray) -> float:
    """Average precision of one query from the items' places, averaged exactly over the orders of tied items."""
    _, group, size = np.unique(place, return_inverse=True, return_counts=True)
    hits = np.bincount(group, weights=good)
    items_above = np.cumsum(size) - size
    hits_above = np.cumsum(hits) - hits
    total = 0.0
    for g, h, before, hit_before in zip(size, hits, items_above, hits_above, strict=True):
        j = np.arange(g)
        # Given a hit at place j of the group, the j places before it hold a fair share of the other hits.
        among = j * (h - 1) / (g - 1) if g > 1 else np.zeros(1)
        total += h / g * float(((hit_before + 1 + among) / (before + j + 1)).sum())
    return total / float(good.sum())


def _checked(problem: Problem, scores: ArrayLike) -> np.ndarray:
    values = np.asarray(scores, dtype=np.float64)
    if values.shape != (problem.n_items,):
        raise DataError(
            f"There are {values.size} scores for {problem.n_items} items", remedy="Give one score per item"
        )
    if not np.isfinite(values).all():
        raise DataError("A score is not a finite number", remedy="Give every item a score")
    return values


def _tolerance(values: np.ndarray, scale: float | None) -> float:
    return TIE * (float(np.abs(values).max()) if scale is None else scale)


def _pair_scores(problem: Problem, values: np.ndarray) -> np.ndarray:
    start, lower = problem.by_higher
    s = np.empty(problem.n_pairs)
    kernels.pair_scores(start, lower, values, s)
    return s


def _counts(problem: Problem, scores: ArrayLike, scale: float | None) -> tuple[float, float]:
    values = _checked(problem, scores)
    order = np.lexsort((-values, problem.qid))
    return pairs_of(problem).count(values, order, _tolerance(values, scale))


def places(problem: Problem, scores: ArrayLike, scale: float | None) -> np.ndarray:
    """(n,) places from 1 within each query, equal scores sharing one."""
    values = _checked(problem, scores)
    place = np.empty(problem.n_items, dtype=np.int64)
    order = np.lexsort((-values, problem.qid))
    place_kernels.places(order, problem.qid, values, _tolerance(values, scale), place)
    return place


def _grades(problem: Problem, what: str) -> np.ndarray:
    if problem.grades is None:
        raise DataError(f"{what} needs grades, and here the pairs were given one by one")
    return problem.grades


def _two_classes(problem: Problem, what: str) -> np.ndarray:
    grades = _grades(problem, what)
    if problem.explicit or any(len(np.unique(grades[rows])) > 2 for rows in problem.query_rows()):
        raise DataError(
            f"{what} compares two classes, and here is more than one grade above another",
            remedy="Use R̂2, which takes any pairs",
        )
    return grades


def gains_of(problem: Problem, gain: Gain) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the gain of every item, divided by 2 to the power (Q,) of its query.

    Raises DataError for a gain that does not fit, or without the grades it needs.
    """
    exponent = np.zeros(problem.n_queries)
    if isinstance(gain, str):
        level = above_lowest(_grades(problem, "DCG"))
        if gain == "exp2":
            return by_query(level, problem.qid, problem.n_queries)
        if gain == "linear":
            return level, exponent
        raise DataError(f'There is no gain "{gain}"', remedy='Choose "exp2", "linear" or one gain per item')
    gains = np.asarray(gain, dtype=np.float64)
    if gains.shape != (problem.n_items,) or not (np.isfinite(gains).all() and (gains >= 0.0).all()):
        raise DataError("The gains do not fit", remedy="Give one finite gain of at least 0 per item")
    return gains, exponent
