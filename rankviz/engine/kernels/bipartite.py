"""Sums over all (positive, negative) pairs of a bipartite problem from the two sides' scores alone.

No pair is ever stored: the hinge needs the scores in order and one pass, the logistic loss visits each pair once.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel

SMALL = 1e-3
"""Below this five terms give ln(1 + e), and above it 1 + e keeps at least 13 digits of e."""


@kernel
def hinge_sums(
    positive: np.ndarray, negative: np.ndarray, kink: float, within: np.ndarray, below: np.ndarray
) -> float:
    """Σ (1 − z)₊ over all pairs z = positive[i] − negative[j], both sides (p,) and (q,) in ascending order.

    Counts the pairs with z ≤ kink, where φ'₋ is −1, by positive into within (p,) and by negative into below (q,).
    """
    p, q = len(positive), len(negative)
    # Scores count from the highest negative one: if the loss is small, all scores of pairs within reach are close to
    # it.
    top = negative[q - 1]
    above = np.zeros(q + 1)  # Σ of negative[j:]
    for j in range(q - 1, -1, -1):
        above[j] = above[j + 1] + (negative[j] - top)
    below[:] = 0.0
    total = 0.0
    first = 0  # the first negative that is still within reach; it only moves up as positives rise
    for i in range(p):
        # The same subtraction that makes z, so that the two sides' counts agree despite rounding.
        while first < q and positive[i] - negative[first] > kink:
            first += 1
        within[i] = q - first
        total += (q - first) * (1.0 - (positive[i] - top)) + above[first]
        if first < q:
            below[first] += 1.0
    for j in range(1, q):
        below[j] += below[j - 1]
    return max(total, 0.0)


@kernel
def logistic_sums(
    positive: np.ndarray, negative: np.ndarray, for_positive: np.ndarray, for_negative: np.ndarray
) -> float:
    """Σ ln(1 + e^{−z}) over all pairs z = positive[i] − negative[j]; any order, sides (p,) and (q,).

    Writes Σ −φ'(z) = Σ 1/(1 + e^z) by positive into for_positive (p,), by negative into for_negative (q,).
    """
    for_negative[:] = 0.0
    total = 0.0
    for i in range(len(positive)):
        pushes, product = 0.0, 1.0
        for j in range(len(negative)):
            z = positive[i] - negative[j]
            e = np.exp(-abs(z))
            if e < SMALL:  # adding e to 1 would lose its digits: use the series of ln(1 + e)
                total += e * (1.0 - e * (0.5 - e * (1.0 / 3.0 - e * (0.25 - e * 0.2))))
            else:  # one logarithm for many pairs: each factor is at most 2
                product *= 1.0 + e
                if product > 1e200:
                    total += np.log(product)
                    product = 1.0
            if z >= 0.0:
                push = e / (1.0 + e)
            else:
                push = 1.0 / (1.0 + e)
                total -= z
            pushes += push
            for_negative[j] += push
        for_positive[i] = pushes
        total += np.log(product)
    return total


@kernel
def ordered_pairs(positive: np.ndarray, negative: np.ndarray, tolerance: float) -> float:
    """Count the pairs with positive[i] above negative[j], half for those within `tolerance`; both ascending."""
    surely, perhaps, total = 0, 0, 0.0
    for i in range(len(positive)):
        while surely < len(negative) and positive[i] - negative[surely] > tolerance:
            surely += 1
        perhaps = max(perhaps, surely)
        while perhaps < len(negative) and positive[i] - negative[perhaps] >= -tolerance:
            perhaps += 1
        total += surely + 0.5 * (perhaps - surely)
    return total
