"""‖f_T − f*‖ of kernel gradient descent, which GD, Corollary 2.2 bounds, and the gap in AUC, sample by sample.

The corollary requires that the best function f* is in the kernel's space and that f_λ approaches it as λ^r. With the
linear kernel on two round clouds both are known: f* = w*·x with w* along the line between the centres, r = 1. For the
logistic loss no function at all is better than that f*; for the others none of the kernel's space.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import expit, ndtr

from rankviz.engine.algorithms.kernel_gd.descent import Gram
from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling import promise
from rankviz.insight.theory.sampling.rates import FittedPower, KernelSetting, Progress, descended

SIZES = (10, 20, 40, 80, 160)
DISTANCE = 1.5
"""Distance of the clouds' centres; both clouds have spread 1."""
REGULARISATION = 0.03
"""λ at m = 100, so that both parts of the corollary can be seen."""


@dataclass(frozen=True, eq=False)
class Target:
    """The distances and AUC gaps measured.

    Attributes
    ----------
    distance : ‖f_T − f*‖ of each sample. lacks : best AUC − AUC of the law itself, exact.
    penalty : (S,) ‖f_λ − f*‖, the part due to λ. length : ‖f*‖. steps : (S,) T, in the mean of the samples.
    power : with which the corollary guarantees that the distance falls.
    """

    setting: KernelSetting
    distance: FittedPower
    lacks: FittedPower
    penalty: np.ndarray
    length: float
    steps: np.ndarray
    power: float


def measure(
    loss: str,
    decay: float = 0.0,
    sizes: tuple[int, ...] = SIZES,
    seeds: int = 10,
    progress: Progress | None = None,
) -> Target:
    """Draw, fit and compare, `seeds` samples of each size; λ, the steps and T as the theorem sets them.

    Raises
    ------
    DataError
        A loss that does not exist, fewer than two sizes or seeds, or a stop requested by `progress`.
    """
    if loss not in LOSSES or len(sizes) < 2 or seeds < 2:
        raise DataError(
            "A slope needs a loss, two sizes and two seeds", remedy=f"The losses are {', '.join(LOSSES)}"
        )
    law = LAWS["clouds"]()
    setting = KernelSetting.of_the_theorem("clouds", loss, "linear", decay, REGULARISATION)
    best = best_length(loss) * np.full(2, math.sqrt(0.5))
    distance, lacks = np.empty((len(sizes), seeds)), np.empty((len(sizes), seeds))
    steps = np.zeros(len(sizes))
    for s, m in enumerate(sizes):
        for r in range(seeds):
            if progress is not None and not progress(s * seeds + r, len(sizes) * seeds):
                raise DataError("The measurement was stopped", remedy="Start it again when you want it")
            rng = np.random.default_rng((r, m))
            X = np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
            of, rounds = descended(setting, Gram.from_items(Kernel("linear", 0.0, 1), X, X), m, m)
            w = X.T @ of.c
            distance[s, r] = float(np.linalg.norm(w - best))
            lacks[s, r] = law.best_auc - _auc(w)
            steps[s] += rounds / seeds
    penalty = [best_length(loss) - best_length(loss, setting.regularisation_at(m)) for m in sizes]
    at = np.array(sizes)
    return Target(
        setting,
        FittedPower.fit(at, distance),
        FittedPower.fit(at, lacks),
        np.array(penalty),
        best_length(loss),
        steps,
        promise.target_power(loss, setting.power),
    )


def best_length(loss: str, regularisation: float = 0.0) -> float:
    """‖f_λ‖ = |w_λ| of the law, that of f* for λ = 0; w_λ lies along the centres' line, by symmetry.

    A pair's margin is then normal, of mean w·distance and spread w√2, so that the slope of E + (λ/2)‖f‖² in w is one
    integral; it rises with w.
    """

    def slope(w: float) -> float:
        return _slope(loss, w) + regularisation * w

    return float(brentq(slope, 0.0, 100.0, xtol=1e-13))


def _slope(loss: str, w: float) -> float:
    """dE/dw: the mean of φ'(wd) d over the pairs' differences d along the line, of mean DISTANCE and spread √2."""
    if loss == "least-squares":
        return -2.0 * DISTANCE + 2.0 * w * (DISTANCE**2 + 2.0)
    spread = math.sqrt(2.0)
    if loss == "hinge":
        if w == 0.0:
            return -DISTANCE
        edge = (1.0 / w - DISTANCE) / spread
        return -(DISTANCE * float(ndtr(edge)) - spread * math.exp(-0.5 * edge**2) / math.sqrt(2.0 * math.pi))

    def pull(z: float) -> float:
        d = DISTANCE + spread * z
        return -float(expit(-w * d)) * d * math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)

    return float(quad(pull, -12.0, 12.0, epsabs=1e-13, epsrel=1e-12, limit=200)[0])


def _auc(w: np.ndarray) -> float:
    """AUC of the score w·x over the law: Φ(mean / spread) of a pair's margin; ½ for the zero score."""
    length = float(np.linalg.norm(w))
    return 0.5 if length == 0.0 else float(ndtr(DISTANCE / 2.0 * (w[0] + w[1]) / length))
