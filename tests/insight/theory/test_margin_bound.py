"""Theorem 1 of the margin paper: its ε solves the inequality, its constants are those of the data."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankviz
from rankviz.board.panels import PICTURES
from rankviz.board.panels import margins as picture
from rankviz.insight.theory import margin_bound
from rankviz.insight.theory.margin_bound import BoundConstants

settings_ = st.builds(
    BoundConstants,
    items=st.integers(4, 10**7),
    critical=st.floats(0.01, 0.5),
    rankers=st.integers(1, 5000),
    delta=st.sampled_from([0.1, 0.05, 0.01]),
)


def left_over_right(given_: BoundConstants, theta: float, epsilon: float) -> float:
    """ln of N(F, εθ/8) · 2 exp(−m(εE)²/8) over δ, typed from the theorem."""
    cover = given_.rankers * math.log(1.0 + 2.0 / (epsilon * theta / 8.0))
    return (
        cover + math.log(2.0) - given_.items * (epsilon * given_.critical) ** 2 / 8.0 - math.log(given_.delta)
    )


@given(settings_, st.floats(0.01, 1.0))
def test_epsilon_is_the_least_that_theorem_1_allows(given_: BoundConstants, theta: float) -> None:
    epsilon = margin_bound.least_epsilon(given_, theta)
    assert (
        left_over_right(given_, theta, epsilon * (1 + 1e-6))
        < 0.0
        < left_over_right(given_, theta, epsilon * (1 - 1e-6))
    )
    assert margin_bound.items_for(given_, theta, epsilon) == pytest.approx(given_.items, rel=1e-6)


@given(settings_, st.floats(0.01, 0.5))
def test_a_larger_margin_asks_for_a_smaller_epsilon(given_: BoundConstants, theta: float) -> None:
    assert margin_bound.least_epsilon(given_, 2 * theta) < margin_bound.least_epsilon(given_, theta)


def test_the_finite_class_of_the_paper() -> None:
    given_ = BoundConstants(items=100, critical=0.25, rankers=50, delta=0.05)
    found = margin_bound.finite_epsilon(given_)
    assert 50 * 2 * math.exp(-100 * (found * 0.25) ** 2 / 8) == pytest.approx(0.05)


def test_the_constants_are_those_of_the_data() -> None:
    problem = rankviz.load("synthetic:separable")
    trace = rankviz.trace(problem, "smooth-margin", rounds=60)
    (run,) = trace.runs
    given_ = margin_bound.setting(trace, 0.05)
    ordered = problem.n_items * (problem.n_items - 1)
    assert (given_.items, given_.critical) == (60, problem.n_pairs / ordered)
    assert given_.rankers == len(trace.pool)
    found = margin_bound.margins(trace, run, 60)
    assert found.min() == pytest.approx(run.metrics["margin"][60])
    row = margin_bound.bound(given_, found, 0.25)
    assert row.share == pytest.approx(float(np.mean(found <= 0.25)))
    assert row.right == row.share + row.epsilon > 1.0  # vacuous, as the page says
    with pytest.raises(rankviz.DataError, match="no margin"):
        margin_bound.margins(trace, run, 0)


# ---------------------------------------------------------------- Rademacher


@given(settings_.filter(lambda each: each.items >= 20), st.floats(0.01, 1.0))
def test_rademachers_epsilon_is_that_of_its_formula(given_: BoundConstants, theta: float) -> None:
    found = margin_bound.rademacher(given_, theta)
    for m, epsilon in ((found.pairs, found.epsilon), (given_.items // 2, found.epsilon_apart)):
        hull = 2 * (2 * math.log(2 * given_.rankers) / m) ** 0.5
        chance = (math.log(1 / given_.delta) / 2 / m) ** 0.5
        assert epsilon == pytest.approx(2 / theta * hull + chance, rel=1e-12)
    assert found.apart == given_.items // 2


def test_massarts_lemma_is_not_broken_by_signs_that_are_drawn() -> None:
    """The mean over signs σ of the largest |Σ σ h(x)| / m over the rankers, which is the convex hull's as well."""
    rng = np.random.default_rng(5)
    h = rng.integers(0, 2, (30, 80))
    signs = rng.choice([-1, 1], (4_000, 80))
    mean = float(np.abs(signs @ h.T).max(axis=1).mean()) / 80
    whole = margin_bound.rademacher_epsilon(30, 80, 1.0, 1.0)  # θ = δ = 1 leave twice two averages
    assert 0.3 * whole / 4 < mean < whole / 4


def test_rademachers_bound_is_below_1_where_the_covering_numbers_is_not() -> None:
    trace = rankviz.trace(rankviz.load("bundled:breast-cancer"), "rb-c", rounds=60)
    given_ = margin_bound.setting(trace, 0.05)
    found = margin_bound.rademacher(given_, 0.3)
    assert found.pairs == trace.problem.n_pairs == 212 * 357
    row = margin_bound.bound(given_, margin_bound.margins(trace, trace.runs[0], 60), 0.3)
    assert row.share + found.epsilon < 0.5 < 10 < row.right
    assert found.epsilon_apart > 1  # pairs that share no item are too few


