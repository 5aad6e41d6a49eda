"""An answer flipped on the stage: the data become a table in the link whose runs are those of the data themselves."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import rankviz
from rankviz.engine.data import sources
from rankviz.engine.data.builtin import inline
from rankviz.engine.runs.trace import Trace
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage import flips
from rankviz.ui.state.state import State

SMALL = ("scenario:places-to-stay", "scenario:proposition-1", "scenario:lemma-2", "scenario:margin-cycle")
ALL = ("rb-d", "rb-c", "rb-plus")


def shown_of(state: State) -> Shown:
    return runs.run(runs.request(state, ()))


def assert_same_runs(found: Trace, expected: Trace) -> None:
    for one, other in zip(found.runs, expected.runs, strict=True):
        assert_array_equal(one.ranker, other.ranker)
        assert_array_equal(one.alpha, other.alpha)
        for name in ("r1", "r2", "log_e2"):
            assert_array_equal(one.metrics[name], other.metrics[name])


@pytest.mark.parametrize("data", SMALL)
def test_the_table_has_the_runs_of_the_data_with_the_answer_flipped(data: str) -> None:
    state = State(data=data, alg=ALL, rounds=8, holdout=0, undefined="cap")
    shown = shown_of(state)
    table = flips.table(state, shown, runs.problem(state))
    assert table is not None
    problem = shown.trace.problem
    for ranker, item in ((0, 0), (1, problem.n_items - 1)):
        other = flips.flipped(state, table, f"{ranker}:{item}")
        X = problem.X.copy()
        X[item, ranker] = 1 - X[item, ranker]
        order = {"pairs": problem.pairs} if problem.explicit else {"grades": problem.grades}
        names = problem.feature_names
        given = rankviz.Problem.from_arrays(X, **order, feature_names=names, binary=True)
        assert str(other["data"]).startswith("inline:") and other["rounds"] == 8
        found = sources.load(str(other["data"]))
        assert_array_equal(found.X, X)
        assert_array_equal(found.pairs, problem.pairs)
        assert_same_runs(*(rankviz.trace(each, ALL, 8, undefined="cap") for each in (found, given)))


@pytest.mark.parametrize(
    "state",
    [
        State(data="scenario:lemma-1?n=5", alg=("rb-d",), rounds=2),  # twelve items
        State(data="bundled:diabetes?items=20", alg=("rb-d",), rounds=2, holdout=0),  # no table of yes and no
        State(data="scenario:lemma-3", alg=("rb-d",), rounds=2, fork="rb-d:1:alpha=0.5"),
        State(data="scenario:places-to-stay", alg=("rb-d",), rounds=2, positive=3.0),
    ],
    ids=lambda state: str(state["data"]),
)
def test_nothing_is_flipped_where_the_runs_would_not_be_the_same(state: State) -> None:
    assert flips.table(state, shown_of(state), runs.problem(state)) is None


def test_pairs_that_count_unlike_are_no_table() -> None:
    weighed = {"pairs": [(0, 1), (2, 1)], "pair_weights": [1.0, 3.0]}
    problem = rankviz.Problem.from_arrays(np.array([[1.0], [0.0], [1.0]]), **weighed, binary=True)
    assert inline.of_problem(problem) is None
    assert inline.of_problem(replace(problem, pair_weights=None)) is not None


@pytest.mark.parametrize("cell", ["", "0", "9:0", "0:9", "x:1", "1:-1", "0:0:0"])
def test_an_answer_that_there_is_not_changes_nothing(cell: str) -> None:
    state = State(data="scenario:lemma-3", alg=("rb-d",), rounds=2)
    table = flips.table(state, shown_of(state), runs.problem(state))
    assert table is not None
    assert flips.flipped(state, table, cell) is state
