"""The findings of an audit in sentences, and the audit as a terminal shows it."""

from collections.abc import Sequence

from rankviz.engine.errors import shortened
from rankviz.engine.number_format import counted, share
from rankviz.lab.experiments.reporting.tables import value
from rankviz.lab.ties import tables
from rankviz.lab.ties.audit import Audit, Audited, Difference
from rankviz.lab.ties.tie_intervals import LARGEST, LEAST

NAME = 60
"""Letters of a file's name in a sentence."""


def summary(found: Audit, against: str = "", differences: Sequence[Difference] = ()) -> list[str]:
    """Return the audit in lines: intervals, programs, widest queries and the difference to a second run."""
    lines = [title(found), ""]
    for table in (tables.intervals(found), *tables.programs(found)):
        lines += [*tables.in_terminal(table), ""]
    lines += [f"{name} does not count {why}." for name, why in tables.not_counted(found)]
    widest = [line for line in (_widest(found, each) for each in found.measures) if line]
    lines += ["", *(widest or [NOTHING])]
    if differences:
        second = f"Second run: {shortened(against, NAME)}"
        lines += ["", second, *tables.in_terminal(tables.differences(differences)), verdict(differences)]
    return lines


NOTHING = "In no query does the order of equal scores change a measure."


def verdict(differences: Sequence[Difference]) -> str:
    """Name the measures in which ties decide which run is ahead."""
    hanging = [each.measure.label for each in differences if each.hangs]
    if not hanging:
        return "In no measure does the order of equal scores decide which run is ahead."
    return f"Which run is ahead depends on the order of equal scores in {', '.join(hanging)}."


def title(found: Audit) -> str:
    """Return a title that says what was audited."""
    run = found.run
    files = f"{shortened(run.name, NAME)} with the judgements of {shortened(run.judgements, NAME)}"
    return f"{files}: {counted(run.n_queries, 'query')}, {counted(len(run.scores), 'document')}."


def finding(each: Audited) -> str:
    """State the interval of a measure's mean, in a sentence."""
    low, mean, high = each.mean
    if not each.counts.any():
        return f"{each.measure.label}: no query has a relevant document, so there is no value."
    if not each.matter.any():
        return f"{each.measure.label} is {value(mean)} in every order of equal scores."
    least, average, largest = (value(number, tables.decimals(low, high)) for number in (low, mean, high))
    return (
        f"{each.measure.label} can be anything from {least} to {largest}, depending only on how equal scores "
        f"are ordered; it is {average} on average. The order matters in {int(each.matter.sum()):,} of "
        f"{counted(int(each.counts.sum()), 'query')} ({share(each.share)})."
    )


def _widest(found: Audit, each: Audited) -> str:
    places = each.widest().tolist()
    parts = []
    for at in places:
        low, high = float(each.spans[at, LEAST]), float(each.spans[at, LARGEST])
        digits = tables.decimals(low, high)
        parts.append(f"{shortened(found.run.queries[at])} [{value(low, digits)}, {value(high, digits)}]")
    return f"Widest in {each.measure.label}: {', '.join(parts)}" if parts else ""
