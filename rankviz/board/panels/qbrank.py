"""Panel data of QBRank: the risk along each round's direction, targets, and precision at K %.

Arrays of run k are named "k.name". Algorithms that lower no risk by trees only have precision.
"""

from typing import Any

import numpy as np

from rankviz.board.panels import trees
from rankviz.board.panels.panel import Picture
from rankviz.engine.algorithms.qbrank.loop import quadratic, quadratic_bound
from rankviz.engine.algorithms.qbrank.losses import targets, weights
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.algorithms.qbrank.risk import LABELS, target_parts
from rankviz.engine.metrics.ranking import precision_curve
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.trace import Run, Trace, details_of
from rankviz.insight.theory.qbrank import complexity

MOST_READ = 12_000_000
"""Item scores read for the curves along the rounds' directions, about a second's work; beyond, fewer places."""

PERCENTS = np.arange(5, 101, 5)
"""K of precision at K %."""

MOST_SORTED = 20_000_000
"""Pairs sorted for precision over all rounds; only some rounds beyond."""

POINTS = 41
"""The number of places at which the risk is read at most."""


def picture(trace: Trace) -> Picture:
    """Return the panel data of a trace; its runs may be of any algorithms."""
    dots = trees.dots(trace.problem.n_items, max(run.n_rounds for run in trace.runs))
    arrays: dict[str, np.ndarray] = {"dots": dots}
    metas = []
    for k, run in enumerate(trace.runs):
        found = _precision(trace, run)
        details = details_of(run, QBRankDetails)
        if details is not None and run.n_rounds:
            found |= _along(details) | _targets(details, dots)
            found["complexity"] = complexity(details.descent, details.risk.total)
        metas.append(_meta(run, details))
        arrays |= {f"{k}.{name}": values for name, values in found.items()}
    meta = {
        "percents": PERCENTS.tolist(),
        "dots": len(dots),
        "runs": metas,
    }
    return Picture(meta, arrays)


def _meta(run: Run, details: QBRankDetails | None) -> dict[str, Any]:
    if details is None:
        return {"searches": False, "w": None}
    risk = details.risk
    return {
        "searches": details.rules.step == "search",
        "eta": details.rules.eta,
        "w": risk.w,
        # Labels alone have one W: their Hessian, which is its own bound.
        "fits_bound": details.rules.weighting == "bound" or risk.preferences is None,
        "pairs": risk.pairs is not None,
        "lists": risk.lists is not None,
        "labels": risk.labels is not None,
    }


def _along(details: QBRankDetails) -> dict[str, np.ndarray]:
    """Return R(h + a g) and two quadratics at evenly spaced a from 0; the places of search, step and bound's minimum.

    along_at, along_risk, along_bound, along_fitted (T, P): the upper bound R_k(a g) (6), and the quadratic with the
    round's W, to whose minimum the tree was fitted; both are the same where W is the bound. search_at, step_at,
    least_at (T,); least_bound, least_fitted, least_risk (T,): the values of the bound at its minimum, of the quadratic
    at a = 1, and of the risk at the bound's minimum.
    """
    T, n = len(details.descent.fitted), len(details.risk.total.bound)
    count = int(np.clip(MOST_READ // (T * n), 9, POINTS))
    rounds = [_along_round(details, t, count) for t in range(1, T + 1)]
    return {name: np.array([each[name] for each in rounds]) for name in rounds[0]}


def _along_round(details: QBRankDetails, t: int, count: int) -> dict[str, np.ndarray | float]:
    """Return the curves of round t ≥ 1, at `count` places that show the step, the search and the bound rise again."""
    loss, descent = details.risk.total, details.descent
    g, h = descent.fitted[t - 1].values, descent.scores[t - 1]
    evaluated = loss.evaluate(h)
    weight = weights(loss, evaluated, details.rules.weighting)
    least = -float(evaluated.gradient @ g) / float(g @ (loss.bound * g))
    search = descent.search[t - 1] if details.rules.step == "search" else 0.0
    # The quadratic is back at its height at twice its minimum; a little more shows it rise.
    # The tree's minimum is at 1.
    far = max(1.35 * search, 1.35 * descent.step[t - 1], 2.3 * least, 1.15)
    at = np.linspace(0.0, far, count)
    return {
        "along_at": at,
        "along_risk": np.array([loss.evaluate(h + a * g).value for a in at]),
        "along_bound": np.array([quadratic_bound(loss, evaluated, g, a) for a in at]),
        "along_fitted": np.array([quadratic(evaluated, weight, g, a) for a in at]),
        "least_bound": quadratic_bound(loss, evaluated, g, least),
        "least_fitted": quadratic(evaluated, weight, g, 1.0),
        "least_risk": loss.evaluate(h + least * g).value,
        "search_at": descent.search[t - 1],
        "step_at": descent.step[t - 1],
        "least_at": least,
    }


def _targets(details: QBRankDetails, dots: np.ndarray) -> dict[str, np.ndarray]:
    """Return target, fitted, pushed, pulled (T, dots): r = −∇R/W, g, and what preferences and labels add to r.

    Of the items drawn; pushed is by pairs or lists, with ties and ridge. target is NaN where an item has no weight,
    pushed or pulled where it is in no pair or list, or has no label that counts.
    """
    risk, descent = details.risk, details.descent
    loss = risk.total
    names = ("target", "fitted", "pushed", "pulled")
    found = {name: np.empty((len(descent.fitted), len(dots)), "<f4") for name in names}
    for t, fitted in enumerate(descent.fitted):
        h = descent.scores[t]
        look = loss.evaluate(h)
        weight = weights(loss, look, details.rules.weighting)
        parts = target_parts(risk, h, weight)
        found["target"][t] = np.where(weight > 0.0, targets(look, weight), np.nan)[dots]
        found["fitted"][t] = fitted.values[dots]
        found["pushed"][t] = _added([part for name, part in parts.items() if name != LABELS], len(h))[dots]
        found["pulled"][t] = _added([part for name, part in parts.items() if name == LABELS], len(h))[dots]
    return found


def _added(parts: list[np.ndarray], n: int) -> np.ndarray:
    """Return (n,) the sum of the parts that have a value for an item; NaN where none does."""
    if not parts:
        return np.full(n, np.nan)
    return np.where(np.isnan(parts).all(axis=0), np.nan, np.nansum(parts, axis=0))


def _precision(trace: Trace, run: Run) -> dict[str, np.ndarray]:
    """Return precision at K % after some rounds: precision_round (R,), precision and precision_held (R, K)."""
    pairs = trace.problem.n_pairs + (0 if trace.holdout is None else trace.holdout.n_pairs)
    count = int(np.clip(MOST_SORTED // pairs, 5, run.n_rounds + 1))
    rounds = np.unique(np.linspace(0, run.n_rounds, count).round().astype(np.int64))
    found = {"precision_round": rounds}
    parts = [("precision", trace.problem, list(trace.staged_scores(run)))]
    if trace.holdout is not None:
        parts.append(("precision_held", trace.holdout, held_scores(trace, run)))
    for name, problem, staged in parts:
        found[name] = np.array([precision_curve(problem, staged[t], PERCENTS) for t in rounds])
    return found
