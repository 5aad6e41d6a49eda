"""The three losses: their shapes, the pairs' margins on them, and three runs that differ only in the loss."""

from typing import Any

import numpy as np

from rankviz.board.panels.surface import frames
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails, fit_kernel_gd
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.algorithms.score_learner import Learning
from rankviz.engine.runs.trace import Run, ScoredRun, Trace

REACH = (-2.0, 4.0)
"""The range of margins z; those beyond are counted in the outer bins."""

BINS = 60

MOST_PAIRS = 100_000
"""Pairs whose margins are counted: all, or as many drawn at random."""

MOST_WORK = 2_000_000
"""Items times rounds up to which the other two losses are run as well."""


def shapes() -> np.ndarray:
    """Return φ of the three losses at BINS + 1 places over REACH: (3, BINS + 1) float32."""
    z = np.linspace(*REACH, BINS + 1)
    return np.array([loss.value(z) for loss in LOSSES.values()], "<f4")


def margins(run: ScoredRun) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return shares (F, BINS) float32 of the pairs by margin after each drawn round."""
    details, staged = run.details_as(KernelDetails), run.scored.scores
    positive, negative = details.positive, details.negative
    pairs = len(positive) * len(negative)
    which = np.arange(pairs)
    if pairs > MOST_PAIRS:
        which = np.random.default_rng(0).integers(0, pairs, MOST_PAIRS)
    higher, lower = positive[which // len(negative)], negative[which % len(negative)]
    rounds = frames(run.n_rounds)
    shares = np.empty((len(rounds), BINS), "<f4")
    for f, t in enumerate(rounds):
        z = np.clip(staged[t][higher] - staged[t][lower], *REACH)
        shares[f] = np.histogram(z, BINS, REACH)[0] / len(which)
    return {"frames": rounds.tolist(), "counted": len(which), "pairs": pairs}, {"margins": shares}


def side_by_side(trace: Trace, run: Run) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return AUC and held-out AUC of all three losses, (3, T + 1) float64, on the same data with the same choices.

    A run that ends early repeats its last value. Empty, with the reason in `why`, where the runs would take long.
    """
    T = run.n_rounds
    if trace.problem.n_items * T > MOST_WORK:
        why = "The other two losses are run as well where items times rounds are at most " + f"{MOST_WORK:,}."
        return {"why": why}, {}
    names = ("auc", "auc_holdout")
    found = {name: np.full((len(LOSSES), T + 1), np.nan) for name in names}
    seed = trace.settings["seed"]
    assert isinstance(seed, int)
    for k, loss in enumerate(LOSSES):
        extra = run.extra
        if loss != run.params["loss"]:
            steps = fit_kernel_gd(
                Learning(trace.problem, trace.holdout, max(T, 1), run.params | {"loss": loss}, seed)
            )
            extra = {name: np.array(values) for name, values in steps.extra.items()}
        for name in names:
            values = extra[name][: T + 1]
            found[name][k, : len(values)] = values
            found[name][k, len(values) :] = values[-1]
    return {"why": ""}, {f"losses_{name}": values for name, values in found.items()}
