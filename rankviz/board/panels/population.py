"""The errors R1 and R2 over the distribution of synthetic data, from newly drawn critical pairs.

RB+ (2) is the joint probability that a pair is critical and misordered; these are conditional on its being critical.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rankviz.board.panels.panel import Picture
from rankviz.engine.data.problem import Problem
from rankviz.engine.numerics import TIE
from rankviz.engine.runs import fresh_items
from rankviz.engine.runs.trace import Run, ScoredRun, Trace

PAIRS = 20_000
LABELS = {
    "r1_population": (
        "R1",
        f"R1 over the whole distribution, given that a pair is critical: {PAIRS:,} fresh pairs",
    ),
    "r2_population": (
        "R2",
        f"R2 over the whole distribution, given that a pair is critical: {PAIRS:,} fresh pairs",
    ),
}


@dataclass(frozen=True, eq=False)
class FreshPairs:
    """Items X (k, d) and critical pairs among them: rows higher and lower (p,)."""

    X: np.ndarray
    higher: np.ndarray
    lower: np.ndarray


def picture(trace: Trace) -> Picture:
    """Return both errors (2, T + 1) float64 of each run, by the run's place; rows as in `LABELS`."""
    positive = trace.settings.get("positive")
    items = fresh_items.draw(trace.problem.source)
    if positive is not None:
        assert isinstance(positive, float)
        items = items.two_grades(positive)
    pairs = fresh_pairs(items)
    found = {str(k): errors(trace, run, pairs) for k, run in enumerate(trace.runs)}
    return Picture({"labels": {name: {"symbol": s, "text": t} for name, (s, t) in LABELS.items()}}, found)


def fresh_pairs(items: Problem) -> FreshPairs:
    """Draw `PAIRS` critical pairs of graded items at random with replacement, each as likely as any other."""
    rng = np.random.default_rng(PAIRS)
    rows = np.argsort(items.qid, kind="stable")
    sizes = np.bincount(items.qid, minlength=items.n_queries)
    starts = np.cumsum(sizes) - sizes
    weight = sizes.astype(float) ** 2  # two items of one query: larger queries have more pairs
    drawn: list[np.ndarray] = []
    while sum(map(len, drawn)) < PAIRS:
        query = rng.choice(items.n_queries, PAIRS, p=weight / weight.sum())
        one, other = (rows[starts[query] + rng.integers(0, sizes[query])] for _ in range(2))
        above = (
            items.known_grades[one] > items.known_grades[other]
        )  # the reverse order is drawn equally often
        drawn.append(np.column_stack([one, other])[above])
    pairs = np.concatenate(drawn)[:PAIRS]
    distinct, place = np.unique(pairs, return_inverse=True)
    higher, lower = place.reshape(-1, 2).T
    return FreshPairs(items.X[distinct], higher, lower)


def errors(trace: Trace, run: Run, pairs: FreshPairs) -> np.ndarray:
    """Return (2, T + 1) shares of the pairs that a run does not order correctly: R1 counts a tie whole, R2 half."""
    found = np.empty((2, run.n_rounds + 1))
    for t, (scores, scale) in enumerate(_staged(trace, run, pairs.X)):
        apart = scores[pairs.higher] - scores[pairs.lower]
        wrong, right = np.mean(apart < -TIE * scale), np.mean(apart > TIE * scale)
        found[:, t] = 1.0 - right, (1.0 + wrong - right) / 2.0
    return found


def _staged(trace: Trace, run: Run, X: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
    """Yield scores (k,) of items X (k, d) after rounds 0, 1, … T, with the scale by which their ties are judged."""
    if isinstance(run, ScoredRun):
        yield from ((scores, float(np.abs(scores).max())) for scores in run.scored.staged(X))
        return
    yield from ((ensemble.scores, ensemble.scale) for ensemble in trace.ensembles(run, X))
