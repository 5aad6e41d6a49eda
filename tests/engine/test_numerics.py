"""Sums of floats are those of every Python: one rounding a term, from left to right, and not compensated."""

import math
from dataclasses import replace

import numpy as np
import pytest

import rankviz
from rankviz.engine.algorithms.boosting.equations import z_27
from rankviz.engine.numerics import exp_or_inf, in_order, log_sum_exp
from rankviz.insight.theory.preconditions import State

TERMS = (0.1,) * 10
"""Ten tenths: 0.9999999999999999 in order, 1.0 compensated, as `sum` of Python 3.12 has it."""


def test_terms_are_added_in_order() -> None:
    assert in_order(TERMS) == 0.9999999999999999 != math.fsum(TERMS)
    assert in_order([]) == 0.0


def test_z_is_added_in_order() -> None:
    assert z_27(0.1, 0.2, 0.7, 0.0, 0.0) == (0.1 + 0.7) + 0.2
    rng, differ = np.random.default_rng(0), 0
    for _ in range(200):
        plus, tied, minus = rng.random(3).tolist()
        alpha = float(rng.normal())
        terms = [plus * math.exp(-alpha), minus * math.exp(alpha), tied * math.exp(0.25)]
        assert z_27(plus, tied, minus, alpha, 0.25) == (terms[0] + terms[1]) + terms[2]
        differ += math.fsum(terms) != (terms[0] + terms[1]) + terms[2]
    assert differ > 10


def test_the_product_of_z_is_added_in_order() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0]], [0, 1, 0])
    trace = rankviz.trace(problem, "rb-plus", rounds=10)
    run = replace(trace.runs[0], z=np.full(10, math.exp(0.1)), ranker=np.zeros(10, dtype=np.int32))
    assert State(trace, run, 10).product() == in_order([math.log(math.exp(0.1))] * 10)


def test_logs_of_sums_and_powers_hold_where_floats_end() -> None:
    assert log_sum_exp(np.array([-5000.0, -5000.0])) == pytest.approx(math.log(2.0) - 5000.0)
    assert log_sum_exp(np.array([9000.0, -math.inf])) == 9000.0
    assert log_sum_exp(np.array([-math.inf, -math.inf])) == -math.inf
    assert exp_or_inf(710.0) == math.inf and exp_or_inf(-1e6) == 0.0 and math.isnan(exp_or_inf(math.nan))
