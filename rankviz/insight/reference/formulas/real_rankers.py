"""The equations of RB-C over weak rankers with values from 0 to 1 (RB+ section 2.3)."""

from rankviz.insight.reference.formulas.formula import (
    Equation,
    Variable,
    exp,
    ln,
    one,
    small_half,
    sum_equation,
    two,
)

PLUS, MINUS = Variable("r^+"), Variable("r^-")
EDGE = Equation("RB+ (17), (37)", r"r = \sum_i D(i)\, M_i", PLUS - MINUS, where="M_i = h(x'_i) - h(x_i)")
PARTS = {
    "r_correct": sum_equation("RB+ (37)", "r^+", r"\sum_{M_i > 0} D(i)\, M_i"),
    "r_reversed": sum_equation("RB+ (37)", "r^-", r"\sum_{M_i < 0} D(i)\, |M_i|"),
    "r_tied": sum_equation("RB+ (37)", "r^0", r"\sum_{M_i = 0} D(i)"),
}
UP, DOWN = Variable("1 + r"), Variable("1 - r")
ALPHA_19 = Equation("RB+ (19)", r"\alpha", small_half * ln(UP / DOWN))
ALPHA_EXACT = Equation(
    "RB+ (10): Z is least",
    r"\sum_{M_i > 0} D(i)\, M_i\, e^{-\alpha M_i}",
    Variable(r"\sum_{M_i < 0} D(i)\, |M_i|\, e^{-\alpha M_i}"),
)
Z_10 = sum_equation("RB+ (10)", r"Z = \sum_i D(i)\, e^{-\alpha M_i}", "Z^+ + Z^0 + Z^-")
LOG_UP, LOG_DOWN = Variable("1 + r", in_logs=True), Variable("1 - r", in_logs=True)
ALPHA = Variable(r"\alpha")
Z_18 = Equation("RB+ (18)", "Z", LOG_DOWN / two * exp(ALPHA) + LOG_UP / two * exp(-ALPHA), r"\le")

BEFORE, FACTOR = Variable(r"\hat E_1^{\text{before}}", in_logs=True), Variable("Z", in_logs=True)
E1 = Equation("RB+ (12)", r"\hat E_1", BEFORE * FACTOR)
FACTORS = Variable(r"\prod_{s \le t} \sqrt{1 - r_s^2}", in_logs=True, product=True)
BOUND = Equation("RB+ (18), (19)", "", FACTORS, relation="")
SCORE, H = Variable("g_{t-1}(x)"), Variable("h_t(x)")
STEP = Variable(r"\alpha_t")
ITEM_SCORE = Equation("RB+ Algorithm 1", "g_t(x)", SCORE + STEP * H)

THETA, WIDTH, X = Variable(r"\theta"), Variable("w"), Variable("x")
SOFT = Equation("soft stump", "h(x)", one / (one + exp((THETA - X).slash(WIDTH))))
LEAST, RANGE = Variable(r"\min"), Variable(r"\max - \min")
SCALED = Equation("feature scaled to 0 … 1", "h(x)", (X - LEAST) / RANGE)
