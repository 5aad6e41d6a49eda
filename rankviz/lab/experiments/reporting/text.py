"""An experiment in plain text: the tables of a terminal, and the sentences that a report and the page share."""

import itertools
from collections.abc import Sequence

from rankviz.engine.metrics.rank_tests import DIGITS
from rankviz.engine.number_format import counted, exact
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation import notes
from rankviz.lab.experiments.evaluation.pairs import LEVEL
from rankviz.lab.experiments.evaluation.results import Comparison, Results


def protocol(experiment: Experiment) -> list[str]:
    """Describe the protocol of an experiment, in sentences."""
    k = experiment.folds
    sentences = [
        f"Each task is cut into {k} parts at random; queries stay whole where a task has {k} or more. In each of {k} "
        f"folds {k - 2} {'part trains' if k == 3 else 'parts train'}, one chooses the round and one tests. Specified "
        "folds are kept as they are.",
        f"Every algorithm runs {experiment.rounds:,} rounds at most. Of rounds that are equally good on the validation "
        "part the earliest counts.",
        "A task's value is the mean of its folds' test values. Ranks are taken on each task and then averaged; equal "
        "values share the mean of their ranks.",
    ]
    if experiment.positive is not None:
        sentences.append(
            f"Each task is made bipartite: grade ≥ {exact(experiment.positive)} against the rest."
        )
    return sentences


def verdict(found: Comparison, labels: Sequence[str]) -> str:
    """State the verdict of a metric's ranks, in one or two sentences."""
    order = found.rank.argsort(kind="stable")
    ranked = ordered([labels[i] for i in order], [float(found.rank[i]) for i in order])
    tasks = counted(found.tasks, "task")
    if not found.tested:
        return f"{found.metric.symbol}: ranks on {tasks} {ranked}; not tested, because they say nothing about others."
    means = ", ".join(f"{found.mean[i]:.3f}" for i in order)
    start = f"{found.metric.symbol}: mean ranks over {tasks} (1 is best): {ranked}; in this order its mean is {means}."
    distance = f"the critical difference of mean ranks, {found.critical_difference:.3f}"
    if found.p >= 0.05:
        return f"{start} Friedman's test does not reject at 5 % that all perform equally (p = {p_value(found.p)})."
    alike = "; ".join(" and ".join(labels[i] for i in group) for group in found.groups)
    first, *others = order.tolist()
    leads = [labels[i] for i in others if not any(first in group and i in group for group in found.groups)]
    who = "every other" if len(leads) == len(others) else notes.listed(leads) if leads else ""
    lead = f" {labels[first]} leads {who} by more than {distance} (Nemenyi's test at 5 %)." if who else ""
    if not alike:
        return start + lead
    test = "That test" if lead else f"Nemenyi's test at 5 %, with {distance},"
    return f"{start}{lead} {test} leaves open whether these differ: {alike}. {_found_by_pairs(found, labels)}"


def _found_by_pairs(found: Comparison, labels: Sequence[str]) -> str:
    """State which differences Wilcoxon's test finds among algorithms that Nemenyi's test does not separate."""
    p = {frozenset((each.first, each.second)): each.p_holm for each in found.pairs}
    alike = dict.fromkeys(two for group in found.groups for two in itertools.combinations(group, 2))
    clear = [
        f"{labels[i]} and {labels[j]} (p = {p_value(p[frozenset((i, j))])})".replace("p = <", "p <")
        for i, j in alike
        if p[frozenset((i, j))] < 1 - LEVEL
    ]
    if not clear:
        return "Wilcoxon's test finds no difference between them either."
    return (
        f"Wilcoxon's test, which compares how much two differ on each task, separates {'; '.join(clear)}, "
        f"after Holm's correction for {len(found.pairs)} pairs. "
        "Both tests are valid: choose one beforehand, and name it."
    )


def ordered(names: Sequence[str], values: Sequence[float]) -> str:
    """Write rising values with names: "A 1.250 < B 1.875 = C 1.875", with enough digits to distinguish unequal ones."""
    rounded = [round(value, DIGITS) for value in values]
    digits = next(
        (d for d in range(3, DIGITS) if len({f"{v:.{d}f}" for v in rounded}) == len(set(rounded))), DIGITS
    )
    parts = [f"{name} {value:.{digits}f}" for name, value in zip(names, rounded, strict=True)]
    signs = ["", *(" = " if a == b else " < " for a, b in itertools.pairwise(rounded))]
    return "".join(sign + part for sign, part in zip(signs, parts, strict=True))


def p_value(p: float) -> str:
    """Write a p-value as papers print it: two digits, and no smaller than 0.001."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def state(results: Results) -> list[str]:
    """State how many tasks are done, and everything that must accompany their numbers."""
    done = len(results.outcomes) + len(results.failed)
    if not results.complete:
        first = f"{done:,} of {counted(results.total, 'task')} are done."
    elif results.failed:
        first = f"{counted(done, 'task')}: {len(results.outcomes):,} with numbers, {len(results.failed):,} without."
    else:
        first = f"{counted(done, 'task')}, all done."
    return [first, *notes.notes(results)]


def tables(results: Results) -> list[str]:
    """Return the mean table and the rank table with their notes, for a terminal."""
    compared = [found for found in map(results.compare, results.experiment.measured()) if found is not None]
    labels = results.labels
    first = max(len("rank of NDCG@10"), 15)
    width = max(10, *(len(label) for label in labels)) + 2
    head = " " * first + "".join(label.rjust(width) for label in labels)
    lines = ["Means over the tasks:", head]
    for found in compared:
        cells = "".join(f"{value:{width}.4f}" for value in found.mean)
        lines.append(f"{_padded(found.metric.symbol, first)}{cells}")
    lines += ["", "Mean ranks (1 is best), with the median round chosen:", head + "        CD"]
    for found in compared:
        cells = "".join(
            f"{rank:.3f} ({round_:.0f})".rjust(width)
            for rank, round_ in zip(found.rank, found.median_round, strict=True)
        )
        distance = f"{found.critical_difference:10.3f}" if found.tested else "—".rjust(10)
        lines.append(f"{_padded(found.metric.symbol, first)}{cells}{distance}")
    return [*lines, "", *notes.notes(results)]


def _padded(symbol: str, width: int) -> str:
    """Pad a symbol to a width as displayed: a combining accent takes no place."""
    return symbol + " " * (width - len(symbol) + symbol.count("\u0302"))


def duration(seconds: float) -> str:
    """Write seconds in short words: "40 s", "3 min 20 s", "2 h 5 min"."""
    whole = max(round(seconds), 0)
    if whole < 90:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 90:
        return f"{minutes} min {rest} s" if rest and minutes < 10 else f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"
