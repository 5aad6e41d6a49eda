"""Every learner down to where floats end and beyond: losses and bounds go on as logs, and no claim is violated."""

import json
import math
import re
from dataclasses import dataclass, field

import numpy as np
import pytest
from helpers.theorems import violated
from helpers.views import finite_json

import rankviz
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.export import to_json
from rankviz.insight.explain import explain, menu
from rankviz.insight.narration.rounds import round_in_words

DEEP = -400.0 * math.log(10)
"""ln 1e−400; the least float is 5e−324."""

PERFECT = Problem.from_arrays([[0.0], [0.1], [0.9], [1.0]], [0, 0, 1, 1])
"""One feature orders every pair, with a gap."""

VOTES = Problem.from_arrays(
    [[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1, 0, 0, 0]
)
"""Two of three features are right of every pair but for ties, none of all."""


def duels(count: int) -> Problem:
    """Pairs of their own items, and as many features: feature j is wrong of pair j alone, and ties none."""
    right = 1.0 - np.eye(count)
    pairs = [(i, count + i) for i in range(count)]
    return Problem.from_arrays(np.concatenate([right, 1.0 - right]), pairs=pairs)


@dataclass(frozen=True)
class Case:
    """A run and what becomes of its losses: `deep` are the logs that end below `DEEP`."""

    problem: Problem
    rounds: int
    deep: tuple[str, ...] = ()
    params: dict[str, object] = field(default_factory=dict)


SINGLE = ("log_e1", "log_e2", "log_bound")
CASES = {
    "rb-d": [Case(duels(9), 3200, SINGLE), Case(VOTES, 2000, ("log_e1",))],
    "rb-c": [Case(duels(9), 3200, SINGLE)],
    "rb-plus": [Case(duels(9), 3200, SINGLE)],
    "rb-plus-optimal": [Case(duels(9), 3200, SINGLE)],
    "push": [
        Case(duels(9), 3200, ("push_loss", "log_bound")),
        Case(VOTES, 3000, ("push_loss", "log_e1"), {"p": 2.0}),
    ],
    "smooth-margin": [
        Case(PERFECT, 2200, SINGLE),
        Case(PERFECT, 2200, ("log_e1", "log_bound"), {"margin_step": "exact"}),
    ],
    "adaboost": [Case(VOTES, 4000, ("log_e1", "log_bound", "f_plus", "f_minus", "f_tilde"))],
    "rb-c-real": [
        Case(PERFECT, 400, ("log_e1", "log_bound", "exp_bound")),
        Case(VOTES, 4000, ("log_e1", "log_bound"), {"weigh": "exact", "rankers": "scaled"}),
    ],
    # The others never come there. Trees end at a risk of 1e-16, where scikit-learn calls targets all alike:
    "qbrank": [
        Case(PERFECT, 100, (), {"w": 1.0, "eta": 0.5}),
        Case(PERFECT, 100, (), {"w": 1.0, "eta": 0.5, "pair_loss": "logistic"}),
        Case(PERFECT, 100, (), {"w": 1.0, "eta": 1.0}),
    ],
    "gbt": [Case(PERFECT, 100, (), {"eta": 0.5})],
    # W is at least 1e-6 of what it was, so that steps end to grow:
    "ranknet": [Case(PERFECT, 400, (), {"eta": 1.0, "sigma": 10.0})],
    "lambdamart": [Case(PERFECT, 400, (), {"eta": 1.0, "sigma": 10.0})],
    # These end where no finite scores are the best, or play each battle once; net wins have no loss:
    "bradley-terry": [Case(PERFECT, 400, ())],
    "davidson": [Case(PERFECT, 400, ())],
    "elo": [Case(PERFECT, 400, (), {"elo_k": 100.0})],
    "net-wins": [Case(PERFECT, 1, ())],
    # These have a norm beside their loss:
    "ranksvm": [Case(PERFECT, 1, (), {"cost": 10000.0})],
    "kernel-gd": [Case(PERFECT, 200, (), {"loss": "logistic", "regularisation": 1e-6})],
}


def test_every_learner_is_walked() -> None:
    # A trained ranker learns nothing; its loss is LambdaMART's.
    assert set(CASES) == {name for name, entry in ALGORITHMS.items() if not entry.needs_model}


def logs(run: rankviz.Run) -> dict[str, np.ndarray]:
    """All losses and bounds of a run as natural logs."""
    found = {name: values for name, values in run.metrics.items() if name.startswith("log_")}
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = {ALGORITHMS[run.algorithm].loss, getattr(ALGORITHMS[run.algorithm], "bound", "")}
        plain = {name: np.log(values) for name, values in run.extra.items() if name in loss}
    return found | plain | run.log_extra


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "case"),
    [(name, case) for name, cases in CASES.items() for case in cases],
    ids=lambda each: str(each)[:12],
)
def test_a_loss_goes_on_below_what_floats_hold(name: str, case: Case) -> None:
    """Thousands of rounds: no fewer take a loss of these learners below 1e−400."""
    trace = rankviz.trace(case.problem, name, case.rounds, **case.params)
    (run,) = trace.runs
    found = logs(run)
    for key in case.deep:
        assert np.isfinite(found[key][1:]).all() and found[key][-1] < DEEP, (key, found[key][-1])
    if not case.deep:
        ends = [values[-1] for values in found.values() if not math.isnan(values[-1])]
        assert all(end > DEEP or end == -math.inf for end in ends)  # a hinge is 0 in the end
    rounds = np.unique(np.linspace(0, run.n_rounds, 25).astype(int)).tolist()
    assert not violated(trace, rounds)
    for t in rounds[1:]:
        told = " ".join(round_in_words(trace, run, t))
        assert not re.search("(Ê1|Ê2|Rₚ) (stays at 0[. ;]|has no finite value)", told), told
    finite_json(trace)
    if name != "kernel-gd":
        for key in menu(run):
            assert explain(trace, run, run.n_rounds, key).text


def test_json_shows_zero_where_a_loss_is_below_floats() -> None:
    trace = rankviz.trace(PERFECT, "rb-c-real", 400)
    last = json.loads(to_json(trace))["runs"][0]["rounds"][-1]
    assert (last["e1"], last["bound"], last["exp_bound"]) == (0.0, 0.0, 0.0)
    assert 0.0 < last["z"] < last["z_bound"] < 1.0
