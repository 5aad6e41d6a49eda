"""The report of an experiment: one HTML file that needs nothing else, to read on a screen or print on A4.

The same results give the same bytes: CPU times, which differ from run to run, are only in times.csv.
"""

from collections.abc import Sequence
from pathlib import Path

from rankviz.engine.files import writing
from rankviz.engine.runs.owned_files import OwnedFiles
from rankviz.lab.experiments.evaluation import summary
from rankviz.lab.experiments.evaluation.notes import listed
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.evaluation.summary import CURVE_LEVEL
from rankviz.lab.experiments.figures import series
from rankviz.lab.experiments.reporting import (
    document,
    exports,
    figure_data,
    html_table,
    measured,
    paper,
    selection,
    tables,
    text,
)
from rankviz.lab.experiments.reporting.document import Parts, bullets, safe, terms
from rankviz.lab.experiments.store import DESCRIPTION, Store, unwritable

HOW_DIFFERENCE = (
    "How to read this: each dot is an algorithm's mean rank over the tasks, the best at the left. The line CD is how "
    "far apart two dots must be to differ at the 5 % level (Nemenyi). A thick grey bar joins those not shown to differ."
)
HOW_CURVES = (
    "How to read this: the mean over all tasks after each round, from round 1 on. The band is a 95 % confidence "
    f"interval for the mean ({CURVE_LEVEL} standard errors to each side); with one task there is none. Ê1 and Ê2 are "
    "the training losses: their geometric mean, on a logarithmic scale."
)
HOW_SCATTER = (
    "How to read this: a dot is a task, with the mark and colour of the algorithm that did better on it. Both axes "
    "have the same scale; on the dotted line both algorithms are equally good."
)
HOW_TIMES = (
    "How to read this: CPU time of learning one fold; below, of one round of it. The box holds the middle half, its "
    "line the median."
)


REPORT = "report.html"


def claim(folder: Path, *more: str) -> None:
    """Reserve a folder that a user named for an experiment, before hours of work; `more` are other files in it.

    Raises DataError when it holds other files, or cannot be written.
    """
    try:
        OwnedFiles(folder, "experiment").claim(
            (DESCRIPTION, summary.SUMMARY, *summary.TABLES, *exports.FILES, REPORT, *more)
        )
    except OSError as error:
        raise unwritable(folder, error) from error


def write(results: Results, store: Store) -> None:
    """Write report.html and the files of `exports` into the experiment's folder. Raises OSError."""
    exports.write(results, store.folder)
    with writing(store.folder / REPORT) as file:
        file.write(page(results))


def page(results: Results) -> str:
    """Return the whole report."""
    compared = selection.compare(results)
    names = listed(results.labels)
    title = f"{names}: {results.description['data']['title']}"
    parts = Parts()
    body = [
        f"<header><h1>{safe(title)}</h1><p class=rv-by>An experiment of RankViz "
        f"{safe(results.description['versions']['rankviz'])}</p></header>",
        "<h2>Summary</h2>",
        bullets(
            [
                *(text.verdict(found, results.labels) for found in selection.shown(compared)),
                *text.state(results),
            ]
        ),
        "<h2>1 What was measured</h2>",
        terms(measured.rows(results)),
        "<h2>2 Method</h2>",
        bullets(text.protocol(results.experiment)),
        "<h3>Metrics and conventions</h3>",
        terms(measured.metrics(results.experiment)),
        f"<p>{safe(' '.join(results.experiment.conventions.sentences()))}</p>",
        "<h2>3 Results</h2>",
        *(parts.table(table) for table in tables.main(results, compared)),
        *_figures(results, compared, parts),
        *_beside_paper(results, compared, parts),
        "<h2>5 How to repeat it</h2>",
        f"<pre>{safe(results.experiment.command())}</pre>",
        f"<p>{safe('; '.join(_origin(results)))}.</p>",
        *_appendix(results, compared),
    ]
    return document.page(title, body)


CAPTIONS = {
    "ranks": f"Mean ranks and critical differences (CD), by metric. {HOW_DIFFERENCE}",
    "convergence": f"Convergence. {HOW_CURVES}",
    "tasks": f"The two algorithms with the best mean ranks, task by task. {HOW_SCATTER}",
}


def _figures(results: Results, compared: Sequence[Comparison], parts: Parts) -> list[str]:
    found = selection.drawings(results, compared)
    figures = [parts.figure(panels, CAPTIONS[name]) for name, panels in found.items()]
    by_pair = (
        tables.wins(compared, results.labels),
        tables.pairs(selection.shown(compared), results.labels, len(compared)),
    )
    return [*figures, *(parts.table(each) for each in by_pair if each)]


def _beside_paper(results: Results, compared: Sequence[Comparison], parts: Parts) -> list[str]:
    table, reasons = paper.comparison(results, compared), paper.reasons(results)
    if not reasons:
        return ["<h2>4 Compared with the paper</h2><p>The papers print no results on these data.</p>"]
    if table is None:
        return ["<h2>4 Compared with the paper</h2>", *(f"<p>{safe(reason)}</p>" for reason in reasons)]
    return [
        "<h2>4 Compared with the paper</h2>",
        *(f"<p>{safe(sentence)}</p>" for sentence in paper.came_out(results, compared)),
        f"<p>{safe(reasons[0])}</p>",
        parts.table(table),
        "<p>Other reasons why the numbers are not the same:</p>",
        bullets(reasons[1:]),
    ]


def _origin(results: Results) -> list[str]:
    """Return the files and versions that the numbers come from."""
    described = results.description
    files = [f"SHA-256 of {name} {digest}…" for name, digest in described["data"]["files"].items()]
    return [*files, *(f"{name} {version}" for name, version in described["versions"].items())]


def _appendix(results: Results, compared: Sequence[Comparison]) -> list[str]:
    """Return the numbers behind each figure."""
    if not compared:
        return []
    names = series.with_values(results, selection.curves(compared))
    panels = selection.duels_of(results, compared)
    shown = [name for name in selection.drawings(results, compared) if name in CAPTIONS]
    number = {name: f"Figure {at}" for at, name in enumerate(shown, start=1)}
    parts = ["<section class=rv-data><h2>Appendix: the numbers behind the figures</h2>"]
    if "ranks" in number:
        parts += [
            f"<h3>{number['ranks']}</h3>",
            html_table.figure(figure_data.ranks(compared, results.labels)),
        ]
    if "convergence" in number:
        parts += [
            f"<h3>{number['convergence']}: mean, and the ends of its band, at some rounds (all of them in curves.csv)"
            "</h3>",
            *map(html_table.figure, figure_data.curves(results, names)),
        ]
    if panels:
        parts += [f"<h3>{number['tasks']}</h3>", html_table.figure(figure_data.tasks(panels))]
    return [*parts, "</section>"]
