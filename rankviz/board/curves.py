"""The curves that every run has over the rounds: their names and values."""

import math

import numpy as np

from rankviz.engine.numerics import MOST_EXPONENT
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.engine.runs.trace import Run, ScoredRun


def of_run(run: Run) -> np.ndarray:
    """Return (curves, T + 1) a run's values, NaN where there is none."""
    rows = []
    for name in QUANTITIES:
        if name == "ties":
            values = 2.0 * (run.metrics["r1"] - run.metrics["r2"])
        elif name.startswith("log10_"):
            values = run.metrics["log_" + name[6:]] / math.log(10)
        elif f"log_{name}" in run.metrics:
            logs = run.metrics[f"log_{name}"]
            values = np.exp(np.where(logs < MOST_EXPONENT, logs, np.nan))
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
    for name in (each for each in QUANTITIES if each.endswith("_holdout")):
        values = finite(run.metrics[name])
        if np.isfinite(values).any():
            found[name] = int((np.nanargmax if QUANTITIES[name].higher else np.nanargmin)(values))
    return found
