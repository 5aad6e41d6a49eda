"""F1 and F2 as level lines over the weights of two rankers, with the path of each algorithm and both minima.

For a larger pool two weights vary and the others are fixed: a slice, which the title says.
"""

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import finite, panels
from rankviz.engine.algorithms.contenders import marks_of
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.theory.landscapes import slices
from rankviz.insight.theory.landscapes import whole as theory

LINES = 18
"""The approximate number of level lines in each panel."""

BAR = 34
"""The height of Plotly's tool bar, which lies over the figure's upper edge."""

LOSSES = {
    "F1": "F1, the loss Ê1 by weights:<br>a tie costs 1",
    "F2": "F2, the loss Ê2 by weights:<br>a tie costs cosh η",
}


def landscape(trace: Trace, at: int) -> go.Figure:
    """Draw a panel for F1, which RB-D and RB-C lower, and one for F2, which RankBoost+ lowers; paths end at round `at`.

    The trace must have two candidates, see `rankviz.insight.theory.landscapes.whole.has_landscape`.
    """
    return _drawn(trace, theory.of_trace(trace), trace.boosted, (0, 1), at)


def slice_of(
    trace: Trace, at: int, run: BoostedRun | None = None, two: tuple[int, int] | None = None
) -> go.Figure:
    """Draw both panels over `two` rankers of a larger pool, the others at the run's weights after round `at`.

    By default the first run that can be shown, and its two largest weights. The trace must have such a run, see
    `rankviz.insight.theory.landscapes.slices.runs_of`.
    """
    run = run or slices.runs_of(trace)[0]
    two = two or slices.first_choice(run, at) or (0, 1)
    figure = _drawn(trace, slices.of_run(trace, run, two, at), (run,), two, at)
    held = slices.held_at(run, at)
    others = len(set(run.weights_at(held)) - set(two))
    text = f"A slice: no other ranker has a weight in round {held} of {on_screen(run)}."
    if others:
        named = (
            "weight of the other ranker is held at its value"
            if others == 1
            else f"weights of the {others} other rankers are held at their values"
        )
        text = f"A slice: the {named}<br>in {on_screen(run)}’s round {held}."
    figure.update_layout(
        margin={"t": 168},
        title={
            "text": f"{text}<br>Only the last point of the path lies in it.",
            "font": {"size": 13},
            "y": 1,
            "yanchor": "top",
            "pad": {"t": BAR},
        },
    )
    return figure


def _drawn(
    trace: Trace, found: theory.Landscape, runs: tuple[BoostedRun, ...], two: tuple[int, int], at: int
) -> go.Figure:
    """Draw both panels, with a path for each run over the weights of the rankers `two`."""
    figure = panels(list(LOSSES.values()), height=520)
    greedy = [run for run in trace.boosted if run.fork is None]
    marks = dict(
        zip([run.contender for run in greedy], marks_of([run.algorithm for run in greedy]), strict=True)
    )
    for column, name in enumerate(LOSSES, start=1):
        _lines(figure, found, name, column)
        for run, path in zip(runs, found.paths, strict=True):
            way = path[: at + 1]
            mark = marks[run.contender]
            figure.add_scatter(
                x=finite(way[:, 0]),
                y=finite(way[:, 1]),
                name=on_screen(run),
                legendgroup=on_screen(run),
                showlegend=column == 1,
                mode="lines+markers",
                line={"color": mark.both, "width": 2, "dash": "solid" if run.fork is None else "dot"},
                marker={"symbol": mark.symbol, "size": [6.0] * (len(way) - 1) + [13.0]},
                row=1,
                col=column,
            )
        _least(figure, found, name, column)
    for axis, ranker, values in (
        (figure.update_xaxes, two[0], found.x),
        (figure.update_yaxes, two[1], found.y),
    ):
        axis(range=[float(values[0]), float(values[-1])], zeroline=True)
        text = f"weight of {trace.pool.label(ranker)}"
        axis(title_text=text, **({} if axis == figure.update_xaxes else {"col": 1}))
    figure.update_layout(
        hovermode="closest", margin={"t": 80, "b": 110}, legend={"y": -0.22, "yanchor": "top"}
    )
    return figure


def _lines(figure: go.Figure, found: theory.Landscape, name: str, column: int) -> None:
    logs = found.logs[name]
    # Dense near the minimum, where the paths end: levels of equal shares of the panel.
    levels = np.quantile(logs, np.linspace(0.0, 1.0, LINES))
    places = np.interp(logs, levels, np.arange(LINES))
    figure.add_contour(
        x=finite(found.x),
        y=finite(found.y),
        z=places.tolist(),
        customdata=np.exp(np.clip(logs, None, 600.0)).tolist(),
        hovertemplate="η = (%{x:.3f}, %{y:.3f})<br>" + name + " = %{customdata:.4f}<extra></extra>",
        contours={"coloring": "lines", "start": 0, "end": LINES - 1, "size": 1},
        colorscale=[[0, "#8A8A8A"], [1, "#8A8A8A"]],
        line={"width": 1},
        opacity=0.6,
        showscale=False,
        name=name,
        row=1,
        col=column,
    )


def _least(figure: go.Figure, found: theory.Landscape, name: str, column: int) -> None:
    """Draw both minima in either panel, that of the panel's loss filled; a sentence where the loss has none."""
    for other, at in found.least.items():
        if at is None:
            continue
        figure.add_scatter(
            x=[at[0]],
            y=[at[1]],
            name=f"lowest {other}",
            legendgroup=f"lowest {other}",
            showlegend=column == 1,
            mode="markers",
            marker={
                "symbol": "star" if other == name else "star-open",
                "size": 15,
                "color": "#B8860B" if other == "F1" else "#7A68C8",
            },
            row=1,
            col=column,
        )
    if found.least[name] is None:
        place = "x" if column == 1 else "x2"
        figure.add_annotation(
            text=f"no finite weights reach the lowest {name}",
            showarrow=False,
            xref=f"{place} domain",
            yref="y domain",
            x=0.02,
            y=0.02,
            bgcolor="rgba(160, 160, 160, 0.35)",
        )
