"""Numbers of runs and of single weak rankers that several claims use, by the engine's measures."""

import math
from collections.abc import Iterable

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.claims.claim import Curve

APART = 1e-10
"""Losses closer than this count as equal; errors differ by whole halves of a pair."""


def loss(run: Run, name: str, t: int = -1) -> float:
    """Return the metric "e1", "e2" or "bound" (not its log) after round t, by default the last."""
    return math.exp(float(run.metrics[f"log_{name}"][t]))


def error(run: Run, name: str, t: int = -1) -> float:
    """Return the metric "r1" or "r2" after round t, by default the last."""
    return float(run.metrics[name][t])


def over_rounds(name: str, colour: str, values: Iterable[float], kind: str = "line") -> Curve:
    """Make a figure's line over the rounds 0, 1, …"""
    y = tuple(map(float, values))
    return Curve(name, colour, tuple(map(float, range(len(y)))), y, kind)


def rankers(trace: Trace) -> np.ndarray:
    """Return (N, n) uint8: the outputs of every candidate."""
    return trace.pool.outputs(np.arange(len(trace.pool)))


def errors(trace: Trace, name: str) -> np.ndarray:
    """Return (N,) R̂1 ("r1") or R̂2 ("r2") of every candidate alone."""
    measure = {"r1": metrics.r1, "r2": metrics.r2}[name]
    return np.array([measure(trace.problem, h) for h in rankers(trace)])


def losses(trace: Trace, name: str, weights: Iterable[float]) -> np.ndarray:
    """Return (N,) Ê1 ("e1") or Ê2 ("e2") of every candidate alone, with these weights."""
    problem, found = trace.problem, []
    for h, weight in zip(rankers(trace), weights, strict=True):
        if name == "e1":
            found.append(metrics.e1(problem, weight * h))
        else:
            found.append(metrics.e2(problem, h[None, :], [weight]))
    return np.array(found)


def epsilons(trace: Trace) -> np.ndarray:
    """Return (N, 3): ε⁺, ε⁰, ε⁻ of every candidate at equal pair weights, from R̂1 = ε⁰ + ε⁻, R̂2 = ε⁻ + ½ ε⁰."""
    r1, r2 = errors(trace, "r1"), errors(trace, "r2")
    m = trace.problem.n_pairs
    # Both are halves of whole pairs, so rounding in the differences can be undone.
    return np.round(np.column_stack([1 - r1, 2 * (r1 - r2), 2 * r2 - r1]) * m) / m


def against(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return (k, 2) pairs of rankers a, b with first[a] > first[b], but second[a] < second[b]: the widest gap first."""
    above = first[:, None] - first[None, :]
    below = second[None, :] - second[:, None]
    found = np.argwhere((above > APART) & (below > APART))
    gap = (above * below)[found[:, 0], found[:, 1]]
    return found[np.argsort(-gap, kind="stable")]


def count_separated(first: np.ndarray, second: np.ndarray) -> int:
    """Count the pairs of rankers that share the first number but not the second."""
    same = np.abs(first[:, None] - first[None, :]) <= APART
    apart = np.abs(second[:, None] - second[None, :]) > APART
    return int((same & apart).sum()) // 2
