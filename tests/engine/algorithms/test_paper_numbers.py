"""Every number of MATH.md 2 that the papers print or that was worked out from them: engine and twin alike.

Each scenario runs three times: in the twin and in the engine on data typed here, and as `scenario:…`.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest
from twins.rankboost import Items, boost, log_f1, log_f2, pair_matrix

import rankviz


class Answer:
    """What both sides say: arrays by round, losses after each round, the weight of each ranker."""

    def __init__(
        self, rows: dict[str, list], metrics: dict[str, list], eta: dict[int, float], stop: str
    ) -> None:
        self.rows, self.metrics, self.eta, self.stop = rows, metrics, eta, stop

    def e1(self) -> float:
        return math.exp(self.metrics["log_e1"][-1])

    def bound(self) -> float:
        return math.exp(self.metrics["log_bound"][-1])


NAMES = ("ranker", "alpha", "eps_correct", "eps_tied", "eps_reversed", "z", "delta", "outcome")
CURVES = ("r1", "r2", "log_e1", "log_e2", "log_bound")


def from_engine(problem: rankviz.Problem, algorithm: str, rounds: int, **params: object) -> Answer:
    trace = rankviz.trace(problem, algorithm, rounds=rounds, **params)
    (run,) = trace.runs
    eta: dict[int, float] = {}
    for ranker, alpha in zip(run.ranker, run.alpha, strict=True):
        eta[int(ranker)] = eta.get(int(ranker), 0.0) + float(alpha)
    rows = {name: list(getattr(run, name)) for name in NAMES}
    return Answer(rows, {name: list(run.metrics[name]) for name in CURVES}, eta, run.stopped)


def from_twin(H: np.ndarray, pairs: np.ndarray, algorithm: str, rounds: int, **params: object) -> Answer:
    run = boost(algorithm, Items(H, pairs), rounds, **params)
    rows = {name: [row[name] for row in run.rounds] for name in NAMES}
    return Answer(rows, {name: [row[name] for row in run.metrics] for name in CURVES}, run.eta, run.stop)


Solve = Callable[..., Answer]


@pytest.fixture(params=["twin", "engine", "scenario"])
def solve(request: pytest.FixtureRequest) -> Solve:
    """solve(H, pairs, source, algorithm, rounds, columns=None, **params)."""

    def run(
        H: np.ndarray,
        pairs: np.ndarray,
        source: str,
        algorithm: str,
        rounds: int,
        columns: list[int] | None = None,
        **params: object,
    ) -> Answer:
        if request.param == "twin":
            return from_twin(H[:, columns or slice(None)], pairs, algorithm, rounds, **params)
        if request.param == "engine":
            problem = rankviz.Problem.from_arrays(H[:, columns or slice(None)], pairs=pairs, binary=True)
            return from_engine(problem, algorithm, rounds, **params)
        problem = rankviz.load(source)
        assert problem.feature_names == ("h1", "h2")
        assert (problem.n_items, problem.n_pairs) == (len(H), len(pairs))
        if columns is not None:
            problem = rankviz.Problem.from_arrays(problem.X[:, columns], pairs=problem.pairs, binary=True)
        return from_engine(problem, algorithm, rounds, **params)

    return run


# ---------------------------------------------------------------- Proposition 1

SETS = [frozenset(letters) for letters in ("", "a", "b", "c", "ab", "ac", "bc", "abc")]
SUBSETS = np.array([(i, j) for i in range(8) for j in range(8) if SETS[j] < SETS[i]])
PROPOSITION_1 = np.array(
    [[s == set("ab"), s in (frozenset(), frozenset("ac"), frozenset("abc"))] for s in SETS], dtype=float
)


@pytest.mark.parametrize(
    ("column", "counts", "r1", "rb_d", "rb_c"),
    [(0, (3, 15, 1), 16 / 19, 0.971795, 0.990034), (1, (7, 7, 5), 12 / 19, 0.991166, 0.992386)],
)
def test_proposition_1(solve: Solve, column: int, counts: tuple, r1: float, rb_d: float, rb_c: float) -> None:
    for algorithm, loss in (("rb-d", rb_d), ("rb-c", rb_c)):
        answer = solve(PROPOSITION_1, SUBSETS, "scenario:proposition-1", algorithm, 1, columns=[column])
        eps = [answer.rows[name][0] * 19 for name in ("eps_correct", "eps_tied", "eps_reversed")]
        assert eps == pytest.approx(counts)
        assert answer.metrics["r1"][1] == pytest.approx(r1)
        assert answer.metrics["r2"][1] == pytest.approx(8.5 / 19)
        assert answer.e1() == pytest.approx(loss, abs=6e-7)


def test_proposition_1_losses_of_the_rankers_themselves() -> None:
    M = pair_matrix(PROPOSITION_1, SUBSETS)
    assert M.shape == (19, 2)
    assert [math.exp(log_f1(M[:, j])) for j in (0, 1)] == pytest.approx([0.990627, 1.219293], abs=6e-7)
    # Proposition 3: Ê2 orders rankers as R̂2 does, and here R̂2 is equal.
    assert log_f2(M, {0: 1.0}) == pytest.approx(log_f2(M, {1: 1.0}))


# ---------------------------------------------------------------- Lemma 1


def lemma_1(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Items a_1 … a_{n+1}, b_1 … b_{n+1}; every a above every b."""
    H = np.zeros((2 * n + 2, 2))
    H[:n, 0] = H[2 * n + 1, 0] = 1  # h1 = {a_1 … a_n, b_{n+1}}
    H[n, 1] = 1  # h2 = {a_{n+1}}
    return H, np.array([(a, n + 1 + b) for a in range(n + 1) for b in range(n + 1)])


