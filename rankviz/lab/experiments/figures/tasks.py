"""Single tasks on the page: two algorithms against each other, and the times of learning and of a round."""

import numpy as np

from rankviz.board.figures.charting import go, make_subplots
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.figures.colours import GREY, marks, palette
from rankviz.lab.experiments.figures.curves import logarithmic
from rankviz.lab.experiments.figures.duels import duel
from rankviz.lab.experiments.quality import Metric


def scatter(results: Results, metric: Metric, a: int, b: int) -> go.Figure:
    """Draw one point per task: algorithm b's test value over algorithm a's. `customdata` holds its place and name."""
    found = duel(results, metric, a, b)
    ends = list(found.ends())
    figure = go.Figure()
    figure.add_scatter(
        x=ends, y=ends, mode="lines", showlegend=False, hoverinfo="skip",
        line={"color": GREY, "dash": "dot", "width": 1},
    )  # fmt: skip
    for side in found.sides:
        figure.add_scatter(
            x=found.x[side.tasks].tolist(), y=found.y[side.tasks].tolist(), mode="markers", name=side.words,
            marker={"color": side.colour, "symbol": side.mark, "size": 9, "opacity": 0.75, "line": {"width": 0}},
            customdata=[[int(i), found.tasks[i]] for i in side.tasks],
            hovertemplate="%{customdata[1]}<br>" + f"{found.names[0]} %{{x:.4f}}<br>{found.names[1]} %{{y:.4f}}"
            "<extra></extra>",
        )  # fmt: skip
    figure.update_layout(
        height=520, margin={"l": 56, "r": 16, "t": 40, "b": 48}, clickmode="event+select",
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0},
    )  # fmt: skip
    figure.update_xaxes(title_text=f"{metric.symbol}, {found.names[0]}", range=ends, constrain="domain")
    figure.update_yaxes(
        title_text=f"{metric.symbol}, {found.names[1]}", range=ends, scaleanchor="x", scaleratio=1, constrain="domain"
    )  # fmt: skip
    return figure


def times(results: Results) -> go.Figure:
    """Draw CPU milliseconds of learning one fold, and below of one round, a box for each algorithm.

    A box has the quartiles, the median and the range.
    """
    colours, shapes = palette(results.labels), marks(results.labels)
    figure = make_subplots(rows=2, shared_xaxes=True, vertical_spacing=0.06)
    for row, (seconds, of) in enumerate(
        ((results.seconds(), "one fold"), (results.seconds_a_round(), "one round")), 1
    ):
        ms = 1000.0 * seconds
        for a, label in enumerate(results.labels):
            measured = ms[np.isfinite(ms[:, a]), a]
            if not len(measured):
                continue
            low, q1, median, q3, high = (float(v) for v in np.percentile(measured, [0, 25, 50, 75, 100]))
            figure.add_box(
                x=[label], lowerfence=[low], q1=[q1], median=[median], q3=[q3], upperfence=[high],
                name=label, marker={"color": colours[a], "symbol": shapes[a]}, showlegend=False, row=row, col=1,
            )  # fmt: skip
        figure.update_yaxes(title_text=f"ms, {of}", row=row, col=1)
        if np.isfinite(ms).any():
            logarithmic(figure, float(np.nanmin(ms)), float(np.nanmax(ms)), row=row, col=1)
    figure.update_layout(height=520, margin={"l": 56, "r": 16, "t": 16, "b": 40})
    figure.update_xaxes(categoryorder="array", categoryarray=results.labels)
    return figure
