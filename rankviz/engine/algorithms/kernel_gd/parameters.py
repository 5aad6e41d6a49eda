"""The parameters of kernel gradient descent."""

from rankviz.engine.algorithms.kernel_gd.gram import KERNELS
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.choice import Choice

PARAMETERS = (
    Choice(
        "loss",
        "φ, loss of a pair",
        "choice",
        "logistic",
        "What a pair costs at its margin z: hinge max(0, 1 − z), least squares (1 − z)², logistic ln(1 + e⁻ᶻ).",
        choices=tuple(LOSSES),
    ),
    Choice(
        "kernel",
        "K, kernel",
        "choice",
        "gaussian",
        "How similar two items are; the score is a weighted sum of similarities to the training items.",
        choices=KERNELS,
    ),
    Choice(
        "width",
        "σ, width of the kernel",
        "float",
        0.5,
        "Width of the Gaussian and Laplacian kernels, as a multiple of the median distance between items.",
        low=0.01,
        high=10.0,
    ),
    Choice("degree", "Degree", "int", 3, "Degree of the polynomial kernel.", low=1, high=8),
    Choice(
        "standardise",
        "Standardise",
        "bool",
        True,
        "Bring each feature to mean 0 and spread 1 (taken from the training part) before the kernel.",
    ),
    Choice(
        "regularisation",
        "λ, norm penalty",
        "float",
        0.01,
        "λ says what a large norm costs: J(f) = Eₛ(f) + (λ/2) ‖f‖². The larger, the flatter the score stays.",
        low=1e-6,
        high=10.0,
        spoken=("λ",),
    ),
    Choice(
        "step",
        "γ, first step (0: the longest)",
        "float",
        0.0,
        "γ, the length of the first step; 0 takes the longest that the norm bound allows, 1/(4κ²N + λ).",
        low=0.0,
        high=1000.0,
        spoken=("γ",),
    ),
    Choice(
        "decay", "θ, decay of the steps", "float", 0.0, "θ: step t has length γ / t^θ.", low=0.0, high=0.99
    ),
    Choice(
        "pairs_per_step",
        "Pairs per step",
        "int",
        0,
        "Pairs drawn at random for each step (stochastic gradient); 0 uses all of them.",
        low=0,
        high=100_000,
    ),
)
