"""Choices that an example made for its own data: they do not carry over to other data, unless made by the visitor."""

import streamlit as st

from rankviz.ui.presets.on_kernel import moment_of
from rankviz.ui.presets.preset import GLANCE
from rankviz.ui.presets.presets import preset_of
from rankviz.ui.state.catalog import Data
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

SHOWN = "example-shown"
"""In the session: the state of the example that was shown last."""
KEPT = frozenset(["data", "alg", "seed", "positive", "t", "fork", "fold", "explain", "tab", "present"])
"""Choices that are the visitor's, or are dropped with the data anyway."""


def remember(state: State) -> None:
    """Record which example is shown, if the state is one: its choices are known when the visitor leaves it."""
    preset = moment_of(state) or preset_of(state)
    if preset is not None:
        st.session_state[SHOWN] = preset.state


def follow(state: State, data: Data) -> None:
    """Record that the example of that state, if it is one, now has other data."""
    example: State | None = st.session_state.get(SHOWN)
    if example is not None and example["data"] == state["data"]:
        st.session_state[SHOWN] = example.but(data=data)


def left_behind(state: State, start: State) -> dict[str, object]:
    """Return the choices that the shown example made and the visitor has not changed, reset to `start`.

    Nothing where the state does not have the example's data. Widgets of those choices show the new values.
    """
    memory = st.session_state
    example: State | None = memory.get(SHOWN)
    if example is None or example["data"] != state["data"]:
        return {}
    usual = start.but(data="", look=start["look"] or GLANCE) if start == State() else start
    found = {
        name: usual[name]
        for name in state
        if name not in KEPT and state[name] == example[name] and state[name] != usual[name]
    }
    for name, value in found.items():
        if WIDGET + name in memory:
            memory[WIDGET + name] = value
    return found
