"""The growth of a regression tree, best split first: the loop over nodes; the loops over items are in `tree_items`."""

import numpy as np

from rankviz.engine.kernels.jit import kernel
from rankviz.engine.kernels.tree_items import (
    bins_beside,
    divide,
    fill,
    first_cut,
    renumber,
    spread,
    subtract,
    tops,
    whole,
)

EQUAL = 1e-10
"""Gains are equal when they differ by no more than this share of their node's squared error; rounding stays below."""

NEGLIGIBLE = float(np.finfo(np.float64).eps)
"""A node whose targets have no larger variance is not split, as in scikit-learn."""

AFRESH = 1.0 / 64.0
"""A node with less than this share of the squared error of the node whose numbers were made whole gets its own."""


def growth(
    codes: np.ndarray,
    columns: np.ndarray,
    count: np.ndarray,
    many: bool,
    rows: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    histograms: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    feature: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    missing_left: np.ndarray,
    gain: np.ndarray,
    value: np.ndarray,
    items: np.ndarray,
    leaf: np.ndarray,
) -> int:
    """Grow a tree into arrays that have room for as many nodes as it may have, and return how many it has.

    In each step the leaf is split whose best split reduces Σ w (r − mean)² most, among equal ones the first. Node 0 is
    the root; a child comes after its parent. A leaf has left and right −1, and keeps its best split in the other
    arrays. A node with more items than bins leaves its histogram to its larger child, minus that of the other.

    codes (n, d), count (d,) : see `tree_items`. columns (d, n) : codes turned around. many : bins may be more than a
    node's items; then codes are renumbered for small nodes. rows (m,) : the items of positive
    weight, which are rearranged. target, weight : (n,). histograms : (k + 1, d, bins), for the k leaves that may have
    more items than bins at one time, and for all others. value : the weighted mean of the targets. items : how many
    pass. gain, feature, low, high, missing_left : see `best_split`; where no value is missing, later ones go to the
    side with more items. leaf (n,) : where each of rows ends.
    """
    most, n, d, bins = len(left), len(target), *histograms.shape[1:]
    number, top = np.zeros(n, dtype=np.complex128), np.zeros(d)
    start, end = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    total, error, offer = np.zeros(most), np.zeros(most), -np.ones(most)
    unit, base = (
        np.zeros(most),
        np.zeros(most),
    )  # of the whole numbers: of a gain, and the error they were made for
    place, counts = np.full(most, len(histograms) - 1), np.empty((most, d), dtype=np.int32)
    for f in range(d):
        counts[0, f] = count[f]
    end[0], first, nodes, used, parent = len(rows), 0, 1, 0, -1
    while True:
        for node in range(first, nodes):
            mine = rows[start[node] : end[node]]
            left[node], right[node], items[node] = -1, -1, len(mine)
            total[node], value[node], error[node] = spread(mine, target, weight)
        small = first if items[first] <= items[nodes - 1] else nodes - 1
        large = first + nodes - 1 - small
        shared = False
        if items[large] > bins and parent >= 0:
            place[large] = place[parent]
            shared = nodes < most and error[large] >= max(AFRESH * base[parent], NEGLIGIBLE * total[large])
        if items[small] > bins:
            place[small] = used
            used += 1
        if shared:
            fill(codes, counts[parent], rows[start[small] : end[small]], number, histograms[place[small]])
            subtract(histograms[place[large]], histograms[place[small]], count)
        for node in range(first, nodes):
            if nodes == most or error[node] <= NEGLIGIBLE * total[node]:
                continue
            if shared and error[node] >= AFRESH * base[parent]:
                unit[node], base[node] = unit[parent], base[parent]
            else:
                mine, base[node] = rows[start[node] : end[node]], error[node]
                if many:
                    renumber(codes, counts[node], mine)
                unit[node] = whole(mine, target, weight, total[node], value[node], error[node], number)
                fill(codes, counts[node], mine, number, histograms[place[node]])
            offer[node], feature[node], low[node], high[node], missing_left[node] = best_split(
                histograms[place[node]], counts[node], EQUAL * error[node], unit[node], top
            )
        best = int(np.argmax(offer))
        if nodes == most or offer[best] < 0.0:
            break
        parent = int(np.argmax(offer >= max(offer[best] - EQUAL * error[best], 0.0)))
        gain[parent], offer[parent] = offer[parent], -1.0
        mine = rows[start[parent] : end[parent]]
        if many:
            low[parent], high[parent] = bins_beside(
                columns[feature[parent]], codes[:, feature[parent]], mine, low[parent]
            )
        before, missing = divide(columns[feature[parent]], mine, low[parent], missing_left[parent])
        if missing == 0:
            missing_left[parent] = 2 * before > len(mine)
        left[parent], right[parent] = nodes, nodes + 1
        for f in range(d):
            counts[nodes, f] = counts[nodes + 1, f] = counts[parent, f]
        start[nodes], end[nodes] = start[parent], start[parent] + before
        start[nodes + 1], end[nodes + 1] = end[nodes], end[parent]
        first, nodes = nodes, nodes + 2
    for node in range(nodes):
        if left[node] < 0:
            for i in rows[start[node] : end[node]]:
                leaf[i] = node
    return nodes


@kernel
def best_split(
    histogram: np.ndarray, count: np.ndarray, equal: float, unit: float, top: np.ndarray
) -> tuple[float, int, int, int, bool]:
    """(gain, feature, low, high, missing_left) of the split of a node that reduces Σ w (r − mean)² most.

    gain is −1 where nothing separates the items. low is the last bin with items on the left, high the first on the
    right, 0 where none is. Of splits whose gains differ by no more than `equal`, one by the first feature is chosen, of
    these one that sends missing values right, of these the one with the lowest threshold. unit : see `whole`. top (d,)
    is scratch.
    """
    total, mean = tops(histogram, count, top)
    scale = unit * total
    best, found = -np.inf, 0
    for f in range(len(top)):
        if top[f] >= 0.0 and top[f] > best + equal / scale:
            best, found = top[f], f
    if best < 0.0:
        return -1.0, 0, 0, 0, False
    low, high, missing_left = first_cut(
        histogram[found], count[found], total, mean, max(best - equal / scale, 0.0)
    )
    return best * scale, found, low, high, missing_left


grow = kernel(growth)
