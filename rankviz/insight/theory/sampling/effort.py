"""The estimated time of a measurement, from its steps and the systems to solve, before it begins.

In the theorem the number of steps T grows with the sample and with κ², and with decaying steps with its square: one
measurement takes two seconds, another hours.
"""

from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Gram, longest_step
from rankviz.engine.algorithms.kernel_gd.gram import Kernel, Scaling
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.insight.theory.sampling.distances import REFERENCE
from rankviz.insight.theory.sampling.rates import KernelSetting

DRAWS = 3
"""Samples of each size whose κ is computed: where the kernel has no bound, κ differs between samples."""

STEP = 2.5e-5
"""Seconds of a step whatever the sample (measured, like those below)."""
BY_ENTRY = {"hinge": 3e-10, "least-squares": 5e-10, "logistic": 2e-9}
"""Seconds of a step for each entry of the kernel matrix; the logistic loss reads every pair."""
BY_CUBE = {"hinge": 3e-9, "least-squares": 3e-10, "logistic": 2e-9}
"""Seconds of finding a minimiser, over the cube of the items."""


def steps(setting: KernelSetting, samples: tuple[tuple[int, int], ...]) -> np.ndarray:
    """(S,) T for samples of (positives, negatives), the mean over `DRAWS` of each."""
    return np.array([np.mean([_steps(setting, m, n, r) for r in range(DRAWS)]) for m, n in samples])


@lru_cache(maxsize=256)
def seconds(
    setting: KernelSetting, samples: tuple[tuple[int, int], ...], seeds: int, minimisers: bool = False
) -> float:
    """Estimate the seconds of `seeds` fits to each of the samples, with their minimisers and the law's if requested."""
    items = np.array([m + n for m, n in samples])
    each = steps(setting, samples) * (STEP + BY_ENTRY[setting.loss] * items**2)
    solved = np.zeros(len(items))
    if minimisers:
        solved = BY_CUBE[setting.loss] * (seeds * items**3 + (2 * REFERENCE[setting.loss]) ** 3)
    return float(seeds * each.sum() + solved.sum())


def _steps(setting: KernelSetting, m: int, n: int, seed: int) -> int:
    law, rng = LAWS[setting.law](), np.random.default_rng((seed, m))
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, n)])
    Z = Scaling.fit(X, standardise=True).apply(X)
    kernel = Kernel.from_params({"kernel": setting.kernel, "width": setting.width, "degree": 2}, Z)
    rate, kappa = setting.regularisation_at((m + n) / 2), Gram.from_items(kernel, Z, Z).kappa
    return setting.rounds_at((m + n) / 2, longest_step(kappa, LOSSES[setting.loss].lipschitz, rate))
