"""The curves that every run has over the rounds: their names and values."""

import math

import numpy as np

from rankviz.engine.runs.trace import Run, ScoredRun
from rankviz.insight.reference.words import IN_WORDS

CURVES = {
    "r1": IN_WORDS["r1"].named,
    "r2": IN_WORDS["r2"].named,
    "ties": ("ties", "share of pairs to which the ensemble gives equal scores: 2(R̂1 − R̂2)"),
    "e1": IN_WORDS["e1"].named,
    "e2": IN_WORDS["e2"].named,
    "bound": ("bound", "a limit that the algorithm's loss never exceeds"),
    "log10_e1": ("Ê1", "its decimal logarithm"),
    "log10_e2": ("Ê2", "its decimal logarithm"),
    "log10_bound": ("bound", "its decimal logarithm"),
    "r1_holdout": ("R̂1 held out", "R̂1 on pairs the algorithm never saw"),
    "r2_holdout": ("R̂2 held out", "R̂2 on pairs the algorithm never saw"),
    "ndcg5": ("NDCG@5", "quality of the first five places, 1 is perfect"),
    "ndcg5_holdout": ("NDCG@5 held out", "NDCG@5 on items the algorithm never saw"),
    "margin": ("margin", "smallest pair margin divided by ‖η‖₁; above 0 every pair is in order"),
    "smooth_margin": ("smooth margin", "−ln Σ e^{−s} / ‖η‖₁, never above the margin"),
}
"""Symbol and explanation by name, row by row as they are packed."""


def of_run(run: Run) -> np.ndarray:
    """Return (curves, T + 1) a run's values, NaN where there is none."""
    rows = []
    for name in CURVES:
        if name == "ties":
            values = 2.0 * (run.metrics["r1"] - run.metrics["r2"])
        elif name.startswith("log10_"):
            values = run.metrics["log_" + name[6:]] / math.log(10)
        elif f"log_{name}" in run.metrics:
            logs = run.metrics[f"log_{name}"]
            values = np.exp(np.where(logs < 709.0, logs, np.nan))
        else:
            values = run.metrics[name]
        # A score learner's bound is among its extra series, with the risk it bounds; a bound on Ê1 is here, with Ê1.
        apart = isinstance(run, ScoredRun) and name.endswith("bound") and np.isnan(run.metrics["log_e1"][0])
        rows.append(np.full(run.n_rounds + 1, np.nan) if apart else finite(values))
    return np.array(rows)


def finite(values: np.ndarray) -> np.ndarray:
    """Return the values, NaN for those that are not finite."""
    return np.where(np.isfinite(values), values, np.nan)


def best_rounds(run: Run) -> dict[str, int]:
    """Return the round with the best value of each held-out curve of a run, the earliest of several."""
    found = {}
    for name, sign in (("r1_holdout", 1.0), ("r2_holdout", 1.0), ("ndcg5_holdout", -1.0)):
        values = sign * finite(run.metrics[name])
        if np.isfinite(values).any():
            found[name] = int(np.nanargmin(values))
    return found
