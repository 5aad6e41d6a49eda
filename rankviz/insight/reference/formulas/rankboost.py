"""The equations of RB-D, RB-C and RankBoost+ (RB+), of the losses, and of the margin of the ensemble."""

from rankviz.engine.numerics import logistic
from rankviz.insight.reference.formulas.formula import (
    Equation,
    Formula,
    Values,
    Variable,
    constant,
    cosh,
    exp,
    half,
    ln,
    one,
    small_half,
    sum_equation,
    tall_exp,
    tanh,
    two,
)

PLUS, TIED, MINUS = (Variable(rf"\varepsilon^{side}_t") for side in "+0-")
EDGE, ALPHA, PRIOR = Variable("r_t"), Variable(r"\alpha_t"), Variable(r"\alpha'_t")
M = Variable("m", exact=True)

# ---------------------------------------------------------------- what a ranker says, by weight


def _side(sign: str, relation: str) -> Equation:
    terms = rf"\sum_{{i:\ h_t(x'_i) {relation} h_t(x_i)}} D_t(i)"
    return sum_equation("RB+ (8)", rf"\varepsilon^{{{sign}}}_t", terms)


EPS_8 = {"eps_correct": _side("+", ">"), "eps_tied": _side("0", "="), "eps_reversed": _side("-", "<")}
R_17 = Equation("RB+ (17)", r"r_t = \sum_i D_t(i)\,(h_t(x'_i) - h_t(x_i))", PLUS - MINUS)
DELTA_13 = Equation("RB+ (13)", r"\delta(h_t)", MINUS - PLUS)
DELTA_33 = Equation("RB+ (33)", r"\delta(h_t)", MINUS - PLUS + TIED * tanh(PRIOR))
BY_ITEMS = "RB+ (17), by items"
R_BY_ITEMS = sum_equation(BY_ITEMS, "r_t", r"\sum_x \pi_t(x)\, h_t(x)")
DELTA_BY_ITEMS = sum_equation(BY_ITEMS, r"\varepsilon^-_t - \varepsilon^+_t", r"-\sum_x \pi_t(x)\, h_t(x)")
POTENTIAL = sum_equation(BY_ITEMS, r"\pi(x)", r"\sum_{i:\ x = x'_i} D(i) - \sum_{i:\ x = x_i} D(i)")

# ---------------------------------------------------------------- α


def _tie_share(sign: Formula, mirrored: float) -> Formula:
    """Return e^{∓α'} / (2 cosh α'), which is a logistic function of α' and computed as that."""

    def give(values: Values) -> float:
        return logistic(mirrored * PRIOR.give(values))

    return exp(sign).slash(two * cosh(PRIOR)).computed(give)


ALPHA_14 = Equation("RB+ (14)", r"\alpha_t", half * ln(PLUS / MINUS))
ALPHA_19 = Equation("RB+ (19)", r"\alpha_t", half * ln((one + EDGE) / (one - EDGE)))
ALPHA_39 = Equation("RB+ (39)", ALPHA_19.right.tex, half * ln((PLUS + half * TIED) / (MINUS + half * TIED)))
ALPHA_34 = Equation(
    "RB+ (34)",
    r"\alpha_t",
    half * ln((PLUS + TIED * _tie_share(-PRIOR, -2.0)) / (MINUS + TIED * _tie_share(PRIOR, 2.0))),
)
PRIOR_SUM = sum_equation("RB+ before (25)", r"\alpha'_t", r"\sum_{s < t:\ h_s = h_t} \alpha_s")
ETA = sum_equation("RB+ (24)", r"\eta_j", r"\sum_{s \le t:\ h_s = h_j} \alpha_s")

# ---------------------------------------------------------------- weights and losses

TIE_FACTOR_9 = Equation("RB+ (9)", r"\omega_t(i)", constant(1.0, r"1 \text{ for a tied pair}"))
TIE_FACTOR_25 = Equation("RB+ (25)", r"\omega^+_t(i)", (cosh(ALPHA + PRIOR) / cosh(PRIOR)).by_logs())
TIE_FACTOR = Variable(TIE_FACTOR_25.right.tex)
Z_11 = Equation("RB+ (11)", "Z_t", PLUS * exp(-ALPHA) + MINUS * exp(ALPHA) + TIED)
Z_27 = Equation("RB+ (27)", "Z_t", PLUS * exp(-ALPHA) + MINUS * exp(ALPHA) + TIED * TIE_FACTOR)

WEIGHT, Z = Variable("D_t(i)"), Variable("Z_t")
_REWEIGHTED = r"D_{t+1}(i) = \frac{D_t(i)\, \omega_t(i)}{Z_t}"


def reweighted(says: int, cosh_ties: bool) -> Equation:
    """Return the equation of D (10), (26) of a pair that the ranker orders correctly (1), reverses (−1) or ties (0)."""
    moved = WEIGHT * exp(-ALPHA) if says > 0 else WEIGHT * exp(ALPHA)
    if not says:
        moved = WEIGHT * TIE_FACTOR if cosh_ties else WEIGHT
    return Equation("RB+ (26)" if cosh_ties else "RB+ (10)", _REWEIGHTED, moved / Z)


