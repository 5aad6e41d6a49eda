"""What the QBRank page draws: the risk along each round's direction, targets, trees, and precision at K %.

Arrays of run k stand under "k.name". Of runs that boost no function of their own only precision is there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.algorithms.qbrank.loop import Descent, quadratic_bound
from rankviz.algorithms.qbrank.losses import targets, weights
from rankviz.algorithms.qbrank.qbrank import Details
from rankviz.metrics.ranking import precision_curve
from rankviz.runs.trace import Run, Trace
from rankviz.stage_data.panels.panel import Picture

POINTS = 41
"""Places at which the risk is read along a round's direction; fewer where that would take long."""

MOST_READ = 12_000_000
"""Item scores that are read for those curves, about a second's work."""

MOST_DOTS = 1200
"""Items drawn as dots; evenly spaced ones beyond."""

PERCENTS = np.arange(5, 101, 5)
"""K of precision at K %."""

MOST_SORTED = 20_000_000
"""Pairs sorted for precision over all rounds; only some rounds beyond."""


def picture(trace: Trace) -> Picture:
    """The picture of a trace; its runs may be of any algorithms."""
    dots = _dots(trace.problem.n_items)
    arrays: dict[str, np.ndarray] = {"dots": dots.astype("<u4")}
    metas = []
    for k, run in enumerate(trace.runs):
        found = _precision(trace, run)
        details = None if run.scored is None else run.scored.details
        if isinstance(details, Details) and run.n_rounds:
            found |= _along(details) | _targets(details, dots)
            found |= _trees(details.descent)
        metas.append(_meta(run, details))
        arrays |= {f"{k}.{name}": values for name, values in found.items()}
    meta = {
        "percents": PERCENTS.tolist(),
        "features": list(trace.problem.feature_names),
        "missing": np.isnan(trace.problem.X).any(axis=0).tolist(),
        "dots": len(dots),
        "runs": metas,
    }
    return Picture(meta, arrays)


def _meta(run: Run, details: object) -> dict[str, Any]:
    if not isinstance(details, Details):
        return {"searches": False, "w": None}
    return {"searches": details.rules.step == "search", "eta": details.rules.eta, "w": details.risk.w}


def _dots(n: int) -> np.ndarray:
    return np.unique(np.linspace(0, n - 1, min(n, MOST_DOTS)).round().astype(np.int64))


def _along(details: Details) -> dict[str, np.ndarray]:
    """R(h + a g) and R_k(a g) at evenly spaced a from 0, and where the search, the step and the quadratic's least lie.

    along_at (T, P), along_risk, along_bound (T, P); search_at, step_at, least_at (T,).
    """
    loss, descent = details.risk.total, details.descent
    T, n = len(descent.fitted), len(loss.bound)
    count = int(np.clip(MOST_READ // (T * n), 9, POINTS))
    at, risk, bound = np.empty((T, count)), np.empty((T, count)), np.empty((T, count))
    least = np.empty(T)
    for t, fitted in enumerate(descent.fitted):
        g, h = fitted.values, descent.scores[t]
        look = loss.look(h)
        least[t] = -float(look.gradient @ g) / float(g @ (loss.bound * g))
        search = descent.search[t] if details.rules.step == "search" else 0.0
        # The quadratic is back at its height at twice its least place; a little more shows it rise.
        at[t] = np.linspace(0.0, max(1.35 * search, 1.35 * descent.step[t], 2.3 * least[t]), count)
        risk[t] = [loss.look(h + a * g).value for a in at[t]]
        bound[t] = [quadratic_bound(loss, look, g, a) for a in at[t]]
    return {
        "along_at": at,
        "along_risk": risk,
        "along_bound": bound,
        "search_at": np.array(descent.search),
        "step_at": np.array(descent.step),
        "least_at": least,
    }


def _targets(details: Details, dots: np.ndarray) -> dict[str, np.ndarray]:
    """target, fitted (T, dots): r = −∇R/W and g of the items drawn; NaN where an item has no weight."""
    loss, descent = details.risk.total, details.descent
    wanted = np.empty((len(descent.fitted), len(dots)), "<f4")
    given = np.empty_like(wanted)
    for t, fitted in enumerate(descent.fitted):
        look = loss.look(descent.scores[t])
        weight = weights(loss, look, details.rules.weighting)
        wanted[t] = np.where(weight > 0.0, targets(look, weight), np.nan)[dots]
        given[t] = fitted.values[dots]
    return {"target": wanted, "fitted": given}


def _trees(descent: Descent) -> dict[str, np.ndarray]:
    """The trees of all rounds one after another: round t owns nodes node_start[t − 1] … node_start[t] − 1."""
    trees = [fitted.tree for fitted in descent.fitted if fitted.tree is not None]
    if len(trees) < len(descent.fitted):
        return {}
    sizes = [len(tree.left) for tree in trees]
    kinds = {
        "feature": "<i4",
        "threshold": "<f8",
        "left": "<i4",
        "right": "<i4",
        "missing_left": "u1",
        "value": "<f8",
        "items": "<u4",
    }
    found = {
        f"node_{name}": np.concatenate([getattr(tree, name) for tree in trees]).astype(kind)
        for name, kind in kinds.items()
    }
    return found | {"node_start": np.concatenate([[0], np.cumsum(sizes)]).astype("<u4")}


def _precision(trace: Trace, run: Run) -> dict[str, np.ndarray]:
    """Precision at K % after some rounds: precision_round (R,), precision and precision_held (R, K)."""
    pairs = trace.problem.n_pairs + (0 if trace.holdout is None else trace.holdout.n_pairs)
    count = int(np.clip(MOST_SORTED // pairs, 5, run.n_rounds + 1))
    rounds = np.unique(np.linspace(0, run.n_rounds, count).round().astype(np.int64))
    found = {"precision_round": rounds.astype("<u4")}
    parts = [("precision", trace.problem, list(trace.staged_scores(run)))]
    if trace.holdout is not None:
        parts.append(("precision_held", trace.holdout, held_scores(trace, run)))
    for name, problem, staged in parts:
        found[name] = np.array([precision_curve(problem, staged[t], PERCENTS) for t in rounds])
    return found


def held_scores(trace: Trace, run: Run) -> list[np.ndarray]:
    """Scores (k,) of the held-out items after rounds 0 … T, of a run of any kind."""
    assert trace.holdout is not None
    if run.scored is not None:
        assert run.scored.held is not None
        return list(run.scored.held)
    found = [np.zeros(trace.holdout.n_items)]
    for s in range(run.n_rounds):
        h = trace.pool.apply(int(run.ranker[s]), trace.holdout.X)
        infinite = run.outcome[s] == "infinite"
        found.append(run.sign[s] * h.astype(np.float64) if infinite else found[-1] + run.alpha[s] * h)
    return found
