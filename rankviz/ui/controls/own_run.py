"""The run that shows a trained ranker, chosen when its data are chosen."""

import streamlit as st

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import MAX_ALGORITHMS


def choose() -> None:
    """Choose the run that shows the ranker, besides those already chosen while there is room.

    Call this before the widget of the algorithms is drawn.
    """
    memory, key = st.session_state, WIDGET + "alg"
    shows = [name for name, entry in ALGORITHMS.items() if entry.needs_model]
    others = [name for name in memory.get(key, ()) if name not in shows]
    memory[key] = [*others[: MAX_ALGORITHMS - len(shows)], *shows]
