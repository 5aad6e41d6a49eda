"""Single tasks: two algorithms against each other, and how long learning took."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rankviz.experiments.evaluation.results import Results
from rankviz.experiments.figures.colours import GREY, palette
from rankviz.experiments.quality import Metric


def scatter(results: Results, metric: Metric, a: int, b: int) -> go.Figure:
    """A point a task: algorithm b's test value over algorithm a's. `customdata` holds the task's place and name."""
    kept, values = results.by_task(metric.key)
    x, y = values[:, a], values[:, b]
    gap = (y - x) if metric.lower else (x - y)
    colours = palette(results.labels)
    shade = [colours[a] if g > 1e-12 else colours[b] if g < -1e-12 else GREY for g in gap]
    names = [outcome.task for outcome in kept]
    low, high = float(values[:, [a, b]].min()), float(values[:, [a, b]].max())
    pad = max(0.04 * (high - low), 1e-3)
    ends = [low - pad, high + pad]
    figure = go.Figure()
    figure.add_scatter(
        x=ends, y=ends, mode="lines", line={"color": GREY, "dash": "dot", "width": 1}, hoverinfo="skip"
    )
    figure.add_scatter(
        x=x.tolist(), y=y.tolist(), mode="markers",
        marker={"color": shade, "size": 8, "opacity": 0.75, "line": {"width": 0}},
        customdata=[[i, name] for i, name in enumerate(names)],
        hovertemplate="%{customdata[1]}<br>" + f"{results.labels[a]} %{{x:.4f}}<br>{results.labels[b]} %{{y:.4f}}"
        "<extra></extra>",
    )  # fmt: skip
    figure.update_layout(
        height=460, margin={"l": 56, "r": 16, "t": 16, "b": 48}, showlegend=False, clickmode="event+select"
    )
    figure.update_xaxes(title_text=f"{metric.symbol}, {results.labels[a]}", range=ends)
    figure.update_yaxes(title_text=f"{metric.symbol}, {results.labels[b]}", range=ends)
    return figure


def times(results: Results) -> go.Figure:
    """CPU milliseconds that learning one fold took, a box for each algorithm (quartiles, median, range)."""
    seconds, colours = results.seconds(), palette(results.labels)
    figure = go.Figure()
    for a, label in enumerate(results.labels):
        ms = 1000.0 * seconds[:, a]
        low, q1, median, q3, high = (float(v) for v in np.percentile(ms, [0, 25, 50, 75, 100]))
        figure.add_box(
            x=[label], lowerfence=[low], q1=[q1], median=[median], q3=[q3], upperfence=[high],
            name=label, marker_color=colours[a], showlegend=False,
        )  # fmt: skip
    figure.update_layout(height=340, margin={"l": 56, "r": 16, "t": 16, "b": 40})
    figure.update_yaxes(title_text="ms of CPU, one fold", type="log")
    return figure
