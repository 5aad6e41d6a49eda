"""The histogram scan: every threshold of every feature scored in one pass, without a pair in sight."""

from __future__ import annotations

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """edge[j] = Σ_x π(x) h_j(x) = ε⁺ − ε⁻ for every candidate j (MATH.md 2, "Potentials").

    codes (d, n) uint8, offsets (d + 1,), potential (n,) float64, edge (N,) float64 is written.
    """
    bins = np.zeros(256)
    for f in range(codes.shape[0]):
        first = offsets[f]
        count = offsets[f + 1] - first
        bins[: count + 1] = 0.0
        for i in range(codes.shape[1]):
            bins[codes[f, i]] += potential[i]
        above = 0.0
        for k in range(count - 1, -1, -1):
            above += bins[k + 1]
            edge[first + k] = above
