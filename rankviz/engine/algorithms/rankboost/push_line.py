"""The push's loss along one ranker, and the step to its minimum."""

import math

import numpy as np

from rankviz.engine.kernels import push as kernels


class PushLine:
    """The loss along one ranker from the current ensemble: R_p(α) / R_p(0), and its minimum.

    log_share (n,) is ln of each lower item's part S_k^p / R_p; log_moved and log_tied (n,) are ln of the shares of its
    S_k that the ranker orders and ties; h (n,) the ranker's outputs.
    """

    def __init__(
        self, *, log_share: np.ndarray, log_moved: np.ndarray, log_tied: np.ndarray, h: np.ndarray, p: float
    ) -> None:
        self.log_share, self.log_moved, self.log_tied, self.h, self.p = log_share, log_moved, log_tied, h, p

    def read(self, alpha: float) -> tuple[float, float, float, float]:
        """(ln ε⁺(α), ln ε⁻(α), slope of ln ε⁻/ε⁺, ln R_p(α)/R_p(0)), the ε's over R_p(0)."""
        return kernels.along(self.log_share, self.log_moved, self.log_tied, self.h, self.p, alpha)

    def log_z(self, alpha: float) -> float:
        """ln R_p(α)/R_p(0); its limit for α = ±inf where no pair with weight goes the other way."""
        if math.isinf(alpha):
            tied = np.where(np.isneginf(self.log_share), -np.inf, self.log_share + self.p * self.log_tied)
            return float(np.logaddexp.reduce(tied))
        return self.read(alpha)[3]

    def shares(self, alpha: float) -> tuple[float, float]:
        """The shares of D after a finite step α of the pairs that the ranker orders correctly and reverses."""
        falls, rises, _, log_z = self.read(alpha)
        return math.exp(falls - log_z), math.exp(rises - log_z)

    def alpha(self) -> float:
        """Return the α with ε⁺(α) = ε⁻(α), where R_p has its minimum; ±inf where one of them is 0, 0 where both are.

        ln ε⁻/ε⁺ rises by 2 to 2p per unit of α, so its zero lies between ½ ln ε⁺/ε⁻ and that over p: with p = 1
        both ends are the same, (14). In between, Newton's method is kept inside the bracket.
        """
        falls, rises, curve, _ = self.read(0.0)
        if math.isinf(falls) or math.isinf(rises):
            return 0.0 if falls == rises else math.inf if math.isinf(rises) else -math.inf
        far = 0.5 * (falls - rises)
        low, high = sorted((far / self.p, far))
        alpha = min(max((falls - rises) / curve, low), high)
        for _ in range(60):
            falls, rises, curve, _ = self.read(alpha)
            low, high = (alpha, high) if rises < falls else (low, alpha)
            newton = alpha + (falls - rises) / curve
            inside = low <= newton <= high
            step = newton if inside else 0.5 * (low + high)
            # Newton's next step would be about the square of this one.
            done = abs(step - alpha) <= max(1e-9 * abs(alpha), 1e-15) if inside else step == alpha
            alpha = step
            if done:
                break
        return alpha
