"""The narration of a round of QBRank, GBT or RankSVM."""

import math

import numpy as np

from rankviz.engine.algorithms.qbrank import qbrank as general
from rankviz.engine.algorithms.qbrank import ranksvm as linear
from rankviz.engine.algorithms.qbrank.loop import QBRankRules
from rankviz.engine.algorithms.qbrank.trees import FittedTree
from rankviz.engine.number_format import counted
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.narration.moved import describe_change

PARTS = {
    "risk_pairs": "preferences",
    "risk_lists": "lists",
    "risk_ties": "ties",
    "risk_ridge": "ridge",
    "risk_labels": "labels",
}
"""The source of each part of the risk."""


def quadratic(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate a round of Algorithm 1: the tree, the step along it, and the risk; round 0 is the start."""
    details = run.details_as(general.QBRankDetails)
    descent, rules = details.descent, details.rules
    parts = _parts({word: float(run.extra[key][t]) for key, word in PARTS.items() if key in run.extra})
    if t == 0:
        return [
            f"No round yet: every score is 0. The risk R is {number(descent.risk[0], 4)}{parts}.",
            "A round fits a regression tree to the targets r: how far, and which way, each score should move. r is "
            "minus the gradient of the risk, over each item's weight W.",
        ]
    before, after = descent.risk[t - 1], descent.risk[t]
    return [
        f"Round {t} added a {descent.fitted[t - 1].text}, fitted to the targets r.",
        *_tolerated(descent.fitted[t - 1]),
        _step(rules, descent.search[t - 1], descent.step[t - 1]),
        f"The risk {describe_change(before, after, 4)}{parts}.",
        f"The quadratic upper bound promised {number(descent.bound[t - 1], 4)} or less.",
    ]


def _tolerated(fitted: FittedTree) -> list[str]:
    tolerance = fitted.tolerated
    if tolerance is None:
        return []
    grown = f"The tree found had {tolerance.leaves} {'leaf' if tolerance.leaves == 1 else 'leaves'}"
    if fitted.tree is not None and fitted.tree.n_leaves == tolerance.leaves:
        return [f"{grown}: no split could go within ε ≤ {number(tolerance.asked)}."]
    return [
        f"{grown}; pruned, its squared error is ε = {number(tolerance.used)} higher, of {number(tolerance.asked)} "
        "allowed."
    ]


def _parts(parts: dict[str, float]) -> str:
    there = {word: value for word, value in parts.items() if not math.isnan(value)}
    if len(there) == 1:
        return ", all of it from " + next(iter(there))
    return ": " + ", ".join(f"{word} {number(value, 4)}" for word, value in there.items())


def _step(rules: QBRankRules, s: float, step: float) -> str:
    if rules.step == "search":
        return (
            f"The risk is lowest where the tree is added with weight a = {number(s, 4)} (line search); times the "
            f"shrinkage η = {number(rules.eta)}, that gives the step {number(step)}."
        )
    if rules.step == "one":
        return f"There is no line search: the step is η = {number(step)}."
    if rules.step == "decaying":
        return (
            f"The step is {number(step)}: in the norm of Theorem 1 it is η k^(−3/4), shorter in every round."
        )
    return f"The step is {number(step)}: as long as η² = {number(rules.eta**2)} in the norm of Theorem 1."


def ranksvm(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate the problem that RankSVM solved; round 0 is the start."""
    if t == 0:
        return ["Before it is solved every score is 0."]
    details, problem = run.details_as(linear.RankSVMDetails), trace.problem
    v = details.weights
    # Features that differ only by rounding count as equal.
    size = np.round(np.abs(v) / max(np.abs(v).max(), np.finfo(float).tiny), 9)
    strongest = [j for j in np.argsort(-size, kind="stable")[:3] if size[j] > 0.0]
    named = ", ".join(f"{problem.feature_names[j]} ({number(float(v[j]))})" for j in strongest)
    sentences = [
        "RankSVM is not boosting: it solves for one linear score at once, which then stays as it is.",
        f"The features with the largest weights, on one scale: {named}."
        if named
        else "No feature has a weight: every score is 0.",
    ]
    if details.sampled:
        sentences.append(
            f"It learned from a sample of {details.pairs:,} of the {counted(problem.n_pairs, 'pair')}."
        )
    if problem.n_missing:
        sentences.append("A missing value counts as the mean of its feature.")
    return sentences
