"""The equations of a step of kernel gradient descent (GD: Chen, He, Pan 2012)."""

from rankviz.insight.reference.formulas.formula import Equation, Variable, four, one, sqrt, two

GAMMA, THETA, T = Variable(r"\gamma"), Variable(r"\theta"), Variable("t", exact=True)
STEP = Equation("GD (1.5)", r"\gamma_t", GAMMA * T**-THETA)

KAPPA, STEEP, LAMBDA = Variable(r"\kappa"), Variable("N"), Variable(r"\lambda")
LONGEST = Equation("GD Lemma 3.4", r"\gamma_t", one / (four * KAPPA**two * STEEP + LAMBDA), r"\le")

LENGTH, COEFFICIENT, SLOPE = Variable(r"\gamma_t"), Variable("c_k"), Variable("g_k")
MOVED = (one - LENGTH * LAMBDA) * COEFFICIENT - LENGTH * SLOPE
COEFFICIENTS = Equation("GD (1.5)", "c_k", MOVED, r"\leftarrow")

COSTS = Variable(r"\sum_{i,j} \varphi\left( f(x^+_i) - f(x^-_j) \right)")
M, N = Variable("m", exact=True), Variable("n", exact=True)
RISK = Equation("GD (1.2)", r"\mathcal E_S", COSTS / (M * N))

_NORM = r"\lVert f_t \rVert_K"
PARTS = Variable(r"\textstyle\sum_k c_k f_t(x_k)")
NORM = Equation("GD (1.3)", rf"{_NORM} = \sqrt{{c^\top K c}}", sqrt(PARTS))
SLOPE_AT_0 = Variable(r"|\varphi'_-(0)|")
NORM_BOUND = Equation("GD Lemma 3.4", _NORM, two * KAPPA * SLOPE_AT_0 / LAMBDA, r"\le")
MEAN_COST, SIZE = Variable(r"\mathcal E_S"), Variable(_NORM)
OBJECTIVE = Equation("GD (1.3)", "J(f_t)", MEAN_COST + LAMBDA / two * SIZE**two)

KEPT, BEFORE = Variable(r"(1 - \gamma_t \lambda)"), Variable(r"\lVert f_{t-1} - f_\lambda \rVert_K")
DISTANCE_LEFT = KEPT * BEFORE
"""What is left of the distance to the exact minimiser at most, of a short step."""
