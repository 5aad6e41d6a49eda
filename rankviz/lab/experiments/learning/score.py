"""Scores of a run on items outside its training part, round by round, and the round that validation chooses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.runs.ensemble_scores import EnsembleScores


@dataclass(frozen=True, eq=False)
class Staged:
    """Item scores (S + 1, n) after rounds 0 … S, and the size (S + 1,) by which their ties are judged (Σ|α|)."""

    scores: np.ndarray
    scale: np.ndarray

    def select_items(self, rows: slice) -> Staged:
        """Return the scores of some of the items."""
        return Staged(self.scores[:, rows], self.scale)


def boosted(steps: Steps, pool: CandidatePool, X: np.ndarray) -> Staged:
    """Score other items, X (n, d), by the stumps a boosting run picked on `pool`.

    After an infinite weight the ensemble is (±∞ h_T)(x), as ±h_T ranks (Lemma 1).
    """
    if "limit" in steps.outcome:
        return _in_the_limit(steps, pool, X)
    S = len(steps)
    alpha = np.array(steps.alpha, dtype=np.float64)
    infinite = bool(S) and steps.outcome[-1] == "infinite"
    if infinite:
        alpha[-1] = 0.0
    rankers, position = np.unique(np.array(steps.ranker, dtype=np.int64), return_inverse=True)
    outputs = np.zeros((len(rankers), len(X)))
    for row, ranker in zip(outputs, rankers, strict=True):
        row[:] = pool.apply(int(ranker), X)
    scores = np.zeros((S + 1, len(X)))
    scale = np.zeros(S + 1)
    # Sums in the order of the rounds, one after the other, as everywhere in the engine.
    np.cumsum(alpha[:, None] * outputs[position], axis=0, out=scores[1:])
    np.cumsum(np.abs(alpha), out=scale[1:])
    if infinite:
        scores[-1], scale[-1] = steps.sign[-1] * outputs[position[-1]], 1.0
    return Staged(scores, scale)


def _in_the_limit(steps: Steps, pool: CandidatePool, X: np.ndarray) -> Staged:
    ensemble = EnsembleScores(len(X))
    scores, scale = [ensemble.scores], [ensemble.scale]
    for ranker, alpha, outcome, sign in zip(
        steps.ranker, steps.alpha, steps.outcome, steps.sign, strict=True
    ):
        ensemble.add(pool.apply(ranker, X), alpha, outcome, sign)
        scores.append(ensemble.scores)
        scale.append(ensemble.scale)
    return Staged(np.array(scores), np.array(scale))


def scored(scores: np.ndarray) -> Staged:
    """Return the staged scores of a score learner's scores (S + 1, n)."""
    return Staged(scores, np.abs(scores).max(axis=1, initial=0.0))


def best_round(values: np.ndarray, lower: bool) -> int:
    """Return the round ≥ 1 with the best validation value (S + 1,): lowest error or highest quality, the first.

    Without a value in any round, the last; round 0, before learning, only when there is no other.
    """
    later = values[1:]
    if len(later) == 0 or np.isnan(later).all():
        return len(later)
    return 1 + int(np.nanargmin(later) if lower else np.nanargmax(later))


def to_length(values: np.ndarray, length: int) -> np.ndarray:
    """Extend a curve (…, S + 1) to `length` values by repeating its last."""
    missing = length - values.shape[-1]
    return values if missing <= 0 else np.concatenate([values, np.repeat(values[..., -1:], missing, -1)], -1)
