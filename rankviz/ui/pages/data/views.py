"""The parts of the data page."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.column_types import ColumnConfig

from rankviz.engine.metrics.cycles import MAX_CYCLES
from rankviz.ui.controls import data_panel
from rankviz.ui.controls.data_controls import choose_data
from rankviz.ui.controls.holdout_choice import with_data
from rankviz.ui.details import summary
from rankviz.ui.pages.data import pictures
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import catalog, session
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

IDEA = "How well does each feature rank these items by itself? Boosting combines such weak rankers into a better one."
ROWS = 10
"""Rows of a table that are visible at once."""
NAME = 280
"""The widest column of items' names, px."""


def choose() -> tuple[State, DeltaGenerator]:
    """Show the data menus in the sidebar; return the chosen state, and the place for the run's size."""
    state, warnings = session.current("data")
    body = st.empty()
    with st.sidebar:
        data = choose_data(state, body)
        size = st.empty()
    if data is not None:
        state = session.choose(state, **with_data(state, data, State()))
    messages.warn(warnings)
    return state, size


def counts(shown: Shown) -> None:
    """Show the problem's size, how its pairs are connected, and how they are used."""
    problem, trace = shown.problem, shown.trace
    parts, _ = problem.components()
    held = trace.holdout
    cycles = len(pictures.found_cycles(problem))
    numbers = (
        ("Items", f"{problem.n_items:,}", "What is ranked"),
        ("Features", f"{problem.n_features:,}", "What is known about each item"),
        ("Critical pairs", f"{problem.n_pairs:,}", "Pairs of items of which one should rank above the other"),
        ("Queries", f"{problem.n_queries:,}", "Items are compared only within a query"),
        ("Connected parts", f"{parts:,}", "Groups of items that pairs link, directly or through others"),
        (
            "Cycles",
            f"{cycles}{'+' if cycles >= MAX_CYCLES else ''}" if cycles else "none",
            "Pairs that contradict each other in a circle; listed below",
        ),
        ("Missing values", f"{problem.n_missing:,}", "A missing value counts as lower than any known one"),
        ("Weak rankers", f"{len(trace.pool):,}", "The candidates a round chooses from"),
        ("Items held out", f"{held.n_items if held else 0:,}", "Set aside and never trained on"),
    )
    with st.container(key="counts"):
        for label, value, help in numbers:
            st.metric(label, value, help=help, border=True)
    st.caption(messages.plain(_use_of_pairs(shown)))
    notes(problem.notes + trace.pool.notes)


def _use_of_pairs(shown: Shown) -> str:
    """State how many critical pairs are learned from, tested on, or join a held-out and a learned item."""
    trace, whole = shown.trace, shown.problem.n_pairs
    learned, held = trace.problem.n_pairs, trace.holdout.n_pairs if trace.holdout else 0
    if trace.settings.get("positive") is not None:
        return f"Made bipartite, {learned:,} pairs are used for training and {held:,} for testing."
    if trace.holdout is None:
        return f"All {whole:,} pairs are used for training: nothing is held out."
    across = whole - learned - held
    between = f", and {across:,} join a held-out item and a training item and are not used" if across else ""
    return f"Of {whole:,} pairs, {learned:,} are used for training and {held:,} for testing{between}."


def notes(sentences: Sequence[str]) -> None:
    """Show the notes of the reader: a single one directly, several folded into a line that opens."""
    if len(sentences) < 2:
        messages.notes(sentences)
        return
    with st.expander(f"{len(sentences)} notes", icon=":material/sticky_note_2:"):
        messages.notes(sentences)


def charts(shown: Shown) -> None:
    """Show each feature alone, and next to it the grades or the pairs."""
    left, right = st.columns(2, gap="large")
    with left:
        pictures.of_features(shown.problem)
    with right:
        pictures.of_grades(shown.problem)
        pictures.of_pairs(shown.problem)


def queries(shown: Shown) -> None:
    """Show the items and pairs of each query."""
    if shown.problem.n_queries > 1:
        st.header("Queries")
        _table(summary.query_table(shown.problem), "Items and pairs of each query")


def features(shown: Shown) -> None:
    """Show a row for each feature."""
    st.header("Features" if not shown.problem.binary else "Weak rankers")
    table = summary.feature_table(shown.problem, shown.trace.pool)
    if not shown.problem.n_missing:
        table = table.drop(columns="missing")
    columns: dict[str, ColumnConfig] = {
        "missing": st.column_config.ProgressColumn("missing", min_value=0, max_value=1, format="percent"),
        "weak rankers": st.column_config.NumberColumn(
            "weak rankers", help="Thresholds between neighbouring values of the training items; at most 255"
        ),
    }
    _table(table, "Range, missing values and weak rankers of each feature", columns)
    if shown.trace.holdout is not None:
        st.caption(
            "Values are those of all items; thresholds of weak rankers come from the training items only."
        )


def preview(shown: Shown) -> None:
    """Show the items themselves."""
    st.header("Items")
    table = summary.items(shown.problem)
    longest = int(table["item"].str.len().max())
    name = st.column_config.TextColumn(
        "item", width=min(NAME, 24 + 8 * longest)
    )  # its own choice cuts names short
    _table(table, "The items, their grades and features", {"item": name}, placeholder="missing")
    if shown.problem.n_items > summary.PREVIEW:
        st.caption(f"The first {summary.PREVIEW:,} of {shown.problem.n_items:,} items.")


def _table(
    table: pd.DataFrame, alt: str, columns: dict[str, ColumnConfig] | None = None, placeholder: str = "—"
) -> None:
    """Show a table as high as its rows, at most `ROWS` of them."""
    st.dataframe(
        table,
        hide_index=True,
        height="content" if len(table) <= ROWS else 35 * (ROWS + 1),
        placeholder=placeholder,
        column_config=columns,
        alt=alt,
    )


def upload_button() -> None:
    """Show the button that opens the panel for the visitor's own file."""
    st.button("Upload your own file", icon=":material/upload_file:", key="upload-own", on_click=_upload)


def _upload() -> None:
    session.touch()
    st.session_state[WIDGET + "family"] = catalog.UPLOAD
    data_panel.set_open(True)


def to_the_stage() -> None:
    """Show the link to the page that learns from these data."""
    st.page_link(layout.WATCH, label="Watch boosting learn from these data", icon=":material/play_circle:")
