"""The rounds of general boosting in words."""

from __future__ import annotations

import math

from rankviz.algorithms.qbrank.loop import Descent, Rules
from rankviz.number_format import number


def rounds_in_words(
    descent: Descent, rules: Rules, pairs: list[float], labels: list[float]
) -> list[list[str]]:
    """For rounds 0 … T some sentences each; `pairs` and `labels` are the addends of the risk after each."""
    start = [
        f"No round yet: every score is 0. The risk R is {number(descent.risk[0], 4)}{_parts(pairs[0], labels[0])}.",
        "A round fits a regression tree to the targets r = −∇R/W: how far, and which way, each score should move.",
    ]
    rounds = [
        [
            f"Round {t} added a {fitted.text}, fitted to the targets r = −∇R/W.",
            _step(rules, descent.search[t - 1], descent.step[t - 1]),
            f"The risk fell from {number(before, 4)} to {number(after, 4)}{_parts(pairs[t], labels[t])}.",
            f"The quadratic upper bound promised {number(bound, 4)} or less.",
        ]
        for t, (fitted, before, after, bound) in enumerate(
            zip(descent.fitted, descent.risk[:-1], descent.risk[1:], descent.bound, strict=True), start=1
        )
    ]
    return [start, *rounds]


def _parts(pairs: float, labels: float) -> str:
    if math.isnan(pairs) or math.isnan(labels):
        return ", all of it from " + ("labels" if math.isnan(pairs) else "preferences")
    return f": preferences {number(pairs, 4)}, labels {number(labels, 4)}"


def _step(rules: Rules, s: float, step: float) -> str:
    if rules.step == "search":
        return (
            f"Along it the risk is least at s_k = {number(s, 4)} (line search); the shrinkage η = {number(rules.eta)} "
            f"makes the step {number(step)}."
        )
    if rules.step == "one":
        return f"There is no line search: the step is η = {number(step)}."
    return f"The step is {number(step)}: as long as η² = {number(rules.eta**2)} in the norm of Theorem 1."
