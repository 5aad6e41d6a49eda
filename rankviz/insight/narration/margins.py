"""The narration of Smooth Margin Ranking: boosting's sentences, with the step's rule and the smooth margin."""

import math

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.narration.moved import write_distinct
from rankviz.insight.narration.rankboost import round_in_words


def smooth_margin(trace: Trace, run: BoostedRun, t: int) -> list[str]:
    """Return boosting's sentences, with the kind of step and the change of the smooth margin."""
    return _with(round_in_words(trace, run, t), _margin(run, t) if t else [])


def _with(general: list[str], special: list[str]) -> list[str]:
    """Insert the special sentences after the pick and its weight."""
    pairs_and_losses = general[-2:]
    return [*general[:-2], *special, *pairs_and_losses] if special else general


def _margin(run: BoostedRun, t: int) -> list[str]:
    phase, g = run.extra["phase"], run.metrics["smooth_margin"]
    correct, tied, reversed_ = (float(getattr(run, f"eps_{side}")[t - 1]) for side in _SIDES)
    before, step = (
        float(g[t - 1]),
        "exact" if run.params["margin_step"] == "exact" else "that of equation (6)",
    )
    if phase[t] == 1.0:
        sentences = [
            "First phase: the smooth margin G̃ is not above 0 yet, so the step is RankBoost's own, equation (2)."
        ]
        if math.isinf(sm.alpha_2(correct, reversed_)) and run.outcome[t - 1] != "forced":
            sentences.append(_unbounded(run, "(2) has no finite value, because the ranker reverses no pair"))
        if g[t] > 0.0:
            sentences.append(
                f"Now G̃ = {number(float(g[t]))} is above 0, so from the next round on the step is {step}."
            )
        return sentences
    begins, goes_on = (
        f"The second phase begins: the step is {step}",
        "Exact step" if step == "exact" else "The step of equation (6)",
    )
    opening = begins if phase[t - 1] != 2.0 else goes_on
    fell = run.outcome[t - 1] == "forced" or not g[t] >= before
    first, last = write_distinct(before, float(g[t]))
    goes = f"stays at {last}" if first == last else f"goes from {first} to {last}"
    sentences = [
        f"{opening}{_shorter(run, t, correct, reversed_)}.",
        f"G̃ {goes}{'' if fell else '; in this phase it never falls'}.",
    ]
    if math.isinf(sm.alpha_6(correct, tied, reversed_, before)) and run.outcome[t - 1] != "forced":
        sentences.append(_unbounded(run, "(6) has no finite value, because the ranker orders every pair"))
    return sentences


_SIDES = ("correct", "tied", "reversed")


def _shorter(run: BoostedRun, t: int, correct: float, reversed_: float) -> str:
    """Return how long RankBoost's step (2) would be; "" where (2) is not finite, or the step was set by hand."""
    alpha = sm.alpha_2(correct, reversed_)
    known = run.outcome[t - 1] == "finite" and math.isfinite(alpha) and float(run.alpha[t - 1]) < alpha
    return f", shorter than RankBoost's, which would be {number(alpha)}" if known else ""


def _unbounded(run: BoostedRun, why: str) -> str:
    return f"{why}: it gets the weight {number(float(run.params['unbounded_weight']))} that is set for this."
