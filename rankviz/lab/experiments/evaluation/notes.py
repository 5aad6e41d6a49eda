"""The sentences that belong to an experiment's numbers: what learned nothing, was left out or was decided by a rule.

`notes` returns all of them; the terminal and every file and page with the table of means print them.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from rankviz.engine.data.folds import BY_ITEM, BY_QUERY, SPECIFIED
from rankviz.engine.metrics.rank_tests import holm
from rankviz.engine.number_format import counted, exact
from rankviz.lab.experiments.definition import UNDEFINED, Experiment
from rankviz.lab.experiments.evaluation.results import Comparison, Results

POLICIES = {
    "halt": "the run ends before that ranker",
    "infinite": "that ranker alone counts",
    "cap": "that ranker's α is {cap}",
    "limit": "that ranker decides, and all other weights still count where it ties",
}
"""The treatment of a ranker whose α is undefined, by the policy."""


def notes(results: Results) -> list[str]:
    """Return every sentence that must accompany the numbers, the most important first."""
    compared = [found for found in map(results.compare, results.experiment.measured()) if found is not None]
    return [
        *idle(results),
        *undefined(results.experiment),
        *selected(results),
        *without_numbers(results),
        *cuts(results),
        *several(compared),
    ]


def idle(results: Results) -> list[str]:
    """Name the contenders that learned nothing in some folds, because their first weight is undefined under "halt"."""
    sentences = []
    for a, contender in enumerate(results.experiment.contenders):
        if contender.params.get("undefined") != "halt":
            continue
        rounds = [int(count) for outcome in results.outcomes for count in outcome.rounds[:, a]]
        still = rounds.count(0)
        if still:
            sentences.append(
                f"{contender.label} learned nothing in {still:,} of {len(rounds):,} folds: it stopped before round 1. "
                f"Where its weight is undefined, the policy “{UNDEFINED}” lets it go on: "
                f"{contender.algorithm}:undefined={UNDEFINED}."
            )
    return sentences


def undefined(experiment: Experiment) -> list[str]:
    """Describe what happens where α is undefined, in a sentence per policy."""
    found: dict[str, list[str]] = {}
    for contender in experiment.contenders:
        if policy := contender.params.get("undefined"):
            cap = exact(float(contender.params["cap"]))
            words = f"“{policy}”: {POLICIES[str(policy)].format(cap=cap)}"
            found.setdefault(words, []).append(contender.label)
    return [
        f"Where a ranker is never wrong and its α is undefined, {listed(names)} "
        f"{'have' if len(names) > 1 else 'has'} the policy {words}."
        for words, names in found.items()
    ]


def selected(results: Results) -> list[str]:
    """State how many of all tasks were measured and why the others were left out; no sentence when all were."""
    found = str(results.description["data"].get("selected", ""))
    without = len(results.failed)
    more = (
        f"; {without:,} of the {results.total:,} {'has' if without == 1 else 'have'} no numbers"
        if without
        else ""
    )
    return [f"Tasks: {found}{more}."] if found else []


def without_numbers(results: Results) -> list[str]:
    """Write a sentence for each reason why tasks have no numbers, with the tasks' names."""
    by_reason: dict[str, list[str]] = {}
    for outcome in results.failed:
        by_reason.setdefault(outcome.failed, []).append(outcome.task)
    return [f"No numbers for {_some(names)}: {why}" for why, names in by_reason.items()]


def cuts(results: Results) -> list[str]:
    """Describe how the folds of the finished tasks were cut, in a sentence."""
    k, counts = results.experiment.folds, Counter(outcome.cut for outcome in results.outcomes)
    words = {
        BY_QUERY: "by query",
        BY_ITEM: f"by item, as fewer than {k} queries hold critical pairs,",
        SPECIFIED: "as their files specify",
    }
    found = [(words[cut], counts[cut]) for cut in words if counts[cut]]
    if len(found) == 1:
        return [f"Folds {found[0][0].rstrip(',')}."]
    return (
        ["Folds " + "; ".join(f"{word} in {counted(count, 'task')}" for word, count in found) + "."]
        if found
        else []
    )


def several(compared: Sequence[Comparison]) -> list[str]:
    """State the result of Friedman's tests of several metrics once corrected for their number, in a sentence."""
    tested = [found for found in compared if found.tested]
    if len(tested) < 2:
        return []
    adjusted = holm(np.array([found.p for found in tested]))
    left = [found.metric.symbol for found, p in zip(tested, adjusted, strict=True) if p < 0.05]
    few = f"{len(left)} of them ({', '.join(left)})" if left else "none of them"
    which = "all of them" if len(left) == len(tested) else few
    return [
        f"{len(tested)} metrics are {len(tested)} tests, and no p here is corrected for that; by Holm's procedure "
        f"Friedman's test rejects at 5 % for {which}."
    ]


def _some(names: Sequence[str], most: int = 8) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def listed(names: Sequence[str]) -> str:
    """Write names as a list: A, B and C."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
