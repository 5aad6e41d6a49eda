"""The rounds of kernel gradient descent in words."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rankviz.algorithms.kernel_gd.gram import MAX_ITEMS
from rankviz.number_format import number


class Told(NamedTuple):
    """What a round is told from: its own series, γ_t (4κ²N + λ), the longest step allowed, ‖∇J‖_K, c (n,)."""

    t: int
    own: dict[str, float]
    load: float
    longest: float
    loss: str
    pairs_per_step: int
    slope: float
    c: np.ndarray


def round_in_words(told: Told) -> list[str]:
    """Sentences on one round; round 0 is the start."""
    own = told.own
    if told.t == 0:
        return [
            "Before any step f = 0: every item has score 0, every pair is tied, and the AUC is ½.",
            f"Each pair's margin is 0, so the {told.loss} risk is φ(0) = {number(own['risk'])}.",
            f"The longest step for which the norm bound is proved has length {number(told.longest)}.",
            f"The kernel matrix holds the likeness of every two of {len(told.c):,} items; {MAX_ITEMS:,} items, with "
            "those held out, is the most.",
        ]
    pairs = f"{told.pairs_per_step:,} pairs drawn at random" if told.pairs_per_step else "all pairs"
    found = [
        f"Step {told.t} has length γ = {number(own['step'])}, against the slope of the {told.loss} loss "
        f"over {pairs}.",
        f"The risk E_S is now {number(own['risk'])}, with the price of the norm {number(own['regularised'])}; "
        f"the slope that is left is {number(told.slope)}.",
        f"The norm of f is {number(own['norm'])}, {_under(told)}",
        f"{int(np.count_nonzero(told.c)):,} of {len(told.c):,} items have a coefficient.",
    ]
    seen = f"AUC: {number(own['auc'])} in training"
    held = own["auc_holdout"]
    found.append(seen + ("." if math.isnan(held) else f", {number(held)} held out."))
    if not math.isnan(own["distance"]):
        found.append(f"The distance to the exact minimiser is {number(own['distance'])}.")
    return found


def _under(told: Told) -> str:
    bound = number(told.own["norm_bound"])
    if told.load > 1.0:
        return (
            f"and 2κ|φ'₋(0)|/λ = {bound}; but the step is {told.load:.3g} times the longest that the lemma "
            f"allows, so nothing is promised."
        )
    return f"under the line 2κ|φ'₋(0)|/λ = {bound}."
