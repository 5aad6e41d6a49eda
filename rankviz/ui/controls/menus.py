"""Menus of the sidebar that start at a value and then belong to the visitor."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.ui.state.session import WIDGET, touch


def select(
    label: str,
    options: list[str],
    value: str,
    name: str,
    words: Callable[[str], Any] = str,
    help: str | None = None,
) -> str:
    """Show a menu that starts at `value` and then belongs to the visitor."""
    key = remember(name, value)
    if st.session_state[key] not in options:
        st.session_state[key] = value if value in options else options[0]
    return st.selectbox(label, options, key=key, format_func=words, help=help, on_change=touch)


def remember(name: str, value: object) -> str:
    """Return the key of a widget that starts at `value`."""
    key = WIDGET + name
    st.session_state.setdefault(key, value)
    return key
