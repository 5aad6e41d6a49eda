"""Equations on the page: whoever computes with the numbers as they are printed gets the result as it is printed."""

import math

import numpy as np
import pytest
from helpers.latex_value import Unreadable, gives, value_of

import rankviz
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.insight.explain import explain
from rankviz.insight.explain.model import NUMBERS
from rankviz.insight.explain.worked import put_in, read, read_log
from rankviz.insight.reference.formulas.formula import Terms, Variable

ENGINES = ("rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "smooth-margin")
RUNS = [
    ("bundled:diabetes", ("rb-c", "rb-plus"), 20, {}),
    ("bundled:breast-cancer", ("adaboost",), 20, {}),
    ("scenario:margin-cycle", ENGINES, 60, {}),
    ("scenario:lemma-3", ENGINES, 100, {"negative_alpha": False}),
    ("scenario:lemma-1?n=4", ENGINES, 9, {"undefined": "infinite"}),
    ("scenario:lemma-2?n=1", ENGINES, 9, {"undefined": "cap"}),
    ("synthetic:linear?n=14&grades=2", (*ENGINES, "adaboost"), 120, {}),
]


def keys(trace: rankviz.Trace, run: rankviz.Run, t: int, rng: np.random.Generator) -> list[str]:
    pairs = trace.problem.pairs
    a, b = pairs[rng.integers(0, len(pairs))]
    x, j = int(rng.integers(0, trace.problem.n_items)), int(run.ranker[t - 1])
    found = [key for key in NUMBERS if key != "r" or run.algorithm == "rb-c"]
    return [
        *found,
        *(f"{kind}:{a}:{b}" for kind in ("pair", "score", "term")),
        f"item:{x}",
        f"potential:{x}",
        f"eta:{j}",
    ]


@pytest.mark.parametrize(("source", "algorithms", "rounds", "params"), RUNS, ids=[run[0] for run in RUNS])
@pytest.mark.slow
def test_every_equation_gives_what_stands_beside_it(
    source: str, algorithms: tuple[str, ...], rounds: int, params: dict[str, object]
) -> None:
    rng = np.random.default_rng(0)
    trace = rankviz.trace(rankviz.load(source), algorithms, rounds=rounds, **params)
    equations, about, wrong = 0, 0, []
    for run in trace.runs:
        some = 2 if source.startswith("bundled") else 12
        for t in sorted({1, 2, run.n_rounds, *rng.integers(1, run.n_rounds + 1, some).tolist()}):
            if t > run.n_rounds:
                continue
            for key in keys(trace, run, t, rng):
                for line in explain(trace, run, t, key).lines:
                    about += r"\approx" in line.values
                    if " = " not in line.values or line.values.endswith(r"\infty"):
                        continue
                    left, _, right = line.values.rpartition(" = ")
                    try:
                        right_side = gives(left, right)
                    except Unreadable:
                        continue
                    equations += 1
                    if not right_side:
                        wrong.append((run.algorithm, t, key, line.values, value_of(left)))
    assert not wrong, (len(wrong), equations, wrong[:5])
    assert equations >= 40 and about <= 0.02 * equations, (equations, about)


A, B, SUM = Variable("a"), Variable("b"), Variable("c")


def difference(a: float, b: float, result: float) -> str:
    return put_in(A - B, {A: a, B: b}, result, 4)


def worked_sum(terms: tuple[float, ...], count: int, result: float, digits: int) -> str:
    return put_in(SUM, {SUM: Terms(terms, count)}, result, digits)


def test_a_difference_shows_the_digits_it_needs() -> None:
    assert difference(0.5, 0.25, 0.25) == "0.5000 - 0.2500 = 0.2500"
    shown = difference(0.50014999, 0.49980001, 0.50014999 - 0.49980001)
    left, _, right = shown.partition(" = ")
    assert right == r"0.0003500" and gives(left, right) and len(left) > len("0.5001 - 0.4998")


def test_a_result_that_its_digits_do_not_give_is_marked_as_about() -> None:
    """Three tenths added up in another order are not 0.6 to the last digit that a float has."""
    assert r"\approx" in worked_sum((0.1, 0.2, 0.3), 3, 0.6, 17)
    assert worked_sum((0.1, 0.2, 0.3), 3, 0.6, 4) == "0.1000 + 0.2000 + 0.3000 = 0.6000"
    assert r"\cdots = 0.9000" in worked_sum((0.1, 0.2, 0.3), 5, 0.9, 4)


def test_numbers_are_read_as_they_were_written() -> None:
    assert read("12{,}346") == 12346 and read(r"-1.234 \times 10^{-7}") == -1.234e-7
    assert read_log("10^{-412.3}") == pytest.approx(-412.3 * math.log(10)) and read_log("0") == -math.inf
    assert put_in(A / B, {A: 1.0, B: 3.0}, 1 / 3, 4) == r"\frac{1.000}{3.000} = 0.3333"


def test_the_reader_of_equations_can_fail() -> None:
    assert gives(r"\frac12 \ln \frac{0.7500}{0.2500}", "0.5493")
    assert not gives(r"\frac12 \ln \frac{0.7500}{0.2500}", "0.5494")
    assert gives(r"0.5000\, e^{-0.1000} + 0.2500\, e^{0.1000} + 0.2500 \cdot 1.005", "0.9800")
    assert gives(r"\frac{1}{3}\, e^{-(0.1000 + 0.2000) \cdot 2.000}", "0.1829")
    with pytest.raises(Unreadable):
        value_of(r"0.1000 + \cdots")


def test_a_forced_weight_is_no_equation() -> None:
    trace = rankviz.trace(
        rankviz.load("scenario:lemma-3"), "rb-d", rounds=4, forks=[Fork("rb-d", 2, alpha=0.5)]
    )
    assert explain(trace, trace.runs[1], 2, "alpha").lines[0].values == "0.5000"
