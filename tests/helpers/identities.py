"""Shared by several tests, from those of identities."""

import numpy as np


def log_z(run: object) -> np.ndarray:
    """ln Π Z after 0, 1, … T rounds; Z = 0 gives −inf."""
    with np.errstate(divide="ignore"):
        return np.concatenate([[0.0], np.cumsum(np.log(np.asarray(run.z, dtype=float)))])
