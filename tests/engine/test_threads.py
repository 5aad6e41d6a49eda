"""The shared threads, and what a fork makes of them."""

import os

import pytest
from helpers.interpreter import printed

FORKED = """
import multiprocessing, sys
import numpy as np
import rankviz

def traced(_):
    rng = np.random.default_rng(0)
    X, grades = rng.integers(0, 9, (90_000, 24)) / 8, np.arange(90_000) % 2
    problem = rankviz.Problem.from_arrays(X, grades, np.arange(90_000) // 30)
    return rankviz.trace(problem, "rb-c", rounds=2).runs[0].alpha.tolist()

here = traced(0)
from rankviz.engine.threads import workers
assert workers.cache_info().currsize == 1, "too little data for threads"
with multiprocessing.get_context("fork").Pool(2) as pool:
    there = pool.map_async(traced, range(2)).get(60)
assert there == [here, here]
print("the same")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.slow
def test_a_fork_after_a_large_trace_gets_threads_of_its_own() -> None:
    assert printed(FORKED, RANKVIZ_THREADS="2", PYTHONWARNINGS="ignore") == "the same"
