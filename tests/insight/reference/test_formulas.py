"""Formulas: brackets and signs stand where they belong, and each gives what the engine computes for its number."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from rankviz.engine.algorithms.boosting import equations as engine
from rankviz.engine.algorithms.margins import equations as sm
from rankviz.insight.reference.formulas import margins, push, rankboost
from rankviz.insight.reference.formulas.formula import (
    Equation,
    Formula,
    Terms,
    Variable,
    constant,
    cosh,
    exp,
    half,
    ln,
    of_number,
    two,
)

A, B, C = Variable("a"), Variable("b_t"), Variable("c^0")
SERIES, LOG = Variable(r"\sum_i x_i"), Variable("F", in_logs=True)


def put(formula: Formula, a: str, b: str) -> str:
    return formula.write({A: of_number(a), B: of_number(b)}.__getitem__).tex


@pytest.mark.parametrize(
    ("formula", "symbols", "values"),
    [
        (A + B, "a + b_t", "0.3841 - 0.35"),
        (A - B, "a - b_t", "0.3841 - (-0.35)"),
        (A * B, r"a\, b_t", r"0.3841 \cdot (-0.35)"),
        (B * A, r"b_t\, a", r"-0.35 \cdot 0.3841"),
        (A * (A + B), r"a\, (a + b_t)", r"0.3841\, (0.3841 - 0.35)"),
        (A - (A - B), "a - (a - b_t)", "0.3841 - (0.3841 - (-0.35))"),
        (A / B, r"\frac{a}{b_t}", r"\frac{0.3841}{-0.35}"),
        (A.slash(two * B), r"a / (2\, b_t)", r"0.3841 / (2 \cdot (-0.35))"),
        (A.over(B), r"\frac{1}{b_t}\, a", r"\frac{1}{-0.35} \cdot 0.3841"),
        (B**two, "b_t^2", "(-0.35)^2"),
        (-B, "-b_t", "0.35"),
        (A * exp(-B), r"a\, e^{-b_t}", r"0.3841\, e^{0.35}"),
        (half * ln(A / B), r"\frac12 \ln \frac{a}{b_t}", r"\frac12 \ln \frac{0.3841}{-0.35}"),
        (cosh(A + B), r"\cosh(a + b_t)", "\\cosh(0.3841 - 0.35)"),
        (cosh(B), r"\cosh b_t", r"\cosh(-0.35)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_signs_and_brackets(formula: Formula, symbols: str, values: str) -> None:
    assert formula.tex == symbols
    assert put(formula, "0.3841", "-0.35") == values


def test_a_power_of_ten_is_bracketed_where_something_binds_it() -> None:
    assert put(A * B, r"1.2 \times 10^{-5}", "2") == r"1.2 \times 10^{-5} \cdot 2"
    assert put(A**two, r"1.2 \times 10^{-5}", "2") == r"(1.2 \times 10^{-5})^2"
    assert (C**two).tex == "(c^0)^2"


def test_terms_are_written_with_their_signs_and_with_dots_where_some_are_left_out() -> None:
    assert SERIES.joined(["-1", "2", "-3"], left_out=True).tex == r"-1 + 2 - 3 + \cdots"
    assert SERIES.joined([], left_out=False).tex == "0"
    assert (half * SERIES).tex == r"\frac12 \sum_i x_i"
    assert (half * SERIES).give({SERIES: Terms((1.0, 2.0), 2)}) == 1.5
    product = Variable(r"\prod_i x_i", product=True)
    assert product.joined(["2", "3"], left_out=True).tex == r"2 \cdot 3 \cdots"
    assert product.give({product: Terms((2.0, 3.0), 2)}) == pytest.approx(6.0)


def test_what_is_beyond_floats_is_computed_by_logs() -> None:
    m = Variable("m", exact=True)
    assert (LOG / (m * LOG)).log({LOG: 5000.0, m: 4}) == pytest.approx(-math.log(4.0))
    assert LOG.over(m).log({LOG: Terms((5000.0, 5000.0), 2), m: 2}) == pytest.approx(5000.0)
    assert (LOG**two).log({LOG: 1000.0}) == 2000.0
    assert (cosh(A + B) / cosh(B)).by_logs().give({A: 1.0, B: 900.0}) == pytest.approx(math.e)


def test_an_equation_can_be_of_any_ranker() -> None:
    equation = Equation("RB+ (13)", r"\delta(h_t)", Variable(r"\varepsilon^-_t") - B, where="b = 1")
    assert equation.tex == r"\delta(h_t) = \varepsilon^-_t - b_t, \quad b = 1"
    assert equation.of_any == r"\delta(h) = \varepsilon^- - b, \quad b = 1"
    assert Equation("", "x", constant(1.0, "1"), relation="").tex == "x 1"


# ---------------------------------------------------------------- the engine's equations

P, T, N = rankboost.PLUS, rankboost.TIED, rankboost.MINUS
PRIOR, ALPHA = rankboost.PRIOR, rankboost.ALPHA
SM = (margins.PLUS, margins.TIED, margins.MINUS, margins.G)
SAME: dict[str, tuple[Formula, tuple[Variable, ...], Callable[..., float]]] = {
    "13": (rankboost.DELTA_13.right, (P, N), engine.delta_13),
    "33": (rankboost.DELTA_33.right, (P, T, N, PRIOR), engine.delta_33),
    "14": (rankboost.ALPHA_14.right, (P, N), engine.alpha_14),
    "39": (rankboost.ALPHA_39.right, (P, T, N), engine.alpha_19),
    "34": (rankboost.ALPHA_34.right, (P, T, N, PRIOR), engine.alpha_34),
    "25": (rankboost.TIE_FACTOR_25.right, (ALPHA, PRIOR), lambda *x: math.exp(engine.log_tie_factor_25(*x))),
    "27": (
        rankboost.Z_27.right,
        (P, T, N, ALPHA, rankboost.TIE_FACTOR),
        lambda p, t, n, a, factor: engine.z_27(p, t, n, a, math.log(factor)),
    ),
    "11": (rankboost.Z_11.right, (P, T, N, ALPHA), lambda p, t, n, a: engine.z_27(p, t, n, a, 0.0)),
    "SM 2": (margins.ALPHA_2.right, (margins.PLUS, margins.MINUS), sm.alpha_2),
    "SM 6": (margins.ALPHA_6.right, SM, sm.alpha_6),
    "AdaBoost": (margins.ALPHA_ADABOOST.right, (margins.RIGHT, margins.WRONG), sm.alpha_adaboost),
}


@pytest.mark.parametrize("number", SAME)
def test_a_formula_gives_what_the_engine_computes(number: str) -> None:
    formula, variables, function = SAME[number]
    rng = np.random.default_rng(3)
    for _ in range(50):
        eps = rng.dirichlet(np.ones(3)).tolist()
        given = {P: eps[0], T: eps[1], N: eps[2], ALPHA: rng.normal(), PRIOR: 3.0 * rng.normal()}
        given |= dict(
            zip((*SM, margins.RIGHT, margins.WRONG), [*eps, 0.9 * rng.random(), *eps[:2]], strict=True)
        )
        given[rankboost.TIE_FACTOR] = 1.0 + rng.random()
        assert set(formula.variables) == set(variables)
        values = {variable: float(given[variable]) for variable in variables}
        assert formula.give(values) == pytest.approx(function(*values.values()), rel=1e-9, abs=1e-12)


def test_19_is_39_and_what_is_computed_otherwise_is_what_is_written() -> None:
    p, t, n, prior = 0.5, 0.3, 0.2, 0.7
    by_19 = rankboost.ALPHA_19.right.give({rankboost.EDGE: p - n})
    assert by_19 == pytest.approx(rankboost.ALPHA_39.right.give({P: p, T: t, N: n}))
    share = math.exp(-prior) / (2.0 * math.cosh(prior))
    written = 0.5 * math.log((p + t * share) / (n + t * (1.0 - share)))
    assert rankboost.ALPHA_34.right.give({P: p, T: t, N: n, PRIOR: prior}) == pytest.approx(written)


def test_logs_reach_where_floats_do_not() -> None:
    assert push.Z.right.log({push.AFTER: 3000.0, push.BEFORE: 3001.0}) == -1.0
    values = {rankboost.TERM: -800.0, rankboost.M: 10, rankboost.E2: -790.0}
    assert rankboost.D_OF_LOSS.right.log(values) == pytest.approx(-10.0 - math.log(10.0))
