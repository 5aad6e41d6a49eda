"""The narration of a round of any run: the narrator of each algorithm, and what all sentences share."""

from collections.abc import Callable
from typing import Any

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.narration import (
    adaboost,
    kernel_gd,
    lambdarank,
    margins,
    own,
    preference,
    push,
    qbrank,
    rankboost,
    real_rankers,
)
from rankviz.insight.narration.rankboost import alpha_in_words

NARRATORS: dict[str, Callable[[Trace, Any, int], list[str]]] = {
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
    "own": own.round_in_words,
    "bradley-terry": preference.bradley_terry,
    "davidson": preference.davidson,
    "elo": preference.elo,
    "net-wins": preference.net_wins,
}
"""The narrator of each algorithm, without a default: an algorithm that is not here has no narration.

Each is given runs of its algorithm alone, so it takes runs of that kind.
"""

STOPS: dict[str, Callable[[Any], str]] = {"adaboost": adaboost.adaboost_stop}
"""Algorithms that word their stop themselves: AdaBoost's edge and minimum are over items, not pairs."""


def round_in_words(trace: Trace, run: Run | str, t: int) -> list[str]:
    """Return sentences on round t of a run, given as it is or by its name; round 0 is the start.

    >>> trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", rounds=2)
    >>> print(rankviz.words.round_in_words(trace, "rb-d", 1)[-1])
    Ê1 falls from 1.00 to 0.929; Ê2 rises from 1.000 to 1.001; R̂1 falls from 1.00 to 0.600.
    """
    run = trace.run(run)
    sentences = without_stop(trace, run, t)
    if t == run.n_rounds and run.stopped.early and run.stopped.why is not Why.NO_ROUNDS:
        sentences.append(unbroken(stop_in_words(run)))
    return sentences


def without_stop(trace: Trace, run: Run, t: int) -> list[str]:
    """Return sentences on round t of a run, without the reason why it ended there."""
    return [unbroken(sentence) for sentence in NARRATORS[run.algorithm](trace, run, t)]


def unbroken(sentence: str) -> str:
    """Return the sentence with no line break inside an equation or beside a multiplication sign."""
    return sentence.replace(" = ", "\u00a0=\u00a0").replace("× ", "×\u00a0")


def stop_in_words(run: Run) -> str:
    """Return a sentence that says that and why a run ended; "" when the run did all its rounds.

    >>> trace = rankviz.trace(rankviz.load("scenario:lemma-1"), "rb-d", rounds=2)
    >>> rankviz.words.stop_in_words(trace.run("rb-d"))
    'Stopped: α is undefined in round 2, because h2 reverses no pair (ε⁻ = 0); the run is set to halt there.'
    """
    return f"Stopped: {why_in_words(run)}" if run.stopped.early else ""


def why_in_words(run: Run) -> str:
    """Return why a run ended, as the end of a sentence; "" when the run did all its rounds."""
    if not run.stopped.early:
        return ""
    narrate = STOPS.get(run.algorithm)
    return f"{narrate(run) if narrate else run.stopped}."


def first_divergence(trace: Trace) -> tuple[int | None, str]:
    """Return the first round in which the runs differ, and what each does there; (None, …) when they never differ.

    >>> trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], rounds=5)
    >>> rankviz.words.first_divergence(trace)[0]
    1
    """
    runs = trace.boosted
    if len(trace.runs) < 2:
        return None, "One algorithm runs alone."
    if len(runs) < len(trace.runs):
        return None, "They learn in different ways: only some of them pick weak rankers."
    longest = max(run.n_rounds for run in runs)
    for t in range(1, longest + 1):
        going = [run for run in runs if run.n_rounds >= t]
        stopped = [run for run in runs if run.n_rounds < t]
        rankers = {int(run.ranker[t - 1]) for run in going}
        alphas = [float(run.alpha[t - 1]) for run in going]
        same = len(rankers) == 1 and max(alphas) - min(alphas) <= 1e-9
        if stopped or not same:
            return t, f"They first differ in round {t}: {_difference(trace, going, stopped, t)}."
    return None, "In every round they pick the same ranker with the same weight."


def _difference(trace: Trace, going: list[BoostedRun], stopped: list[BoostedRun], t: int) -> str:
    clauses = []
    rankers = {int(run.ranker[t - 1]) for run in going}
    if len(rankers) == 1 and going:
        label = trace.pool.label(rankers.pop())
        clauses.append(
            f"the same ranker {label}, with "
            + ", ".join(f"α = {alpha_in_words(r, t)} ({on_screen(r)})" for r in going)
        )
    else:
        clauses += [f"{on_screen(run)} picks {trace.pool.label(int(run.ranker[t - 1]))}" for run in going]
    clauses += [f"{on_screen(run)} has stopped" for run in stopped]
    return ", ".join(clauses)
