"""The claim behind the kernel paper's rates: a sample's gradient is near the law's (GD, Lemmas 3.5 and 3.6)."""

from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.kernel import GROUP, NAME, PAPER
from rankviz.insight.theory import concentration

LAW = "synthetic:moons?noise=0.3"
ROUNDS, DRAWS, DELTA = 20, 50, 0.05
SIZES = (10, 20, 30, 40)
"""Positives, and as many negatives."""
MORE = 4
"""The factor of the items that halves the distance."""
LARGE, OTHER = 2_000, 10_000
"""Items that stand for the law, and the first seed of the samples; the run's seed is 0."""


def _spec(loss: str) -> RunSpec:
    return RunSpec(f"{LAW}&n=80", (NAME,), ROUNDS, parameters={"loss": loss})


@lru_cache(maxsize=len(LOSSES))
def _fitted(loss: str) -> tuple[KernelDetails, float]:
    """Return the run's details, and ‖f‖ after its last round."""
    (run,) = ClaimRun(_spec(loss), ROUNDS).trace().scored
    return run.details_as(KernelDetails), float(run.extra["norm"][-1])


def _gradient(loss: str, items: int, seed: int) -> concentration.Gradient:
    """Return ∇E_S, of a new sample, at the run's last f."""
    details, _ = _fitted(loss)
    problem = sources.load(f"{LAW}&n={items}&seed={seed}")
    Z = details.scaling.apply(problem.X)
    f = details.kernel.matrix(Z, details.Z) @ details.coefficients[-1]
    return concentration.Gradient(
        details.kernel, details.loss, Z=Z, f=f, positive=problem.known_grades > problem.known_grades.min()
    )


@lru_cache(maxsize=len(LOSSES))
def _law(loss: str) -> concentration.Gradient:
    return _gradient(loss, LARGE, OTHER - 1)


@lru_cache(maxsize=64)
def _distances(loss: str, size: int) -> np.ndarray:
    """Return (DRAWS,) ‖∇E_S(f) − ∇E(f)‖_K of samples with `size` positives, and as many negatives."""
    return np.array([_gradient(loss, 2 * size, OTHER + draw).distance(_law(loss)) for draw in range(DRAWS)])


def _bounds(loss: str, size: int) -> tuple[float, float]:
    """Return upper bounds of the mean distance, and of the distance of 95 in 100 samples."""
    details, norm = _fitted(loss)
    kappa = details.schedule.kappa
    slope = concentration.largest_slope(details.loss, kappa, norm)
    return (
        concentration.mean_deviation(kappa, slope, size, size),
        concentration.deviation(kappa, slope, size, size, DELTA),
    )


def _concentrates(options: Options) -> Proof:
    loss, size = str(options["loss"]), int(options["size"])

    def evidence(size: int) -> tuple[Evidence, ...]:
        found, (mean, most) = _distances(loss, size), _bounds(loss, size)
        return (
            compare(
                f"Of {DRAWS} samples at most 5 in 100 lie further from the law's gradient than Lemma 3.6 allows.",
                (f"share with a distance above {most:.3g}", float((found > most).mean())),
                "≤",
                ("δ", DELTA),
            ),
            compare(
                "Their mean distance is below that of Lemma 3.5.",
                ("mean ‖∇Eₛ − ∇E‖", float(found.mean())),
                "≤",
                ("2κB (1/√m + 1/√n)", mean),
            ),
            compare(
                "Four times as many items about halve it, as they halve 1/√m.",
                (f"mean distance at m = n = {MORE * size}", float(_distances(loss, MORE * size).mean())),
                "<",
                (f"0.6 of that at {size}", 0.6 * float(found.mean())),
            ),
        )

    shown, found = evidence(size), _distances(loss, size)
    shown_sizes = (*SIZES, *(MORE * each for each in SIZES if MORE * each > SIZES[-1]))
    return Proof(
        ClaimRun(_spec(loss), ROUNDS),
        shown,
        f"At m = n = {size} the {DRAWS} distances are {found.mean():.3g} on average and {found.max():.3g} at most; the "
        f"lemma allows {_bounds(loss, size)[1]:.3g}.",
        Figure(
            f"Distance of {DRAWS} samples' gradients from the law's",
            "m = n",
            "‖∇Eₛ(f) − ∇E(f)‖",
            (
                Curve(
                    f"{DRAWS} samples",
                    NAME,
                    tuple(float(each) for each in shown_sizes for _ in range(DRAWS)),
                    tuple(float(x) for each in shown_sizes for x in _distances(loss, each)),
                    "points",
                ),
                *(
                    Curve(
                        name,
                        "bound",
                        tuple(map(float, shown_sizes)),
                        tuple(_bounds(loss, each)[k] for each in shown_sizes),
                        kind,
                    )
                    for k, name, kind in (
                        (0, "Lemma 3.5, the mean", "dash"),
                        (1, "Lemma 3.6, 95 in 100", "line"),
                    )
                ),
            ),
            at=size,
            log=True,
        ),
        swept("size", SIZES, evidence, size),
    )


CLAIMS = (
    Claim(
        "gradients-concentrate",
        "A sample's gradient is close to the distribution's",
        "With m positives and n negatives drawn from a distribution, the gradient at a fixed f lies on average within "
        "a constant times 1/√m + 1/√n of the distribution's own. Few samples lie further.",
        f"{PAPER}, Lemmas 3.5 and 3.6",
        "The points of all samples stay below the lines and fall as steeply. The constant of Lemma 3.5 is some "
        "thirty times too large, because the lemma uses only how large a slope can be.",
        GROUP,
        _concentrates,
        (
            Choice("loss", "Loss", "choice", "logistic", "φ, what a pair costs.", choices=tuple(LOSSES)),
            Choice("size", "m = n", "int", 20, "Positives of a sample, and negatives.", 10, 40, 10),
        ),
        reference="gd-lemma-3-5",
    ),
)
