r"""Printed equations of many runs, drawn at random: read as they stand, they give the number beside them.

`test_worked` does so for the built-in data; here the data are small and awkward (last bits, powers of ten, one pair),
so are the parameters, and numbers are printed short and with all their digits.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.latex_value import Unreadable, holds

import rankviz
from rankviz.engine.algorithms.real_rankers.pool import RealRanker
from rankviz.insight.explain import explain, menu
from rankviz.insight.explain.kernel import KernelStep
from rankviz.insight.explain.model import Line
from rankviz.insight.explain.scored.equations import SCORED

SETTINGS: dict[str, dict[str, list[object]]] = {
    "rb-d": {"undefined": ["cap", "infinite", "limit"]},
    "rb-c": {},
    "rb-plus": {"undefined": ["cap", "infinite", "limit"]},
    "rb-plus-optimal": {},
    "push": {"p": [1.0, 2.0, 4.0, 12.3456789, 16.0], "undefined": ["cap", "infinite", "limit"]},
    "smooth-margin": {"margin_step": ["closed", "exact"]},
    "adaboost": {},
    "rb-c-real": {"rankers": ["soft", "scaled"], "softness": [0.0, 0.01, 0.5]},
    "qbrank": {"weighting": ["average", "newton", "bound"], "w": [0.0, 0.7, 1.0]},
    "gbt": {},
    "ranksvm": {"cost": [0.001, 1.0, 10_000.0]},
    "ranknet": {},
    "lambdamart": {},
    "bradley-terry": {},
    "davidson": {},
    "elo": {"elo_k": [4.0, 32.123]},
    "net-wins": {},
    "kernel-gd": {
        "loss": ["hinge", "least-squares", "logistic"],
        "regularisation": [1e-6, 0.0123456, 1.0],
        "step": [0.0, 0.123456],
        "decay": [0.0, 0.512345],
        "standardise": [True, False],
    },
}
TWO_GRADES = {"adaboost", "kernel-gd"}
"""These want two grades."""


def problems(rng: np.random.Generator, grades: int) -> rankviz.Problem:
    n, d = int(rng.integers(2, 12)), int(rng.integers(1, 4))
    X = rng.integers(0, 4, (n, d)).astype(float)
    X[:, 0] = rng.permutation(n)  # one feature tells the items apart
    kind = rng.choice(["whole", "normal", "last bits", "large", "small"])
    if kind == "normal":
        X = rng.normal(size=(n, d))
    elif kind != "whole":
        X = 1.0 + X * 2.0**-50 if kind == "last bits" else X * (1e9 if kind == "large" else 1e-17)
    y = np.arange(n) % grades
    return rankviz.Problem.from_arrays(X, rng.permutation(y))


def lines(trace: rankviz.Trace, t: int, digits: int, rng: np.random.Generator) -> Iterator[tuple[str, Line]]:
    """Every printed equation of round t, by key."""
    (run,), problem = trace.runs, trace.problem
    x, (a, b) = int(rng.integers(problem.n_items)), problem.pairs[rng.integers(problem.n_pairs)].tolist()
    if run.algorithm == "kernel-gd":
        yield from ((part.key, part.line) for part in KernelStep(trace, run, t, digits=digits).parts())
        return
    if isinstance(run, rankviz.ScoredRun):
        keys = [*menu(run), *(f"{kind}:{x}" for kind in SCORED[run.algorithm].of_item)]
    else:
        keys = [*menu(run), f"item:{x}", f"potential:{x}", f"eta:{int(run.ranker[t - 1])}"]
        keys += [f"{kind}:{a}:{b}" for kind in ("pair", "score", "term")]
    for key in keys:
        yield from ((key, line) for line in explain(trace, run, t, key, digits).lines)


@pytest.mark.parametrize("algorithm", SETTINGS)
@pytest.mark.slow
def test_every_printed_equation_holds(algorithm: str) -> None:
    """25 random runs of each algorithm: every equation of theirs is parsed and worked out, which is what takes long."""
    rng, wrong, read = np.random.default_rng(7), [], Counter[str]()
    for _ in range(25):
        params = {name: rng.choice(values) for name, values in SETTINGS[algorithm].items()}
        problem = problems(rng, 2 if algorithm in TWO_GRADES else int(rng.integers(2, 4)))
        trace = rankviz.trace(problem, algorithm, rounds=8, **{k: v.item() for k, v in params.items()})
        T = trace.runs[0].n_rounds
        for t, digits in (
            (t, digits) for t in sorted({min(1, T), min(2, T), T}) if t for digits in (3, 4, 8, 17)
        ):
            for key, line in lines(trace, t, digits, rng):
                try:
                    right = holds(line.values)
                except Unreadable:
                    continue
                read[key.partition(":")[0]] += " = " in line.values or r"\approx" in line.values
                if not right:
                    wrong.append((t, digits, key, line.values))
    assert not wrong, (len(wrong), read.total(), wrong[:5])
    assert read.total() >= 200, read


def values_of(
    problem: rankviz.Problem, algorithm: str, key: str, digits: int = 4, t: int = 1, **params: object
) -> str:
    trace = rankviz.trace(problem, algorithm, rounds=3, **params)
    return explain(trace, trace.runs[0], t, key, digits).lines[0].values


def test_the_pushs_exponent_has_as_many_digits_as_its_base() -> None:
    problem = rankviz.load("synthetic:linear?n=30&grades=2")
    trace = rankviz.trace(problem, "push", rounds=5, p=12.3456789)
    a, b = problem.pairs[0].tolist()
    for t in range(1, 6):
        for line in explain(trace, trace.runs[0], t, f"pair:{a}:{b}").lines:
            assert holds(line.values), line.values


def test_powers_of_ten_stand_in_brackets_where_a_sign_binds_them() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1e-17], [4e-17], [9e-17]], [0, 0, 1, 1])
    values = values_of(problem, "rb-c-real", "h:0", rankers="soft", softness=0.5)
    assert r"/ (4" in values and holds(values)


def test_a_value_of_0_over_0_is_not_called_infinite() -> None:
    """A single pair is at margin 1 after a round: (1 − G̃) d⁺ / (G̃ d⁰) is 0 / 0, and a note says so."""
    trace = rankviz.trace(rankviz.Problem.from_arrays([[0.0], [1.0]], [0, 1]), "smooth-margin", rounds=3)
    found = explain(trace, trace.runs[0], 3, "alpha", 17)
    assert found.lines[0].values == "" and any("0 / 0" in note for note in found.notes)


@pytest.mark.parametrize("algorithm", ["rb-d", "push", "smooth-margin"])
def test_a_ranker_that_ties_every_pair_has_no_0_over_0(algorithm: str) -> None:
    """A branch may pick one; its α is 0, and ½ ln(0 / 0) is not."""
    X, pairs = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]], [(1, 0), (2, 3), (0, 1)]
    problem = rankviz.Problem.from_arrays(X, pairs=pairs)
    trace = rankviz.trace(problem, algorithm, rounds=1, forks=[rankviz.Fork(algorithm, 1, ranker=0)])
    found = explain(trace, trace.runs[1], 1, "alpha")
    assert found.value == 0.0 and all(holds(line.values) for line in found.lines)
    assert any("ties every pair" in note for note in found.notes)


@pytest.mark.parametrize("digits", [4, 17])
def test_an_edge_of_1_but_for_rounding_gives_infinity_by_39(digits: int) -> None:
    """Six weights of a sixth add up to 1 − 10⁻¹⁶, and (19) would give 18.7; what is not in order is exactly 0."""
    problem = rankviz.Problem.from_arrays(np.arange(7.0)[:, None] > 5, np.arange(7) > 5)
    trace = rankviz.trace(problem, "rb-c", rounds=1, undefined="cap")
    (run,) = trace.runs
    assert run.eps_correct[0] == 1.0 - 2.0**-53 and run.eps_tied[0] == run.eps_reversed[0] == 0.0
    found = explain(trace, run, 1, "alpha", digits)
    assert found.lines[0].values.endswith(r" = \infty") and holds(found.lines[0].values)
    # By 1 − r it is the same where r is printed as 1.
    assert any("(39)" in note for note in found.notes) == (digits == 17)


def test_a_soft_stump_far_below_its_threshold_keeps_its_digits() -> None:
    """From 1 + tanh come multiples of 5.55e-17."""
    (h,) = RealRanker(0, "soft", 37.69, 1.0).values(np.zeros(1))
    assert h == pytest.approx(4.279972485274e-17, rel=1e-9)
    problem = rankviz.Problem.from_arrays([[0.0], [0.7], [1.0]], [0, 1, 1])
    trace = rankviz.trace(problem, "rb-c-real", rounds=1, rankers="soft", softness=0.01)
    values = explain(trace, trace.runs[0], 1, "h:0", 17).lines[0].values
    assert " = " in values and holds(values)
