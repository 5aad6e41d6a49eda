"""The score as a surface over two features, and as a distribution of both classes, after every round of any run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Gram
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace

CELLS = 48
"""Grid points per side."""

MOST_FRAMES = 120
"""Rounds of a surface or a distribution that are drawn at most."""

LINES = 9
"""The approximate number of level lines on the last surface."""

BINS = 60

Drawn = tuple[dict[str, Any], dict[str, np.ndarray]]
"""Texts and numbers of a panel, and its arrays by name."""


@dataclass(frozen=True)
class Plane:
    """The drawn part of the plane: the ends of both features, and the grid (CELLS², 2) over it, row by row."""

    x: tuple[float, float]
    y: tuple[float, float]
    grid: np.ndarray


def frames(rounds: int) -> np.ndarray:
    """Return the rounds to draw: all of 0 … `rounds`, or evenly spaced ones, with both ends."""
    if rounds + 1 <= MOST_FRAMES:
        return np.arange(rounds + 1)
    return np.unique(np.round(np.linspace(0, rounds, MOST_FRAMES)).astype(int))


def plane(trace: Trace) -> Plane | None:
    """Return the plane around the items, with a margin; None unless there are two features."""
    if trace.problem.n_features != 2:
        return None
    parts = [trace.problem.X] + ([trace.holdout.X] if trace.holdout is not None else [])
    points = np.concatenate(parts)
    ends = []
    for column in points.T:
        known = column[~np.isnan(column)]
        low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
        pad = 0.08 * (high - low) or max(1.0, 0.08 * abs(high))  # around a constant feature
        ends.append((low - pad, high + pad))
    x, y = np.meshgrid(np.linspace(*ends[0], CELLS), np.linspace(*ends[1], CELLS))
    return Plane(ends[0], ends[1], np.column_stack([x.ravel(), y.ravel()]))


def staged(trace: Trace, run: Run, X: np.ndarray, rounds: np.ndarray) -> Iterator[np.ndarray]:
    """Yield scores (k,) of any items X (k, d) after each of `rounds`, of a kernel run or a boosting run."""
    if isinstance(run, ScoredRun):
        details = run.details_as(KernelDetails)
        gram = Gram.from_items(details.kernel, details.scaling.apply(X), details.Z)
        yield from (gram.times(details.coefficients[t]) for t in rounds)
        return
    wanted = set(rounds.tolist())
    yield from (each.scores for t, each in enumerate(trace.ensembles(run, X)) if t in wanted)


def surfaces(trace: Trace, run: Run, where: Plane) -> Drawn:
    """Return the run's surface after each drawn round, as codes (F, G, G) uint8 and level lines.

    A code is 128 + 127 · (score − middle) / reach, the middle being half-way between the two classes' mean scores;
    `reach` and `spacing` (F) are the same for all rounds, unless the run diverged: then they differ by round.
    Level lines are at whole multiples of `spacing` from the middle; pieces (s, 4) uint16 in 1/65535 of the
    plane's width and height, those of frame f being line_start[f] to line_start[f + 1]. A boosting run's surface
    is made of steps, whose edges are its lines.
    """
    rounds = frames(run.n_rounds)
    grids = np.array(list(staged(trace, run, where.grid, rounds))).reshape(len(rounds), CELLS, CELLS)
    middles = _middles(trace, run)[rounds]
    return _coded(rounds, grids - middles[:, None, None], _ran_away(run), isinstance(run, BoostedRun))


def surface_of(trace: Trace, score: Callable[[np.ndarray], np.ndarray], where: Plane) -> Drawn:
    """Return the surface of any score of items (k, d) → (k,): one frame, coded as in `surfaces`."""
    grades = trace.problem.known_grades
    above, f = grades == grades.max(), score(trace.problem.X)
    middle = 0.5 * (f[above].mean() + f[~above].mean())
    grid = score(where.grid).reshape(1, CELLS, CELLS) - middle
    return _coded(np.zeros(1, dtype=int), grid, False, False)


def _coded(rounds: np.ndarray, grids: np.ndarray, alone: bool, steps: bool) -> Drawn:
    """Code surfaces (F, G, G) minus their middles, on one scale or each `alone`; surfaces of `steps` have no lines."""
    reach, height = np.abs(grids).max(axis=(1, 2)), np.ptp(grids, axis=(1, 2))
    if not alone:
        reach, height = np.full(len(rounds), reach.max()), np.full(len(rounds), height[-1])
    reach = np.where(reach > 0.0, reach, 1.0)
    codes = np.round(128 + 127 * grids / reach[:, None, None])
    spacing = [_nice(float(each) / LINES) for each in height]
    meta = {"frames": rounds.tolist(), "reach": reach.tolist(), "spacing": spacing, "steps": steps}
    if steps:
        return meta, {"surface": codes}
    pieces = [_pieces(grid, step) for grid, step in zip(grids, spacing, strict=True)]
    start = np.concatenate([[0], np.cumsum([len(each) for each in pieces])])
    lines = np.round(np.concatenate(pieces) * (65535 / (CELLS - 1)))
    return meta, {"surface": codes, "lines": lines, "line_start": start}


def _ran_away(run: Run) -> bool:
    """Return whether a kernel run's norm ended above its bound: then its scores grew by orders of magnitude."""
    return "norm_bound" in run.extra and bool(run.extra["norm"][-1] > run.extra["norm_bound"][-1])


