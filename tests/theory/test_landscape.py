"""The losses over two weights: the values of the twin, the least of the solver, and ways that are the runs'."""

from __future__ import annotations

import math

import numpy as np
import pytest
from twins.equations import log_f1, log_f2

import rankviz
from rankviz.figures import figures_of
from rankviz.figures.landscape import landscape as drawn
from rankviz.theory import landscape, minimum

ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
SCENARIOS = ("proposition-1", "lemma-1", "lemma-2", "lemma-3")


@pytest.mark.parametrize("name", SCENARIOS)
def test_values_are_the_twins_and_least_points_the_solvers(name: str) -> None:
    trace = rankviz.trace(rankviz.load(f"scenario:{name}"), ALGORITHMS, 15)
    found = landscape.of_trace(trace)
    H = trace.pool.outputs(np.arange(2)).T.astype(float)
    M = H[trace.problem.pairs[:, 0]] - H[trace.problem.pairs[:, 1]]

    def twin(loss: str, eta: tuple[float, float]) -> float:
        return log_f1(M @ np.array(eta)) if loss == "F1" else log_f2(M, dict(enumerate(eta)))

    for loss, logs in found.logs.items():
        for i, j in ((0, 0), (80, 3), (17, 60), (80, 80)):
            assert logs[i, j] == pytest.approx(twin(loss, (found.x[j], found.y[i])), rel=1e-12, abs=1e-12)
        solver = (
            minimum.of_f1(trace.problem, trace.pool)
            if loss == "F1"
            else minimum.of_f2(trace.problem, trace.pool.outputs(np.arange(2)))
        )
        at = found.least[loss]
        assert (at is not None) == solver.attained
        if at is not None:
            assert math.exp(twin(loss, at)) == pytest.approx(solver.value, rel=1e-10)
            assert all(
                twin(loss, (at[0] + dx, at[1] + dy)) > twin(loss, at)
                for dx, dy in ((1e-3, 0), (-1e-3, 0), (0, 1e-3), (0, -1e-3))
            )
    for run, path in zip(trace.runs, found.paths, strict=True):
        for t, eta in enumerate(path):
            assert twin("F1", tuple(eta)) == pytest.approx(run.metrics["log_e1"][t], abs=1e-9)


def test_ways_end_at_the_round_and_an_infinite_weight_ends_one() -> None:
    infinite = ["rb-d:undefined=infinite", "rb-d:undefined=limit", "rb-plus"]
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), infinite, 6)
    assert {"infinite", "limit"} <= {outcome for run in trace.runs for outcome in run.outcome}
    for t in (0, 1, 6):
        figure = drawn(trace, t)
        assert "NaN" not in figure.to_json() and "Infinity" not in figure.to_json()
        ways = {line.name: line for line in figure.data if line.name in [run.label for run in trace.runs]}
        for run in trace.runs:
            undefined = np.flatnonzero(np.isnan(run.alpha))
            rounds = min(t, int(undefined[0]) if len(undefined) else run.n_rounds)
            assert len(ways[run.label].x) == rounds + 1
            ends = run.weights_at(rounds)
            assert (ways[run.label].x[-1], ways[run.label].y[-1]) == (ends.get(0, 0.0), ends.get(1, 0.0))
        assert len({line.line.color for line in ways.values()}) == len(trace.runs)  # one algorithm twice, too


def test_only_two_rankers_have_a_landscape() -> None:
    two = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d"], 2)
    many = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d"], 2)
    assert "Landscape" in figures_of(two) and "Landscape" not in figures_of(many)
