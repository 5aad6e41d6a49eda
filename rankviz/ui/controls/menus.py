"""Menus of the sidebar that start at a value and then belong to the visitor."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.engine.choice import Choice, Value
from rankviz.ui.state.session import WIDGET, touch

VOTES = "votes"
"""The key prefix of the widgets of the rule for votes in a file."""


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


def option_key(prefix: str, name: str) -> str:
    """Return the key of the widget of an option."""
    return f"{WIDGET}{prefix}-{name}"


def show_option(option: Choice, value: Value, prefix: str) -> Value:
    """Show the widget of one option and return its value."""
    key = option_key(prefix, option.name)
    st.session_state.setdefault(key, value)
    common: dict[str, Any] = {"key": key, "help": option.help, "on_change": touch}
    if option.kind == "bool":
        return st.toggle(option.label, **common)
    if option.kind == "choice":
        return st.selectbox(option.label, option.choices, **common)
    if option.kind == "text":
        return st.text_input(option.label, **common)
    number: Any = int if option.kind == "int" else float
    step = number(option.step or 1)
    return st.slider(option.label, number(option.low), number(option.high), step=step, **common)
