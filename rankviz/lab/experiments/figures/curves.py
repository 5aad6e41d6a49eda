"""Convergence over the rounds on the page, to zoom and point at: means over the tasks, with bands."""

from collections.abc import Sequence

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import panels
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.figures import series, ticks
from rankviz.lab.experiments.figures.colours import faded, marks, palette
from rankviz.lab.experiments.figures.series import Series
from rankviz.lab.experiments.worker import LOSSES


def convergence(results: Results, names: Sequence[str]) -> go.Figure:
    """Draw a panel for each name, with 95 % confidence bands: test metrics, or training e1 and e2 (logarithmic)."""
    figure = panels([series.title(name) for name in names], height=400, shared_y=False)
    shown: set[int] = set()
    for column, name in enumerate(names, start=1):
        curves = series.curves_of(results, name)
        for curve in curves:
            _band(figure, results, curve, column)
        for curve in curves:
            _line(figure, results, curve, column, legend=curve.place not in shown)
            shown.add(curve.place)
        if name in LOSSES and curves:
            low, high = min(float(c.low.min()) for c in curves), max(float(c.high.max()) for c in curves)
            logarithmic(figure, low, high, row=1, col=column)
    figure.update_xaxes(title_text="round")
    return figure


def logarithmic(figure: go.Figure, low: float, high: float, **where: int) -> None:
    """Make an axis logarithmic, with round numbers from low to high."""
    values, texts = zip(*ticks.logarithmic(low, high), strict=True)
    figure.update_yaxes(type="log", tickvals=values, ticktext=texts, **where)


def _band(figure: go.Figure, results: Results, curve: Series, column: int) -> None:
    if not (curve.high > curve.low).any():
        return
    rounds = curve.rounds.tolist()
    figure.add_scatter(
        x=[*rounds, *rounds[::-1]], y=[*curve.high.tolist(), *curve.low[::-1].tolist()],
        fill="toself", fillcolor=faded(palette(results.labels)[curve.place], 0.16), line={"width": 0}, mode="lines",
        hoverinfo="skip", showlegend=False, legendgroup=results.labels[curve.place], row=1, col=column,
    )  # fmt: skip


def _line(figure: go.Figure, results: Results, curve: Series, column: int, *, legend: bool) -> None:
    """Draw a curve with marks on a few of its rounds."""
    label, labels = results.labels[curve.place], results.labels
    colour, mark = palette(labels)[curve.place], marks(labels)[curve.place]
    figure.add_scatter(
        x=curve.rounds.tolist(), y=curve.mean.tolist(), name=label, legendgroup=label, showlegend=legend,
        mode="lines+markers", line={"color": colour, "width": 2},
        marker={"symbol": mark, "size": 9, "maxdisplayed": series.MARKS}, hovertemplate="%{y:.4f}",
        row=1, col=column,
    )  # fmt: skip
