"""The learning rate of kernel gradient descent: excess AUC against the sample size, on laws with known best ranking.

GD, Theorem 2.1 bounds the distance to the best function by a power of the sample size. This module measures such a
power: for each size m = n it draws and learns from many samples, and computes the mean gap of their AUCs to that of
the best ranking; on a log–log scale a power of m is a straight line, and its slope the power. The paper's discussion
adds that balance of the two classes is crucial: `over_shares` splits as many items unevenly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Descent, Gram, longest_step
from rankviz.engine.algorithms.kernel_gd.gram import Kernel, Scaling
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, auc
from rankviz.engine.data.builtin.plane_laws import LAWS, Distribution2D
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling import promise

SIZES = (10, 20, 40, 80, 160, 320)
"""m = n: positives, and as many negatives."""

FRESH = 2_000
"""Positives, and as many negatives, on which AUCs are measured; the same for all fits of a law."""

RESAMPLES = 400

ITEMS = 160
POSITIVES = (4, 8, 16, 40, 80)
"""The numbers of positives among that many items."""

Progress = Callable[[int, int], bool]
"""Called with (fits done, fits in all); False asks to stop."""


@dataclass(frozen=True)
class KernelSetting:
    """The law, the learner and its parameters.

    Attributes
    ----------
    law, loss, kernel, width : by name, as the algorithm's parameters; width relative to the median distance.
    regularisation : λ at m = 100.
    power : λ = regularisation · (m / 100)^{−power}; 0 keeps it.
    rounds : number of steps, unless `grows` sets it; the first is as long as the norm bound allows.
    decay : θ, step t being t^{−θ} of the first.
    grows : Theorem 2.1 sets the number of steps by the sample size.
    """

    law: str = "clouds"
    loss: str = "logistic"
    kernel: str = "gaussian"
    width: float = 1.0
    regularisation: float = 0.01
    power: float = 0.5
    rounds: int = 200
    decay: float = 0.0
    grows: bool = False

    @classmethod
    def of_the_theorem(
        cls, law: str, loss: str, kernel: str, decay: float = 0.0, regularisation: float = 0.01
    ) -> KernelSetting:
        """Return λ, the steps and T as Theorem 2.1 sets them, with the power of Corollary 2.2."""
        power = promise.best_power(loss)
        return cls(law, loss, kernel, 1.0, regularisation, power, decay=decay, grows=True)

    def regularisation_at(self, m: float) -> float:
        """λ for samples of m items per class, the mean of the two."""
        return float(self.regularisation * (m / 100) ** -self.power)

    def rounds_at(self, m: float, gamma: float) -> int:
        """T for samples of m items per class and a first step `gamma`."""
        if not self.grows:
            return self.rounds
        share = promise.share_left(self.loss, self.power, m)
        return promise.steps_needed(gamma, self.decay, self.regularisation_at(m), share)

    @property
    def promised(self) -> float:
        """The power of m that Theorem 2.1 promises for ‖f_T − f_λ‖; 0 or more is none."""
        return promise.distance_power(self.loss, self.power)


@dataclass(frozen=True, eq=False)
class FittedPower:
    """A measure of samples by their size, and its power of the size.

    Attributes
    ----------
    sizes : (S,) m = n. values : (S, R) of each sample.
    mean, low, high : (S,) the mean, and the middle 90 % of its values over resampled seeds.
    slope, slope_low, slope_high : of log mean over log m, by least squares; NaN when fewer than two means are above 0.
    level : the fitted line's mean at m = 1.
    """

    sizes: np.ndarray
    values: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    slope: float
    slope_low: float
    slope_high: float
    level: float

    @classmethod
    def fit(cls, sizes: np.ndarray, values: np.ndarray) -> FittedPower:
        """Fit values (S, R) at sizes (S,)."""
        resampled = _resampled(values)
        slopes = np.array([fitted_line(sizes, each)[0] for each in resampled])
        slopes = slopes[np.isfinite(slopes)]
        mean = values.mean(axis=1)
        slope, level = fitted_line(sizes, mean)
        low, high = np.quantile(resampled, [0.05, 0.95], axis=0)
        ends = np.quantile(slopes, [0.05, 0.95]) if len(slopes) else np.full(2, np.nan)
        return cls(sizes, values, mean, low, high, slope, float(ends[0]), float(ends[1]), level)


@dataclass(frozen=True, eq=False)
class Rates(FittedPower):
    """The excess AUC over sample sizes: values are best AUC − AUC of each fit, both on the same fresh sample.

    Attributes
    ----------
    best : AUC of the best ranking on that sample. steps : (S,) T, the mean over the samples.
    """

    setting: KernelSetting
    best: float
    steps: np.ndarray


def measure(
    setting: KernelSetting, sizes: tuple[int, ...] = SIZES, seeds: int = 20, progress: Progress | None = None
) -> Rates:
    """Draw, fit and compare, `seeds` samples of each size; the same arguments give the same numbers.

    Raises
    ------
    DataError
        A law, loss or kernel that does not exist, fewer than two sizes or seeds, or a stop requested by `progress`.
    """
    if len(sizes) < 2 or seeds < 2:
        raise DataError("A slope needs two sizes and two seeds at least", remedy="Choose more of them")
    excess, best, steps = _excesses(setting, [(m, m) for m in sizes], seeds, progress)
    fitted = FittedPower.fit(np.array(sizes), excess)
    return Rates(**vars(fitted), setting=setting, best=best, steps=steps)


@dataclass(frozen=True, eq=False)
class Balance:
    """The excess AUC of samples of the same number of items with unequal classes.

    Attributes
    ----------
    items : m + n. positives : (S,) m. values : (S, R), like best, mean, low and high as in `Rates`.
    """

    setting: KernelSetting
    items: int
    positives: np.ndarray
    values: np.ndarray
    best: float
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


def over_shares(
    setting: KernelSetting,
    items: int = ITEMS,
    positives: tuple[int, ...] = POSITIVES,
    seeds: int = 20,
    progress: Progress | None = None,
) -> Balance:
    """Draw, fit and compare samples of `items` items, `positives` of them positive; λ is that of items / 2.

    Raises
    ------
    DataError
        Those of `measure`, and a class without an item.
    """
    if seeds < 2 or not all(0 < m < items for m in positives):
        raise DataError("Each class needs an item, and a mean two seeds", remedy="Choose more of them")
    excess, best, _ = _excesses(setting, [(m, items - m) for m in positives], seeds, progress)
    low, high = np.quantile(_resampled(excess), [0.05, 0.95], axis=0)
    return Balance(setting, items, np.array(positives), excess, best, excess.mean(axis=1), low, high)


def _excesses(
    setting: KernelSetting, samples: list[tuple[int, int]], seeds: int, progress: Progress | None
) -> tuple[np.ndarray, float, np.ndarray]:
    """(S, R) the gap of each fit to the best AUC, and that AUC, both on one new sample; (S,) the mean T."""
    if setting.law not in LAWS or setting.loss not in LOSSES:
        raise DataError(
            f'There is no distribution "{setting.law}" with the loss "{setting.loss}"',
            remedy=f"The distributions are {', '.join(LAWS)}, the losses {', '.join(LOSSES)}",
        )
    law = LAWS[setting.law]()
    fresh, best_auc, above = fresh_of(law)
    excess, steps = np.empty((len(samples), seeds)), np.zeros(len(samples))
    done, every = 0, len(samples) * seeds
    for s, (m, n) in enumerate(samples):
        for r in range(seeds):
            if progress is not None and not progress(done, every):
                raise DataError("The measurement was stopped", remedy="Start it again when you want it")
            f, rounds = fit_kernel(setting, law, m, r, fresh, n)
            steps[s] += rounds / seeds
            excess[s, r] = best_auc - auc(f[above], f[~above])
            done += 1
    return excess, best_auc, steps


def fresh_of(law: Distribution2D) -> tuple[np.ndarray, float, np.ndarray]:
    """Return points (2 FRESH, 2) of a law, the best ranking's AUC on them, and which are positive."""
    rng = np.random.default_rng(0)
    fresh = np.concatenate([law.positives(rng, FRESH), law.negatives(rng, FRESH)])
    best = law.best(fresh)
    return fresh, auc(best[:FRESH], best[FRESH:]), np.arange(2 * FRESH) < FRESH


