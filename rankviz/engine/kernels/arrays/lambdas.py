"""NumPy version of `lambdas`, array by array."""

import numpy as np

from rankviz.engine.kernels.arrays.pairs import higher_of


def pulls(
    start: np.ndarray,
    lower: np.ndarray,
    qid: np.ndarray,
    place: np.ndarray,
    gain: np.ndarray,
    discount: np.ndarray,
    best: np.ndarray,
    apart: np.ndarray,
    scores: np.ndarray,
    delta: bool,
    sigma: float,
    at: int,
    norm: bool,
    near: float,
    pull: np.ndarray,
    by_query: np.ndarray,
) -> tuple[float, int]:
    """The NumPy version of `lambdas.pulls`."""
    x, _, weight, s = _counted(
        start, lower, qid, place, gain, discount, best, apart, scores, delta, at, norm, near
    )
    q = qid[x]
    small = np.exp(-np.abs(sigma * s))
    each = sigma * weight * (np.where(s > 0.0, small, 1.0) / (1.0 + small))
    cost = weight * (np.maximum(-sigma * s, 0.0) + np.log1p(small))
    by_query[:, 0], by_query[:, 1] = (np.bincount(q, of, len(by_query)) for of in (each, cost))
    if norm:
        total = 2.0 * by_query[:, 0]
        some = total > 0.0
        by_query[:, 0] = 1.0
        by_query[some, 0] = np.log1p(total[some]) / np.log(2.0) / total[some]
        by_query[:, 1] *= by_query[:, 0]
        each = each * by_query[q, 0]
    pull[:] = 0.0
    pull[np.minimum(place[higher_of(start)], place[lower]) < at] = each
    return float(by_query[:, 1].sum()), len(x)


def sums(
    start: np.ndarray,
    lower: np.ndarray,
    qid: np.ndarray,
    place: np.ndarray,
    gain: np.ndarray,
    discount: np.ndarray,
    best: np.ndarray,
    apart: np.ndarray,
    scores: np.ndarray,
    delta: bool,
    sigma: float,
    at: int,
    norm: bool,
    near: float,
    least: float,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
    by_query: np.ndarray,
) -> None:
    """The NumPy version of `lambdas.sums`."""
    x, y, weight, s = _counted(
        start, lower, qid, place, gain, discount, best, apart, scores, delta, at, norm, near
    )
    small = np.exp(-np.abs(sigma * s))
    share = 1.0 / (1.0 + small)
    pull, square = sigma * weight * np.where(s > 0.0, small * share, share), sigma * sigma * weight
    second = square * np.maximum(small * share * share, least)
    for k, each in enumerate((pull, second, square)):
        as_higher[:, k] = np.bincount(x, each, len(scores))
        as_lower[:, k] = np.bincount(y, each, len(scores))
    if norm:
        total = 2.0 * np.bincount(qid, as_higher[:, 0], len(by_query))
        by_query[:] = np.divide(
            np.log1p(total) / np.log(2.0), total, out=np.ones_like(total), where=total > 0.0
        )
        as_higher *= by_query[qid, None]
        as_lower *= by_query[qid, None]


def _counted(
    start: np.ndarray,
    lower: np.ndarray,
    qid: np.ndarray,
    place: np.ndarray,
    gain: np.ndarray,
    discount: np.ndarray,
    best: np.ndarray,
    apart: np.ndarray,
    scores: np.ndarray,
    delta: bool,
    at: int,
    norm: bool,
    near: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return x, y, w before the query's norm, and s of the pairs that count."""
    x = higher_of(start)
    counts = np.minimum(place[x], place[lower]) < at
    x, y = x[counts], lower[counts]
    q, s = qid[x], scores[x] - scores[y]
    weight = np.ones(len(x))
    if delta:
        change = np.abs(gain[x] - gain[y]) * np.abs(discount[x] - discount[y])
        weight = np.divide(change, best[q], out=np.zeros(len(x)), where=best[q] > 0.0)
    if norm:
        weight = np.where(apart[q], weight / (near + np.abs(s)), weight)
    return x, y, weight, s
