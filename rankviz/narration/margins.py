"""A round of Smooth Margin Ranking or AdaBoost in words: boosting's sentences, and what is special about it."""

from __future__ import annotations

import math

from rankviz.algorithms.margins import equations as sm
from rankviz.narration.rankboost import round_in_words
from rankviz.number_format import number
from rankviz.runs.trace import Run, Trace


def smooth_margin(trace: Trace, run: Run, t: int) -> list[str]:
    """Boosting's sentences, with which step was taken and what the smooth margin did."""
    return _with(round_in_words(trace, run, t), _margin(run, t) if t else [])


def _with(general: list[str], special: list[str]) -> list[str]:
    """The special sentences after the pick and its weight."""
    pairs_and_losses = general[-2:]
    return [*general[:-2], *special, *pairs_and_losses] if special else general


def _margin(run: Run, t: int) -> list[str]:
    phase, g = run.own["phase"], run.metrics["smooth_margin"]
    correct, tied, reversed_ = (float(getattr(run, f"eps_{side}")[t - 1]) for side in _SIDES)
    before = float(g[t - 1])
    if phase[t] == 1.0:
        told = ["First phase: the smooth margin G̃ is not above 0 yet, so the step is RankBoost's own, (2)."]
        if math.isinf(sm.alpha_2(correct, reversed_)) and run.outcome[t - 1] != "forced":
            told.append(_unbounded(run, "(2) has no finite value, because the ranker reverses no pair"))
        if g[t] > 0.0:
            told.append(f"Now G̃ = {number(float(g[t]))} is above 0: from the next round on the step is (6).")
        return told
    step = "The second phase begins: the step is (6)" if phase[t - 1] != 2.0 else "Step (6)"
    fell = run.outcome[t - 1] == "forced" or not g[t] >= before
    told = [
        f"{step}; G̃ goes from {number(before)} to {number(float(g[t]))}{'' if fell else ', and it never falls'}."
    ]
    if math.isinf(sm.alpha_6(correct, tied, reversed_, before)) and run.outcome[t - 1] != "forced":
        told.append(_unbounded(run, "(6) has no finite value, because the ranker orders every pair"))
    return told


MOST_LOG = 700.0
"""Logs up to this belong to numbers that floats hold."""

_SIDES = ("correct", "tied", "reversed")


def _unbounded(run: Run, why: str) -> str:
    return f"{why}: it gets the weight {number(float(run.params['unbounded_weight']))} that is set for this."


def adaboost(trace: Trace, run: Run, t: int) -> list[str]:
    """Boosting's sentences, with what AdaBoost looked at: the items, and how the two classes share its loss."""
    return _with(round_in_words(trace, run, t), _classes(run, t) if t else [])


def _classes(run: Run, t: int) -> list[str]:
    told = [
        "It was chosen by the weight of the items it puts in the right class, not by pairs; α is twice AdaBoost's λ."
    ]
    if run.outcome[t - 1] != "infinite":
        plus, minus = float(run.log_own["f_plus"][t]), float(run.log_own["f_minus"][t])
        told.append(f"F₊ = {_of_log(plus)}, F₋ = {_of_log(minus)}: F-skew = {_skew(run, t)}.")
    return told


def _of_log(log: float) -> str:
    """e^log, as a power of ten where no float holds it."""
    return number(math.exp(log)) if abs(log) < MOST_LOG else f"10^{number(log / math.log(10))}"


def _skew(run: Run, t: int) -> str:
    skew = float(run.own["f_skew"][t])
    if not math.isnan(skew):
        return number(skew)
    share = math.tanh(0.5 * float(run.log_own["f_plus"][t] - run.log_own["f_minus"][t]))
    return f"{number(share)} (F₊ + F₋)"
