"""The figure of a run's ties: a measure's interval after each round, and the number of tied pairs."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import finite, panels
from rankviz.engine.algorithms.contenders import marks_of
from rankviz.engine.number_format import share
from rankviz.engine.runs.trace import Trace
from rankviz.lab.experiments.figures.colours import faded
from rankviz.lab.experiments.reporting.tables import value
from rankviz.lab.ties import measure, rounds
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import aside
from rankviz.ui.shell import messages

MEASURES = ("ndcg-exp2@10", "ndcg@10", "map", "mrr@10", "p@10")
MOST = 20_000_000
"""Items times rounds times runs that are audited; beyond it only every n-th round is."""
READING = (
    "How to read this: items with equal scores may appear in any order. The band runs from the worst to the best "
    "order; the line is the expected value when all orders are equally likely. Below is the share of the critical "
    "pairs that are tied. The command `rankviz ties SOURCE` writes the numbers, and the page *Ties in a run* does the "
    "same for a run of any program."
)


@dataclass(frozen=True)
class TiesRequest:
    """A measure by its name, and whether it is computed on the held-out items."""

    measure: str
    held_out: bool


@dataclass(frozen=True)
class _Found:
    """The data of a run's rounds `t` (R,): `reach` (R, 4) as `rounds.by_round` returns it, and `tied` (R,) pairs."""

    label: str
    algorithm: str
    t: np.ndarray
    reach: np.ndarray
    tied: np.ndarray


def choose(shown: Shown) -> TiesRequest:
    """Show the menus of a measure, and of the items where some are held out."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Measure",
            MEASURES,
            format_func=lambda name: measure.read(name).label,
            key="ties-measure",
            width=260,
        )
        held = shown.trace.holdout is not None and st.toggle("Held-out items", value=True, key="ties-held")
    return TiesRequest(name, held)


def view(shown: Shown, t: int) -> tuple[go.Figure, str, str]:
    """Show the menus and draw the figure; see `DrawerFigure.view`."""
    asked = choose(shown)
    return figure(shown, t, asked), findings(shown, t, asked), READING


def figure(shown: Shown, t: int, asked: TiesRequest) -> go.Figure:
    """Draw a column for each run: the measure's interval above, the tied pairs below; the round is marked."""
    found = _found(shown, asked)
    figure = panels(
        [run.label for run in found], rows=2, height=440, row_heights=[0.65, 0.35], shared_xaxes=True,
        vertical_spacing=0.06,
    )  # fmt: skip
    for column, (run, mark) in enumerate(
        zip(found, marks_of([run.algorithm for run in found]), strict=True), start=1
    ):
        for name, values, fill in (
            ("worst order", run.reach[:, LEAST], None),
            ("best order", run.reach[:, LARGEST], "tonexty"),
        ):
            figure.add_scatter(
                x=run.t, y=finite(values), name=name, mode="lines", line={"width": 0, "color": mark.both}, fill=fill,
                fillcolor=faded(mark.both, 0.25), showlegend=False, hovertemplate="%{y:.4f}", row=1, col=column,
            )  # fmt: skip
        for row, name, values in ((1, "expected", run.reach[:, EXPECTED]), (2, "tied pairs", run.tied)):
            figure.add_scatter(
                x=run.t, y=finite(values), name=name, mode="lines", line={"width": 2, "color": mark.both},
                showlegend=False, hovertemplate="%{y:.4f}", row=row, col=column,
            )  # fmt: skip
    if t:
        figure.add_vline(x=t, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_yaxes(title_text=measure.read(asked.measure).label.partition(" (")[0], row=1, col=1)
    figure.update_yaxes(title_text="tied pairs", row=2, col=1)
    figure.update_yaxes(range=[0, 1], row=2)
    figure.update_xaxes(title_text="round", row=2)
    return figure


def findings(shown: Shown, t: int, asked: TiesRequest) -> str:
    """State each run's interval after round t, or its last: a Markdown list with a sentence for each run."""
    lines = []
    for run in _found(shown, asked):
        if np.isnan(run.reach).all():
            return "No query has a relevant item, so the measure has no value."
        at = int(np.searchsorted(run.t, min(t, run.t[-1]), side="right")) - 1
        low, high = (value(run.reach[at, end]) for end in (LEAST, LARGEST))
        name = measure.read(asked.measure).label.partition(" (")[0]
        what = f"is {low} however ties are ordered"
        if low != high:
            what = f"is between {low} and {high}, depending on how ties are ordered"
        lines.append(
            f"* {messages.plain(run.label)}: after round {run.t[at]:,} {name} {what}. "
            f"{share(float(run.tied[at]))} of the pairs are tied."
        )
    return "\n".join(lines)


@cached
def _found(shown: Shown, asked: TiesRequest) -> list[_Found]:
    with st.spinner("Looking at all orders…"), aside():
        return [_of_run(shown.trace, run, asked) for run in range(len(shown.trace.runs))]


def _of_run(trace: Trace, index: int, asked: TiesRequest) -> _Found:
    run = trace.runs[index]
    problem = trace.holdout if asked.held_out and trace.holdout is not None else trace.problem
    most = max(2, MOST // (problem.n_items * len(trace.runs)))
    some = np.unique(np.linspace(0, run.n_rounds, min(run.n_rounds + 1, most)).round().astype(int))
    (reach,) = rounds.many_by_round(
        trace, run, [measure.read(asked.measure)], held_out=asked.held_out, only=set(some.tolist())
    )
    tied = rounds.tied_pairs(trace, run, held_out=asked.held_out)[some]
    return _Found(run.label, run.algorithm, some, reach, tied)
