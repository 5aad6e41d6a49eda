"""The boxes that say why a table has no run, or a run no round, with the choices that would give it some."""

import streamlit as st

from rankviz.engine.data.builtin.inline import Table
from rankviz.ui.pages.workbench import in_words
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.stage import halted
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import State


def no_pairs(table: Table) -> None:
    """Explain that there is nothing to learn yet, and how to make the first pair."""
    st.info(messages.plain(in_words.without_pairs(table)), icon=":material/start:")


def no_rounds(table: Table, state: State, shown: Shown, key: str) -> None:
    """Explain which runs have no round, why, and what would give them one; nothing when all have rounds.

    The buttons change the state in the session under `key`.
    """
    halts = in_words.without_rounds(shown.trace)
    if not halts:
        return
    st.info(messages.plain(in_words.what_to_change(table, halts)), icon=":material/front_hand:")
    for remedy in halted.remedies(state, shown, halts):
        st.button(
            remedy.label,
            key=f"bench-remedy-{remedy.name}",
            on_click=_take,
            args=(key, remedy.name, remedy.value),
        )


def _take(key: str, name: str, value: object) -> None:
    memory = st.session_state
    memory[key] = memory[key].but(**{name: value})
    memory[WIDGET + name] = value
    touch()
