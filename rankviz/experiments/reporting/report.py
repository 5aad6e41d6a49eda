"""The report of an experiment: one HTML file that needs nothing else, with all tables, figures and how it was made."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from rankviz.experiments.evaluation.results import Comparison, Results
from rankviz.experiments.figures import curves as experiments_curves
from rankviz.experiments.figures import ranks, tasks
from rankviz.experiments.reporting import paper, text
from rankviz.experiments.store import Store
from rankviz.experiments.worker import LOSSES
from rankviz.files import writing

HOW_DIFFERENCE = (
    "How to read this: each dot is an algorithm's mean rank over the tasks, the best at the left. The line CD is how "
    "far apart two dots must be to differ at the 5 % level (Nemenyi). A thick grey bar joins those that do not."
)
HOW_CURVES = (
    "How to read this: the mean over all tasks after each round. The band holds 95 % of such means. Ê1 and Ê2 are the "
    "training losses: their geometric mean, on a logarithmic scale."
)
HOW_WINS = "How to read this: on how many tasks the row's algorithm won / tied / lost against the column's."
HOW_SCATTER = "How to read this: a dot is a task. It has the colour of the algorithm that did better on it."
HOW_TIMES = (
    "How to read this: CPU time of learning one fold. The box holds the middle half, its line the median."
)


def write(results: Results, store: Store) -> None:
    """Write report.html into the experiment's folder. Raises OSError."""
    with writing(store.folder / "report.html") as file:
        file.write(page(results))


