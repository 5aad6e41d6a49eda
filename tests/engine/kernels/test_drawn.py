"""What the stage draws of a round, beside its definition written out."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import rankviz
from rankviz.board import arrays
from rankviz.board.pair_map import pair_map
from rankviz.engine.errors import DataError


def code(relative: float) -> int:
    """The colour of a weight: 128 is an equal share, 16 a doubling."""
    return 0 if relative <= 0 else int(min(max(round(128 + 16 * math.log2(relative)), 1), 255))


@settings(max_examples=60)
@given(cases(), st.sampled_from(["rb-d", "rb-c", "rb-plus"]), st.booleans())
@pytest.mark.slow
def test_every_round_is_drawn_as_it_is_defined(case: Case, name: str, gathered: bool) -> None:
    problem = problem_of(case)
    try:
        trace = rankviz.trace(problem, name, rounds=6, undefined="cap")
    except DataError:
        return  # every feature is constant
    run, m, pairs = trace.runs[0], problem.n_pairs, problem.pairs.tolist()
    where = pair_map(problem)
    if gathered:  # as with many pairs: items in two groups
        group = (np.arange(problem.n_items) % 2).astype(np.int32)
        keys, cell, count = np.unique(
            group[problem.pairs[:, 0]] * 2 + group[problem.pairs[:, 1]],
            return_inverse=True,
            return_counts=True,
        )
        where = type(where)("cells", "", where.axis, group, ("a", "b"), cell, keys // 2, keys % 2, count)
    found = arrays.of_run(trace, run, where)
    previous: list[float] = []
    for t in range(run.n_rounds + 1):
        weight = (trace.weights(run, t) * m).tolist()
        scores = trace.scores(run, t).tolist()
        for c, drawn in enumerate(found["weight"][t].tolist()):
            inside = [weight[i] for i in range(m) if where.cell[i] == c]
            assert abs(drawn - code(sum(inside) / len(inside))) <= 1  # rounding may fall to either side
        s = [scores[higher] - scores[lower] for higher, lower in pairs]
        assert s[found["least_pair"][t]] == min(s)
        norm = float(run.metrics["norm"][t])
        if norm > 1e-9:
            near = [k for k in range(41) if any(abs(v / norm + 1 - 0.05 * k) <= 0.0250001 for v in s)]
            assert set(np.flatnonzero(found["margin_hist"][t])) <= set(near)
            assert abs(float(found["margin_hist"][t].sum()) - 1.0) < 1e-5
        if t:
            change = [after - before for after, before in zip(weight, previous, strict=True)]
            took = min(m, 3)
            rows = list(zip(found["mover_higher"][t - 1], found["mover_lower"][t - 1], strict=True))
            for k, (sign, best) in enumerate(((1, sorted(change)[::-1]), (-1, sorted(change)))):
                gains = [
                    float(found["mover_after"][t - 1][3 * k + j] - found["mover_before"][t - 1][3 * k + j])
                    for j in range(3)
                ]
                if m > 3:
                    assert_allclose(gains, best[:took], atol=1e-9)
                else:
                    assert_allclose(gains, best[:1] * 3, atol=1e-9)
                assert all([int(a), int(b)] in pairs for a, b in rows[3 * k : 3 * k + 3]), sign
        if t and where.kind == "cells":
            h = trace.pool.output(int(run.ranker[t - 1])).tolist()
            for c in range(len(where.cell_pairs)):
                inside = [pairs[i] for i in range(m) if where.cell[i] == c]
                for sign, key in ((1, "cell_correct"), (-1, "cell_reversed")):
                    share = sum(h[a] - h[b] == sign for a, b in inside) / len(inside)
                    assert found[key][t - 1][c] == round(255 * share)
        previous = weight


def test_with_few_pairs_the_first_mover_is_named_again() -> None:
    problem = rankviz.Problem.from_arrays([[0.0, 1.0], [1.0, 0.0]], [1, 0])
    trace = rankviz.trace(problem, "rb-plus", rounds=2, undefined="cap")
    found = arrays.of_run(trace, trace.runs[0], pair_map(problem))
    assert_array_equal(found["mover_higher"], 0)
