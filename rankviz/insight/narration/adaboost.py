"""The narration of AdaBoost: its weights belong to items, and the effect on pairs follows from both classes."""

import math
from weakref import WeakKeyDictionary

import numpy as np

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.number_format import share, spelt_of_log
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.narration.rankboost import picked_in_words, round_in_words

BALANCED = 1e-9
"""A share of F below which the F-skew is rounding."""

HALF = 5e-4
"""A share nearer to one half than this is printed with the same digits as one half."""

_SHARES: WeakKeyDictionary[BoostedRun, np.ndarray] = WeakKeyDictionary()


def adaboost(trace: Trace, run: BoostedRun, t: int) -> list[str]:
    """Narrate a round: the pick and its δ by items, its α, what changed for the items, both classes, the losses."""
    general = round_in_words(trace, run, t)
    if t == 0:
        return general
    _, weight, pairs, losses = general
    sentences = [_picked(trace, run, t)]
    if run.outcome[t - 1] == "finite":
        sentences += [_weight(trace, run, t), _items(run, t)]
    else:
        sentences += [weight, pairs]
    if run.outcome[t - 1] != "infinite":
        sentences.append(_classes(run, t))
    return [*sentences, losses]


def adaboost_stop(run: BoostedRun) -> str:
    """Return why AdaBoost ended, in terms of its classifiers where none had an edge left."""
    if run.stopped.why is not Why.NO_EDGE or not find_boosted(run.algorithm).negative(run.params):
        return str(run.stopped)
    end = run.n_rounds
    then = f"F-skew = {_skew(run, end)}, so F̃ = F₊F₋ need not be at its minimum"
    if _balance(run, end) == 0.0:
        then = "F-skew is 0, so F̃ = F₊F₋ is at its minimum, too"
    return f"before round {end + 1} no classifier had an edge left, so F = F₊ + F₋ is at its minimum. {then}"


def shares_given_one(trace: Trace, run: BoostedRun) -> np.ndarray:
    """Return (T, 2): the shares of the positives' and of the others' weight, before each round, to which h gives 1."""
    if run not in _SHARES:
        grades = trace.problem.known_grades
        positive = grades > grades.min()
        found = np.empty((run.n_rounds, 2))
        for i, scores in zip(range(run.n_rounds), trace.staged_scores(run), strict=False):
            h = trace.pool.output(int(run.ranker[i])) > 0
            for side, power in ((positive, -scores), (~positive, scores)):
                weight = np.exp(power[side] - power[side].max())
                found[i, int(side is not positive)] = weight[h[side]].sum() / weight.sum()
        _SHARES[run] = found
    return _SHARES[run]


def _picked(trace: Trace, run: BoostedRun, t: int) -> str:
    positives, others = shares_given_one(trace, run)[t - 1]
    text = (
        f"{picked_in_words(trace, run, t)}, by the weight of the items. It says 1 of {share(float(positives))} of the "
        f"positives' weight and of {share(float(others))} of the others'."
    )
    return (
        text if run.eps_tied[t - 1] < 1.0 else f"{text} So it orders no pair, and only balances the classes."
    )


def _weight(trace: Trace, run: BoostedRun, t: int) -> str:
    """Narrate α by the weight of the items that the classifier gets right."""
    alpha = float(run.alpha[t - 1])
    positives, others = shares_given_one(trace, run)[t - 1]
    plus = 0.5 + 0.5 * math.tanh(0.5 * _log_ratio(run, t - 1))
    right = float(plus * positives + (1.0 - plus) * (1.0 - others))
    of = f"{share(right)} of all weight"
    if abs(right - 0.5) < HALF:
        of = f"just {'under' if alpha < 0 else 'over'} half of all weight"
    how = "more wrong, so it is used in reverse:" if alpha < 0 else "is given"
    return f"As a classifier it gets {of} right and {how} α = {number(alpha)}, twice AdaBoost's λ."


def _items(run: BoostedRun, t: int) -> str:
    half = 0.5 * float(run.alpha[t - 1])
    return (
        f"Before scaling back to a sum of 1, weights change: items it gets right × {number(math.exp(-half))}, "
        f"items it gets wrong × {number(math.exp(half))}."
    )


def _classes(run: BoostedRun, t: int) -> str:
    plus, minus = float(run.log_extra["f_plus"][t]), float(run.log_extra["f_minus"][t])
    return (
        f"F₊ = {spelt_of_log(plus)}, F₋ = {spelt_of_log(minus)}: F-skew = {_skew(run, t)}, "
        f"F̃ = F₊F₋ = {spelt_of_log(plus + minus)}."
    )


def _log_ratio(run: BoostedRun, t: int) -> float:
    """Return ln F₊ − ln F₋ after round t; 0 where both are 0, in the limit."""
    plus, minus = float(run.log_extra["f_plus"][t]), float(run.log_extra["f_minus"][t])
    return 0.0 if plus == minus else plus - minus


def _balance(run: BoostedRun, t: int) -> float:
    """Return the F-skew as a share of F₊ + F₋ after round t; 0 where the F-skew is rounding."""
    part = math.tanh(0.5 * _log_ratio(run, t))
    return part if abs(part) > BALANCED else 0.0


def _skew(run: BoostedRun, t: int) -> str:
    skew, part = float(run.extra["f_skew"][t]), _balance(run, t)
    if part == 0.0:
        return "0"
    return f"{number(part)} (F₊ + F₋)" if math.isnan(skew) else number(skew)
