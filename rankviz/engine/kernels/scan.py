"""The histogram scan: every threshold of a feature scored in one pass, without visiting any pair."""

import numpy as np

from rankviz.engine.kernels.jit import kernel

BLOCK = 4
"""Features filled together: one's addition need not wait for another's, and their data stay in registers."""


@kernel
def _fill(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray, potential: np.ndarray, bins: np.ndarray
) -> None:
    """Add each item's potential to its bin on four features, codes (n,) uint8 each; bins (4, 256) are added to."""
    for i in range(len(potential)):
        p = potential[i]
        bins[0, a[i]] += p
        bins[1, b[i]] += p
        bins[2, c[i]] += p
        bins[3, d[i]] += p


@kernel
def _running(bins: np.ndarray, first: int, count: int, edge: np.ndarray) -> None:
    """Compute a feature's edges from its bins: a ranker is 1 on the items above its threshold."""
    above = 0.0
    for k in range(count - 1, -1, -1):
        above += bins[k + 1]
        edge[first + k] = above


@kernel
def scan_some(
    codes: np.ndarray, offsets: np.ndarray, features: np.ndarray, potential: np.ndarray, edge: np.ndarray
) -> None:
    """Write edge[j] = Σ_x π(x) h_j(x) = ε⁺ − ε⁻ for the candidates of some features (MATH.md 2, "Potentials").

    codes (d, n) uint8, offsets (d + 1,), features (k,) in any order, potential (n,) float64, edge (N,) float64. Every
    bin is summed in the order of the items, so that the sums are the same however the features are cut up.
    """
    whole = len(features) - len(features) % BLOCK
    bins = np.zeros((BLOCK, 256))
    for first in range(0, whole, BLOCK):
        f, g, h, i = features[first], features[first + 1], features[first + 2], features[first + 3]
        bins[:] = 0.0
        _fill(codes[f], codes[g], codes[h], codes[i], potential, bins)
        for k in range(BLOCK):
            f = features[first + k]
            _running(bins[k], offsets[f], offsets[f + 1] - offsets[f], edge)
    for f in features[whole:]:
        bins[0] = 0.0
        for i in range(len(potential)):
            bins[0, codes[f, i]] += potential[i]
        _running(bins[0], offsets[f], offsets[f + 1] - offsets[f], edge)


@kernel
def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """Write every candidate's edge: `scan_some` for all features."""
    scan_some(codes, offsets, np.arange(len(codes)), potential, edge)


@kernel
def drift(potential: np.ndarray, before: np.ndarray) -> float:
    """Bound the change of any 0/1 ranker's edge since `before` (n,), which becomes the potential (n,).

    A ranker sums the changes over some of the items: at most all that rose, at least all that fell.
    """
    rise, fall = 0.0, 0.0
    for i in range(len(potential)):
        moved = potential[i] - before[i]
        rise += max(moved, 0.0)
        fall -= min(moved, 0.0)
        before[i] = potential[i]
    return max(rise, fall)


@kernel
def tops(edge: np.ndarray, offsets: np.ndarray, features: np.ndarray, signed: bool, top: np.ndarray) -> float:
    """Write top[f], the largest edge of each feature (`signed`: of either sign), at least 0; return the largest."""
    largest = 0.0
    for f in features:
        high, low = 0.0, 0.0
        for j in range(offsets[f], offsets[f + 1]):
            high, low = max(high, edge[j]), min(low, edge[j])
        top[f] = max(high, -low) if signed else high
        largest = max(largest, top[f])
    return largest


@kernel
def first_with(edge: np.ndarray, offsets: np.ndarray, top: np.ndarray, signed: bool, least: float) -> int:
    """Return the first candidate whose edge (`signed`: of either sign) reaches `least`, in a feature whose top does."""
    for f in range(len(top)):
        if top[f] >= least:
            for j in range(offsets[f], offsets[f + 1]):
                if edge[j] >= least or (signed and -edge[j] >= least):
                    return j
    return -1