def _pieces(grid: np.ndarray, spacing: float) -> np.ndarray:
    low, high = np.ceil(grid.min() / spacing), np.floor(grid.max() / spacing)
    return level_lines(grid, spacing * np.arange(low, high + 1))


def _middles(trace: Trace, run: Run) -> np.ndarray:
    """Return (T + 1,) the middle between the classes' mean training scores."""
    grades = trace.problem.known_grades
    above = grades == grades.max()
    return np.array([0.5 * (f[above].mean() + f[~above].mean()) for f in trace.staged_scores(run)])


def classes(trace: Trace, run: Run) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return shares (F, 2 or 4, BINS) float32 of the scores after each drawn round: positives, negatives, held out.

    The bins run from `low` to `high` (F), the ends over all rounds, or of each round where the run diverged.
    """
    rounds = frames(run.n_rounds)
    parts = [(trace.problem, list(trace.staged_scores(run)))]
    if trace.holdout is not None:
        parts.append((trace.holdout, held_scores(trace, run)))
    low, high = (
        np.array([extreme([extreme(scores[t]) for _, scores in parts]) for t in rounds])
        for extreme in (np.min, np.max)
    )
    if not _ran_away(run):
        low, high = np.full(len(rounds), low.min()), np.full(len(rounds), high.max())
    pad = np.where(high > low, 0.02 * (high - low), 1.0)
    low, high = low - pad, high + pad
    shares = np.zeros((len(rounds), 2 * len(parts), BINS), "<f4")
    for p, (problem, scores) in enumerate(parts):
        above = problem.known_grades == problem.known_grades.max()
        for k, side in enumerate((above, ~above)):
            for f, t in enumerate(rounds):
                count = np.histogram(scores[t][side], BINS, (low[f], high[f]))[0]
                shares[f, 2 * p + k] = count / side.sum()
    return {"frames": rounds.tolist(), "low": low.tolist(), "high": high.tolist()}, {"classes": shares}


def _nice(step: float) -> float:
    """Round a step up to 1, 2 or 5 times a power of ten; 1 for a step of 0."""
    if step <= 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(step))
    return float(next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= step * (1 - 1e-12)))


def level_lines(surface: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Return pieces (s, 4) of all level lines of `surface` (G, G), [row, column]: x, y of both ends, in grid units.

    Marching squares: on each side of a cell the surface counts as straight. Where a cell is a saddle, its middle
    decides which corners belong together. Values equal to a level count as below it.
    """
    if len(levels) == 0:
        return np.zeros((0, 4))
    level = levels[:, None, None]
    corners = [surface[:-1, :-1], surface[:-1, 1:], surface[1:, 1:], surface[1:, :-1]]  # around the cell
    above = [corner[None] > level for corner in corners]
    places, crossed = [], []
    rows, columns = np.mgrid[: surface.shape[0] - 1, : surface.shape[1] - 1].astype(float)
    steps = [((0, 0), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (-1, 0)), ((0, 1), (0, -1))]  # from corner, along
    for side, ((from_x, from_y), (along_x, along_y)) in enumerate(steps):
        start, end = corners[side][None], corners[(side + 1) % 4][None]
        crosses = above[side] != above[(side + 1) % 4]
        share = np.where(crosses, (level - start) / np.where(crosses, end - start, 1.0), 0.0)
        places.append(np.stack([columns + from_x + share * along_x, rows + from_y + share * along_y], -1))
        crossed.append(crosses)
    place, crosses = np.stack(places, axis=-2), np.stack(crossed, axis=-1)
    count = crosses.sum(axis=-1)
    found = []
    simple = count == 2
    ends = np.argsort(~crosses[simple], axis=-1, kind="stable")[:, :2]  # the two sides that are crossed
    found.append(np.take_along_axis(place[simple], ends[:, :, None], axis=1).reshape(-1, 4))
    saddle = count == 4
    middle = np.mean(corners, axis=0)[None] > level
    # The middle goes with the first corner: cut off the second and the fourth; else the first and the third.
    together = (middle == above[0])[saddle]
    for cut in ((0, 1), (2, 3)):
        found.append(place[saddle][together][:, cut, :].reshape(-1, 4))
    for cut in ((3, 0), (1, 2)):
        found.append(place[saddle][~together][:, cut, :].reshape(-1, 4))
    return np.concatenate(found)
