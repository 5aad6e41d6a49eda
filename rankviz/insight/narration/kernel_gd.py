"""The narration of a step of kernel gradient descent."""

import math

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Schedule
from rankviz.engine.algorithms.kernel_gd.gram import MAX_ITEMS
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.number_format import counted
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import ScoredRun, Trace


def step(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate step t: its length, and the risk, the norm and the AUC after it; round 0 is the start."""
    details = run.details_as(KernelDetails)
    extra = {name: float(values[t]) for name, values in run.extra.items()}
    loss, c = details.loss.label, details.coefficients[t]
    if t == 0:
        return [
            "Before any step f = 0: every item has score 0, every pair is tied, and the AUC is ½.",
            f"Each pair's margin is 0, so the {loss} risk is φ(0) = {number(extra['risk'])}.",
            f"The longest step for which the norm bound is proved has length {number(details.schedule.longest)}.",
            f"The kernel matrix holds the similarity of every two of {len(c):,} items; at most "
            f"{MAX_ITEMS:,} items fit, held-out ones included.",
        ]
    pairs = (
        f"{counted(details.pairs_per_step, 'pair')} drawn at random"
        if details.pairs_per_step
        else "all pairs"
    )
    with_one = int(np.count_nonzero(c))
    sentences = [
        f"Step {t} goes γ = {number(extra['step'])} along the negative gradient; the loss is {loss}, over {pairs}.",
        f"The risk Eₛ is now {number(extra['risk'])}, with the norm penalty {number(extra['regularised'])}; "
        f"the norm of the gradient is now {number(float(details.slope[t]))}.",
        f"The norm of the score is {number(extra['norm'])}, {_under(extra['norm_bound'], details.schedule, t)}",
        f"{with_one:,} of {counted(len(c), 'item')} {'has' if with_one == 1 else 'have'} a coefficient other than 0.",
    ]
    held = extra["auc_holdout"]
    seen = f"AUC: {number(extra['auc'])} in training"
    sentences.append(seen + ("." if math.isnan(held) else f", {number(held)} held out."))
    if not math.isnan(extra["distance"]):
        sentences.append(f"The distance to the exact minimiser is {number(extra['distance'])}.")
    return sentences


def _under(bound: float, schedule: Schedule, t: int) -> str:
    """Compare the norm with the lemma's bound, which holds as long as no step so far was too long."""
    limit = f"2κ|φ′(0)|/λ = {number(bound)}"
    now, longest = schedule.step_ratio(t), schedule.step_ratio(1)  # steps never grow
    if longest <= 1.0:
        return f"under the limit {limit}."
    if now <= 1.0:
        return f"and {limit}; but earlier steps were longer than the lemma allows, so nothing is promised."
    return (
        f"and {limit}; but the step is {number(now)} times the longest that the lemma "
        f"allows, so nothing is promised."
    )
