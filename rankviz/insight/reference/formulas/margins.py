"""The equations of Smooth Margin Ranking and of AdaBoost as a ranking algorithm (SM)."""

from rankviz.insight.reference.formulas.formula import (
    Equation,
    Formula,
    Text,
    Variable,
    constant,
    exp,
    four,
    half,
    ln,
    one,
    sqrt,
    two,
)

G, TIED, PLUS, MINUS = Variable("g"), Variable("d^0_t"), Variable("d^+_t"), Variable("d^-_t")

ALPHA_2 = Equation("SM (2)", r"\alpha_t", half * ln(PLUS / MINUS))
_ROOT = sqrt(G**two * TIED**two + four * (one + G) * (one - G) * PLUS * MINUS)
ALPHA_6 = Equation("SM (6)", r"\alpha_t", ln((-G * TIED + _ROOT) / (two * (one + G) * MINUS)))
ALPHA_6_LIMIT = Equation("SM (6)", r"\alpha_t", ln((one - G) * PLUS / (G * TIED)))

_ALPHA, NORM_BEFORE = constant(float("nan"), r"\alpha"), Variable("s")
_LOG_TAU = ln(PLUS * exp(-_ALPHA) + TIED + MINUS * exp(_ALPHA))


def _arg_max(of: Formula) -> Formula:
    """Return the α at which `of` is largest, which only a search can give."""
    return Formula(of.give, lambda w: Text(rf"\arg\max_\alpha {of.write(w).tex}"), of.variables)


ALPHA_EXACT = Equation(
    "SM section 4, between (4) and (5)",
    r"\alpha_t",
    _arg_max((G * NORM_BEFORE - _LOG_TAU) / (NORM_BEFORE + _ALPHA)),
)

RIGHT, WRONG = Variable(r"\sum_{x \text{ right}} d_x"), Variable(r"\sum_{x \text{ wrong}} d_x")
ALPHA_ADABOOST = Equation("SM section 5", r"\alpha_t", ln(RIGHT / WRONG))
DELTA_ADABOOST = Equation("SM section 5", r"\delta(h_t)", WRONG - RIGHT)

M, NORM = Variable("m", exact=True), Variable(r"\lVert\lambda\rVert_1")
FIRST, GAINS = Variable(r"\tilde G_0"), Variable(r"\sum_s \gamma_s")


def bound_of_gains(exact: bool) -> Equation:
    """Return the bound on Ê1 by what G̃ has surely gained, with closed or exact steps."""
    under = r"2 (\lVert\lambda_{s-1}\rVert_1 + r_s - g_s)" if exact else r"2 \lVert\lambda_s\rVert_1"
    return Equation(
        "SM (3), (4)",
        r"\hat E_1",
        exp(-((FIRST + GAINS) * NORM)).over(M),
        r"\le",
        where=rf"\gamma_s = \frac{{(r_s - g_s)^2}}{{{under}}}",
    )


F_PLUS, F_MINUS = Variable("F_+", in_logs=True), Variable("F_-", in_logs=True)
N_PAIRS = Variable("n_+ n_-", exact=True)
BOUND_ADABOOST = Equation(
    "SM section 5",
    r"\hat E_1 = \frac{F_+ F_-}{n_+ n_-}",
    (F_PLUS + F_MINUS) ** two / (four * N_PAIRS),
    r"\le",
)
