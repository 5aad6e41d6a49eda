"""AdaBoost's rounds in words: by items, and never a sentence about pairs that contradicts them."""

import numpy as np
import pytest

import rankviz
from rankviz.insight.narration import round_in_words, stop_in_words
from rankviz.insight.narration.adaboost import shares_given_one


@pytest.fixture(scope="module")
def runs() -> dict[bool, rankviz.Trace]:
    """With the constant classifier and without it."""
    problem = rankviz.load("scenario:skew")
    return {
        constant: rankviz.trace(problem, ("adaboost", "rb-d"), rounds=60, constant=constant)
        for constant in (True, False)
    }


def said(trace: rankviz.Trace, t: int) -> str:
    return " ".join(round_in_words(trace, trace.run("adaboost"), t)).replace("\u00a0", " ")


def test_the_constant_is_described_by_items_and_not_by_pairs(runs: dict[bool, rankviz.Trace]):
    """It orders no pair: "ties 100 % and is wrong more often than right" mixed its items with the pairs."""
    text = said(runs[True], 1)
    assert "100 % of the positives' weight and of 100 % of the others'" in text
    assert "orders no pair" in text and "gets 25 % of all weight right" in text and "in reverse" in text
    assert "of the pairs correctly" not in text and "F-skew = 0, F̃ = F₊F₋ = 48.0" in text


def test_shares_give_the_engines_edge_and_pairs(runs: dict[bool, rankviz.Trace]):
    """With p and q the shares: ε⁺ = p (1 − q), ε⁻ = (1 − p) q, and δ = wrong − right by the items' weight."""
    for trace in runs.values():
        run = trace.run("adaboost")
        p, q = shares_given_one(trace, run).T
        np.testing.assert_allclose(p * (1 - q), run.eps_correct, atol=1e-9)
        np.testing.assert_allclose((1 - p) * q, run.eps_reversed, atol=1e-9)
        plus, minus = run.extra["f_plus"][:-1], run.extra["f_minus"][:-1]
        right = (plus * p + minus * (1 - q)) / (plus + minus)
        np.testing.assert_allclose(1 - 2 * right, run.delta, atol=1e-9)


def test_a_share_of_one_half_is_not_called_less_than_half(runs: dict[bool, rankviz.Trace]):
    assert "gets just under half of all weight right and more wrong" in said(runs[True], 60)


def test_the_end_speaks_of_f_and_not_of_f_tilde_where_the_skew_stays(runs: dict[bool, rankviz.Trace]):
    run = runs[False].run("adaboost")
    text = said(runs[False], run.n_rounds)
    assert "F = F₊ + F₋ is at its minimum. F-skew = −7.25, so F̃ = F₊F₋ need not be at its minimum." in text
    assert "every δ is 0" not in text
    assert run.extra["f_tilde"][-1] > 1.1 * runs[True].run("adaboost").extra["f_tilde"][-1]


def test_the_end_of_a_balanced_run_and_of_rankboost(runs: dict[bool, rankviz.Trace]):
    problem = rankviz.load("scenario:skew")
    run = rankviz.trace(problem, ("adaboost",), rounds=300).run("adaboost")
    assert run.n_rounds < 300 and stop_in_words(run).endswith(
        "F-skew is 0, so F̃ = F₊F₋ is at its minimum, too."
    )
    rb_d = runs[True].run("rb-d")
    assert stop_in_words(rb_d) == f"Stopped: {rb_d.stopped}." and "every δ is 0" in rb_d.stopped
    assert "Stopped" not in said(runs[True], 59)


def test_smooth_margins_step_is_compared_with_rankboosts():
    trace = rankviz.trace(rankviz.load("scenario:margin-cycle"), ("smooth-margin",), rounds=6)
    text = " ".join(round_in_words(trace, trace.runs[0], 6)).replace("\u00a0", " ")
    assert "shorter than RankBoost's, which would be 0.835" in text and "It gets α = 0.812" in text
