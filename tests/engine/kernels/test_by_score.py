"""Rows by query and falling score: as Python sorts them, compiled and without a compiler."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rankviz.engine.kernels import by_score
from rankviz.engine.kernels.arrays import by_score as in_arrays


@pytest.mark.parametrize("seed", range(60))
def test_rows_are_as_python_sorts_them(seed: int) -> None:
    """Queries from none to hundreds of rows, equal scores, and scores that are in order already."""
    rng = np.random.default_rng(seed)
    n, queries = int(rng.integers(1, 400)), int(rng.integers(1, 30))
    qid = rng.integers(0, queries, n)
    scores = rng.normal(size=n).round(int(rng.integers(0, 4)))
    if seed % 3 == 0:
        scores = np.sort(scores)[::-1].copy()
    rows = np.argsort(qid, kind="stable")
    start = np.searchsorted(qid[rows], np.arange(queries + 1))
    expected = sorted(range(n), key=lambda row: (qid[row], -scores[row], row))
    for kernel in (by_score.by_score, in_arrays.by_score):
        order = np.empty_like(rows)
        kernel(rows, start, scores, order)
        assert_array_equal(order, expected)