# ---------------------------------------------------------------- the appendix


def ramp(z: np.ndarray, theta: float) -> np.ndarray:
    """φ of the proof: 1 up to 0, 0 from θ on, linear in between, so that Lip(φ) = 1/θ."""
    return np.clip(1.0 - z / theta, 0.0, 1.0)


@given(st.integers(0, 10**6), st.integers(3, 12), st.sampled_from([0.05, 0.3, 1.0]))
def test_lemmas_3_to_5_of_the_appendix(seed: int, m: int, theta: float) -> None:
    """What McDiarmid's inequality needs, and that the empirical error moves by 2 Lip(φ) ‖f₁ − f₂‖ at most."""
    rng = np.random.default_rng(seed)
    f, other, truth = rng.normal(size=m), rng.normal(size=m), rng.integers(0, 4, m)

    def sums(f: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
        """(top, bottom) over ordered pairs of different items, divided by m (m − 1)."""
        critical = truth[:, None] > truth[None, :]
        lost = ramp(f[:, None] - f[None, :], theta)
        return float((lost * critical).sum()) / (m * (m - 1)), float(critical.sum()) / (m * (m - 1))

    top, bottom = sums(f, truth)
    if bottom > 0.0:
        apart = abs(top - sums(other, truth)[0]) / bottom
        assert apart <= 2.0 / theta * float(np.abs(f - other).max()) + 1e-12
        gaps = (f[:, None] - f[None, :])[truth[:, None] > truth[None, :]]
        error = top / bottom
        assert float((gaps <= 0).mean()) - 1e-12 <= error <= float((gaps <= theta).mean()) + 1e-12
    changed, grades = f.copy(), truth.copy()
    changed[0], grades[0] = rng.normal(), rng.integers(0, 4)
    moved = np.subtract(sums(changed, grades), (top, bottom))
    assert (np.abs(moved) <= 1.0 / m + 1e-12).all()


def test_lemma_5_needs_as_little_of_top_and_bottom_as_it_says() -> None:
    """top_D/bot_D − (top_D − ε₁)/(bot_D + ε₁) = ε/2 where ε₁ is at least εE/4."""
    for critical in (0.05, 0.3, 0.5):
        for top in (0.0, 0.4 * critical, critical):
            for epsilon in (0.01, 0.2, 1.0):
                given = margin_bound.BoundConstants(50, critical, 1, 0.05)
                first = epsilon * critical / (2.0 - epsilon + 2.0 * top / critical)
                assert top / critical - (top - first) / (critical + first) == pytest.approx(epsilon / 2.0)
                assert first >= epsilon * critical / 4.0 - 1e-15
                tail = 2.0 * math.exp(-2.0 * (epsilon * critical / 4.0) ** 2 * 50)
                assert margin_bound.one_function(given, epsilon) == pytest.approx(tail)


# ---------------------------------------------------------------- the picture of the page


def test_the_picture_holds_the_game_and_its_pairs() -> None:
    problem = rankviz.load("scenario:margin-cycle")
    trace = rankviz.trace(problem, ["rb-d", "smooth-margin"], rounds=30, negative_alpha=False)
    made = PICTURES["margins"](trace)
    assert made.meta["rho"] == pytest.approx(5 / 13) and made.meta["separable"] and made.meta["hardest"] == 4
    assert made.arrays["weight"].sum() == pytest.approx(1.0)
    for k, run in enumerate(trace.runs):
        shown = made.arrays[f"margin.{k}"]
        assert shown.shape == (31, 4) and np.isnan(shown[0]).all()
        assert shown[-1].min() == pytest.approx(run.metrics["margin"][-1], abs=1e-6)
    own = trace.runs[1].extra
    slack = made.arrays["slack.1"]
    assert "slack.0" not in made.arrays
    np.testing.assert_allclose(slack, own["smooth_gain"] - own["smooth_gain_least"])


def test_the_picture_of_two_classes_holds_both_losses() -> None:
    trace = rankviz.trace(rankviz.load("scenario:skew"), ["rb-d", "adaboost"], rounds=60)
    made = PICTURES["margins"](trace)
    ada = trace.run("adaboost").extra
    np.testing.assert_allclose(made.arrays["f_tilde.1"], ada["f_tilde"], rtol=1e-9)
    np.testing.assert_allclose(made.arrays["auc.1"], ada["auc"], atol=1e-12)
    assert made.arrays["f_tilde.0"][-1] == pytest.approx(made.meta["least"], rel=1e-9)
    assert made.meta["rho"] <= 0.0 and not made.meta["separable"]


def test_too_many_pairs_are_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MOST_PAIRS", 3)
    trace = rankviz.trace(rankviz.load("scenario:margin-cycle"), "rb-c", rounds=3)
    made = PICTURES["margins"](trace)
    assert made.meta["rho"] is None and "4 pairs" in made.meta["why"]
