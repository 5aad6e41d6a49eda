"""NumPy version of `stage_data`, array by array."""

import numpy as np

from rankviz.engine.kernels.arrays.pairs import higher_of
from rankviz.engine.kernels.places import places
from rankviz.engine.kernels.weights import ALIKE


def colours(
    weight: np.ndarray, m: int, cell: np.ndarray, cell_pairs: np.ndarray, sums: np.ndarray, codes: np.ndarray
) -> None:
    """The NumPy version of `stage_data.colours`."""
    sums[:] = np.bincount(cell, weight * m, len(sums))
    mean = sums / cell_pairs
    codes[:] = 0
    some = mean > 0.0
    codes[some] = np.clip(np.rint(128.0 + 16.0 * np.log2(mean[some])), 1.0, 255.0)


def movers(before: np.ndarray, after: np.ndarray, count: int, found: np.ndarray) -> None:
    """The NumPy version of `stage_data.movers`."""
    for side, change in enumerate((after - before, before - after)):
        for k in range(count):
            found[side * count + k] = best = change.argmax()
            if len(change) > count:
                change[best] = -np.inf


def crossings(
    start: np.ndarray,
    lower: np.ndarray,
    h: np.ndarray,
    cell: np.ndarray,
    cell_pairs: np.ndarray,
    correct: np.ndarray,
    reversed_: np.ndarray,
) -> None:
    """The NumPy version of `stage_data.crossings`."""
    higher, cells = higher_of(start), len(cell_pairs)
    for t, of in enumerate(h):
        above, below = of[higher], of[lower]
        for into, pairs in ((correct, above > below), (reversed_, above < below)):
            into[t] = np.rint(255.0 * np.bincount(cell[pairs], minlength=cells) / cell_pairs)


def margins(
    start: np.ndarray,
    lower: np.ndarray,
    scores: np.ndarray,
    norm: float,
    first: float,
    width: float,
    amounts: np.ndarray,
    counts: np.ndarray,
) -> int:
    """The NumPy version of `stage_data.margins`."""
    s = scores[higher_of(start)] - scores[lower]
    if norm > 0.0 and len(s):
        bins = np.clip((s / norm - first) / width, 0.0, len(counts) - 1).astype(np.intp)
        counts += np.bincount(bins, amounts if len(amounts) else None, len(counts))
    return int(s.argmin()) if len(s) else 0


def heaviest(
    sums: np.ndarray,
    cell_pairs: np.ndarray,
    query: np.ndarray,
    most: np.ndarray,
    mark: np.ndarray,
    alike: np.ndarray,
) -> None:
    """The NumPy version of `stage_data.heaviest`."""
    mean = sums / cell_pairs
    most[:] = -1.0
    np.maximum.at(most, query, mean)
    near = np.flatnonzero(mean >= most[query] * (1.0 - ALIKE))
    alike[:] = np.bincount(query[near], minlength=len(most))
    mark[query[near[::-1]]] = near[::-1]  # the first of a query is written last


def weighted(
    before: np.ndarray,
    weight: np.ndarray,
    cell: np.ndarray,
    cell_pairs: np.ndarray,
    count: int,
    codes: np.ndarray,
    moved: np.ndarray,
    values: np.ndarray,
    query: np.ndarray,
    most: np.ndarray,
    mark: np.ndarray,
    alike: np.ndarray,
) -> None:
    """The NumPy version of `stage_data.weighted`."""
    m, sums = len(before), np.zeros(len(cell_pairs))
    for t in range(len(weight)):
        colours(weight[t], m, cell, cell_pairs, sums, codes[t])
        heaviest(sums, cell_pairs, query, most[t], mark[t], alike[t])
        previous = before if t == 0 else weight[t - 1]
        movers(previous, weight[t], count, moved[t])
        values[0, t], values[1, t] = m * previous[moved[t]], m * weight[t, moved[t]]


def scored(
    start: np.ndarray,
    lower: np.ndarray,
    scores: np.ndarray,
    orders: np.ndarray,
    qid: np.ndarray,
    tolerances: np.ndarray,
    norms: np.ndarray,
    first: float,
    width: float,
    amounts: np.ndarray,
    place: np.ndarray,
    least: np.ndarray,
    counts: np.ndarray,
) -> None:
    """The NumPy version of `stage_data.scored`."""
    row = np.zeros(scores.shape[1], dtype=np.int64)
    for t in range(len(scores)):
        places(orders[t], qid, scores[t], tolerances[t], row)
        place[t] = np.minimum(row, np.iinfo(place.dtype).max)
        least[t] = margins(start, lower, scores[t], norms[t], first, width, amounts, counts[t])
