"""The stage's data of each round: colours of the pairs' weights, the pairs that moved most, and the margins.

Each call computes several rounds: many short calls from many sessions would hand Python's lock to and fro.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel
from rankviz.engine.kernels.places import places
from rankviz.engine.kernels.weights import ALIKE


@kernel
def colours(
    weight: np.ndarray, m: int, cell: np.ndarray, cell_pairs: np.ndarray, sums: np.ndarray, codes: np.ndarray
) -> None:
    """Write codes (P,) uint8 of the marks' mean weights (m,) relative to an equal share.

    0 for none, else 128 + 16 log2, rounded and clipped to 1 … 255. sums (P,) is scratch.
    """
    sums[:] = 0.0
    for i in range(len(weight)):
        sums[cell[i]] += weight[i] * m
    for c in range(len(codes)):
        mean = sums[c] / cell_pairs[c]
        codes[c] = np.uint8(min(max(np.rint(128.0 + 16.0 * np.log2(mean)), 1.0), 255.0)) if mean > 0.0 else 0


@kernel
def movers(before: np.ndarray, after: np.ndarray, count: int, found: np.ndarray) -> None:
    """Write found (2 count,): the pairs whose weight (m,) gained most, then lost most; the first among equals.

    With no more than `count` pairs the first of them is repeated.
    """
    m = len(after)
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        for k in range(count):
            best, most = 0, -np.inf
            for i in range(m):
                change = sign * (after[i] - before[i])
                if change > most:
                    taken = False
                    if m > count:
                        for other in range(k):
                            taken |= found[side * count + other] == i
                    if not taken:
                        best, most = i, change
            found[side * count + k] = best


@kernel
def crossings(
    start: np.ndarray,
    lower: np.ndarray,
    h: np.ndarray,
    cell: np.ndarray,
    cell_pairs: np.ndarray,
    correct: np.ndarray,
    reversed_: np.ndarray,
) -> None:
    """Write the share of each cell's pairs that h[t] orders correctly, and reverses, in 255ths.

    h (k, n); correct and reversed_ (k, P) uint8.
    """
    right, wrong = np.zeros(len(cell_pairs)), np.zeros(len(cell_pairs))
    for t in range(len(h)):
        right[:], wrong[:] = 0.0, 0.0
        for x in range(len(start) - 1):
            for i in range(start[x], start[x + 1]):
                if h[t, x] > h[t, lower[i]]:
                    right[cell[i]] += 1.0
                elif h[t, x] < h[t, lower[i]]:
                    wrong[cell[i]] += 1.0
        for c in range(len(cell_pairs)):
            correct[t, c] = np.uint8(np.rint(255.0 * right[c] / cell_pairs[c]))
            reversed_[t, c] = np.uint8(np.rint(255.0 * wrong[c] / cell_pairs[c]))


@kernel
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
    """Return the first pair with the smallest margin; add each pair's amount to counts (bins,), unless `norm` is 0.

    The amounts are amounts (m,), 1 each where there are none. A margin is s / norm; bin k begins at first + k · width,
    and the outer bins include everything beyond them.
    """
    place, least, last = 0, np.inf, len(counts) - 1
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            s = scores[x] - scores[lower[i]]
            if s < least:
                place, least = i, s
            if norm > 0.0:
                counts[int(min(max((s / norm - first) / width, 0.0), last))] += (
                    amounts[i] if len(amounts) else 1.0
                )
    return place


@kernel
def heaviest(
    sums: np.ndarray,
    cell_pairs: np.ndarray,
    query: np.ndarray,
    most: np.ndarray,
    mark: np.ndarray,
    alike: np.ndarray,
) -> None:
    """Write each query's largest mean weight of a mark most (Q,), the first such mark (Q,), and how many share it (Q,).

    sums (P,) are the marks' weights relative to an equal share, as `colours` leaves them; query (P,) is each mark's.
    """
    most[:] = -1.0
    for c in range(len(sums)):
        most[query[c]] = max(most[query[c]], sums[c] / cell_pairs[c])
    alike[:] = 0
    for c in range(len(sums)):
        q = query[c]
        if sums[c] / cell_pairs[c] >= most[q] * (1.0 - ALIKE):
            if alike[q] == 0:
                mark[q] = c
            alike[q] += 1


@kernel
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
    """Write the stage's view of k rounds of weights (k, m), after weights (m,): see `colours`, `movers`, `heaviest`.

    codes (k, P), moved (k, 2 count) and values (2, k, 2 count), the movers' weights before and after relative to an
    equal share, are written, and most, mark and alike (k, Q).
    """
    m, sums = len(before), np.zeros(len(cell_pairs))
    for t in range(len(weight)):
        colours(weight[t], m, cell, cell_pairs, sums, codes[t])
        heaviest(sums, cell_pairs, query, most[t], mark[t], alike[t])
        previous = before if t == 0 else weight[t - 1]
        movers(previous, weight[t], count, moved[t])
        for k in range(2 * count):
            values[0, t, k] = m * previous[moved[t, k]]
            values[1, t, k] = m * weight[t, moved[t, k]]


@kernel
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
    """Write the stage's view of k rounds: scores (k, n), orders (k, n) as for `places`, norms (k,) as for `margins`.

    place (k, n), at most 65,535, least (k,) and counts (k, bins) are written.
    """
    row = np.zeros(scores.shape[1], dtype=np.int64)
    for t in range(len(scores)):
        places(orders[t], qid, scores[t], tolerances[t], row)
        for i in range(len(row)):
            place[t, i] = min(row[i], 65535)
        least[t] = margins(start, lower, scores[t], norms[t], first, width, amounts, counts[t])
