"""The narration of a round of boosting over weak rankers; other algorithms add their sentences to it."""

import math

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.number_format import share
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES, BoostedRun, Trace
from rankviz.insight.narration.moved import NO_STEP, describe_change, describe_log_change

NOTHING = 1e-12
"""A weight up to this counts as 0: rounding, where two weights cancel."""


def round_in_words(trace: Trace, run: BoostedRun, t: int) -> list[str]:
    """Narrate round t of a boosted run: the pick, its weight, the pairs, the losses; round 0 is the start."""
    if t == 0:
        return _start(trace)
    parts = [_picked(trace, run, t), _weight(run, t), _pairs(run, t), _losses(run, t)]
    if run.fixed_from == t:
        asked = run.params.get("fill_after") == t - 1
        why = (
            f"S is filled after {t - 1} rounds"
            if asked and t > 1
            else "the best new one was a combination of those already in use"
        )
        parts.insert(
            0,
            f"From this round on only a fixed set of {len(run.fixed_set)} independent rankers is searched, because "
            f"{why}.",
        )
    return parts


def _start(trace: Trace) -> list[str]:
    m, weights = trace.problem.n_pairs, trace.problem.pair_weights
    pairs = f"every one of the {m:,} critical pairs weighs the same, 1/{m:,}"
    if weights is not None and m > 1:
        low, high = (
            number(float(share)) for share in (weights.min() / weights.sum(), weights.max() / weights.sum())
        )
        pairs = f"each of the {m:,} critical pairs has its share of all weights, from {low} to {high}"
    return [
        f"Before the first round {pairs if m > 1 else 'the only critical pair has all the weight'}.",
        "All scores are 0, so every pair is tied: R̂1 counts a tie as an error and is 1, R̂2 counts it half and is ½.",
    ]


def alpha_in_words(run: BoostedRun, t: int) -> str:
    """Write α of round t, "∞" or "−∞" where α is infinite."""
    if run.outcome[t - 1] in ("infinite", "limit"):
        return "∞" if run.sign[t - 1] > 0 else "−∞"
    return number(float(run.alpha[t - 1]))


def _picked(trace: Trace, run: BoostedRun, t: int) -> str:
    i = t - 1
    return (
        f"{picked_in_words(trace, run, t)}. By weight it orders {share(float(run.eps_correct[i]))} of the pairs "
        f"correctly, ties {share(float(run.eps_tied[i]))} and reverses {share(float(run.eps_reversed[i]))}."
    )


def picked_in_words(trace: Trace, run: BoostedRun, t: int) -> str:
    """Describe the pick of round t and its rule, with its edge or slope."""
    i, algorithm = t - 1, find_boosted(run.algorithm)
    # Where ties cost something, δ is the edge with the other sign only for a ranker without a weight.
    value = (
        f"slope δ, {number(float(run.delta[i]))},"
        if algorithm.cosh_ties
        else f"edge, {number(-float(run.delta[i]))},"
    )
    why = f"its {value} is the largest{' in absolute value' if algorithm.negative(run.params) else ''}"
    if algorithm.by_step(run.params):
        why = f"its step leaves the smallest Z, {number(float(run.z[i]))}"
    if run.fork is not None and run.fork.round == t and run.fork.ranker is not None:
        why = "it was chosen by hand"
    return f"Picked {trace.pool.label(int(run.ranker[i]))}{times_in_words(run, t)}: {why}"


def times_in_words(run: BoostedRun, t: int) -> str:
    """State how often the ranker of round t has been picked by then; "" for the first time."""
    again = int((run.ranker[: t - 1] == run.ranker[t - 1]).sum())
    return f", for the {_ordinal(again + 1)} time" if again else ""


