"""A run in which one number was altered is caught: every theorem holds before and is violated after."""

from collections.abc import Callable
from functools import cache

import pytest
from helpers.agreement import NAMES
from helpers.theorems import altered, by_key

import rankviz
from rankviz.insight.theory import monitor

RUNS: dict[str, tuple[str, str, int, int, dict[str, object]]] = {
    # The run: its data, algorithm and rounds, the round that is altered, and the parameters.
    "rb-d": ("synthetic:linear?n=40&grades=4", "rb-d", 12, 12, {}),
    "rb-c": ("synthetic:linear?n=40&grades=4", "rb-c", 12, 12, {}),
    "rb-plus": ("synthetic:linear?n=40&grades=4", "rb-plus", 12, 12, {}),
    "adaboost": ("scenario:skew", "adaboost", 8, 5, {}),
    "smooth-margin": ("scenario:margin-cycle", "smooth-margin", 60, 40, {}),
    "smooth-margin, exact": ("scenario:margin-cycle", "smooth-margin", 60, 40, {"margin_step": "exact"}),
    "smooth-margin, early": ("scenario:margin-cycle", "smooth-margin", 60, 3, {}),
    "rb-c-real": ("synthetic:letor?queries=4&documents=8", "rb-c-real", 3, 3, {"weigh": "exact"}),
    "ranknet": ("synthetic:letor?queries=2&documents=20", "ranknet", 12, 4, {"leaves": 3}),
    "qbrank": ("synthetic:single-grade?n=70", "qbrank", 6, 3, {}),
    "gbt": ("synthetic:single-grade?n=120", "gbt", 4, 2, {"tolerance": 0.2}),
}


def plus(more: float) -> Callable[[float], float]:
    return lambda value: value + more


def times(factor: float) -> Callable[[float], float]:
    return lambda value: value * factor


