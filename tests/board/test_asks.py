"""What each round asks of the items: values, answers, edges and counts as the engine has them."""

import numpy as np
import pytest

import rankviz
from rankviz.board import splits
from rankviz.board.payload import pack, unpack
from rankviz.board.sample import excerpt
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs import candidates

SOURCES = (
    "scenario:places-to-stay",
    "synthetic:linear?n=30&features=3&grades=3&queries=2",
    "bundled:diabetes",
    "scenario:proposition-1",
)


@pytest.mark.parametrize("source", SOURCES)
def test_counts_are_those_of_every_pair(source: str) -> None:
    trace = rankviz.trace(rankviz.load(source), ["rb-d", "rb-plus", "ranksvm"], 6)
    meta, arrays = unpack(pack(trace))
    for k, run in enumerate(trace.runs):
        if isinstance(run, rankviz.ScoredRun):
            assert f"{k}.crossed" not in arrays and meta["runs"][k]["asks"] == []
            continue
        for row, ranker in enumerate(dict.fromkeys(run.ranker.tolist())):
            h = trace.pool.output(ranker).astype(int)
            signs = h[trace.problem.pairs[:, 0]] - h[trace.problem.pairs[:, 1]]
            assert arrays[f"{k}.crossed"][row].tolist() == [int(np.sum(signs == sign)) for sign in (1, 0, -1)]


def check_thresholds(trace: rankviz.Trace, meta: dict, values: np.ndarray) -> None:
    """Each ranker of the first run says yes above its threshold in its column."""
    rankers = dict.fromkeys(trace.runs[0].ranker.tolist())
    for ranker, (column, threshold) in zip(rankers, meta["runs"][0]["asks"], strict=True):
        assert ((values[column] > threshold) == trace.pool.output(ranker)).all()


def test_a_stump_is_its_column_and_threshold() -> None:
    trace = rankviz.trace(rankviz.load(SOURCES[2]), ["rb-c"], 8)
    meta, arrays = unpack(pack(trace))
    columns, run = meta["asks"]["columns"], trace.runs[0]
    assert set(columns) == {trace.pool.names[trace.pool.feature[ranker]] for ranker in run.ranker.tolist()}
    check_thresholds(trace, meta, arrays["ask_values"])


@pytest.mark.parametrize("x", [[1e300, 5e299, 0.0, -1e300], [1.7e9, 1.7e9 + 1, 1.7e9 + 2, 1.7e9 + 3]])
def test_values_that_single_precision_cannot_tell_apart_travel_as_they_are(x: list[float]) -> None:
    """1e300 in single precision is infinite, and stood among the missing; seconds of a clock stood on one place."""
    trace = rankviz.trace(Problem.from_arrays(np.array(x)[:, None], [0, 1, 1, 0]), ["rb-c"], 3)
    meta, arrays = unpack(pack(trace))
    assert arrays["ask_values"].tolist() == [x]
    check_thresholds(trace, meta, arrays["ask_values"])


def test_a_region_and_a_given_ranker_have_no_column() -> None:
    regions = rankviz.trace(rankviz.load("synthetic:interaction?n=40"), ["rb-c"], 4, weak="regions")
    meta, _ = unpack(pack(regions))
    named = [label for label in meta["runs"][0]["rankers"] if " and " in label]
    places = dict(zip(meta["runs"][0]["rankers"], meta["runs"][0]["asks"], strict=True))
    assert named and all(places[label] == [None, None] for label in named)


def test_edges_stand_under_the_pools_places_where_one_run_alone_searches_regions() -> None:
    X = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]
    trace = rankviz.trace(
        Problem.from_arrays(X, [1, 1, 2, 0], binary=True), ["rb-c:weak=regions", "rb-d"], 2, undefined="cap"
    )
    _, arrays = unpack(pack(trace))
    own = len(trace.pool_of(trace.runs[1]))
    assert own < len(trace.pool) == arrays["0.edge"].shape[1] == arrays["1.edge"].shape[1]
    assert np.isfinite(arrays["0.edge"]).all() and np.isfinite(arrays["1.edge"][:, :own]).all()
    assert np.isnan(arrays["1.edge"][:, own:]).all()


@pytest.mark.parametrize("name", ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "smooth-margin", "push"])
def test_a_small_pool_travels_whole_with_each_rounds_edges(name: str) -> None:
    problem = rankviz.load("scenario:lemma-1?n=4" if name == "push" else SOURCES[0])
    trace = rankviz.trace(problem, [name], 5)
    meta, arrays = unpack(pack(trace))
    pool, run = trace.pool, trace.runs[0]
    assert meta["asks"]["pool"] == [pool.label(k) for k in range(len(pool))]
    assert (arrays["ask_pool"] == pool.outputs(np.arange(len(pool)))).all()
    for t in range(1, run.n_rounds + 1):
        table = {each.ranker: each.delta for each in candidates.best(trace, run, t, 99)}
        edges = dict(zip(meta["asks"]["pool"], arrays["0.edge"][t - 1].tolist(), strict=True))
        for label, delta in table.items():
            assert edges[label] == pytest.approx(-delta, abs=1e-6)
        if name == "rb-d" and t > 1:  # its step takes the pick's edge; no rounding is left of it
            assert table[pool.label(int(run.ranker[t - 2]))] == 0.0


def test_what_is_too_much_does_not_travel(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rankviz.trace(rankviz.load(SOURCES[2]), ["rb-c"], 3)
    monkeypatch.setattr(splits, "MOST_VALUES", 10)
    meta, arrays = unpack(pack(trace))
    assert meta["asks"] == {"columns": [], "pool": []} and "ask_values" not in arrays
    assert set(map(tuple, meta["runs"][0]["asks"])) == {(None, None)}
    monkeypatch.setattr(splits, "FEW_ITEMS", 7)
    assert unpack(pack(rankviz.trace(rankviz.load(SOURCES[0]), ["rb-c"], 3)))[0]["asks"]["pool"] == []


def test_an_excerpt_has_its_items_values() -> None:
    trace = rankviz.trace(rankviz.load(SOURCES[2]), ["rb-c"], 3)
    part = excerpt(trace)
    arrays, meta = splits.shared(part.trace)
    whole, _ = splits.shared(trace)
    assert meta["columns"] and arrays["ask_values"].shape[1] == len(part.rows)
    assert (arrays["ask_values"] == whole["ask_values"][:, part.rows]).all()