@pytest.mark.parametrize(("n", "bound", "r1"), [(4, 0.737123, 0.8), (3, 0.778801, 0.75), (9, None, 0.9)])
def test_lemma_1(solve: Solve, n: int, bound: float | None, r1: float) -> None:
    H, pairs = lemma_1(n)
    source, m = f"scenario:lemma-1?n={n}", (n + 1) ** 2
    answer = solve(H, pairs, source, "rb-d", 50, undefined="infinite")
    assert [int(j) for j in answer.rows["ranker"]] == [0, 1]
    eps = [answer.rows[name][0] * m for name in ("eps_correct", "eps_tied", "eps_reversed")]
    assert eps == pytest.approx((n * n, 2 * n, 1))
    assert answer.rows["alpha"][0] == pytest.approx(math.log(n))
    assert answer.rows["z"][0] == pytest.approx(4 * n / m)
    assert answer.rows["eps_correct"][1] == pytest.approx(0.5)
    assert answer.rows["eps_reversed"][1] == 0.0
    assert list(answer.rows["outcome"]) == ["finite", "infinite"]
    assert answer.bound() == pytest.approx(math.exp(-0.5 * (((n - 1) / (n + 1)) ** 2 + 0.25)))
    if bound is not None:
        assert answer.bound() == pytest.approx(bound, abs=6e-7)
    assert answer.metrics["r1"][-1] == pytest.approx(r1) == pytest.approx(n / (n + 1))
    assert (answer.metrics["r1"][-1] > answer.bound()) == (n >= 4)  # Theorem 1 is broken from 10 items on


def test_lemma_1_the_halting_policy_keeps_the_round_before(solve: Solve) -> None:
    H, pairs = lemma_1(4)
    answer = solve(H, pairs, "scenario:lemma-1?n=4", "rb-d", 50, undefined="halt")
    assert [int(j) for j in answer.rows["ranker"]] == [0]
    assert answer.e1() == pytest.approx(0.64)
    assert answer.stop != "rounds"


# ---------------------------------------------------------------- Lemma 2

LEMMA_2 = np.zeros((10, 2))  # a_1 … a_5, b_1 … b_5
LEMMA_2[:4, 0] = 1
LEMMA_2[4, 1] = LEMMA_2[5:9, 1] = 1
TWENTY_FIVE = np.array([(a, 5 + b) for a in range(5) for b in range(5)])


