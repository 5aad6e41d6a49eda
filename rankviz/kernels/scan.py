"""The histogram scan: every threshold of every feature scored in one pass, without a pair in sight."""

from __future__ import annotations

import numpy as np

from rankviz.kernels.jit import kernel

BLOCK = 8
"""Features filled together: their bins fit the first cache, and one's addition need not wait for another's."""


@kernel
def _fill(codes: np.ndarray, first: int, potential: np.ndarray, bins: np.ndarray) -> None:
    """Add each item's potential to its bin on the features first … first + 7; bins (8, 256) are added to."""
    for i in range(codes.shape[1]):
        p = potential[i]
        for k in range(BLOCK):
            bins[k, codes[first + k, i]] += p


@kernel
def _running(bins: np.ndarray, first: int, count: int, edge: np.ndarray) -> None:
    """A feature's edges from its bins: a ranker is 1 on the items above its threshold."""
    above = 0.0
    for k in range(count - 1, -1, -1):
        above += bins[k + 1]
        edge[first + k] = above


@kernel
def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """edge[j] = Σ_x π(x) h_j(x) = ε⁺ − ε⁻ for every candidate j (MATH.md 2, "Potentials").

    codes (d, n) uint8, offsets (d + 1,), potential (n,) float64, edge (N,) float64 is written. Every bin is summed
    in the order of the items, so that the sums are the same however the features are cut up.
    """
    d = codes.shape[0]
    bins = np.zeros((BLOCK, 256))
    for first in range(0, d - d % BLOCK, BLOCK):
        for k in range(BLOCK):
            bins[k, : offsets[first + k + 1] - offsets[first + k] + 1] = 0.0
        _fill(codes, first, potential, bins)
        for k in range(BLOCK):
            f = first + k
            _running(bins[k], offsets[f], offsets[f + 1] - offsets[f], edge)
    for f in range(d - d % BLOCK, d):
        count = offsets[f + 1] - offsets[f]
        bins[0, : count + 1] = 0.0
        for i in range(codes.shape[1]):
            bins[0, codes[f, i]] += potential[i]
        _running(bins[0], offsets[f], count, edge)
