"""The pictures of the data page: each feature alone, the grades, the pair graph and its cycles."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from rankviz.board.figures.charting import go
from rankviz.board.figures.features_alone import MAX_FEATURES, features_alone
from rankviz.board.figures.grades import QUERIES, grades
from rankviz.board.figures.pair_graph import can_be_drawn, pair_graph
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, shortened
from rankviz.engine.metrics import cycles
from rankviz.engine.metrics.by_feature import shares
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.details.summary import MOST_FEATURES
from rankviz.ui.shell import messages

MOST_ITEMS = 20_000
"""Most items on which features are measured: whole queries as long as they fit, else every k-th item."""
LISTED = 10
"""Number of cycles listed without opening more."""


@dataclass(frozen=True)
class Alone:
    """The ranking quality of single features: `shares` (d, 3), the missing shares (d,), and the number of items."""

    shares: np.ndarray
    missing: np.ndarray
    items: int


@cached
def alone(problem: Problem) -> Alone:
    """Measure the first `MOST_FEATURES` features. Raises DataError when the items measured have no pair."""
    rows = _looked_at(problem)
    part = problem if len(rows) == problem.n_items else problem.subset(rows)
    few = part if part.n_features <= MOST_FEATURES else _narrow(part)
    return Alone(shares(few), np.isnan(few.X).mean(axis=0), few.n_items)


@cached
def found_cycles(problem: Problem) -> tuple[tuple[int, ...], ...]:
    """Return cycles of the pair graph, see `rankviz.engine.metrics.cycles`."""
    return tuple(cycles.cycles(problem))


def of_features(problem: Problem) -> None:
    """Show the ranking quality of each single feature."""
    st.header("Each feature alone" if not problem.binary else "Each weak ranker alone")
    try:
        with st.spinner("Looking at each feature…"):
            found = alone(problem)
    except DataError as wrong:
        st.caption(messages.plain(str(wrong)))
        return
    names = problem.feature_names[: len(found.missing)]
    _chart(
        features_alone(names, found.shares, found.missing), "features", "Concordance of each feature alone"
    )
    parts = ["The share of all pairs that a feature orders correctly by its values; a tie counts as half."]
    if len(names) > MAX_FEATURES:
        parts.append(f"Shown are the {MAX_FEATURES} furthest from ½ of {problem.n_features:,} features.")
    if len(names) < problem.n_features:
        parts.append(f"Only the first {len(names):,} features were measured.")
    if found.items < problem.n_items:
        parts.append(f"Measured on {found.items:,} of {problem.n_items:,} items.")
    st.caption(messages.plain(" ".join(parts)))


def of_grades(problem: Problem) -> None:
    """Show the distribution of the grades, by query where there are several."""
    if problem.grades is None:
        return
    st.header("Grades" if problem.n_queries == 1 else "Grades by query")
    _chart(grades(problem), "grades", "Items by grade")
    if problem.n_queries > QUERIES:
        st.caption(f"The {QUERIES} queries with the most pairs, of {problem.n_queries:,}.")


def of_pairs(problem: Problem) -> None:
    """Show the pairs that were given one by one: their cycles by name, and the graph of a few pairs."""
    if not problem.explicit:
        return
    st.header("Pairs")
    found = found_cycles(problem)
    if found:
        st.markdown("\n".join(f"* {_named(problem, cycle)}" for cycle in found[:LISTED]))
        if len(found) > LISTED:
            with st.expander(f"{len(found) - LISTED} more cycles"):
                st.markdown("\n".join(f"* {_named(problem, cycle)}" for cycle in found[LISTED:]))
    st.caption(_about_cycles(problem, len(found)))
    if can_be_drawn(problem):
        _chart(pair_graph(problem), "pairs", "Graph of the critical pairs")


def _about_cycles(problem: Problem, listed: int) -> str:
    if not listed:
        return "No pair contradicts others: a ranking that satisfies all pairs exists."
    pairs = int(cycles.pairs_in_cycles(problem).sum())
    least = "at least " if listed >= cycles.MAX_CYCLES else ""
    what = "cycle is" if listed == 1 else "cycles are"
    return (
        f"{least}{listed} {what} listed, a shortest one through each contradictory pair. {pairs:,} of "
        f"{problem.n_pairs:,} pairs lie on a cycle: no ranking satisfies them all."
    ).capitalize()


def _named(problem: Problem, cycle: tuple[int, ...]) -> str:
    rows = (*cycle, cycle[0])
    return messages.plain(" › ".join(shortened(problem.item_labels[row], 30) for row in rows))


def _chart(figure: go.Figure, key: str, alt: str) -> None:
    st.plotly_chart(
        figure, key=f"data-{key}", config={"displaylogo": False, "displayModeBar": False}, alt=alt
    )


def _looked_at(problem: Problem) -> np.ndarray:
    if problem.n_items <= MOST_ITEMS:
        return np.arange(problem.n_items)
    sizes = np.cumsum(np.bincount(problem.qid, minlength=problem.n_queries))
    whole = int(np.searchsorted(sizes, MOST_ITEMS, side="right"))
    if whole > 0:
        return np.flatnonzero(problem.qid < whole)
    return np.arange(0, problem.n_items, -(-problem.n_items // MOST_ITEMS))


def _narrow(problem: Problem) -> Problem:
    """Return the problem with its first features only."""
    return Problem.from_arrays(
        problem.X[:, :MOST_FEATURES],
        problem.grades,
        problem.qid,
        pairs=problem.explicit_pairs,
        query_ids=problem.query_ids,
        binary=problem.binary,
    )