def test_lemma_2(solve: Solve) -> None:
    answer = solve(LEMMA_2, TWENTY_FIVE, "scenario:lemma-2?n=1", "rb-d", 50, undefined="cap", cap=30.0)
    rows = answer.rows
    assert [int(j) for j in rows["ranker"]] == [0, 1]
    first = [rows[name][0] * 25 for name in ("eps_correct", "eps_tied", "eps_reversed")]
    assert first == pytest.approx((20, 5, 0))
    second = [rows[name][1] for name in ("eps_correct", "eps_tied", "eps_reversed")]
    assert second == pytest.approx((1 / 5, 4 / 5, 0))
    assert list(rows["outcome"]) == ["capped", "capped"]
    assert answer.metrics["r1"][1] == pytest.approx(1 / 5)
    assert math.exp(answer.metrics["log_e1"][1]) == pytest.approx(1 / 5, abs=1e-9)
    assert rows["z"][0] * rows["z"][1] == pytest.approx(4 / 25)
    assert answer.metrics["r1"][2] == pytest.approx(4 / 5)
    assert math.exp(answer.metrics["log_e1"][2]) == pytest.approx(4 / 5, abs=1e-9)
    assert math.exp(answer.metrics["log_bound"][2]) == pytest.approx(math.exp(-17 / 50))
    assert math.exp(answer.metrics["log_bound"][2]) == pytest.approx(0.712, abs=5e-4)


def test_lemma_2_second_ranker(solve: Solve) -> None:
    answer = solve(LEMMA_2, TWENTY_FIVE, "scenario:lemma-2?n=1", "rb-c", 1, columns=[1])
    eps = [answer.rows[name][0] * 25 for name in ("eps_correct", "eps_tied", "eps_reversed")]
    assert eps == pytest.approx((1, 8, 16))
    assert answer.rows["alpha"][0] < 0


# ---------------------------------------------------------------- Lemma 3

LEMMA_3 = np.zeros((6, 2))
LEMMA_3[[0, 1, 2, 5], 0] = 1
LEMMA_3[1, 1] = 1
SIX = np.array([(a, b) for a in range(6) for b in range(a + 1, 6)])


def test_lemma_3_without_negative_alpha(solve: Solve) -> None:
    answer = solve(LEMMA_3, SIX, "scenario:lemma-3", "rb-d", 100, negative_alpha=False)
    assert answer.rows["alpha"] == pytest.approx([0.549306, 0.574447], abs=6e-7)
    assert answer.rows["alpha"][0] == pytest.approx(0.5 * math.log(3))
    assert answer.rows["alpha"][1] == pytest.approx(0.5 * math.log((2 + 2 * math.sqrt(3)) / math.sqrt(3)))
    assert answer.e1() == pytest.approx(0.888387, abs=6e-7)
    assert answer.stop != "rounds"


def test_lemma_3_with_negative_alpha(solve: Solve) -> None:
    answer = solve(LEMMA_3, SIX, "scenario:lemma-3", "rb-d", 100)
    assert [answer.eta[0], answer.eta[1]] == pytest.approx([0.468945, 0.589531], abs=6e-7)
    assert answer.e1() == pytest.approx(0.887037, abs=6e-7)
    assert answer.stop != "rounds"


# ---------------------------------------------------------------- section 3.2


@pytest.mark.parametrize("x", [0.3, 1.0, 2.5])
def test_copies_of_a_ranker_drag_f2_towards_f1(x: float) -> None:
    M = np.array([[0.0]])
    for k in (1, 2, 5, 50):
        shared = log_f2(np.repeat(M, k, axis=1), dict.fromkeys(range(k), x / k))
        assert math.exp(shared) == pytest.approx(math.cosh(x / k) ** k)
    losses = [log_f2(np.repeat(M, k, axis=1), dict.fromkeys(range(k), x / k)) for k in (1, 2, 5, 50, 5000)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == pytest.approx(log_f1(M[:, 0] * x), abs=1e-3)


def test_rankboost_plus_weighs_ties_by_cosh_whatever_the_copies() -> None:
    once = from_engine(rankviz.Problem.from_arrays(LEMMA_3, pairs=SIX, binary=True), "rb-plus", 20)
    copied = rankviz.Problem.from_arrays(np.hstack([LEMMA_3] * 5), pairs=SIX, binary=True)
    assert from_engine(copied, "rb-plus", 20).metrics["log_e2"] == pytest.approx(once.metrics["log_e2"])