def fit_kernel(
    setting: KernelSetting, law: Distribution2D, m: int, seed: int, fresh: np.ndarray, n: int
) -> tuple[np.ndarray, int]:
    """Return the scores (k,) of new points (k, 2) by a fit to m positives and n negatives drawn with `seed`, and T."""
    rng = np.random.default_rng((seed, m))
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, n)])
    scaling = Scaling.fit(X, standardise=True)
    Z = scaling.apply(X)
    kernel = Kernel.from_params({"kernel": setting.kernel, "width": setting.width, "degree": 2}, Z)
    of, rounds = descended(setting, Gram.from_items(kernel, Z, Z), m, n)
    return Gram.from_items(kernel, scaling.apply(fresh), Z).times(of.c), rounds


def descended(setting: KernelSetting, gram: Gram, m: int, n: int) -> tuple[Descent, int]:
    """Return the function after the setting's steps on m positives and then n negatives, and the number of steps."""
    loss, size = LOSSES[setting.loss], (m + n) / 2
    rate = setting.regularisation_at(size)
    of = Descent(
        gram, None, positive=np.arange(m), negative=np.arange(m, m + n), loss=loss, regularisation=rate
    )
    gamma = longest_step(gram.kappa, loss.lipschitz, rate)
    rounds = setting.rounds_at(size, gamma)
    for t in range(1, rounds + 1):
        g = of.gradient()
        of.move(gamma * t**-setting.decay, g, gram.times(g))
    return of, rounds


def _resampled(values: np.ndarray) -> np.ndarray:
    """(RESAMPLES, S) the means over resampled seeds."""
    picks = np.random.default_rng(0).integers(0, values.shape[1], (RESAMPLES, *values.shape))
    return np.asarray(np.take_along_axis(values[None].repeat(RESAMPLES, axis=0), picks, axis=2).mean(axis=2))


def fitted_line(sizes: np.ndarray, mean: np.ndarray) -> tuple[float, float]:
    """Return (power, level) of mean ≈ level · m^power by least squares of the logs; means of 0 or less are left out."""
    good = mean > 0.0
    if good.sum() < 2:
        return float("nan"), float("nan")
    power, log_level = np.polyfit(np.log(sizes[good]), np.log(mean[good]), 1)
    return float(power), float(np.exp(log_level))
