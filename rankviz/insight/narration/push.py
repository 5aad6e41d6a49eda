"""The narration of the P-norm push: boosting's sentences, and where the weight goes."""

import math

import numpy as np

from rankviz.engine.number_format import share
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.narration.moved import NO_STEP, describe_log_change
from rankviz.insight.narration.rankboost import round_in_words


def push(trace: Trace, run: BoostedRun, t: int) -> list[str]:
    """Return boosting's sentences, with the lower item that now has the most weight, and the push's change of loss."""
    general, p = round_in_words(trace, run, t), float(run.params["p"])
    if t == 0 and p == 1.0:
        return [general[0], "With p = 1 the push is RB-D.", *general[1:]]
    if t == 0:
        power = f"e^(−s) · S^{p - 1.0:g}"
        return [
            f"A pair weighs {power}, where S is the sum of e^(−s) over the pairs with the same lower item.",
            *general[1:],
        ]
    if p > 1.0 and run.outcome[t - 1] in ("finite", "forced"):
        general[-2] = _pairs(run, t)
    before, after = (float(log) for log in run.log_extra["push_loss"][t - 1 : t + 1])
    return [*general[:-1], _most(trace, run, t, p), f"Rₚ {describe_log_change(before, after)}; {general[-1]}"]


def _pairs(run: BoostedRun, t: int) -> str:
    """Narrate how the round changes e^{−s} of the pairs."""
    alpha = float(run.alpha[t - 1])
    if abs(alpha) <= NO_STEP:
        return "The pairs keep their weights."
    return (
        f"The factor e^(−s) changes: of pairs that it orders × {number(math.exp(-alpha))}, of pairs that it reverses × "
        f"{number(math.exp(alpha))}; tied pairs keep theirs."
    )


def _most(trace: Trace, run: BoostedRun, t: int, p: float) -> str:
    """Name the lower item with the most weight, and its weight."""
    problem = trace.problem
    _, lower = problem.by_higher
    taken = np.bincount(lower, trace.weights(run, t), problem.n_items)
    k = int(np.argmax(taken))
    part = share(float(taken[k]))
    power = f"With S to the power {p - 1.0:g}, most" if p > 1.0 else "Most"
    return f"{power} weight is on pairs with {problem.item_in_words(k)} as the lower item: {part}."
