"""A progress bar on the page while a run beside the one on the stage is learned."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.ui.runs.turns import aside


@contextmanager
def learning(words: str, rounds: int) -> Iterator[Progress]:
    """Yield the callback for the rounds done; the bar disappears when the `with` block ends."""
    bar = st.progress(0.0, words)

    def progress(done: int) -> bool:
        if done % 10 == 0:
            bar.progress(done / rounds, f"{words}: round {done} of {rounds}")
        return True

    try:
        with aside():
            yield progress
    finally:
        bar.empty()
