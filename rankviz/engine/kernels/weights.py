"""Weights so small that floats lose digits, stored as logarithms, and weights that differ only by rounding."""

import numpy as np

from rankviz.engine.kernels.jit import kernel

LEAST = 1e-290
"""The smallest weight that is stored directly: below, floats lose digits."""

LOG_LEAST = float(np.log(LEAST))

ALIKE = 1e-9
"""Weights this close, relative to the larger one, differ only by rounding."""


@kernel
def times(weight: float, factor: float, log_factor: float) -> float:
    """Return a pair's stored weight multiplied by a factor; log_factor −inf makes the weight 0 for good."""
    moved = weight * factor
    if moved >= LEAST:
        return moved
    if weight == 0.0:
        return 0.0
    log = (np.log(weight) if weight > 0.0 else weight) + log_factor
    if log >= LOG_LEAST:
        return float(np.exp(log))
    return float(log) if log > -np.inf else 0.0
