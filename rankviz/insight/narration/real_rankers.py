"""The narration of RB-C over weak rankers with values from 0 to 1, without sentences that hold only for 0 and 1."""

from rankviz.engine.algorithms.real_rankers.boost import EXACT, RealDetails
from rankviz.engine.algorithms.real_rankers.step import alpha_19
from rankviz.engine.number_format import spelt as number
from rankviz.engine.number_format import spelt_of_log
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.narration.moved import describe_log_change


def round_in_words(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate round t: the ranker, its edge and ties, α and its rule, and the loss; round 0 is the start."""
    details, extra = run.details_as(RealDetails), run.extra
    if t == 0:
        return [
            f"No round yet: every score is 0, so Ê1 is 1. There are {len(details.pool.rankers):,} weak rankers.",
            "A weak ranker gives each item a value from 0 to 1. A pair counts by how far apart its two values are; it "
            "is tied where they are the same.",
        ]
    i, r = t - 1, float(extra["edge"][t])
    shares, alpha = details.shares[i], details.alpha[i]
    before, after = (float(run.metrics["log_e1"][at]) for at in (i, t))
    sentences = [
        f"Round {t} picked {details.pool.label(details.ranker[i])} with α = {number(alpha)}. Its edge is r = "
        f"{number(r)}: pairs in the right order add {number(shares.correct)}, pairs in the wrong one take "
        f"{number(shares.reversed)}.",
        f"It ties pairs of weight {number(shares.tied)}.",
        _how_far(details, run, t),
        f"Ê1 {describe_log_change(before, after, 4)}.",
    ]
    if r < 0.0:
        sentences.insert(1, "Its edge is negative, so it is used in reverse.")
    return sentences


def _how_far(details: RealDetails, run: ScoredRun, t: int) -> str:
    z, bound = (spelt_of_log(float(run.log_extra[name][t]), 4) for name in ("z", "z_bound"))
    if details.weigh == EXACT:
        by_19 = number(alpha_19(details.shares[t - 1]))
        return f"α is where Z itself is lowest, {z}; by (19) it would be {by_19}."
    return f"(18) promised a Z of {bound} or less; it is {z}."
