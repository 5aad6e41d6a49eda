"""The distribution of the grades: over all items, or stacked for each query."""

import numpy as np

from rankviz.board.figures.charting import go, sample_colorscale
from rankviz.board.figures.style import CORRECT, panels
from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.errors import shortened

QUERIES, NAMED = 60, 20
"""Queries that are drawn, and up to which they are named."""
LEVELS, BINS = 6, 5
"""Different grades up to which each has a colour, and the number of ranges for more of them."""
FEW = 8
"""Items up to which each has its tick."""


def grades(problem: Problem) -> go.Figure:
    """Draw items by grade: one bar per grade of a single query, else one stacked bar per query, most pairs first."""
    names, level = _levels(problem.known_grades)
    if problem.n_queries == 1:
        return _of_all(names, np.bincount(level, minlength=len(names)))
    shown = drawn_queries(problem)
    place = np.full(problem.n_queries, -1)
    place[shown] = np.arange(len(shown))
    counts = np.zeros((len(names), len(shown)), dtype=int)
    there = place[problem.qid] >= 0
    np.add.at(counts, (level[there], place[problem.qid[there]]), 1)
    figure = panels([""], height=320)
    at, labels = list(range(len(shown))), [shortened(problem.query_ids[q], 14) for q in shown]
    for name, count, colour in zip(names, counts, _colours(len(names)), strict=True):
        figure.add_bar(x=at, y=count.tolist(), name=f"grade {name}", marker={"color": colour})
    figure.update_traces(customdata=labels, hovertemplate="query %{customdata}: %{y}")
    # More names than these would be upright and overlap.
    figure.update_xaxes(
        tickvals=at,
        ticktext=labels,
        showticklabels=len(at) <= NAMED,
        title_text="query" if len(at) <= NAMED else "queries, most pairs first",
        automargin=True,
    )
    figure.update_yaxes(title_text="items", dtick=_step(counts.sum(axis=0)))
    figure.update_layout(barmode="stack", margin={"t": 36}, legend={"y": 1.02, "traceorder": "normal"})
    return figure


def drawn_queries(problem: Problem) -> np.ndarray:
    """Return the queries to draw: those with the most pairs, at most `QUERIES`."""
    return np.argsort(-pairs_per_query(problem), kind="stable")[:QUERIES]


def _of_all(names: list[str], count: np.ndarray) -> go.Figure:
    figure = panels([""], height=320)
    figure.add_bar(
        x=names, y=count.tolist(), marker={"color": CORRECT}, text=count.tolist(), textposition="outside"
    )
    figure.update_xaxes(title_text="grade", type="category")
    figure.update_yaxes(title_text="items", rangemode="tozero", dtick=_step(count))
    figure.update_layout(margin={"t": 24}, showlegend=False)
    return figure


def _step(count: np.ndarray) -> int | None:
    """Return the step of an axis of few items, which Plotly would divide into halves."""
    return 1 if count.max() <= FEW else None


def _levels(values: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Return (names, (n,) index): each grade, or ranges of about equally many items where there are many grades."""
    found, level = np.unique(values, return_inverse=True)
    if len(found) <= LEVELS:
        return [f"{value:g}" for value in found], level
    edges = np.unique(np.quantile(values, np.linspace(0, 1, BINS + 1)))
    level = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, len(edges) - 2)
    return [f"{low:g} to {high:g}" for low, high in zip(edges, edges[1:], strict=False)], level


def _colours(count: int) -> list[str]:
    """Return colours from dark to light with the grade, all readable on light and dark."""
    return sample_colorscale("Viridis", np.linspace(0.25, 0.95, count).tolist())
