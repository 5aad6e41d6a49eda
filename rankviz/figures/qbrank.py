"""General boosting: the risk and its quadratic bound, the risk along a round's tree, and precision at K %."""

import plotly.graph_objects as go

from rankviz.algorithms.contenders import marks_of
from rankviz.algorithms.qbrank.along import along
from rankviz.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.figures.style import finite, panels
from rankviz.metrics.ranking import precision_curve
from rankviz.runs.held_scores import held_scores
from rankviz.runs.trace import ScoredRun, Trace, details_of

BOUND, FITTED = "#8A8A8A", "#D55E00"
"""Colours of the upper bound Rₖ, and of the quadratic to which the tree was fitted where it is not Rₖ."""

PERCENTS = list(range(5, 101, 5))
"""K of precision at K %."""


def descents(trace: Trace) -> list[tuple[ScoredRun, QBRankDetails]]:
    """Return the runs that lower a risk by one tree per round, with their details."""
    found = [(run, details_of(run, QBRankDetails)) for run in trace.scored if run.n_rounds]
    return [(run, details) for run, details in found if details is not None]


def risk(trace: Trace, at: int) -> go.Figure:
    """Draw R after every round and the bound Rₖ at the step that led there, one panel per run; round `at` is marked."""
    runs = descents(trace)
    figure = panels([run.label for run, _ in runs], height=420, shared_y=False)
    for column, (run, _) in enumerate(runs, start=1):
        for name, symbol, colour, dash in (
            ("risk", "risk R", ALGORITHMS[run.algorithm].mark.both, "solid"),
            ("risk_bound", "bound Rₖ", BOUND, "dash"),
        ):
            figure.add_scatter(
                x=list(range(run.n_rounds + 1)), y=finite(run.extra[name]), name=symbol, legendgroup=name,
                showlegend=column == 1, line={"color": colour, "dash": dash, "width": 2}, row=1, col=column,
            )  # fmt: skip
    figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_xaxes(title_text="round")
    figure.update_yaxes(type="log", exponentformat="power")
    return figure


def along_tree(trace: Trace, at: int) -> go.Figure:
    """Draw R(h + a g) of round `at` (of round 1 at 0), the bound, and the step that was taken."""
    runs = [(run, details, min(max(at, 1), run.n_rounds)) for run, details in descents(trace)]
    figure = panels([f"{run.label}, round {t}" for run, _, t in runs], height=420, shared_y=False)
    for column, (run, details, t) in enumerate(runs, start=1):
        found, colour, step = (
            along(details, t),
            ALGORITHMS[run.algorithm].mark.both,
            details.descent.step[t - 1],
        )
        lines = [("risk R", found.risk, colour, "solid"), ("bound Rₖ", found.bound, BOUND, "dash")]
        if details.rules.weighting != "bound" and details.risk.preferences is not None:
            lines.append(("quadratic the tree was fitted to", found.fitted, FITTED, "dot"))
        for name, values, line, dash in lines:
            figure.add_scatter(
                x=finite(found.at), y=finite(values), name=name, legendgroup=name, showlegend=column == 1,
                mode="lines", line={"color": line, "dash": dash, "width": 2}, row=1, col=column,
            )  # fmt: skip
        after = float(run.extra["risk"][t])
        figure.add_scatter(
            x=[step], y=[after], name="the step", legendgroup="step", showlegend=column == 1, mode="markers",
            marker={"color": colour, "symbol": ALGORITHMS[run.algorithm].mark.symbol, "size": 11}, row=1, col=column,
        )  # fmt: skip
        # The bound rises without end; the risk is what the step lowers.
        low, high = float(found.risk.min()), float(max(found.risk.max(), found.bound[0]))
        figure.update_yaxes(range=[low - 0.08 * (high - low), high + 0.15 * (high - low)], row=1, col=column)
    figure.update_xaxes(title_text="weight a")
    return figure


def precision(trace: Trace, at: int) -> go.Figure:
    """Draw the share not contradicted of the K % of pairs with most different scores after `at`; held out if any."""
    held = trace.holdout is not None
    figure = panels([""], height=420)
    for run, mark in zip(trace.runs, marks_of([run.algorithm for run in trace.runs]), strict=True):
        t = min(at, run.n_rounds)
        problem = trace.problem if trace.holdout is None else trace.holdout
        scores = held_scores(trace, run)[t] if held else trace.scores(run, t)
        figure.add_scatter(
            x=PERCENTS, y=finite(precision_curve(problem, scores, PERCENTS)), name=run.label,
            mode="lines+markers", line={"color": mark.both, "width": 2.4},
            marker={"symbol": mark.symbol, "size": 8, "maxdisplayed": 10},
        )  # fmt: skip
    figure.update_xaxes(title_text="K: % of pairs, the most certain first")
    figure.update_yaxes(title_text=f"precision on {'held-out' if held else 'training'} pairs, round {at}")
    return figure
