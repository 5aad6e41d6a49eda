"""D on two classes next to the product of two item weights v ⊗ u, and the kernel K between, a column for each run."""

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.pair_maps import LESS_OR_MORE, MORE, frame
from rankviz.board.figures.style import panels
from rankviz.engine.number_format import share
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory.outer_product import kernel, matrix, product, share_off, sides

LEAST = 0.01
"""The scale of the differences reaches at least this far, in 1/m: rounding must not look like a difference."""
ROUNDING = 1e-9
"""Shares of the weight up to here are rounding."""
READING = (
    "D beside the item weights v ⊗ u, where v and u are the sums of D over a row and a column. A row is a positive "
    "item, a column one of the others; weights are in units of 1/m. Below, orange pairs weigh more than v ⊗ u, purple "
    "pairs less; if the map is empty, D equals v ⊗ u. The % is the share of the weight that would have to move. At "
    "the bottom is the kernel K: RankBoost+'s D is K times a product of item weights. K is 1 where all rankers say "
    "the same about both items, and smaller with each ranker that separates them. It is 1 everywhere if ties cost "
    "nothing, and left out if a weight was undefined."
)


def item_weights(trace: Trace, t: int) -> go.Figure:
    """Draw v ⊗ u, D − v ⊗ u, both times m, and K after round t; each row of maps has one scale, all one order.

    The trace must have two sides, see `rankviz.insight.theory.outer_product.has_two_sides`.
    """
    found = sides(trace.problem)
    assert found is not None
    matrices = [matrix(trace, run, t) for run in trace.boosted]
    mean = np.mean(matrices, axis=0)
    rows, columns = (np.argsort(-mean.sum(axis=axis), kind="stable") for axis in (1, 0))
    off = [share_off(D) for D in matrices]
    titles = [
        f"{on_screen(run)}<br>{share(each if each > ROUNDING else 0.0)} off{_stopped(run, t)}"
        for run, each in zip(trace.boosted, off, strict=True)
    ]
    figure = panels(titles, rows=3, height=620, shared_y=False, vertical_spacing=0.05)
    figure.update_annotations(font_size=12, yshift=4)
    top = 72 + 14 * any(run.n_rounds < t for run in trace.boosted)
    figure.update_layout(margin={"l": 34, "r": 8, "t": top, "b": 8}, hovermode="closest")
    names = trace.problem.item_labels
    for column, (run, D) in enumerate(zip(trace.boosted, matrices, strict=True), 1):
        whole = D[np.ix_(rows, columns)] * D.size
        parts = product(whole / D.size) * D.size
        for row, values in enumerate((parts, whole - parts), 1):
            figure.add_heatmap(
                z=values,
                coloraxis=f"coloraxis{row}" if row > 1 else "coloraxis",
                hovertemplate="%{y} over %{x}: %{z:.3g}/m<extra></extra>",
                row=row,
                col=column,
            )
            frame(figure, D.shape, row, column)
        K = kernel(trace, run, t)
        figure.add_heatmap(
            z=np.full(D.shape, np.nan) if K is None else K[np.ix_(rows, columns)],
            coloraxis="coloraxis3",
            hovertemplate="%{y} and %{x}: K = %{z:.3g}<extra></extra>",
            row=3,
            col=column,
        )
        frame(figure, D.shape, 3, column)
    # Hover takes an item's name from the ticks, which are not drawn.
    for update, order in ((figure.update_xaxes, found[1][columns]), (figure.update_yaxes, found[0][rows])):
        update(tickmode="array", tickvals=list(range(len(order))), ticktext=[names[item] for item in order])
    largest = max(abs(drawn.z).max() for drawn in figure.data[1::3])
    reach = max(float(largest), LEAST)
    bar = {"thickness": 10, "len": 0.31, "tickformat": ".2~g", "nticks": 5}
    figure.update_layout(
        coloraxis={
            "colorscale": MORE,
            "cmin": 0,
            "cmax": max(float(drawn.z.max()) for drawn in figure.data[::3]),
            "colorbar": {**bar, "y": 0.84},
        },
        coloraxis2={
            "colorscale": LESS_OR_MORE,
            "cmin": -reach,
            "cmax": reach,
            "colorbar": {**bar, "y": 0.5},
        },
        coloraxis3={"colorscale": MORE, "cmin": 0, "cmax": 1, "colorbar": {**bar, "y": 0.16}},
    )
    figure.update_yaxes(title_text="v ⊗ u", row=1, col=1)
    figure.update_yaxes(title_text="D − v ⊗ u", row=2, col=1)
    figure.update_yaxes(title_text="K", row=3, col=1)
    return figure


def _stopped(run: Run, t: int) -> str:
    """State which round's D is drawn for a run that has no round `t`; "" for any other."""
    return f"<br>stopped after {run.n_rounds}" if run.n_rounds < t else ""
