"""The panel of a visitor's file in the body of the page: open while the file and its columns are chosen."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.ui.state.session import touch

OPEN = "data-panel-open"


def is_open() -> bool:
    """Return whether the panel is open."""
    return bool(st.session_state.get(OPEN, False))


def set_open(open_: bool) -> None:
    """Open or close the panel."""
    st.session_state[OPEN] = open_


def _by_hand(open_: bool) -> None:
    set_open(open_)
    touch()


@contextmanager
def panel(body: DeltaGenerator) -> Iterator[None]:
    """Open the panel as a place to write to."""
    with body.container(border=True, key="data-panel"):
        yield


def done() -> None:
    """Show the button that closes the panel."""
    st.button("Done", type="primary", key="data-panel-done", on_click=_by_hand, args=(False,))


def reopen(label: str) -> None:
    """Show the line in the sidebar while the panel is closed."""
    st.button(
        label,
        icon=":material/table_edit:",
        key="data-panel-open-it",
        on_click=set_open,
        args=(True,),
        width="stretch",
    )
