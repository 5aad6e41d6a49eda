"""The papers' slips, each once more without the program: what is printed does not do, and what it must be does."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar
from twins.rankboost import Items, boost

import rankviz
from rankviz.insight.reference import ENTRIES, PARTS
from rankviz.insight.theory import paper_errata
from rankviz.ui.pages.reference import examples, worked

PLAYERS = examples.RUNS["players"].trace()


def test_6_needs_its_minus() -> None:
    """A pair in order by 1 costs e as printed and 1/e with the minus; a run that lowers Ê1 raises the printed one."""
    assert paper_errata.loss_6_as_printed(np.array([1.0])) == pytest.approx(math.e, abs=1e-12)
    run, (higher, lower) = PLAYERS.runs[0], PLAYERS.problem.pairs.T
    g = PLAYERS.scores(run, 3)
    s = g[higher] - g[lower]
    assert math.exp(run.metrics["log_e1"][3]) == pytest.approx(
        sum(math.exp(-x) for x in s) / len(s), abs=1e-12
    )
    assert paper_errata.loss_6_as_printed(s) > 1.0 > math.exp(run.metrics["log_e1"][3])


def test_36_needs_the_size_of_delta() -> None:
    run = PLAYERS.run("rb-plus")
    assert run.delta[0] < 0.0 < run.alpha[0]
    assert paper_errata.rate_36_as_printed(float(run.delta[0]), 1) is None
    gamma = abs(float(run.delta[0])) / 2
    allowed = paper_errata.rate_36_as_printed(abs(float(run.delta[0])), 1)
    assert allowed == pytest.approx(math.exp(-2 * gamma**2), abs=1e-12)
    assert run.metrics["r2"][1] <= allowed


def test_28_needs_the_weight_of_the_pair() -> None:
    """Π ω⁺ pair by pair, from (25) and the rankers' outputs; as printed all pairs would have the same."""
    run, (higher, lower) = PLAYERS.boosted_run("rb-plus"), PLAYERS.problem.pairs.T
    for t in range(1, run.n_rounds + 1):
        right = np.full(len(higher), 1 / len(higher))
        for s in range(t):
            h = PLAYERS.pool.output(int(run.ranker[s])).astype(float)
            alpha, prior = float(run.alpha[s]), float(run.alpha_prior[s])
            tied = math.cosh(alpha + prior) / math.cosh(prior)
            right *= np.where(h[higher] == h[lower], tied, np.exp(-alpha * (h[higher] - h[lower])))
        assert paper_errata.right_side_28(PLAYERS, run, t) == pytest.approx(right, abs=1e-12)
        product = float(np.prod(run.z[:t]))
        assert (right < product - 1e-3).all(), "each is a share of the product, and they add up to it"
        assert right.sum() == pytest.approx(product, abs=1e-12)


def test_the_proof_of_theorem_2_needs_its_sign() -> None:
    """The product under the root from (27) and (34), and as in the proof's third line with either sign."""
    for correct, reversed_, prior in [(0.5, 0.2, 0.7), (0.3, 0.4, -1.1), (0.1, 0.1, 2.0)]:
        up, down, (c, s) = math.exp(prior), math.exp(-prior), (math.cosh(prior), math.sinh(prior))
        given = ((1 - correct) * up + reversed_ * down) * (correct * up + (1 - reversed_) * down)
        first = {sign: (1 - correct) * (c + s) + reversed_ * (c + sign * s) for sign in (-1, 1)}
        second = correct * (c + s) + (1 - reversed_) * (c - s)
        assert first[-1] * second == pytest.approx(given, abs=1e-12)
        assert abs(first[1] * second - given) > 1e-2


def test_the_minimum_of_6_is_not_unique() -> None:
    M = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, 1.0]])
    best = minimize_scalar(lambda a: float(np.exp(-a * M[:, 0]).mean())).x
    values = [float(np.exp(-M @ np.array([best - c, c])).mean()) for c in (0.0, 0.3, -5.0)]
    assert values == pytest.approx([values[0]] * 3, abs=1e-12)
    falling = [float(np.exp(-eta * np.abs(M[:, 0])).mean()) for eta in (1.0, 10.0, 100.0)]
    assert falling[0] > falling[1] > falling[2] > 0.0, "no finite weight has the infimum, 0"


