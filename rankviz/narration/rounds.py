"""The round in words for any run: which narrator speaks of which algorithm, and what all sentences share."""

from __future__ import annotations

from collections.abc import Callable

from rankviz.algorithms.boosting.stop import Why
from rankviz.narration import adaboost, kernel_gd, lambdarank, margins, push, qbrank, rankboost, real_rankers
from rankviz.runs.trace import Run, Trace

NARRATORS: dict[str, Callable[[Trace, Run, int], list[str]]] = {
    "rb-d": rankboost.round_in_words,
    "rb-c": rankboost.round_in_words,
    "rb-plus": rankboost.round_in_words,
    "rb-plus-optimal": rankboost.round_in_words,
    "push": push.push,
    "smooth-margin": margins.smooth_margin,
    "adaboost": adaboost.adaboost,
    "qbrank": qbrank.quadratic,
    "gbt": qbrank.quadratic,
    "ranksvm": qbrank.ranksvm,
    "kernel-gd": kernel_gd.step,
    "rb-c-real": real_rankers.round_in_words,
    "ranknet": lambdarank.round_in_words,
    "lambdamart": lambdarank.round_in_words,
}
"""By algorithm, without a default: an algorithm that is not here has no words."""

STOPS: dict[str, Callable[[Run], str]] = {"adaboost": adaboost.adaboost_stop}
"""Those whose reason to stop is not the one that the run gives: AdaBoost's edge and minimum are of its items."""


def round_in_words(trace: Trace, run: Run, t: int) -> list[str]:
    """Sentences on round t of a run; round 0 is the start."""
    sentences = NARRATORS[run.algorithm](trace, run, t)
    if t == run.n_rounds and run.stopped.early and run.stopped.why is not Why.NO_ROUNDS:
        sentences = [*sentences, stop_in_words(run)]
    return [unbroken(sentence) for sentence in sentences]


def unbroken(sentence: str) -> str:
    """The sentence with no line break inside an equation or beside a multiplication sign."""
    return sentence.replace(" = ", "\u00a0=\u00a0").replace("× ", "×\u00a0")


def stop_in_words(run: Run) -> str:
    """Why a run ended, as a sentence; empty when it did all its rounds."""
    if not run.stopped.early:
        return ""
    own = STOPS.get(run.algorithm)
    return f"Stopped: {own(run) if own else run.stopped}."
