"""Measures of rankings with equal scores: smallest, expected and largest value over all orders of the tied documents.

Documents are listed by falling score, query after query: query i has the places start[i] to start[i + 1]. `last` (n,)
is 1 where a group of equal scores ends; with ones everywhere it is one order, and all three values are the same. Every
kernel writes a row (smallest, expected, largest) of `out` (queries, 3), and counts the first k places of a query.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def dcg(gain: np.ndarray, last: np.ndarray, start: np.ndarray, k: int, out: np.ndarray) -> None:
    """Σ gain / log2(place + 1). A group's gains fall or rise at the extremes, and count their mean in the middle."""
    for q in range(len(start) - 1):
        first, end = start[q], start[q + 1]
        stop = min(end, first + k)
        low, mean, high, a = 0.0, 0.0, 0.0, first
        while a < stop:
            b = a
            while last[b] == 0:
                b += 1
            b += 1
            if b - a == 1:
                worth = gain[a] / np.log2(a - first + 2.0)
                low, mean, high = low + worth, mean + worth, high + worth
            else:
                inside, total = np.sort(gain[a:b]), 0.0
                for g in inside:
                    total += g
                total /= b - a
                for i in range(min(b, stop) - a):
                    weight = np.log2(a + i - first + 2.0)
                    low += inside[i] / weight
                    mean += total / weight
                    high += inside[b - a - 1 - i] / weight
            a = b
        out[q, 0], out[q, 1], out[q, 2] = low, mean, high


@kernel
def hits(relevant: np.ndarray, last: np.ndarray, start: np.ndarray, k: int, out: np.ndarray) -> None:
    """The number of relevant documents; a group of g that k cuts after m places has m·r/g of its r on average."""
    for q in range(len(start) - 1):
        first, end = start[q], start[q + 1]
        stop = min(end, first + k)
        low, mean, high, a = 0.0, 0.0, 0.0, first
        while a < stop:
            b, r = a, relevant[a]
            while last[b] == 0:
                b += 1
                r += relevant[b]
            b += 1
            m = min(b, stop) - a
            low += max(0, m - (b - a - r))
            high += min(m, r)
            mean += r if m == b - a else m * r / (b - a)
            a = b
        out[q, 0], out[q, 1], out[q, 2] = low, mean, high


@kernel
def first_hit(relevant: np.ndarray, last: np.ndarray, start: np.ndarray, k: int, out: np.ndarray) -> None:
    """1 over the place of the first relevant document, 0 after place k.

    Of g tied documents with r relevant ones the first is at place j with probability C(g − j, r − 1) / C(g, r), which
    is r/g at j = 1 and then (g − j − r + 1) / (g − j) of the one before.
    """
    for q in range(len(start) - 1):
        first, end = start[q], start[q + 1]
        low, mean, high, a = 0.0, 0.0, 0.0, first
        while a < min(end, first + k):
            b, r = a, relevant[a]
            while last[b] == 0:
                b += 1
                r += relevant[b]
            b += 1
            if r > 0:
                g, above = b - a, a - first
                high = 1.0 / (above + 1)
                worst = above + g - r + 1
                low = 1.0 / worst if worst <= k else 0.0
                chance = r / g
                for j in range(1, g - r + 2):
                    if above + j > k:
                        break
                    mean += chance / (above + j)
                    if j < g:
                        chance *= (g - j - r + 1) / (g - j)
                break
            a = b
        out[q, 0], out[q, 1], out[q, 2] = low, mean, high


@kernel
def precisions(relevant: np.ndarray, last: np.ndarray, start: np.ndarray, k: int, out: np.ndarray) -> None:
    """Σ over the relevant documents of the share of relevant ones down to each: average precision times their number.

    Of g tied documents with r relevant ones, place j holds a relevant one with probability r/g, and then (j − 1)(r − 1)
    / (g − 1) of those before it are relevant on average.
    """
    for q in range(len(start) - 1):
        first, end = start[q], start[q + 1]
        stop = min(end, first + k)
        low, mean, high, above, a = 0.0, 0.0, 0.0, 0, first
        while a < stop:
            b, r = a, relevant[a]
            while last[b] == 0:
                b += 1
                r += relevant[b]
            b += 1
            if r > 0:
                g = b - a
                for i in range(min(b, stop) - a):
                    place = a + i - first + 1.0
                    if i < r:
                        high += (above + i + 1) / place
                    if i >= g - r:
                        low += (above + i - (g - r) + 1) / place
                    before = i * (r - 1) / (g - 1) if g > 1 else 0.0
                    mean += r / g * (above + 1 + before) / place
                above += r
            a = b
        out[q, 0], out[q, 1], out[q, 2] = low, mean, high


@kernel
def preferences(
    kind: np.ndarray, last: np.ndarray, start: np.ndarray, R: np.ndarray, N: np.ndarray, out: np.ndarray
) -> None:
    """Σ over the relevant documents of 1 − min(x, R) / min(N, R), x judged irrelevant ones above: bpref times R.

    kind (n,) is 1 for a relevant document, 0 for one judged irrelevant, −1 for one not judged, which does not count.
    R, N (queries,): how many are judged relevant and irrelevant. Of n tied irrelevant documents 0 to n are above a
    relevant one, each number equally likely.
    """
    for q in range(len(start) - 1):
        low, mean, high, above, a = 0.0, 0.0, 0.0, 0, start[q]
        least = max(1, min(N[q], R[q]))
        while a < start[q + 1]:
            b, r, n = a, 0, 0
            while True:
                r += kind[b] == 1
                n += kind[b] == 0
                if last[b] == 1:
                    break
                b += 1
            if r > 0:
                high += r * (1.0 - min(above, R[q]) / least)
                low += r * (1.0 - min(above + n, R[q]) / least)
                total = 0.0
                for x in range(n + 1):
                    total += 1.0 - min(above + x, R[q]) / least
                mean += r * total / (n + 1)
            above += n
            a = b + 1
        out[q, 0], out[q, 1], out[q, 2] = low, mean, high


@kernel
def threshold_precisions(relevant: np.ndarray, last: np.ndarray, start: np.ndarray, out: np.ndarray) -> None:
    """Σ over the relevant documents of the precision at the end of each one's group, into out (queries,)."""
    for q in range(len(start) - 1):
        total, above, before = 0.0, 0, 0
        for i in range(start[q], start[q + 1]):
            above += relevant[i]
            if last[i] == 1:
                total += (above - before) * above / (i - start[q] + 1)
                before = above
        out[q] = total


@kernel
def ends(scores: np.ndarray, start: np.ndarray, last: np.ndarray) -> None:
    """Mark in `last` (n,) where a group of equal scores ends; the scores (n,) fall within each query."""
    for q in range(len(start) - 1):
        for i in range(start[q], start[q + 1]):
            last[i] = i + 1 == start[q + 1] or scores[i] != scores[i + 1]
