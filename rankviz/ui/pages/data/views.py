"""The parts of the data page."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.ui.controls.data_controls import choose_data
from rankviz.ui.details import summary
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import session
from rankviz.ui.state.state import State


def choose() -> tuple[State, DeltaGenerator]:
    """Show the data menus at the side; return the state they ask for, and the place for the run's size."""
    state, said = session.current("data")
    with st.sidebar:
        data = choose_data(state)
        size = st.empty()
    if data is not None:
        state = session.choose(state, data=data)
    messages.warn(said)
    return state, size


def counts(shown: Shown) -> None:
    """The numbers that say how large the problem is and how its pairs hang together."""
    problem, trace = shown.problem, shown.trace
    parts, _ = problem.components()
    held = trace.holdout
    numbers = (
        ("Items", f"{problem.n_items:,}", "What is ranked"),
        ("Features", f"{problem.n_features:,}", "What is known of each item"),
        ("Critical pairs", f"{problem.n_pairs:,}", "Pairs of items of which one belongs above the other"),
        ("Queries", f"{problem.n_queries:,}", "Items are compared inside a query only"),
        ("Connected parts", f"{parts:,}", "Groups of items that pairs link, directly or through others"),
        (
            "Cycles",
            "yes" if problem.has_cycle() else "none",
            "Whether some pairs contradict each other in a circle",
        ),
        ("Missing values", f"{problem.n_missing:,}", "A missing value lies below every known one"),
        ("Weak rankers", f"{len(trace.pool):,}", "The candidates a round chooses from"),
        ("Items held out", f"{held.n_items if held else 0:,}", "Set aside and never trained on"),
    )
    with st.container(key="counts"):
        for label, value, help in numbers:
            st.metric(label, value, help=help, border=True)
    messages.notes(problem.notes + trace.pool.notes)


def grades_and_queries(shown: Shown) -> None:
    """How the grades are spread, and the pairs of each query."""
    problem = shown.problem
    grades = summary.grade_counts(problem)
    if grades is not None:
        st.subheader("Grades")
        bars = st.column_config.ProgressColumn("items", format="%d", min_value=0, max_value=problem.n_items)
        st.dataframe(
            grades,
            hide_index=True,
            width=480,
            column_config={"items": bars},
            alt="Items by grade",
        )
    if problem.n_queries > 1:
        st.subheader("Queries")
        st.dataframe(
            summary.query_table(problem), hide_index=True, height=280, alt="Items and pairs of each query"
        )


def features(shown: Shown) -> None:
    """A row for each feature."""
    st.subheader("Features" if not shown.problem.binary else "Weak rankers")
    st.dataframe(
        summary.feature_table(shown.problem, shown.trace.pool),
        hide_index=True,
        height=320,
        placeholder="—",
        column_config={
            "missing": st.column_config.ProgressColumn("missing", min_value=0, max_value=1, format="percent"),
            "weak rankers": st.column_config.NumberColumn(
                "weak rankers", help="Thresholds kept, each between two neighbouring values; at most 255"
            ),
        },
        alt="Range, missing values and weak rankers of each feature",
    )


def preview(shown: Shown) -> None:
    """The items themselves."""
    st.subheader("Items")
    st.dataframe(
        summary.items(shown.problem),
        hide_index=True,
        height=320,
        placeholder="missing",
        alt="The items, their grades and features",
    )
    if shown.problem.n_items > summary.PREVIEW:
        st.caption(f"The first {summary.PREVIEW:,} of {shown.problem.n_items:,} items.")


def to_the_stage() -> None:
    """The link to the page where the data are learned."""
    st.page_link(layout.WATCH, label="Watch it being learned", icon=":material/play_circle:")
