"""Measurements for *Rates*, remembered for all visitors, and the progress bar of a new one."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from rankviz.insight.theory.sampling.rates import Progress
from rankviz.ui.runs.turns import aside

Found = TypeVar("Found")

FOUND: dict[tuple[str, Hashable], Any] = {}
"""Cached measurements: a few kilobytes for each of some hundred choices of the menus.

Streamlit's cache would replay the bar to a visitor whose page has none."""


def measured(kind: str, setting: Hashable, measure: Callable[[Progress], Found]) -> Found:
    """Return the measurement: cached if anyone has requested it before, else measured with a progress bar."""
    if (kind, setting) in FOUND:
        found: Found = FOUND[kind, setting]
        return found
    bar = st.empty()

    def progress(done: int, every: int) -> bool:
        bar.progress(done / every, f"Learning from sample {done + 1} of {every}")
        return True

    try:
        with aside():
            made = measure(progress)
    finally:
        bar.empty()
    FOUND[kind, setting] = made
    return made
