"""‖f_T − f_λ‖ of kernel gradient descent against the sample size, split into the sample's part and the steps' part.

f_λ, the minimiser of E(f) + (λ/2)‖f‖² over the law itself (GD 1.4), is that of many new items (`REFERENCE`). A
sample S has the minimiser f_S (1.3): f_T − f_λ = (f_T − f_S) + (f_S − f_λ), the steps' part and the sample's.
All functions use one kernel, so that their distances can be compared: its width and the scale of the features are
the reference's.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Gram
from rankviz.engine.algorithms.kernel_gd.gram import Kernel, Scaling
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.algorithms.kernel_gd.minimiser import solve
from rankviz.engine.data.builtin.plane_laws import LAWS, Distribution2D
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling.rates import KernelSetting, Progress, descended, fitted_line

SIZES = (10, 20, 40, 80, 160)
"""m = n: positives, and as many negatives."""

REFERENCE = {"hinge": 250, "logistic": 400, "least-squares": 500}
"""Positives, and as many negatives, that stand for the law: as many as can be solved for in seconds."""

PARTS = ("whole", "sample", "steps")
"""‖f_T − f_λ‖, ‖f_S − f_λ‖ and ‖f_T − f_S‖: the first is at most the sum of the others."""


@dataclass(frozen=True, eq=False)
class Distances:
    """The distances measured.

    Attributes
    ----------
    sizes : (S,) m = n. norm : (S,) ‖f_λ‖_K, λ being that of each size.
    distance : by name of `PARTS`, (S, R) of each sample. slope : of each one's mean over m, on log scales.
    steps : (S,) T, the mean over the samples.
    """

    setting: KernelSetting
    sizes: np.ndarray
    norm: np.ndarray
    distance: dict[str, np.ndarray]
    slope: dict[str, float]
    steps: np.ndarray


def distances(
    setting: KernelSetting, sizes: tuple[int, ...] = SIZES, seeds: int = 8, progress: Progress | None = None
) -> Distances:
    """Draw, fit, solve and compare, `seeds` samples of each size; the same arguments give the same numbers.

    Raises
    ------
    DataError
        A law, loss or kernel that does not exist, a λ too small to solve for the minimiser, or a stop by `progress`.
    """
    if setting.law not in LAWS or setting.loss not in LOSSES:
        raise DataError(f'There is no distribution "{setting.law}" with the loss "{setting.loss}"')
    law = LAWS[setting.law]()
    space = _Space(setting, law)
    found = {name: np.empty((len(sizes), seeds)) for name in PARTS}
    norm, steps, done = np.empty(len(sizes)), np.zeros(len(sizes)), 0
    for s, m in enumerate(sizes):
        best: np.ndarray | None = None
        for r in range(seeds):
            if progress is not None and not progress(done, len(sizes) * seeds):
                raise DataError("The measurement was stopped", remedy="Start it again when you want it")
            best = space.of_the_law(m) if best is None else best
            for name, value in space.of_a_sample(law, m, r, best).items():
                found[name][s, r] = value
            steps[s] += space.steps / seeds
            done += 1
        assert best is not None
        norm[s] = space.length(space.Z, best)
    slope = {name: fitted_line(np.array(sizes), of_it.mean(axis=1))[0] for name, of_it in found.items()}
    return Distances(setting, np.array(sizes), norm, found, slope, steps)


class _Space:
    """The functions of one kernel, and the law's items in it."""

    def __init__(self, setting: KernelSetting, law: Distribution2D) -> None:
        self.setting, self.loss = setting, LOSSES[setting.loss]
        X = _drawn(law, REFERENCE[setting.loss], (0x6C6177,))
        self.scaling = Scaling.fit(X, standardise=True)
        self.Z = self.scaling.apply(X)
        self.kernel = Kernel.from_params(
            {"kernel": setting.kernel, "width": setting.width, "degree": 2}, self.Z
        )
        self.steps = 0
        self._solved: dict[float, np.ndarray] = {}

    def of_the_law(self, m: int) -> np.ndarray:
        """Coefficients c of f_λ over the law's items, with the λ of samples of m items per class."""
        rate = self.setting.regularisation_at(m)
        if rate not in self._solved:
            self._solved[rate] = self._minimiser(self.Z, m)
        return self._solved[rate]

    def of_a_sample(self, law: Distribution2D, m: int, seed: int, best: np.ndarray) -> dict[str, float]:
        """Return the three distances for one sample."""
        Z = self.scaling.apply(_drawn(law, m, (seed, m)))
        after, least = self._descended(Z, m), self._minimiser(Z, m)
        both = np.concatenate([Z, self.Z])
        return {
            "whole": self.length(both, np.concatenate([after, -best])),
            "sample": self.length(both, np.concatenate([least, -best])),
            "steps": self.length(Z, after - least),
        }

    def length(self, Z: np.ndarray, c: np.ndarray) -> float:
        """‖Σ c_k K(z_k, ·)‖_K for points (k, 2)."""
        return float(np.sqrt(max(float(c @ self.kernel.matrix(Z, Z) @ c), 0.0)))

    def _minimiser(self, Z: np.ndarray, m: int) -> np.ndarray:
        k, rate = len(Z) // 2, self.setting.regularisation_at(m)
        found = solve(self.kernel.matrix(Z, Z), np.arange(k), np.arange(k, 2 * k), self.loss, rate)
        if found is None:
            raise DataError("The minimiser was not found to enough digits", remedy="Choose a larger λ")
        return found.c

    def _descended(self, Z: np.ndarray, m: int) -> np.ndarray:
        """Return c (2m,) after the setting's steps, whose number is then `steps`."""
        of, self.steps = descended(self.setting, Gram.from_items(self.kernel, Z, Z), m, m)
        return of.c


def _drawn(law: Distribution2D, m: int, seed: tuple[int, ...]) -> np.ndarray:
    """(2m, 2): m positives, then m negatives."""
    rng = np.random.default_rng(seed)
    return np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
