"""The pairs' weights d_t round by round, and the margin game's weights d*, which bound every margin."""

from typing import Any

import numpy as np

from rankviz.board.panels.panel import Picture
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory.margin_game import Game

MAX_PAIRS = 12
"""Pairs that are shown at most."""


def picture(trace: Trace, game: Game | None) -> Picture:
    """Return the weights of the pairs with the largest d*; without a game, of the pairs heaviest at the end.

    meta: weighed (how many pairs), weighed_by ("d*" or "d"), weighed_of (how many pairs have a d*, or m). Arrays:
    weighed_higher and weighed_lower (pairs,) items, d_star (pairs,) shares of 1 (NaN without a game), d.k
    (T + 1, pairs) shares of 1.
    """
    places = _heaviest(trace) if game is None else game.pairs[:MAX_PAIRS]
    stars = np.full(len(places), np.nan) if game is None else game.pair_weights[:MAX_PAIRS]
    pairs = trace.problem.pairs[places]
    meta: dict[str, Any] = {
        "weighed": len(places),
        "weighed_by": "d" if game is None else "d*",
        "weighed_of": trace.problem.n_pairs if game is None else len(game.pairs),
    }
    arrays = {
        "weighed_higher": pairs[:, 0],
        "weighed_lower": pairs[:, 1],
        "d_star": stars,
    }
    arrays |= {f"d.{k}": _weights(trace, run, places) for k, run in enumerate(trace.boosted)}
    return Picture(meta, arrays)


def _weights(trace: Trace, run: Run, places: np.ndarray) -> np.ndarray:
    """Return (T + 1, pairs) the weights of some pairs, before the first round and after each."""
    return np.concatenate([block[:, places] for block in trace.weight_blocks(run)]).astype("<f4")


def _heaviest(trace: Trace) -> np.ndarray:
    """Return (≤ MAX_PAIRS,) places of the heaviest pairs after the first run's last round, heaviest first."""
    if not trace.boosted:
        return np.zeros(0, dtype=np.int64)
    for block in trace.weight_blocks(trace.boosted[0]):
        last = block[-1].copy()
    return np.argsort(-last, kind="stable")[:MAX_PAIRS]