def test_the_steepest_ranker_need_not_have_the_least_z() -> None:
    def z(correct: float, tied: float, reversed_: float) -> float:
        return minimize_scalar(
            lambda a: tied + correct * math.exp(-a) + reversed_ * math.exp(a),
            (0, 1),
            (0, 40),
            method="bounded",
        ).fun

    steep, low = paper_errata.steepest_against_best_step()
    assert 0.4 - 0.6 < 0.0 - 0.15, "δ of the first is smaller"
    assert steep == pytest.approx(z(0.6, 0.0, 0.4), abs=1e-9) and low == pytest.approx(
        z(0.15, 0.85, 0.0), abs=1e-9
    )
    assert low < steep


@pytest.mark.parametrize("n", [2, 3, 4, 9])
def test_lemma_1_squares_n_plus_1(n: int) -> None:
    trace = rankviz.trace(rankviz.load(f"scenario:lemma-1?n={n}"), "rb-d", 2, undefined="infinite")
    found = paper_errata.tied_weight(trace, trace.boosted[0])
    z = 4 * n / (n + 1) ** 2
    assert found == pytest.approx(1 / (n + 1) ** 2 / z, abs=1e-12)
    assert found == pytest.approx(1 / (4 * n), abs=1e-12)
    assert found != pytest.approx(1 / (n + 1) / z, rel=0.1)


def test_lemma_3_needs_its_logarithm() -> None:
    """By the twin on six items in order, h1 = {1, 2, 3, 6}, h2 = {2}."""
    H = np.array([[1, 0], [1, 1], [1, 0], [0, 0], [0, 0], [1, 0]], dtype=float)
    pairs = np.array([(i, j) for i in range(6) for j in range(i + 1, 6)])
    second = boost("rb-d", Items(H, pairs), 2, negative_alpha=False).rounds[1]["alpha"]
    printed = paper_errata.second_weight_as_printed()
    assert second == pytest.approx(0.5 * math.log(2 * printed), abs=6e-7)
    assert printed == pytest.approx(1.57735, abs=1e-4)


@pytest.mark.parametrize("w", [0.0, 0.5, 1.0])
def test_the_targets_go_down(w: float) -> None:
    trace = rankviz.trace(rankviz.load("bundled:diabetes?grades=4&items=20"), "qbrank", 1, w=w)
    problem, params = trace.problem, trace.runs[0].params
    before, down = paper_errata.risk_after(problem, params, -1.0)
    same, up = paper_errata.risk_after(problem, params, 1.0)
    assert before == same
    assert down < before < up


def test_theorem_2_asks_for_more_than_there_is() -> None:
    """G̃ before and after by its definition, on sums of exponentials e^{−s} with the shares ½ correct and ½ tied."""
    gains, asks = paper_errata.gain_of_theorem_2(0.5, 0.5, 0.0, 0.01)
    assert gains == pytest.approx(0.637146, abs=1e-6) and asks == pytest.approx(1.125804, abs=1e-6)

    norm = 7.0
    total = math.exp(-0.01 * norm)  # F̃ with G̃ = .01

    def after(alpha: float) -> float:
        return -math.log(total * (0.5 * math.exp(-alpha) + 0.5)) / (norm + alpha)

    alpha = math.log((1 - 0.01) * 0.5 / (0.01 * 0.5))  # the limit of (6) as d⁻ → 0
    assert (after(alpha) - 0.01) * (norm + alpha) == pytest.approx(gains, abs=1e-6)
    best = minimize_scalar(lambda a: -after(a), bounds=(0.0, 60.0), method="bounded").x
    gained = (after(best) - 0.01) * (norm + best)
    assert gained < 0.5 * best * (0.5 - 0.01), "no step does what the theorem asks"


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95])
def test_the_regression_function_is_best_up_to_a_factor(share: float) -> None:
    positive, negative = np.array([share, 1 - share]), np.array([1 - share, share])

    def risk(f: np.ndarray) -> float:
        return float(positive @ (1 - (f[:, None] - f)) ** 2 @ negative)

    best = minimize(risk, np.zeros(2), tol=1e-14).x
    found, regression = paper_errata.regression_beside_ranking(share)
    assert best[0] - best[1] == pytest.approx(found, abs=1e-6)
    mean = (positive - negative) / (positive + negative)
    assert regression == pytest.approx(mean[0] - mean[1], abs=1e-9)
    assert risk(mean) > risk(best) + 1e-4
    assert risk(mean * found / regression) == pytest.approx(risk(best), abs=1e-9)


def test_every_slip_has_an_entry_and_a_live_example() -> None:
    groups = next(part.groups for part in PARTS if part.title == "Slips in the papers")
    of_slips = [entry for entry in ENTRIES if entry.group in groups]
    assert len(of_slips) == 10
    for entry in of_slips:
        assert entry.key.startswith("slip-")
        shown = worked.worked(entry.key)
        assert entry.key == "slip-table-4" or (shown is not None and shown.latex)