def _weight(run: BoostedRun, t: int) -> str:
    i = t - 1
    alpha, prior = float(run.alpha[i]), float(run.alpha_prior[i])
    if run.outcome[i] == "infinite":
        return f"Its weight α is {alpha_in_words(run, t)}, so from here on this ranker alone decides."
    if run.outcome[i] == "limit":
        later = "later rankers decide" if run.limit_by(i) else "the other rankers decide"
        after = "after the earlier infinite ones, " if run.limit_by(i) else ""
        return f"Its weight α is {alpha_in_words(run, t)}, in the limit: {after}it decides first; {later} what it ties."
    if run.outcome[i] == "capped":
        if run.combined[i]:
            why = "Ê2 keeps falling along this combination"
            return f"α is undefined: {why}; α is capped at {alpha_in_words(run, t)}."
        never = "wrong" if alpha > 0 else "right"
        return (
            f"α is undefined, because the ranker is never {never}; α is capped at {alpha_in_words(run, t)}."
        )
    if run.outcome[i] == "forced":
        return f"Its α was set by hand to {number(alpha)}, whatever the equations say."
    if run.combined[i]:
        return (
            "It is a combination of the rankers in use, so the step moves all of their weights to where Ê2 is "
            f"lowest: α = {number(alpha)}."
        )
    if abs(alpha) <= NO_STEP:
        return f"Its weight stays as it is: α = {number(alpha)} is no more than rounding."
    text = f"{_why_so(run, t)} α = {number(alpha)}"
    if prior and math.isfinite(prior):
        text += f", on top of the α' = {number(prior)} it had: {number(prior + alpha)}"
    return text + "."


def _why_so(run: BoostedRun, t: int) -> str:
    """Explain the sign of a finite α for a ranker that may already have a weight."""
    i = t - 1
    alpha = float(run.alpha[i])
    if alpha >= 0:
        return "It gets"
    why = "By weight it reverses more pairs than it orders"
    if run.eps_reversed[i] <= run.eps_correct[i]:
        why = "It orders more than it reverses, but its weight makes the pairs it ties cost more than that"
    had = float(np.nansum(run.alpha[:i][run.ranker[:i] == run.ranker[i]]))
    if abs(had + alpha) <= NOTHING:
        return f"{why}, so all of its weight is taken back:"
    then = "some of its weight is taken back" if had + alpha > 0 else "it is used in reverse"
    return f"{why}, so {then}:"


def _pairs(run: BoostedRun, t: int) -> str:
    i = t - 1
    if run.outcome[i] in UNDEFINED_OUTCOMES and not run.combined[i]:
        does = "orders" if run.sign[i] > 0 else "reverses"
        return f"Pairs it {does} weigh nothing from now on; only those it ties keep weight."
    alpha, tie = float(run.alpha[i]), float(run.tie_factor[i])
    if run.combined[i]:
        return "Each tied pair gets its own factor, by the rankers in use that tie it."
    if abs(alpha) <= NO_STEP:
        return "The pairs keep their weights."
    ties = "tied pairs keep their weight" if tie == 1.0 else f"tied pairs × {number(tie)}"
    if alpha < 0:
        return (
            f"As α is negative, pairs that it orders gain weight (× {number(math.exp(-alpha))}), and pairs that "
            f"it reverses lose weight (× {number(math.exp(alpha))}); {ties}; then all are scaled back to a sum of 1."
        )
    return (
        f"Before scaling back to a sum of 1, weights change: pairs that it orders × {number(math.exp(-alpha))}, "
        f"pairs that it reverses × {number(math.exp(alpha))}; {ties}."
    )


def _losses(run: BoostedRun, t: int) -> str:
    clauses = []
    for key, symbol in (("log_e1", "Ê1"), ("log_e2", "Ê2")):
        if math.isnan(run.metrics[key][0]):
            continue  # not measured in this run: there are too many pairs
        before, after = float(run.metrics[key][t - 1]), float(run.metrics[key][t])
        clauses.append(f"{symbol} {describe_log_change(before, after)}")
    r1 = float(run.metrics["r1"][t - 1]), float(run.metrics["r1"][t])
    clauses.append(f"R̂1 {describe_change(*r1)}")
    return "; ".join(clauses) + "."


def _ordinal(k: int) -> str:
    ending = "th" if 10 <= k % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(k % 10, "th")
    return f"{k}{ending}"
