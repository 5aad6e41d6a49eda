"""Shared by several tests, from those of kernel gd."""

import numpy as np

import rankviz


def trace_of(problem: rankviz.Problem, rounds: int = 20, **params: object) -> rankviz.Trace:
    return rankviz.trace(problem, "kernel-gd", rounds=rounds, **params)


def two_classes(seed: int = 0, n: int = 24, d: int = 2) -> rankviz.Problem:
    rng = np.random.default_rng(seed)
    grade = (np.arange(n) % 3 == 0).astype(float)
    return rankviz.Problem.from_arrays(rng.normal(size=(n, d)) + grade[:, None], grade)
