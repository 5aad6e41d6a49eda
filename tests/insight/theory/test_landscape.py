"""The losses over two weights: the values of the twin, the least of the solver, and ways that are the runs'."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from helpers.views import finite_json
from twins.equations import log_f1, log_f2

import rankviz
from rankviz.board.figures.landscape import landscape as drawn
from rankviz.board.figures.landscape import slice_of
from rankviz.engine.errors import DataError
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory import minimum
from rankviz.insight.theory.landscapes import slices, whole

ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
SCENARIOS = ("proposition-1", "lemma-1", "lemma-2", "lemma-3")


AT = [(0, 0), (80, 3), (17, 60), (80, 80)]
Twin = Callable[[str, Sequence[float]], float]


def twin_of(trace: Trace, rankers: list[int], held: Sequence[float] = ()) -> Twin:
    """ln F1 or ln F2 by the weights of the first rankers; `held` are those of the others."""
    H = trace.pool.outputs(np.array(rankers)).T.astype(float)
    M = H[trace.problem.pairs[:, 0]] - H[trace.problem.pairs[:, 1]]

    def twin(loss: str, eta: Sequence[float]) -> float:
        whole = [*eta, *held]
        return log_f1(M @ np.array(whole)) if loss == "F1" else log_f2(M, dict(enumerate(whole)))

    return twin


def check(found: whole.Landscape, twin: Twin) -> None:
    """Values are the twin's, and around a least point the loss rises."""
    for loss, logs in found.logs.items():
        for i, j in AT:
            assert logs[i, j] == pytest.approx(twin(loss, (found.x[j], found.y[i])), rel=1e-12, abs=1e-12)
        if (at := found.least[loss]) is not None:
            for dx, dy in ((1e-3, 0), (-1e-3, 0), (0, 1e-3), (0, -1e-3)):
                assert twin(loss, (at[0] + dx, at[1] + dy)) > twin(loss, at)


@pytest.mark.parametrize("name", SCENARIOS)
def test_values_are_the_twins_and_least_points_the_solvers(name: str) -> None:
    trace = rankviz.trace(rankviz.load(f"scenario:{name}"), ALGORITHMS, 15)
    found = whole.of_trace(trace)
    twin = twin_of(trace, [0, 1])
    check(found, twin)
    solvers = {
        "F1": minimum.of_f1(trace.problem, trace.pool),
        "F2": minimum.of_f2(trace.problem, trace.pool.outputs(np.arange(2))),
    }
    for loss, at in found.least.items():
        assert (at is not None) == solvers[loss].attained
        assert at is None or math.exp(twin(loss, at)) == pytest.approx(solvers[loss].value, rel=1e-10)
    for run, path in zip(trace.runs, found.paths, strict=True):
        for t, eta in enumerate(path):
            assert twin("F1", tuple(eta)) == pytest.approx(run.metrics["log_e1"][t], abs=1e-9)


def test_ways_end_at_the_round_and_an_infinite_weight_ends_one() -> None:
    infinite = ["rb-d:undefined=infinite", "rb-d:undefined=limit", "rb-plus"]
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), infinite, 6)
    assert {"infinite", "limit"} <= {outcome for run in trace.runs for outcome in run.outcome}
    for t in (0, 1, 6):
        figure = drawn(trace, t)
        finite_json(figure)
        ways = {
            line.name: line for line in figure.data if line.name in [on_screen(run) for run in trace.runs]
        }
        for run in trace.runs:
            undefined = np.flatnonzero(np.isnan(run.alpha))
            rounds = min(t, int(undefined[0]) if len(undefined) else run.n_rounds)
            assert len(ways[on_screen(run)].x) == rounds + 1
            ends = run.weights_at(rounds)
            assert (ways[on_screen(run)].x[-1], ways[on_screen(run)].y[-1]) == (
                ends.get(0, 0.0),
                ends.get(1, 0.0),
            )
        assert len({line.line.color for line in ways.values()}) == len(trace.runs)  # one algorithm twice, too


def test_two_rankers_have_a_landscape_more_a_slice_and_a_run_that_moves_all_at_once_none() -> None:
    two = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d"], 2)
    many = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d"], 2)
    assert whole.has_landscape(two) and not slices.runs_of(two)
    assert not whole.has_landscape(many) and slices.runs_of(many) == many.runs
    alone = rankviz.trace(rankviz.load("bundled:diabetes?items=20&seed=9"), ["rb-plus-optimal"], 40)
    assert alone.runs[0].combined.any() and not whole.has_landscape(alone) and not slices.runs_of(alone)


def some_runs() -> list[tuple[Trace, Run, tuple[int, int], int]]:
    stay = rankviz.trace(rankviz.load("scenario:places-to-stay"), ALGORITHMS, 12)
    coarse = rankviz.trace(rankviz.load("synthetic:coarse?n=30"), ALGORITHMS, 25)
    unpicked = next(r for r in range(len(coarse.pool)) if r not in coarse.runs[0].ranker[:3])
    return [
        *((stay, run, (0, 3), t) for run in stay.runs for t in (0, 1, 7)),
        *((coarse, run, slices.first_choice(run, 25) or (0, 1), 25) for run in coarse.runs),
        (coarse, coarse.runs[0], (int(coarse.runs[0].ranker[0]), unpicked), 3),
    ]


@pytest.mark.parametrize(("trace", "run", "two", "t"), some_runs())
def test_a_slice_has_the_values_of_the_twins_at_all_weights(
    trace: Trace, run: Run, two: tuple[int, int], t: int
) -> None:
    found = slices.of_run(trace, run, two, t)
    held = {r: w for r, w in run.weights_at(slices.held_at(run, t)).items() if r not in two}
    twin = twin_of(trace, [*two, *held], list(held.values()))
    check(found, twin)
    for loss, at in found.least.items():
        if at is None:  # then the loss goes on falling, or stays, a long way out
            far = [twin(loss, (30.0 * x, 30.0 * y)) for x, y in slices.RAYS]
            assert min(far) <= min(found.logs[loss].min(), twin(loss, (0.0, 0.0))) + 1e-9
    (way,) = found.paths
    ends = run.weights_at(slices.held_at(run, t))
    assert tuple(way[-1]) == tuple(ends.get(ranker, 0.0) for ranker in two)
    assert twin("F1", tuple(way[-1])) == pytest.approx(
        run.metrics["log_e1"][slices.held_at(run, t)], abs=1e-9
    )


def test_a_slice_says_that_it_is_one_and_is_over_two_rankers() -> None:
    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-c", "rb-plus"], 12)
    run = trace.runs[1]
    figure = slice_of(trace, 8, run, (1, 4))
    others = len(set(run.weights_at(8)) - {1, 4})
    count = f"s of the {others} other rankers" if others > 1 else " of the other ranker"
    assert figure.layout.title.text.startswith(f"A slice: the weight{count}")
    assert "RankBoost+" in figure.layout.title.text and "round 8" in figure.layout.title.text
    assert trace.pool.label(1) in figure.layout.xaxis.title.text
    assert trace.pool.label(4) in figure.layout.yaxis.title.text
    assert slice_of(trace, 0).layout.title.text.startswith("A slice: no other ranker has a weight")
    with pytest.raises(DataError, match="two different"):
        slices.of_run(trace, run, (2, 2), 3)


def test_a_slice_stops_before_an_infinite_weight() -> None:
    trace = rankviz.trace(rankviz.load("bundled:wine"), ["rb-d:undefined=limit"], 6)
    run = trace.runs[0]
    assert run.outcome[0] == "limit" and slices.held_at(run, 5) == 0
    finite_json(slice_of(trace, 5))
