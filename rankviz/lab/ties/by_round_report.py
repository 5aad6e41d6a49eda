"""The report of a Trace's ties: one HTML file that needs nothing else; the same run gives the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import rankviz
from rankviz.lab.experiments.figures import canvas, colours
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.figures.colours import Look
from rankviz.lab.experiments.reporting.document import Parts, bullets, page, safe, terms
from rankviz.lab.ties import by_round
from rankviz.lab.ties.by_round import ByRound, Rounds
from rankviz.lab.ties.report import METHOD
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEIGHT, MARK, MARKS = 150.0, 4.4, 8
"""Points of a panel and of a mark, and the number of marks on a curve."""
TIED = "Share of the critical pairs that are tied after each round: 2(R̂1 − R̂2), as R̂1 counts them whole and R̂2 half."
REACH = (
    "How far each measure reaches after each round: the band is between the worst and the best order of equal scores, "
    "the line is the expected value, every order equally likely."
)


def html(found: ByRound, command: str) -> str:
    """Return the whole report; `command` repeats it."""
    parts, looks = Parts(), colours.looks([run.label for run in found.runs])
    title = f"Ties by round: {found.title}"
    about = [
        ("Data", f"{found.title} ({found.source})" if found.source else found.title),
        ("Items", found.items),
        ("Algorithms", ", ".join(run.label for run in found.runs)),
        ("Measures", ", ".join(measure.label for measure in found.measures)),
    ]
    body = [
        f"<header><h1>{safe(title)}</h1><p class=rv-by>A tie audit of RankViz {safe(rankviz.__version__)}</p></header>",
        "<h2>Summary</h2>",
        bullets(by_round.findings(found)),
        "<h2>1 What was audited</h2>",
        terms(about),
        "<h2>2 Method</h2>",
        bullets(METHOD[:2]),
        "<h2>3 Round by round</h2>",
        parts.figure([_tied(found, looks)], TIED),
        *(parts.figure(_reaches(found, at, looks), REACH) for at in range(len(found.measures))),
        *(parts.table(by_round.table(found, at)) for at in range(len(found.measures))),
        "<h2>4 How to repeat it</h2>",
        f"<pre>{safe(command)}</pre>",
        "<p>The same command with --out ties.json or ties.csv writes every round.</p>",
    ]
    return page(title, body)


def _tied(found: ByRound, looks: list[Look]) -> Drawing:
    def paint(figure: Figure) -> None:
        axes = canvas.panel(figure, HEIGHT, "Share of tied pairs")
        for run, look in zip(found.runs, looks, strict=True):
            axes.plot(run.tied, color=look.colour, clip_on=False, **_marks(run, look))
        axes.set_ylim(0.0, 1.0)
        axes.set_xlabel("round", loc="right")

    last = "; ".join(f"{run.label} {run.tied[-1]:.4f}" for run in found.runs)
    return Drawing("tied-pairs", f"Share of tied pairs by round, at the end {last}.", paint, looks)


def _reaches(found: ByRound, at: int, looks: list[Look]) -> list[Drawing]:
    """Return a panel for each run, with one scale for all."""
    spans = [run.spans[at] for run in found.runs if not np.isnan(run.spans[at]).all()]
    if not spans:
        return []
    low, high = min(float(each.min()) for each in spans), max(float(each.max()) for each in spans)
    return [
        _reach(run, at, found.measures[at].label, look, (low, high))
        for run, look in zip(found.runs, looks, strict=True)
    ]


def _reach(run: Rounds, at: int, name: str, look: Look, scale: tuple[float, float]) -> Drawing:
    def paint(figure: Figure) -> None:
        axes = canvas.panel(figure, HEIGHT, f"{name} of {run.label}")
        low, mean, high = (run.spans[at, :, i] for i in (LEAST, EXPECTED, LARGEST))
        axes.fill_between(np.arange(len(low)), low, high, color=look.colour, alpha=0.25, linewidth=0)
        axes.plot(mean, color=look.colour, clip_on=False, **_marks(run, look))
        axes.set_ylim(*scale)
        axes.set_xlabel("round", loc="right")

    first, last = float(run.widths[at, 0]), float(run.widths[at, -1])
    about = f"{name} of {run.label} by round: {first:.4f} wide before the first round, {last:.4f} at the end."
    return Drawing(f"reach-{at}-{run.algorithm}", about, paint)


def _marks(run: Rounds, look: Look) -> dict[str, Any]:
    return {**canvas.mark(look.shape, MARK), "markevery": max(1, run.n_rounds // MARKS)}
