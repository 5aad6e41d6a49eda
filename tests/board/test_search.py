"""What a round's search cost: counted against what the run itself says, and against the paper's Algorithm 2."""

import numpy as np
import pytest

import rankviz
from rankviz.board import search
from rankviz.engine.runs import candidates
from rankviz.engine.runs.trace import Run, Trace


def runs(source: str, rounds: int) -> tuple[Trace, dict[str, Run]]:
    names = ["rb-d:undefined=cap", "rb-plus", "rb-plus-optimal"]
    trace = rankviz.trace(rankviz.load(source), names, rounds)
    return trace, {run.algorithm: run for run in trace.runs}


@pytest.mark.parametrize(
    "source",
    ["bundled:diabetes?grades=4&items=20&seed=9", "synthetic:coarse?n=12", "scenario:places-to-stay"],
)
def test_counts_are_those_of_algorithm_2(source: str) -> None:
    """While greedy all but found copies are compared, then S alone; newcomers are tested, most when S is fixed."""
    trace, found = runs(source, 45)
    run = found["rb-plus"]
    searched, tested = search.costs(trace, run)[:, 1:]
    seen: set[int] = set()
    fixed = run.fixed_from or run.n_rounds + 1
    for t in range(1, run.n_rounds + 1):
        copies = sum(at < t for at in run.dropped.values())
        assert searched[t - 1] == (len(trace.pool) - copies if t <= fixed else len(run.fixed_set))
        copies_now = sum(at == t for at in run.dropped.values())
        picked = int(run.ranker[t - 1])
        if t < fixed:
            assert tested[t - 1] == copies_now + (picked not in seen)
        elif t == fixed:  # the one that depends on S, and all that S is filled up with
            assert tested[t - 1] > copies_now + len(run.fixed_set) - len(seen)
        else:
            assert tested[t - 1] == 0
        seen.add(picked)
    if run.fixed_from:
        assert tested[run.fixed_from - 1] == tested.max()


def test_others_compare_all_in_every_round() -> None:
    trace, found = runs("bundled:diabetes?grades=4&items=20&seed=9", 25)
    assert (search.costs(trace, found["rb-d"])[0, 1:] == len(trace.pool)).all()
    assert np.isnan(search.costs(trace, found["rb-d"])[1]).all()
    optimal = search.costs(trace, found["rb-plus-optimal"])[:, 1:]
    assert (optimal[0] == len(trace.pool)).all() and (optimal[1] >= 0).all()
    assert found["rb-plus"].fixed_from is not None
    none = {"fixed": None, "copies": [], "copies_in_all": 0, "candidates": []}
    assert search.meta(trace, found["rb-d"]) == none


def test_a_run_that_is_stopped_keeps_the_costs_of_its_rounds() -> None:
    problem = rankviz.load("bundled:diabetes?grades=4&items=20&seed=9")
    whole = rankviz.trace(problem, ["rb-plus"], 25).runs[0]
    some = rankviz.trace(problem, ["rb-plus"], 25, progress=lambda _, t: t < 7).runs[0]
    for one, other in ((whole.searched, some.searched), (whole.tested, some.tested)):
        assert one is not None and other is not None and one[:7].tolist() == other.tolist()


@pytest.mark.parametrize("source", ["bundled:diabetes?grades=4&items=20&seed=9", "synthetic:coarse?n=12"])
@pytest.mark.parametrize("negative", [True, False])
def test_listed_candidates_are_what_the_round_compared_and_what_s_leaves_out(
    source: str, negative: bool
) -> None:
    trace = rankviz.trace(rankviz.load(source), ["rb-plus"], 30, negative_alpha=negative)
    run, (higher, lower) = trace.runs[0], trace.problem.pairs.T
    arrays, names = search.candidates(trace, run)
    assert arrays["best"].shape == (run.n_rounds, min(search.LISTED, len(trace.pool)))
    seen_out = 0
    for t in range(1, run.n_rounds + 1):
        kind, slope = arrays["best_kind"][t - 1], arrays["best_slope"][t - 1]
        listed = [names[place] for place in arrays["best"][t - 1]]
        assert len(set(listed)) == len(listed) and (np.diff(slope) <= 1e-6).all()
        picked = np.flatnonzero(kind & search.PICKED)
        assert [listed[i] for i in picked] == [trace.pool.label(run.ranker[t - 1])]

        before = {trace.pool.label(j) for j in run.ranker[: t - 1]}
        fixed = run.fixed_from is not None and t >= run.fixed_from
        members = {trace.pool.label(j) for j in run.fixed_set} if fixed else before
        out = kind & search.LEFT_OUT > 0
        assert [name in members for name in listed] == (kind & search.IN_S > 0).tolist()

        compared = candidates.table(trace, run, t, limit=10_000).set_index("ranker")["delta"]
        worth = compared.abs() if negative else -compared
        inside = [name for name, left in zip(listed, out, strict=True) if not left]
        np.testing.assert_allclose(slope[~out], worth[inside], atol=1e-6)
        best = worth.sort_values(ascending=False).to_numpy()[: len(inside)]
        np.testing.assert_allclose(slope[~out], best, atol=1e-6)

        weight = trace.weights(run, t - 1)
        by_label = {trace.pool.label(j): j for j in range(len(trace.pool))}
        for name, here in zip(np.array(listed)[out], slope[out], strict=True):
            h = trace.pool.output(by_label[name]).astype(float)
            edge = float(weight @ (h[higher] - h[lower]))
            assert here == pytest.approx(abs(edge) if negative else edge, abs=1e-6)
            assert fixed or run.dropped[by_label[name]] <= t
            seen_out += 1
    assert run.fixed_from is None or seen_out > 0


def test_a_run_that_searches_no_set_lists_none() -> None:
    trace, found = runs("bundled:diabetes?grades=4&items=20&seed=9", 8)
    assert search.candidates(trace, found["rb-d"]) == ({}, [])
    assert search.candidates(trace, found["rb-plus-optimal"]) == ({}, [])


def test_a_run_over_stumps_lists_no_region_of_another() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:interaction"), ["rb-plus", "rb-plus:weak=regions"], 12)
    (arrays, names), (beside, others) = (search.candidates(trace, run) for run in trace.runs)
    alone = rankviz.trace(trace.problem, ["rb-plus"], 12)
    found, same = search.candidates(alone, alone.runs[0])
    assert names == same and all((arrays[key] == found[key]).all() for key in arrays)
    assert beside["best"].shape == arrays["best"].shape and any(" and " in name for name in others)