D_LIMIT = Equation("RB+ Lemma 1, 2", "D_{t+1}(i)", WEIGHT / Z)
TERM, E2 = Variable(r"\prod_j \omega^*_2(i, h_j, \eta_j)", in_logs=True), Variable(r"\hat E_2", in_logs=True)
D_OF_LOSS = Equation("RB+ (26)–(29)", "D_{t+1}(i)", TERM / (M * E2))
PAIR_WEIGHT, ALL_WEIGHTS = Variable("w_i", exact=True), Variable(r"\sum_k w_k", exact=True)
FIRST_D = Equation("RB+ Algorithm 1, pairs with weights", "D_1(i)", PAIR_WEIGHT / ALL_WEIGHTS)
FIRST = Variable("D_1(i)")
D_OF_LOSS_WEIGHTED = Equation("RB+ (26)–(29), pairs with weights", "D_{t+1}(i)", FIRST * TERM / E2)
ABOVE, BELOW, PAIR_SCORE = Variable("g(x'_i)"), Variable("g(x_i)"), Variable("s_i")
SCORE = Equation("RB+ section 2", "s_i", ABOVE - BELOW)
ITEM_SCORE = sum_equation("RB+ section 2", "g(x)", r"\sum_j \eta_j h_j(x)")
COSHES = Variable(r"\prod_{j:\ h_j \text{ ties } i} \cosh \eta_j", product=True)
TERM_22 = Equation("RB+ (22), (23)", TERM.symbol.tex, exp(-PAIR_SCORE) * COSHES)

WRONG, EQUAL = (
    Variable(r"\sum_i [\, s_i < 0 \,]", exact=True),
    Variable(r"\sum_i [\, s_i = 0 \,]", exact=True),
)
R1_3 = Equation("RB+ (3)", r"\hat R_1 = \frac1m \sum_i [\, s_i \le 0 \,]", (WRONG + EQUAL) / M)
R2_4 = Equation("RB+ (4)", r"\hat R_2", (WRONG + small_half * EQUAL) / M)
E1_5 = Equation("RB+ (5)", r"\hat E_1 = F_1(\eta)", Variable(r"\sum_i e^{-s_i}", in_logs=True).over(M))
E2_22 = Equation(
    "RB+ (22)–(24)",
    r"\hat E_2 = F_2(\eta)",
    Variable(rf"\sum_i {TERM.symbol.tex}", in_logs=True).over(M),
)


WRONG_SHARE, EQUAL_SHARE = (
    Variable(r"\sum_i D_1(i) [\, s_i < 0 \,]"),
    Variable(r"\sum_i D_1(i) [\, s_i = 0 \,]"),
)
R1_WEIGHTED = Equation(
    "RB+ (3), pairs with weights",
    r"\hat R_1 = \sum_i D_1(i) [\, s_i \le 0 \,]",
    WRONG_SHARE + EQUAL_SHARE,
)
R2_WEIGHTED = Equation("RB+ (4), pairs with weights", r"\hat R_2", WRONG_SHARE + small_half * EQUAL_SHARE)
E1_WEIGHTED = Equation(
    "RB+ (5), pairs with weights",
    r"\hat E_1 = F_1(\eta)",
    Variable(r"\sum_i D_1(i)\, e^{-s_i}", in_logs=True),
)
E2_WEIGHTED = Equation(
    "RB+ (22)–(24), pairs with weights",
    r"\hat E_2 = F_2(\eta)",
    Variable(rf"\sum_i D_1(i) {TERM.symbol.tex}", in_logs=True),
)


def product_of_z(number: str, symbol: str) -> Equation:
    """Return the equation of a loss as the product of all Z: (12), (29)."""
    before = Variable(rf"{symbol}\text{{ before}}", in_logs=True)
    return Equation(number, rf"{symbol} = \prod_{{s \le t}} Z_s", before * Variable(r"Z_t", in_logs=True))


PRODUCT_OF_Z = {"e1": product_of_z("RB+ (12)", r"\hat E_1"), "e2": product_of_z("RB+ (29)", r"\hat E_2")}

# ---------------------------------------------------------------- bounds and margins


def _of_slopes(number: str, left: str, square: str) -> Equation:
    return Equation(number, left, tall_exp(-(small_half * Variable(rf"\sum_{{s \le t}} {square}"))))


_SQUARE_13 = r"(\varepsilon^+_s - \varepsilon^-_s)^2"
BOUND_16 = _of_slopes("RB+ (16)", "U_1", _SQUARE_13)
BOUND_35 = _of_slopes("RB+ (35)", "U_2", r"\delta(h_s)^2")
BOUND_PUSH = _of_slopes("Push bound", "U", _SQUARE_13)
BOUND_18 = Equation("RB+ (18), (19)", "U", Variable(r"\prod_{s \le t} \sqrt{1 - r_s^2}", product=True))

LEAST_SCORE = Variable(r"\min_i s_i")
NORM, E1 = Variable(r"\lVert \eta \rVert_1"), Variable(r"\hat E_1", in_logs=True)
NORM_SUM = sum_equation("SM section 4.1", NORM.symbol.tex, r"\sum_j |\eta_j|")
MARGIN = Equation("SM section 2", r"\mu", LEAST_SCORE / NORM)
SMOOTH_MARGIN = Equation(
    "SM (3)", r"\tilde G = \frac{-\ln \sum_i e^{-s_i}}{\lVert \eta \rVert_1}", -ln(M * E1) / NORM
)
