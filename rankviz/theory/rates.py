"""How fast kernel gradient descent learns: excess AUC against the sample size, on laws whose best ranking is known.

GD, Theorem 2.1 bounds the distance to the best function by a power of the sample size. What such a statement looks
like is measured here: for each size m = n many samples are drawn, each is learned from, and what its AUC lacks to
that of the best ranking is averaged; on a log–log scale a power of m is a straight line, and its slope the power.
The paper's discussion adds that balance of the two classes is crucial: `over_shares` parts as many items unevenly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.kernel_gd.descent import Descent, Gram, longest_step
from rankviz.algorithms.kernel_gd.gram import Kernel, Scaling
from rankviz.algorithms.kernel_gd.losses import LOSSES, auc
from rankviz.data.builtin.plane_laws import LAWS, Distribution2D
from rankviz.errors import DataError

SIZES = (10, 20, 40, 80, 160, 320)
"""m = n: positives, and as many negatives."""

FRESH = 2_000
"""Positives, and as many negatives, on which AUCs are measured; the same for all fits of a law."""

RESAMPLES = 400

ITEMS = 160
POSITIVES = (4, 8, 16, 40, 80)
"""Of so many items so many are positive."""

Progress = Callable[[int, int], bool]
"""Called with (fits done, fits in all); False asks to stop."""


@dataclass(frozen=True)
class Setting:
    """What is learned, and how.

    Attributes
    ----------
    law, loss, kernel, width : by name, as the algorithm's parameters; width relative to the median distance.
    regularisation : λ at m = 100.
    power : λ = regularisation · (m / 100)^{−power}; 0 keeps it.
    rounds : steps, each as long as the norm bound allows.
    """

    law: str = "clouds"
    loss: str = "logistic"
    kernel: str = "gaussian"
    width: float = 1.0
    regularisation: float = 0.01
    power: float = 0.5
    rounds: int = 200

    def regularisation_at(self, m: float) -> float:
        """λ for samples of m items a class, in the mean of the two."""
        return float(self.regularisation * (m / 100) ** -self.power)


def promised_power(setting: Setting) -> float:
    """The power of m with which the distance ‖f_T − f_λ‖_K falls at least, m = n, for λ ~ m^{−s} (GD, section 3).

    J is λ-strongly convex, so the distance is at most 1/λ times how far the slopes of E_S and of E lie apart; by
    McDiarmid that is L/√m up to a constant, L the largest |φ'₋| there is. L ≤ 1 for hinge and logistic; for least
    squares it grows with the norm, which Lemma 3.4 keeps under a constant over λ. So it is L/(λ√m).

    The power is s − ½, or 2s − ½ for least squares; 0 or more promises nothing. Early steps that have not come to the
    minimiser are left out.
    """
    shares = 2.0 if setting.loss == "least-squares" else 1.0
    return shares * setting.power - 0.5


@dataclass(frozen=True, eq=False)
class Rates:
    """What was measured.

    Attributes
    ----------
    sizes : (S,) m = n. excess : (S, R) best AUC − AUC of the fit, both on the same fresh sample.
    best : AUC of the best ranking on that sample.
    mean, low, high : (S,) mean excess, and the middle 90 % of what resampled seeds give for it.
    slope, slope_low, slope_high : of log mean over log m, by least squares; NaN when fewer than two means are above 0.
    level : the fitted line's mean excess at m = 1.
    """

    setting: Setting
    sizes: np.ndarray
    excess: np.ndarray
    best: float
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    slope: float
    slope_low: float
    slope_high: float
    level: float


def measure(
    setting: Setting, sizes: tuple[int, ...] = SIZES, seeds: int = 20, progress: Progress | None = None
) -> Rates:
    """Draw, fit and compare, `seeds` samples of each size; the same arguments give the same numbers.

    Raises
    ------
    DataError
        A law, loss or kernel that does not exist, fewer than two sizes or seeds, or a stop asked for by `progress`.
    """
    if len(sizes) < 2 or seeds < 2:
        raise DataError("A slope needs two sizes and two seeds at least", remedy="Choose more of them")
    excess, best = _excesses(setting, [(m, m) for m in sizes], seeds, progress)
    return _summary(setting, np.array(sizes), excess, best)


@dataclass(frozen=True, eq=False)
class Balance:
    """What was measured of samples of as many items, parted unevenly.

    Attributes
    ----------
    items : m + n. positives : (S,) m. excess : (S, R) as of `Rates`; so are best, mean, low and high.
    """

    setting: Setting
    items: int
    positives: np.ndarray
    excess: np.ndarray
    best: float
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


def over_shares(
    setting: Setting,
    items: int = ITEMS,
    positives: tuple[int, ...] = POSITIVES,
    seeds: int = 20,
    progress: Progress | None = None,
) -> Balance:
    """Draw, fit and compare samples of `items` items of which so many are positive; λ is that of items / 2.

    Raises
    ------
    DataError
        As `measure`, and for a class without an item.
    """
    if seeds < 2 or not all(0 < m < items for m in positives):
        raise DataError("Each class needs an item, and a mean two seeds", remedy="Choose more of them")
    excess, best = _excesses(setting, [(m, items - m) for m in positives], seeds, progress)
    low, high = np.quantile(_resampled(excess), [0.05, 0.95], axis=0)
    return Balance(setting, items, np.array(positives), excess, best, excess.mean(axis=1), low, high)


def _excesses(
    setting: Setting, samples: list[tuple[int, int]], seeds: int, progress: Progress | None
) -> tuple[np.ndarray, float]:
    """(S, R) what each fit lacks to the best AUC, and that AUC, both on one fresh sample."""
    if setting.law not in LAWS or setting.loss not in LOSSES:
        raise DataError(
            f'There is no law "{setting.law}" with the loss "{setting.loss}"',
            remedy=f"The laws are {', '.join(LAWS)}, the losses {', '.join(LOSSES)}",
        )
    law = LAWS[setting.law]()
    rng = np.random.default_rng(0)
    fresh = np.concatenate([law.positives(rng, FRESH), law.negatives(rng, FRESH)])
    best = law.best(fresh)
    best_auc = auc(best[:FRESH], best[FRESH:])
    excess = np.empty((len(samples), seeds))
    done, every = 0, len(samples) * seeds
    for s, (m, n) in enumerate(samples):
        for r in range(seeds):
            if progress is not None and not progress(done, every):
                raise DataError("The measurement was stopped", remedy="Start it again when you want it")
            f = fitted_scores(setting, law, m, r, fresh, n)
            excess[s, r] = best_auc - auc(f[:FRESH], f[FRESH:])
            done += 1
    return excess, best_auc


def fitted_scores(
    setting: Setting, law: Distribution2D, m: int, seed: int, fresh: np.ndarray, n: int | None = None
) -> np.ndarray:
    """Scores (k,) of fresh points (k, 2) by a fit to m positives and n negatives (as many) drawn with `seed`."""
    n = m if n is None else n
    rng = np.random.default_rng((seed, m))
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, n)])
    scaling = Scaling.of(X, standardise=True)
    Z = scaling.apply(X)
    kernel = Kernel.of({"kernel": setting.kernel, "width": setting.width, "degree": 2}, Z)
    gram, loss, regularisation = (
        Gram.of(kernel, Z, Z),
        LOSSES[setting.loss],
        setting.regularisation_at((m + n) / 2),
    )
    of = Descent(gram, None, np.arange(m), np.arange(m, m + n), loss, regularisation)
    gamma = longest_step(gram.kappa, loss.lipschitz, regularisation)
    for _ in range(setting.rounds):
        g = of.gradient()
        of.move(gamma, g, gram.times(g))
    return Gram.of(kernel, scaling.apply(fresh), Z).times(of.c)


def _summary(setting: Setting, sizes: np.ndarray, excess: np.ndarray, best: float) -> Rates:
    resampled = _resampled(excess)
    slopes = np.array([fitted_line(sizes, each)[0] for each in resampled])
    slopes = slopes[np.isfinite(slopes)]
    mean = excess.mean(axis=1)
    slope, level = fitted_line(sizes, mean)
    low, high = np.quantile(resampled, [0.05, 0.95], axis=0)
    ends = np.quantile(slopes, [0.05, 0.95]) if len(slopes) else np.full(2, np.nan)
    return Rates(setting, sizes, excess, best, mean, low, high, slope, float(ends[0]), float(ends[1]), level)


def _resampled(excess: np.ndarray) -> np.ndarray:
    """(RESAMPLES, S) the means that redrawn seeds give."""
    picks = np.random.default_rng(0).integers(0, excess.shape[1], (RESAMPLES, *excess.shape))
    return np.asarray(np.take_along_axis(excess[None].repeat(RESAMPLES, axis=0), picks, axis=2).mean(axis=2))


def fitted_line(sizes: np.ndarray, mean: np.ndarray) -> tuple[float, float]:
    """(power, level) of mean ≈ level · m^power by least squares of the logs; means of 0 or less are left out."""
    good = mean > 0.0
    if good.sum() < 2:
        return float("nan"), float("nan")
    power, log_level = np.polyfit(np.log(sizes[good]), np.log(mean[good]), 1)
    return float(power), float(np.exp(log_level))
