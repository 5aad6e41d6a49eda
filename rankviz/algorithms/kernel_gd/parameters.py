"""What one can choose of kernel gradient descent."""

from __future__ import annotations

from rankviz.algorithms.boosting.algorithm import Parameter
from rankviz.algorithms.kernel_gd.gram import KERNELS
from rankviz.algorithms.kernel_gd.losses import LOSSES

PARAMETERS = (
    Parameter(
        "loss",
        "logistic",
        "choice",
        "φ, the cost of a pair's margin z: hinge max(0, 1 − z), least squares (1 − z)², logistic ln(1 + e⁻ᶻ).",
        tuple(LOSSES),
    ),
    Parameter(
        "kernel",
        "gaussian",
        "choice",
        "How alike two items are; the score is a weighted sum of likenesses to the training items.",
        KERNELS,
    ),
    Parameter(
        "width",
        0.5,
        "float",
        "Width of the Gaussian and Laplacian kernels, as a multiple of the median distance between items.",
        low=0.01,
        high=10.0,
    ),
    Parameter("degree", 3, "int", "Degree of the polynomial kernel.", low=1, high=8),
    Parameter(
        "standardise",
        True,
        "bool",
        "Bring each feature to mean 0 and spread 1 (taken from the training part) before the kernel.",
    ),
    Parameter(
        "regularisation",
        0.01,
        "float",
        "λ, the price of a large norm: J(f) = E_S(f) + (λ/2) ‖f‖².",
        low=1e-6,
        high=10.0,
    ),
    Parameter(
        "step",
        0.0,
        "float",
        "γ, the length of the first step; 0 takes the longest that the norm bound allows, 1/(4κ²N + λ).",
        low=0.0,
        high=1000.0,
    ),
    Parameter("decay", 0.0, "float", "θ: step t has length γ / t^θ.", low=0.0, high=0.99),
    Parameter(
        "pairs_per_step",
        0,
        "int",
        "Pairs drawn at random for each step (stochastic gradient); 0 uses all of them.",
        low=0,
        high=100_000,
    ),
)
