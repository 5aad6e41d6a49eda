"""NumPy version of `binning`, array by array."""

import numpy as np


def bin_codes(column: np.ndarray, cuts: np.ndarray, codes: np.ndarray) -> None:
    """The NumPy version of `binning.bin_codes`."""
    codes[:] = np.where(np.isnan(column), 0, np.searchsorted(cuts, column))
