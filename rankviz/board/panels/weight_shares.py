"""The shares λ/‖λ‖₁ of the weak rankers round by round, and the shares λ* that reach the largest margin."""

from typing import Any

import numpy as np

from rankviz.board.panels.panel import Picture
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.theory.margin_game import Game

MAX_RANKERS = 12
"""Weak rankers that are shown at most."""

SETTLED = 10
"""Rounds after which the shares set the scale: after the first, the only ranker has all of the weight."""


def picture(trace: Trace, game: Game | None) -> Picture:
    """Return the shares of the rankers of λ*, heaviest first, and then of the others by their last shares.

    meta: share_of (labels), share_total (how many rankers have a share), share_reach [low, high] of the scale.
    Arrays: share_star (rankers,) λ*, 0 for a ranker that it leaves out and NaN without a game; share.k
    (T + 1, rankers), 0 before any weight.
    """
    ends = [_ends(run) for run in trace.boosted]
    others = sorted(
        {ranker for end in ends for ranker in end},
        key=lambda ranker: (-max(abs(end.get(ranker, 0.0)) for end in ends), ranker),
    )
    stars: dict[int, float] = {}
    if game is not None:
        heaviest = np.argsort(-np.abs(game.weights), kind="stable")
        stars = {int(game.rankers[i]): float(game.weights[i]) for i in heaviest}
    everyone = list(dict.fromkeys([*stars, *others]))
    rankers = everyone[:MAX_RANKERS]
    shares = [_shares(run, rankers) for run in trace.boosted]
    meta: dict[str, Any] = {
        "share_of": [trace.pool.label(ranker) for ranker in rankers],
        "share_total": len(everyone),
        "share_reach": _reach(shares, list(stars.values())),
    }
    missing = np.nan if game is None else 0.0
    star = np.array([stars.get(ranker, missing) for ranker in rankers])
    return Picture(meta, {"share_star": star} | {f"share.{k}": found for k, found in enumerate(shares)})


def _steps(run: BoostedRun) -> np.ndarray:
    """Return (T,) α of each round, 0 for an infinite one: from there on only that ranker counts."""
    return np.where(np.isnan(run.alpha), 0.0, run.alpha)


def _ends(run: BoostedRun) -> dict[int, float]:
    """Return the rankers’ shares after the last round; infinite weights exceed any share, the first most."""
    sums: dict[int, float] = {}
    for ranker, alpha in zip(run.ranker.tolist(), _steps(run).tolist(), strict=True):
        sums[ranker] = sums.get(ranker, 0.0) + alpha
    norm = sum(abs(weight) for weight in sums.values())
    shares = {ranker: weight / norm if norm > 0.0 else 0.0 for ranker, weight in sums.items()}
    infinite = list(dict.fromkeys(run.ranker[np.isnan(run.alpha)].tolist()))
    return shares | {ranker: 1.0 + 1.0 / k for k, ranker in enumerate(infinite, start=1)}


def _shares(run: BoostedRun, rankers: list[int]) -> np.ndarray:
    """Return (T + 1, rankers) λ/‖λ‖₁ before the first round (0) and after each."""
    place = {ranker: i for i, ranker in enumerate(dict.fromkeys([*rankers, *run.ranker.tolist()]))}
    # In the limit (49) the first infinite weight outgrows all others, including the infinite ones after it.
    first = next((t for t in range(1, run.n_rounds + 1) if np.isnan(run.alpha[t - 1])), None)
    weights, found = np.zeros(len(place)), np.zeros((run.n_rounds + 1, len(rankers)), dtype="<f4")
    for t, (ranker, alpha) in enumerate(zip(run.ranker.tolist(), _steps(run).tolist(), strict=True), start=1):
        weights[place[ranker]] += alpha
        now = weights
        if first is not None and t >= first:
            now = np.zeros_like(weights)
            now[place[int(run.ranker[first - 1])]] = run.sign[first - 1]
        norm = np.abs(now).sum()
        if norm > 0.0:
            found[t] = now[: len(rankers)] / norm
    return found


def _reach(shares: list[np.ndarray], stars: list[float]) -> list[float]:
    """Return the [lowest, highest] share on the scale; 0 is always between them."""
    values = [0.0, *stars]
    for found in shares:
        later = found[min(SETTLED, len(found) - 1) :]
        values += [float(later.min(initial=0.0)), float(later.max(initial=0.0))]
    low, high = min(values), max(values)
    return [low, high if high > low else 1.0]
