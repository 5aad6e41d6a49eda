"""The narration of RB-C over weak rankers with values from 0 to 1: no sentence that holds for 0 and 1 alone."""

from __future__ import annotations

import numpy as np

from rankviz.algorithms.boosting.equations import log_ratio
from rankviz.algorithms.real_rankers.boost import EXACT, RealDetails
from rankviz.narration.moved import moved
from rankviz.number_format import spelt as number
from rankviz.runs.trace import Run, Trace


def round_in_words(trace: Trace, run: Run, t: int) -> list[str]:
    """Narrate round t: the ranker, its edge and ties, α and its rule, and the loss; round 0 is the start."""
    assert run.scored is not None and isinstance(run.scored.details, RealDetails)
    details, extra = run.scored.details, run.extra
    if t == 0:
        return [
            f"No round yet: every score is 0, so Ê1 is 1. There are {len(details.pool.rankers):,} weak rankers.",
            "A weak ranker gives each item a value from 0 to 1. A pair counts by how far apart its two values are; it "
            "is tied where they are the same.",
        ]
    i, r = t - 1, float(extra["edge"][t])
    shares, alpha, z = details.shares[i], details.alpha[i], details.z[i]
    before, after = (float(np.exp(run.metrics["log_e1"][at])) for at in (i, t))
    sentences = [
        f"Round {t} picked {details.pool.label(details.ranker[i])} with α = {number(alpha)}. Its edge is r = "
        f"{number(r)}: pairs in the right order add {number(shares.correct)}, pairs in the wrong one take "
        f"{number(shares.reversed)}.",
        f"It ties pairs of weight {number(shares.tied)}.",
        _how_far(details.weigh, r, alpha, z, float(extra["z_bound"][t])),
        f"Ê1 {moved(before, after, 4)}.",
    ]
    if r < 0.0:
        sentences.insert(1, "Its edge is negative, so it is used upside down.")
    return sentences


def _how_far(weigh: str, r: float, alpha: float, z: float, bound: float) -> str:
    if weigh == EXACT:
        by_19 = number(log_ratio(1.0 + r, 1.0 - r))
        return f"α is where Z itself is least, {number(z, 4)}; by (19) it would be {by_19}."
    return f"(18) promised a Z of {number(bound, 4)} or less; it is {number(z, 4)}."
