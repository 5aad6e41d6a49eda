"""From feature values to bins: the number of thresholds of a feature below each value."""

import numpy as np

from rankviz.engine.kernels.jit import kernel

STRIP = 512
"""Values searched together, step by step without a branch: a ninth of the time of one after another."""


@kernel
def bin_codes(column: np.ndarray, cuts: np.ndarray, codes: np.ndarray) -> None:
    """codes[i] = the number of cuts (k,), rising, below column[i] (n,); 0 for NaN. codes uint8, or uint16 for more."""
    size = 1
    while size < len(cuts) + 1:
        size *= 2
    padded = np.full(size, np.inf)
    for i in range(len(cuts)):  # a slice would compile numba's message on shapes that differ: 2.5 s
        padded[i] = cuts[i]
    place = np.zeros(STRIP, dtype=np.int32)
    for first in range(0, len(column), STRIP):
        values = column[first : first + STRIP]
        place[:] = 0
        step = np.int32(size // 2)
        while step > 0:
            for i in range(len(values)):
                place[i] += step if padded[place[i] + step - 1] < values[i] else np.int32(0)
            step //= np.int32(2)
        for i in range(len(values)):
            codes[first + i] = place[i]
