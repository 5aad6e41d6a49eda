"""Predictions of a pack's arrays from its other arrays, so that a page carries only how far off they are.

The page repeats them bit by bit (frontend/offline/predictions.js), so both use nothing but sums, products,
quotients and comparisons, in the same order: browsers differ in the last bit of an exponential.
"""

import math
from collections.abc import Iterator, Mapping

import numpy as np

MAX_ROUNDS = 1_000
"""Rounds up to which weights of single pairs are predicted, each from all rounds before it."""
PARTS = 65_536
"""Parts of a step of colour that are counted; 16 steps double a weight."""

Arrays = Mapping[str, np.ndarray]


def predictions(arrays: Arrays) -> Iterator[tuple[str, np.ndarray]]:
    """Yield (name, values) of arrays of a pack, each from `arrays` that are not predicted, or predicted before it."""
    run = 0
    while f"{run}.scores" in arrays:
        its = {name.removeprefix(f"{run}."): array for name, array in arrays.items()}
        found = [] if np.isnan(its["scores"]).any() else [("place", _places(its["scores"], its["query"]))]
        if "h" in its and its["h"].max(initial=0) <= 1:
            found += [*_from_picks(its), *_weights(its), *_steps(its)]
        yield from ((f"{run}.{name}", values) for name, values in found if name in its)
        run += 1


def exponential(x: np.ndarray) -> np.ndarray:
    """Return eˣ to about 14 digits, the same bits wherever it is computed."""
    found = np.ones_like(x)
    for k in range(12, 0, -1):
        found = 1 + found * (x / 16) / k
    for _ in range(4):
        found = found * found
    return found


def logarithm(v: np.ndarray) -> np.ndarray:
    """Return ln v by Halley's method, the same bits wherever it is computed."""
    found = np.zeros_like(v)
    for _ in range(12):
        e = exponential(found)
        found = found + 2 * (v - e) / (v + e)
    return found


def _places(scores: np.ndarray, query: np.ndarray) -> np.ndarray:
    """Return competition places from 1 within each query."""
    found = np.empty(scores.shape, np.int64)
    here = np.arange(len(query))
    for row, g in zip(found, scores, strict=True):
        order = np.lexsort((here, -g, query))
        first = np.append(True, query[order[1:]] != query[order[:-1]])
        new = first | np.append(True, g[order[1:]] != g[order[:-1]])
        row[order] = np.maximum.accumulate(np.where(new, here, 0)) - np.maximum.accumulate(
            np.where(first, here, 0)
        )
    return found + 1


def _from_picks(its: Arrays) -> Iterator[tuple[str, np.ndarray]]:
    start = np.zeros((1, its["h"].shape[1]))
    yield "scores", np.cumsum(np.vstack([start, its["alpha"][:, None] * its["h"]]), axis=0)
    yield "eps_tied", 1 - its["eps_correct"] - its["eps_reversed"]
    yield "delta", its["eps_reversed"] - its["eps_correct"]


def _weights(its: Arrays) -> Iterator[tuple[str, np.ndarray]]:
    """Yield what shows the weights D of pairs: each round multiplies them by one of three factors."""
    h, alpha, z, tie = its["h"].astype(np.int64), its["alpha"], its["z"], its["tie_factor"]
    rounds = np.arange(len(alpha))[:, None]
    if 0 < len(alpha) <= MAX_ROUNDS:
        e = exponential(alpha)
        factors = np.column_stack([tie / z, 1 / e / z, e / z])  # the last is that of side −1
        side = h[:, its["mover_higher"].ravel()] - h[:, its["mover_lower"].ravel()]
        first = np.ones((1, side.shape[1]))
        weight = np.cumprod(np.vstack([first, factors[rounds, side]]), axis=0).reshape(
            len(alpha) + 1, len(alpha), -1
        )
        yield "mover_before", weight[rounds[:, 0], rounds[:, 0]]
        yield "mover_after", weight[rounds[:, 0] + 1, rounds[:, 0]]
    if "pair_higher" in its:
        logs = np.column_stack([logarithm(tie), -alpha, alpha]) - logarithm(z)[:, None]
        steps = np.floor(logs * (16 * PARTS / math.log(2)) + 0.5)
        steps = np.where(np.isfinite(steps), steps, 0).astype(np.int64)
        sums = np.cumsum(steps[rounds, h[:, its["pair_higher"]] - h[:, its["pair_lower"]]], axis=0).astype(
            np.int32
        )
        colours = np.clip(128 + ((sums + np.int32(PARTS // 2)) >> 16), 0, 255)
        yield "weight", np.vstack([np.full((1, sums.shape[1]), 128), colours])


def _steps(its: Arrays) -> Iterator[tuple[str, np.ndarray]]:
    """Yield curves over α, sums of eᵅ, e⁻ᵅ and a constant, each value from the three before it; then their marks."""
    if "step_grid" not in its:
        return
    grid = its["step_alphas"][its["step_grid"]].astype(np.float64)
    e = exponential(grid[:, 1:2] - grid[:, :1])
    for name in ("step_z", "step_loss", "step_bound", "step_z2"):
        if name in its:
            values = its[name].astype(np.float64)
            following = (1 + e + 1 / e) * (values[:, 2:-1] - values[:, 1:-2]) + values[:, :-3]
            yield name, np.hstack([np.zeros((len(values), 3)), following])
    alpha, z, correct, reversed_ = (its[name] for name in ("alpha", "z", "eps_correct", "eps_reversed"))
    if len(alpha) != len(grid):
        return  # a refused round has no place in the picks
    e, curve = exponential(grid), its["step_z"].astype(np.float64)
    shares = np.stack([correct[:, None] / e / curve, reversed_[:, None] * e / curve], axis=1)
    yield "step_parts", np.floor(255 * np.where(np.isfinite(shares), shares, 0) + 0.5)
    first, second = (np.array([_short(value) for value in grid[:, k].tolist()]) for k in (0, 1))
    step = np.array([_short(value) for value in (second - first).tolist()])
    place, e, none = (alpha - first) / step, exponential(alpha), np.full(len(alpha), np.nan)
    after = correct / e / z, reversed_ * e / z
    yield "step_marks", np.column_stack([place, z, *after, alpha, place, z, none, none])


def _short(value: float) -> float:
    """Return the short decimal that a number in single precision stands for."""
    return float(f"{value:.6g}")
