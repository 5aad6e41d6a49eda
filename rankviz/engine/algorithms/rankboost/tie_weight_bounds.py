"""Bounds on ε⁰ of every member of S, so that ε⁰ is summed over the pairs only when it may decide the choice."""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.equations import log_tie_factor_25

LEAP = 30.0
"""A step or a ln Z this large makes the bounds useless."""

SLACK = 1e-12
"""Room for the rounding of one round."""


class TiedBounds:
    """low ≤ ε⁰ ≤ high (|S|,) of the members, in the order they joined; equal where ε⁰ is known."""

    def __init__(self) -> None:
        self.low, self.high = np.zeros(0), np.ones(0)

    def grow(self) -> None:
        """Add a member, whose ε⁰ is not yet known."""
        self.low, self.high = np.append(self.low, 0.0), np.append(self.high, 1.0)

    def know(self, members: np.ndarray, tied: np.ndarray) -> None:
        """Set ε⁰ of these members to the values summed."""
        self.low[members] = self.high[members] = tied

    def forget(self) -> None:
        """Drop all bounds, after a change of D that bounds nothing."""
        self.low[:], self.high[:] = 0.0, 1.0

    def follow(self, alpha: float, prior: float, z: float) -> None:
        """Update for a round that multiplied D by factors between the smallest and the largest of (25), over Z."""
        log_z = math.log(z) if z > 0.0 else -math.inf
        if abs(alpha) + abs(log_z) > LEAP:
            self.forget()
            return
        factors = (-alpha, alpha, log_tie_factor_25(alpha, prior))
        self.low *= math.exp(min(factors) - log_z) * (1.0 - SLACK)
        self.low -= SLACK
        self.high *= math.exp(max(factors) - log_z) * (1.0 + SLACK)
        np.minimum(self.high + SLACK, 1.0, out=self.high)