def page(results: Results) -> str:
    """The whole report."""
    compared = [found for found in map(results.compare, results.experiment.measured()) if found is not None]
    title = f"Experiment: {results.description['data']['title']}"
    body = [
        f"<h1>{_safe(title)}</h1>",
        _list(text.verdict(found, results.labels) for found in compared if found.metric.key in ("r1", "r2")),
        _state(results),
        "<h2>Means</h2>",
        mean_table(results, compared),
        "<h2>Mean ranks</h2>",
        rank_table(results, compared),
        _beside_paper(results, compared),
        *_figures(results, compared),
        "<h2>How it was done</h2>",
        _list([*text.protocol(results.experiment), *text.cuts(results)]),
        "<h3>Metrics and conventions</h3>",
        _list(f"{metric.symbol}: {metric.text}" for metric in results.experiment.measured()),
        _list(results.experiment.conventions.sentences()),
        "<h3>Data, parameters, versions and seed</h3>",
        _made_of(results),
        "<h3>The same again</h3>",
        f"<pre>{_safe(results.experiment.command())}</pre>",
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{_safe(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style>'
        f"<script>{get_plotlyjs()}</script></head><body>{''.join(body)}</body></html>\n"
    )


def mean_table(results: Results, compared: Sequence[Comparison]) -> str:
    """Mean ± standard error of every metric, the best in bold."""
    rows = []
    for found in compared:
        best = found.mean.min() if found.metric.lower else found.mean.max()
        cells = [
            (f"{mean:.4f} ± {error:.4f}", mean == best)
            for mean, error in zip(found.mean, found.error, strict=True)
        ]
        rows.append([(found.metric.symbol, False), *cells, (f"{found.tasks:,}", False)])
    return _table(["Metric", *results.labels, "tasks"], rows)


def rank_table(results: Results, compared: Sequence[Comparison]) -> str:
    """Mean ranks with the median round in parentheses; bold is better than the second by a critical difference."""
    rows = []
    for found in compared:
        winner = found.clear_winner()
        cells = [
            (f"{rank:.3f} ({round_:.0f})", a == winner)
            for a, (rank, round_) in enumerate(zip(found.rank, found.median_round, strict=True))
        ]
        tests = [
            (f"{found.critical_difference:.4f}", False),
            (f"{found.friedman:.1f}", False),
            (f"{found.p:.2g}", False),
        ]
        rows.append([(found.metric.symbol, False), *cells, *tests])
    return _table(["Metric", *results.labels, "CD", "Friedman χ²", "p"], rows) + (
        "<p class=how>In parentheses the median round that validation chose. Bold: better than the second by at least "
        "a critical difference (CD).</p>"
    )


def _beside_paper(results: Results, compared: Sequence[Comparison]) -> str:
    table = paper.beside(results.experiment)
    if table is None:
        return ""
    names = [contender.algorithm for contender in results.experiment.contenders]
    shown = [name for name in paper.ALGORITHMS if name in names]
    head = ["Metric"]
    for name in shown:
        label = results.labels[names.index(name)]
        head += [f"{label}, here", "paper"] + (["rank, here", "paper"] if table.rank else [])
    rows = []
    for found in compared:
        if found.metric.key not in table.mean:
            continue
        row = [(found.metric.symbol, False)]
        for name in shown:
            place, column = names.index(name), paper.ALGORITHMS.index(name)
            row += [
                (f"{found.mean[place]:.4f}", False),
                (f"{table.mean[found.metric.key][column]:.4f}", False),
            ]
            if table.rank:
                row += [
                    (f"{found.rank[place]:.3f}", False),
                    (f"{table.rank[found.metric.key][column]:.3f}", False),
                ]
        rows.append(row)
    return (
        f"<h2>Beside the paper: {_safe(table.name)}</h2>{_table(head, rows)}"
        f"<p>Why the numbers are not the same:</p>{_list(table.differences)}"
    )


def _figures(results: Results, compared: Sequence[Comparison]) -> list[str]:
    if not compared:
        return []
    labels = results.labels
    curves = [found.metric.key for found in compared]
    chosen = [name for name in ("r1", "r2", "ndcg5") if name in curves] or curves[:3]
    parts = ["<h2>Critical difference</h2>", f"<p class=how>{HOW_DIFFERENCE}</p>"]
    for found in compared:
        parts += [
            f"<h3>{_safe(found.metric.symbol)}</h3>",
            _figure(ranks.critical_difference(found, labels)),
        ]
    parts += [
        "<h2>Convergence</h2>",
        f"<p class=how>{HOW_CURVES}</p>",
        _figure(experiments_curves.convergence(results, chosen)),
        _figure(experiments_curves.convergence(results, LOSSES)),
        "<h2>Wins, ties and losses</h2>",
        f"<p class=how>{HOW_WINS}</p>",
    ]
    for found in compared:
        if found.metric.key in chosen:
            parts += [
                f"<h3>{_safe(found.metric.symbol)}</h3>",
                _figure(ranks.win_matrix(found, labels)),
            ]
    best, second = compared[0].rank.argsort(kind="stable")[:2]
    parts += [
        "<h2>Task by task</h2>",
        f"<p class=how>{HOW_SCATTER}</p>",
        _figure(tasks.scatter(results, compared[0].metric, int(second), int(best))),
        "<h2>Time</h2>",
        f"<p class=how>{HOW_TIMES}</p>",
        _figure(tasks.times(results)),
    ]
    return parts


def _state(results: Results) -> str:
    done = len(results.outcomes) + len(results.failed)
    told = [
        f"{done:,} of {results.total:,} tasks are done."
        if not results.complete
        else f"{done:,} tasks, all done."
    ]
    told += [f"{outcome.task} has no numbers: {outcome.failed}" for outcome in results.failed[:20]]
    if len(results.failed) > 20:
        told.append(f"… and {len(results.failed) - 20} more without numbers.")
    told += text.idle(results)
    return _list(told)


def _made_of(results: Results) -> str:
    experiment, described = results.experiment, results.description
    rows = [[("Data", False), (experiment.source, False)]]
    rows += [
        [(f"SHA-256 of {name}", False), (f"{digest}…", False)]
        for name, digest in described["data"]["files"].items()
    ]
    for contender in experiment.contenders:
        values = ", ".join(f"{name} = {value}" for name, value in contender.params.items()) or "no parameters"
        rows.append([(contender.label, False), (values, False)])
    rows.append(
        [
            ("Rounds, folds, seed", False),
            (f"{experiment.rounds}, {experiment.folds}, {experiment.seed}", False),
        ]
    )
    rows += [[(name, False), (value, False)] for name, value in described["versions"].items()]
    return _table(["What", "Value"], rows)


def _figure(figure: go.Figure) -> str:
    figure.update_layout(
        template="plotly_white", paper_bgcolor="#FBFAF6", plot_bgcolor="#FBFAF6", font={"color": "#1C2630"}
    )
    return figure.to_html(
        full_html=False, include_plotlyjs=False, config={"displaylogo": False, "responsive": True}
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[tuple[str, bool]]]) -> str:
    def cell(value: str, best: bool) -> str:
        return f"<td class=best>{_safe(value)}</td>" if best else f"<td>{_safe(value)}</td>"

    top = "".join(f"<th>{_safe(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(cell(*each) for each in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _list(sentences: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{_safe(sentence)}</li>" for sentence in sentences) + "</ul>"


def _style() -> str:
    return Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def _safe(value: str) -> str:
    return html.escape(value)
