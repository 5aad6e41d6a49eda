"""Parts of a page that run again alone. Streamlit keeps a part's arguments as long as it keeps the session."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any

import streamlit as st

from rankviz.ui.runs.shown import Shown


def fragment(function: Callable[..., None]) -> Callable[..., None]:
    """`st.fragment` for a part that shows a run, given by position: the session does not hold that run.

    Streamlit remembers up to 128 sessions that have left. With their runs held, the bound on the cache would bound
    nothing. When the cache has dropped the run, the whole page runs again and computes it.
    """

    @st.fragment
    @wraps(function)  # Streamlit tells fragments apart by their names
    def part(*args: Any) -> None:
        found = [arg() if isinstance(arg, weakref.ref) else arg for arg in args]
        if any(isinstance(arg, weakref.ref) and now is None for arg, now in zip(args, found, strict=True)):
            st.rerun()
        function(*found)

    @wraps(function)
    def call(*args: Any) -> None:
        part(*(weakref.ref(arg) if isinstance(arg, Shown) else arg for arg in args))

    return call
