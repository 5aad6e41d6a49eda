"""The graph of critical pairs of few items: an arrow from the higher item to the lower one, cycles in red."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import REVERSED, panels
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import shortened
from rankviz.engine.metrics.cycles import pairs_in_cycles

ITEMS, PAIRS = 30, 90
"""Items and pairs up to which the graph can be read."""
PLAIN = "#7A8A8A"


def can_be_drawn(problem: Problem) -> bool:
    """Return whether the pairs were given one by one and are few enough to be drawn without overlap."""
    return problem.explicit and problem.n_items <= ITEMS and problem.n_pairs <= PAIRS


def pair_graph(problem: Problem) -> go.Figure:
    """Draw items as points, higher ones further up; the items of a cycle form a ring."""
    x, y = places(problem)
    figure = panels([""], height=120 + 80 * round(float(y.max() - y.min())))
    for (higher, lower), on_cycle in zip(problem.pairs.tolist(), pairs_in_cycles(problem), strict=True):
        figure.add_annotation(
            x=float(x[lower]), y=float(y[lower]), ax=float(x[higher]), ay=float(y[higher]),
            xref="x", yref="y", axref="x", ayref="y", text="", showarrow=True, arrowhead=2,
            standoff=11, startstandoff=11,
            arrowwidth=2.5 if on_cycle else 1.2, arrowcolor=REVERSED if on_cycle else PLAIN,
        )  # fmt: skip
    figure.add_scatter(
        x=x.tolist(),
        y=y.tolist(),
        mode="markers+text",
        text=[shortened(label, 16) for label in problem.item_labels],
        textposition="middle right",
        marker={"size": 13, "color": PLAIN},
        hoverinfo="text",
    )
    figure.update_xaxes(visible=False, range=[float(x.min()) - 0.5, float(x.max()) + 1.0])
    figure.update_yaxes(visible=False, range=[float(y.min()) - 0.6, float(y.max()) + 0.6])
    figure.update_layout(hovermode="closest", margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False)
    return figure


def places(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, y), (n,) each: y falls with the longest path to an item's component; several items form a ring."""
    higher, lower = problem.pairs.T
    n = problem.n_items
    graph = coo_array((np.ones(len(higher)), (higher, lower)), shape=(n, n))
    count, part = connected_components(graph, directed=True, connection="strong")
    depth = np.zeros(count)
    across = part[higher] != part[lower]
    for _ in range(count):  # as many times as the longest path can have steps
        np.maximum.at(depth, part[lower][across], depth[part[higher][across]] + 1)
    x, y = np.zeros(n), np.zeros(n)
    filled: dict[float, float] = {}
    ring = 1.0 if count < n else 0.0
    down = {level: (1.0 + ring) * at for at, level in enumerate(np.unique(depth))}
    for group in range(count):
        rows = np.flatnonzero(part == group)
        radius = 0.0 if len(rows) == 1 else 0.25 + 0.18 * len(rows)
        left = filled.get(depth[group], 0.0)
        angle = 2 * np.pi * np.arange(len(rows)) / len(rows)
        x[rows] = left + radius + radius * np.sin(angle)
        y[rows] = -down[depth[group]] + min(radius, 0.8) * np.cos(angle)
        filled[depth[group]] = left + 2 * radius + 1.2
    for at, (level, width) in enumerate(sorted(filled.items())):
        # Each level is centred, up to a shift that keeps long arrows off the items between.
        x[depth[part] == level] += (0.0, 0.22, -0.22)[at % 3] - (width - 1.2) / 2
    return x, y
