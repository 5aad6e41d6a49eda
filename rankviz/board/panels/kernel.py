"""Panel data of the kernel method: score surfaces, both classes' scores, coefficients, and the three losses."""

from typing import Any

import numpy as np

from rankviz.board.panels import losses
from rankviz.board.panels.panel import Picture
from rankviz.board.panels.surface import Plane, classes, frames, plane, surface_of, surfaces
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace, details_of
from rankviz.insight.theory.law import law_of

MOST_COEFFICIENTS = 400
"""Items with drawn coefficients at most: those with the largest at the end."""

TURNED = 0.02
"""The held-out risk has risen again when it ends at least this share above its minimum."""


def picture(trace: Trace) -> Picture:
    """Return the panel data of a trace on bipartite data; run k's arrays begin with "k.".

    Without two grades (only boosting runs, on other data) there is nothing to draw, and the panel data are empty.
    """
    grades = trace.problem.grades
    if grades is None or len(np.unique(grades)) != 2:
        return Picture({"plane": None, "runs": [{} for _ in trace.runs], "kernel": None, "law": None}, {})
    where = plane(trace)
    meta: dict[str, Any] = {"plane": None, "runs": [], "kernel": None, "law": None}
    arrays: dict[str, np.ndarray] = {"positive": grades == grades.max()}
    if where is not None:
        meta["plane"], points = _points(trace, where)
        arrays |= points
    meta["law"], of_law = _law(trace, where)
    arrays |= {f"law.{key}": value for key, value in of_law.items()}
    for k, run in enumerate(trace.runs):
        run_meta: dict[str, Any] = {}
        parts = {"classes": classes(trace, run)}
        details = details_of(run, KernelDetails)
        if where is not None and (details is not None or isinstance(run, BoostedRun)):
            parts["surface"] = surfaces(trace, run, where)
        if details is not None and isinstance(run, ScoredRun):
            meta["kernel"] = k
            parts |= _kernel_parts(trace, run, details)
        for name, (part_meta, found) in parts.items():
            run_meta[name] = part_meta
            arrays |= {f"{k}.{key}": value for key, value in found.items()}
        meta["runs"].append(run_meta)
    return Picture(meta, arrays)


def _law(trace: Trace, where: Plane | None) -> tuple[dict[str, Any] | None, dict[str, np.ndarray]]:
    """Return the best score's AUC on the training and the held-out items and over the whole law, and its surface.

    None where the law is not known; a surface where there is a plane.
    """
    law = law_of(trace.problem)
    if law is None:
        return None, {}
    surface, arrays = (None, {}) if where is None else surface_of(trace, law.best, where)
    held = None if trace.holdout is None else law.auc_on(trace.holdout)
    aucs = {"auc": law.auc_on(trace.problem), "auc_holdout": held, "best": law.best_auc}
    return {**aucs, "surface": surface}, arrays


def _points(trace: Trace, where: Plane) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the items as points in shares of the plane's width and height; a missing value is in the middle."""
    meta = {"x": where.x, "y": where.y, "names": list(trace.problem.feature_names), "held": 0}
    arrays = {"points": _placed(trace.problem.X, where)}
    if trace.holdout is not None and trace.holdout.grades is not None:
        meta["held"] = trace.holdout.n_items
        arrays["held_points"] = _placed(trace.holdout.X, where)
        arrays["held_positive"] = trace.holdout.grades == trace.holdout.grades.max()
    return meta, arrays


def _placed(X: np.ndarray, where: Plane) -> np.ndarray:
    low = np.array([where.x[0], where.y[0]])
    span = np.array([where.x[1], where.y[1]]) - low
    share = (X - low) / span
    return np.where(np.isnan(share), 0.5, share)


def _kernel_parts(
    trace: Trace, run: ScoredRun, details: KernelDetails
) -> dict[str, tuple[dict[str, Any], dict[str, np.ndarray]]]:
    schedule = details.schedule
    constants = {
        "loss": details.loss.name,
        "kernel": details.kernel.text(),
        "kappa": schedule.kappa,
        "longest": schedule.longest,
        "load": schedule.step_ratio(1),
        "regularisation": schedule.regularisation,
        "gamma": schedule.gamma,
        "theta": schedule.theta,
        "target": None if np.isnan(details.target_risk) else details.target_risk,
        "losses": [
            {"name": loss.name, "label": loss.label, "formula": loss.formula} for loss in LOSSES.values()
        ],
        "reach": list(losses.REACH),
    }
    held = _held_risk(trace, run, details)
    return {
        "constants": (constants, {"shapes": losses.shapes()}),
        "held": (
            {"stop": None if held is None else best_stop(held)},
            {} if held is None else {"held_risk": held},
        ),
        "coefficients": _coefficients(run, details),
        "margins": losses.margins(run),
        "side_by_side": losses.side_by_side(trace, run),
    }


def _coefficients(run: Run, details: KernelDetails) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return coefficients (F, c) float32 of the drawn items, and their rows (c,), from the largest at the end down."""
    rounds, final = frames(run.n_rounds), details.coefficients[-1]
    items = np.argsort(-np.abs(final), kind="stable")[:MOST_COEFFICIENTS]
    items = items[np.argsort(-final[items], kind="stable")]
    drawn = details.coefficients[rounds][:, items]
    meta = {
        "frames": rounds.tolist(),
        "low": min(float(drawn.min()), -1e-9),
        "high": max(float(drawn.max()), 1e-9),
        "shown": len(items),
        "items": len(final),
    }
    arrays = {"coefficients": drawn, "coefficient_items": items}
    if details.target is not None:
        arrays["target_coefficients"] = details.target[items]
    return meta, arrays


def _held_risk(trace: Trace, run: ScoredRun, details: KernelDetails) -> np.ndarray | None:
    """Return E_S (T + 1,) over the held-out pairs, by the run's loss; None when no pair is held out."""
    held = trace.holdout
    if held is None or held.grades is None or run.scored.held is None:
        return None
    above = held.grades == held.grades.max()
    if above.all():
        return None
    return np.array([details.loss.sums(scores[above], scores[~above]).risk for scores in run.scored.held])


def best_stop(costs: np.ndarray) -> int | None:
    """Return the round with the lowest held-out risk of `costs` (T + 1,) when the risk rises after it, else None."""
    best = int(np.argmin(costs))
    return best if costs[-1] > (1.0 + TURNED) * costs[best] and best > 0 else None
