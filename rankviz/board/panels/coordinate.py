"""A round of Smooth Margin Ranking along its coordinate: F̃ and G̃ as functions of the step's length."""

import math

import numpy as np

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

POINTS = 41
"""Lengths of the step, from 0 on, at which F̃ and G̃ are computed."""

BEYOND = 1.6
"""The longest length, in units of RankBoost's step (2)."""


def arrays(trace: Trace, run: BoostedRun) -> dict[str, np.ndarray]:
    """Return the curves of each round; empty for a run that does not follow G̃.

    along_two (T,) RankBoost's step (2), NaN where it has no finite value: then the round has no curves. along_marks
    (T, 6) of that step and of the one taken: the part of the longest length, F̃, G̃. along_f (T, POINTS) F̃ after the
    step over F̃ before it; along_g (T, POINTS) G̃ after it, NaN at length 0 of an empty ensemble.
    """
    if "phase" not in run.extra:
        return {}
    two, marks = np.full(run.n_rounds, np.nan), np.full((run.n_rounds, 6), np.nan)
    f, g = (np.full((run.n_rounds, POINTS), np.nan) for _ in range(2))
    for i in range(run.n_rounds):
        step, taken = sm.alpha_2(float(run.eps_correct[i]), float(run.eps_reversed[i])), float(run.alpha[i])
        if not math.isfinite(step) or step <= 0.0 or taken < 0.0:
            continue
        end = BEYOND * max(step, taken)
        two[i], (f[i], g[i]) = step, _along(trace, run, i, np.linspace(0.0, end, POINTS))
        lengths = np.array([step, taken])
        marks[i] = np.column_stack([lengths / end, *_along(trace, run, i, lengths)]).ravel()
    return {"along_two": two, "along_marks": marks, "along_f": f, "along_g": g}


def _along(trace: Trace, run: Run, i: int, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (F̃ over F̃ before, G̃) after steps of these lengths (k,) in round i + 1."""
    right, tied, wrong = (float(getattr(run, f"eps_{side}")[i]) for side in ("correct", "tied", "reversed"))
    factor = right * np.exp(-lengths) + tied + wrong * np.exp(lengths)
    log_f = float(run.metrics["log_e1"][i]) + math.log(trace.problem.n_pairs) + np.log(factor)
    norm = np.nan_to_num(float(run.metrics["norm"][i])) + lengths
    return factor, np.divide(-log_f, norm, out=np.full(len(lengths), np.nan), where=norm > 0.0)
