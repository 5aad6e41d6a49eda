"""Risk against the norm: both are the twin's, and two steps are compared at the norms that both reach."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from twins import qbrank as twin

import rankviz
from rankviz.insight.theory.trees import norm_path
from rankviz.insight.theory.trees.norm_path import NormPath, compared, path_of, rounds_for, with_step
from rankviz.ui.pages.qbrank.norm import verdict

SOURCE = "synthetic:single-grade?n=100&pages=10"


def made(algorithm: str = "qbrank", **params: object) -> rankviz.Trace:
    return rankviz.trace(
        rankviz.load(SOURCE),
        [algorithm],
        rounds=6,
        holdout=0.4,
        seed=3,
        **{"eta": 0.5, "leaves": 6, **params},
    )


def data_of(problem: rankviz.Problem, **more: object) -> twin.Data:
    return twin.data_of(problem.grades, problem.qid, None, problem.n_items, **more)


@pytest.mark.parametrize(
    ("algorithm", "params"),
    [
        ("qbrank", {"w": 0.7}),
        ("qbrank", {"pair_loss": "logistic", "labels": "single", "ridge": 0.5}),
        ("gbt", {}),
    ],
)
def test_norm_and_risks_are_the_twins(algorithm: str, params: dict[str, object]) -> None:
    trace = made(algorithm, **params)
    (run,) = trace.runs
    found = path_of(trace, run)
    told = {"w": 0.0} if algorithm == "gbt" else params
    held, training = data_of(trace.holdout, **told), data_of(trace.problem, **told)
    start = twin.risk(held, np.zeros(held.n))
    assert_allclose(found.held, [twin.risk(held, h) / start for h in run.scored.held], rtol=1e-9)
    start = twin.risk(training, np.zeros(training.n))
    scores = list(trace.staged_scores(run))
    assert_allclose(found.training, [twin.risk(training, h) / start for h in scores], rtol=1e-9)
    # A step's length is that of the difference of two scores: ‖step g‖ = step ‖g‖.
    W = twin.upper_bound(training)
    lengths = [math.sqrt(np.mean(W * (b - a) ** 2)) for a, b in zip(scores, scores[1:], strict=False)]
    assert_allclose(found.norm, [0.0, *np.cumsum(lengths)], rtol=1e-9)
    assert found.eta == 0.5 and found.held[found.best] == found.held.min()


@pytest.mark.parametrize("rule", ["search", "one", "small"])
def test_the_other_step_is_a_run_of_its_own_that_goes_about_as_far(rule: str) -> None:
    trace = made(step_rule=rule)
    (run,) = trace.runs
    eta, rounds = 0.25, rounds_for(run, 0.25)
    assert rounds == (24 if rule == "small" else 12)
    found = with_step(trace, run, eta, 3)
    alone = rankviz.trace(
        rankviz.load(SOURCE),
        ["qbrank"],
        rounds=rounds,
        holdout=0.4,
        seed=3,
        eta=eta,
        leaves=6,
        step_rule=rule,
    )
    whole = path_of(alone, alone.runs[0])
    for name in ("norm", "training", "held"):
        assert_allclose(getattr(found, name), getattr(whole, name), rtol=1e-12)
    if rule == "small":
        assert found.norm[-1] == pytest.approx(path_of(trace, run).norm[-1])
    assert rounds_for(run, 1e-6) == norm_path.MOST_ROUNDS


def test_a_path_without_held_out_items_is_refused() -> None:
    trace = rankviz.trace(rankviz.load(SOURCE), ["qbrank"], rounds=2)
    with pytest.raises(rankviz.DataError, match="Nothing is held out"):
        path_of(trace, trace.runs[0])


def path(eta: float, norm: list[float], held: list[float]) -> NormPath:
    return NormPath(eta, np.array(norm), np.array(held), np.array(held))


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ([1.0, 0.2, 0.1], "small steps do regularise"),
        ([1.0, 0.8, 0.9], "small steps do not help"),
        ([1.0, 0.6, 0.5], "hardly matters"),
        ([1.0, 0.9, 0.45], "depends on the norm"),
    ],
)
def test_two_steps_are_compared_as_far_as_both_go(held: list[float], words: str) -> None:
    """The larger goes to 4, the smaller to 2: beyond 2 nothing counts."""
    large, small = path(0.4, [0.0, 1.0, 4.0], [1.0, 0.6, 0.3]), path(0.1, [0.0, 1.0, 2.0], held)
    found = compared(large, small)
    assert found.reach == 2.0
    at = 2.0 * np.arange(1, 401) / 400
    one, other = np.interp(at, large.norm, large.held), np.interp(at, small.norm, held)
    assert found.least == (pytest.approx(0.5), pytest.approx(float(other.min())))
    assert found.gap == pytest.approx(sum(one - other) / 400)
    assert verdict(large, small) == verdict(small, large)
    told = verdict(large, small)
    assert (words in told) and "Up to ‖h‖ = 2.00" in told
