"""A bar on the page while a run beside the stage's own is learned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from rankviz.algorithms.boosting.loop import Progress
from rankviz.ui.runs.turns import aside


@contextmanager
def learning(words: str, rounds: int) -> Iterator[Progress]:
    """What to tell each round to, as long as the `with` lasts; the bar goes when it ends."""
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
