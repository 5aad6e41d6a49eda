"""The report of an audit: one HTML file that needs nothing else, to read on a screen or print on A4.

The same files give the same bytes.
"""

from collections.abc import Sequence

import rankviz
from rankviz.engine.errors import shortened
from rankviz.engine.number_format import counted
from rankviz.lab.experiments.reporting import html_table
from rankviz.lab.experiments.reporting.document import Parts, bullets, page, safe, terms
from rankviz.lab.ties import figures, tables, text
from rankviz.lab.ties.audit import Audit, Difference
from rankviz.lab.ties.counters import COUNTERS

HOW = (
    "How to read this: a bar reaches from the lowest to the highest value over all orders of equal scores, the line "
    "across it is the expected value, every order equally likely. Each mark is the value a program reports."
)
METHOD = (
    "Documents with equal scores may be in any order. The lowest, the expected and the highest value are over all of "
    "these orders. They are exact, none is drawn: a group of equal scores adds to a measure by itself, so that its "
    "best order is best in all and expected values add up (for DCG: McSherry and Najork, 2008).",
    "The intervals follow trec_eval's rules: a grade of 1 or more is relevant (of 2 or more for map-l2), a grade below "
    "0 gains nothing, judged documents that the run lacks count in the ideal, and a query without a relevant document "
    "has no value.",
    "Programs differ in more than ties; each value is counted as that program counts it, in its version below.",
)
AGAINST = (
    "The lowest difference has the first run in its worst order and the second in its best, the highest the other way "
    "round. It is over the queries that both runs have, and says nothing about chance."
)


def html(found: Audit, command: str, against: str = "", differences: Sequence[Difference] = ()) -> str:
    """Return the whole report; `command` repeats it, where one does."""
    run, parts = found.run, Parts()
    title = f"Ties in {shortened(run.name, text.NAME)}"
    second = f" against {shortened(against, text.NAME)}" if differences else ""
    body = [
        f"<header><h1>{safe(title + second)}</h1><p class=rv-by>A tie audit of RankViz "
        f"{safe(rankviz.__version__)}</p></header>",
        "<h2>Summary</h2>",
        bullets([*map(text.finding, found.measures), *([text.verdict(differences)] if differences else [])]),
        "<h2>1 What was audited</h2>",
        terms(_audited(found, against)),
        *([bullets(found.notes)] if found.notes else []),
        "<h2>2 Method</h2>",
        bullets(METHOD),
        "<h2>3 Over all queries</h2>",
        parts.table(tables.intervals(found)),
        *_means(found, parts),
        *(parts.table(table) for table in tables.programs(found)),
        *_not_counted(found),
        "<h2>4 Query by query</h2>",
        *_widest(found, parts),
        *_against(differences, parts),
        f"<h2>{6 if differences else 5} How programs order equal scores</h2>",
        terms((counter.name, f"{counter.ties}.") for counter in COUNTERS.values()),
        *_again(command, 7 if differences else 6),
        *_appendix(found),
    ]
    return page(title, body)


def ties(found: Audit) -> list[tuple[str, str]]:
    """Return each program's order of equal scores, and the measures it lacks."""
    left_out = dict(tables.not_counted(found))
    return [
        (
            each.name,
            f"{each.ties}." + (f" Not counted: {left_out[each.name]}." if each.name in left_out else ""),
        )
        for each in COUNTERS.values()
    ]


def _again(command: str, section: int) -> list[str]:
    if not command:
        return []
    return [
        f"<h2>{section} How to repeat it</h2>",
        f"<pre>{safe(command)}</pre>",
        "<p>The same command with --out audit.json or audit.csv writes every query.</p>",
    ]


def _audited(found: Audit, against: str) -> list[tuple[str, str]]:
    run = found.run
    return [
        ("Run", shortened(run.name, text.NAME)),
        *([("Second run", shortened(against, text.NAME))] if against else []),
        ("Judgements", shortened(run.judgements, text.NAME)),
        ("Size", f"{counted(run.n_queries, 'query')}, {counted(len(run.scores), 'document')}"),
        ("Measures", ", ".join(each.measure.label for each in found.measures)),
    ]


def _means(found: Audit, parts: Parts) -> list[str]:
    if not any(each.counts.any() for each in found.measures):
        return []
    return [parts.figure([figures.means(found)], f"Each measure's mean over the queries. {HOW}")]


def _not_counted(found: Audit) -> list[str]:
    rows = tables.not_counted(found)
    return (
        ["<h3>What programs do not count</h3>", terms((name, f"{why}.") for name, why in rows)]
        if rows
        else []
    )


def _widest(found: Audit, parts: Parts) -> list[str]:
    panels = figures.widest(found)
    if not panels:
        return [f"<p>{safe(text.NOTHING)}</p>"]
    return [parts.figure(panels, f"The queries with the widest intervals, of each measure. {HOW}")]


def _appendix(found: Audit) -> list[str]:
    shown = [table for each in found.measures if (table := tables.widest(found, each))]
    if not shown:
        return []
    return [
        "<section class=rv-data><h2>Appendix: the numbers behind the figures</h2>",
        *map(html_table.figure, shown),
        "</section>",
    ]


def _against(differences: Sequence[Difference], parts: Parts) -> list[str]:
    if not differences:
        return []
    return [
        "<h2>5 First run and second run</h2>",
        f"<p>{safe(text.verdict(differences))} {safe(AGAINST)}</p>",
        parts.table(tables.differences(differences)),
    ]