ALTERED = [
    ("rb-d", "z", times(1.000001), "product-e1"),
    ("rb-d", "z", times(1.000001), "z"),
    ("rb-d", "eps_tied", times(1.0001), "epsilons"),
    ("rb-d", "log_e1", plus(1.0), "product-e1"),
    ("rb-d", "log_e1", plus(1.0), "e1-falls"),
    ("rb-d", "log_e1", plus(5.0), "theorem-1-proof"),
    ("rb-d", "log_e1", plus(-9.0), "error-loss"),
    ("rb-d", "log_bound", plus(-9.0), "theorem-1"),
    ("rb-d", "alpha", times(2.0), "best-step"),
    ("rb-c", "z", times(1.000001), "product-e1"),
    ("rb-c", "z", times(2.0), "z-bound"),
    ("rb-c", "log_e1", plus(1.0), "e1-falls"),
    ("rb-c", "log_e2", plus(-9.0), "proposition-2"),
    ("rb-c", "log_e2", plus(-9.0), "losses"),
    ("rb-c", "log_bound", plus(-9.0), "product-bound"),
    ("rb-c", "r1", plus(0.9), "error-product"),
    ("rb-c", "r1", plus(0.9), "theorem-1-for-rb-c"),
    ("rb-c", "r2", plus(2.0), "errors"),
    ("rb-c", "smooth_margin", plus(9.0), "margins"),
    ("rb-c", "alpha", times(2.0), "best-step-bound"),
    ("rb-plus", "z", times(1.000001), "product-e2"),
    ("rb-plus", "tie_factor", times(1.0001), "z"),
    ("rb-plus", "log_e2", plus(1.0), "e2-falls"),
    ("rb-plus", "log_bound", plus(-9.0), "theorem-2"),
    ("rb-plus", "log_bound", plus(-9.0), "theorem-2-proof"),
    ("rb-plus", "r2", plus(2.0), "theorem-2-rate"),
    ("rb-plus", "alpha", times(2.0), "best-step"),
    ("rb-plus", "delta", times(1.001), "z-slope"),
    ("adaboost", "f_tilde", times(1.01), "f-tilde"),
    ("adaboost", "log_bound", plus(-0.2), "e1-by-f"),
    ("adaboost", "log_bound", plus(-9.0), "r1-by-f"),
    ("adaboost", "f_plus", times(1.5), "f-falls"),
    ("adaboost", "alpha", times(1.2), "best-step-f"),
    ("adaboost", "delta", times(1e-9), "sm-corollary-1-why"),
    ("adaboost", "auc", plus(0.01), "auc"),
    ("smooth-margin", "smooth_margin", plus(-0.01), "sm-theorem-2"),
    ("smooth-margin", "smooth_margin", plus(-0.01), "sure-gain"),
    ("smooth-margin", "smooth_margin", plus(-0.01), "sm-lemma-2"),
    ("smooth-margin", "smooth_margin", plus(-0.01), "rises"),
    ("smooth-margin", "smooth_gain", plus(0.00001), "gain"),
    ("smooth-margin", "alpha", plus(0.0001), "root"),
    ("smooth-margin", "z", times(1.001), "product-e1"),
    ("smooth-margin", "log_bound", plus(-9.0), "e1-by-gains"),
    ("smooth-margin, early", "alpha", times(1.2), "best-step"),
    ("smooth-margin, exact", "smooth_margin", plus(-0.01), "sure-gain-exact"),
    ("smooth-margin, exact", "alpha", plus(0.0001), "exact-root"),
    ("rb-c-real", "z", plus(0.5), "z-bound-real"),
    ("rb-c-real", "z", plus(0.1), "best-step"),
    ("rb-c-real", "log_e1", plus(9.0), "e1-by-r"),
    ("rb-c-real", "log_e1", plus(0.01), "product-e1"),
    ("rb-c-real", "log_e1", plus(0.9), "e1-falls"),
    ("rb-c-real", "log_e1", plus(-9.0), "error-loss"),
    ("ranknet", "pair_cost", times(0.01), "error-cost"),
    ("ranknet", "pair_cost", times(50.0), "quadratic-cost"),
    ("qbrank", "risk", times(1.5), "quadratic"),
    ("qbrank", "risk", times(1.5), "risk-falls"),
    ("gbt", "risk", times(9.0), "qb-theorem-1-epsilon"),
]
BROKEN_ELSEWHERE = {
    "observation-1-no-slope", "rb-c-no-slope", "theorem-3-no-slope",  # by a run that says it has converged
    "r1-by-gains",  # R̂1 is 0 where U could lie below it: there Ê1 ≤ U breaks first
}  # fmt: skip


@cache
def made(name: str) -> tuple[rankviz.Trace, rankviz.Run, int]:
    source, algorithm, rounds, t, params = RUNS[name]
    trace = rankviz.trace(rankviz.load(source), algorithm, rounds, **params)
    return trace, trace.runs[0], t


@pytest.mark.parametrize(("name", "number", "change", "theorem"), ALTERED)
def test_an_altered_run_is_caught(
    name: str, number: str, change: Callable[[float], float], theorem: str
) -> None:
    trace, run, t = made(name)
    assert by_key(trace, run, t)[theorem].verdict == monitor.HOLDS
    row = by_key(trace, altered(run, number, t, change), t)[theorem]
    assert row.verdict == monitor.VIOLATED and "side is" in row.because


@pytest.mark.parametrize("algorithm", [*NAMES, "adaboost", "smooth-margin", "rb-c-real"])
def test_every_theorem_that_can_be_broken_is_broken_above(algorithm: str) -> None:
    broken = {theorem for name, _, _, theorem in ALTERED if RUNS[name][1] == algorithm}
    claimed = {claim.key for claim in monitor.THEOREMS[algorithm] if not claim.of_minimum}
    assert claimed <= broken | BROKEN_ELSEWHERE
    assert {claim.key for claim in monitor.ALWAYS} <= {theorem for *_, theorem in ALTERED}
    assert monitor.THEOREMS["rb-plus-optimal"] == monitor.THEOREMS["rb-plus"]
