"""Parts of a page that rerun separately. Streamlit keeps a part's arguments as long as it keeps the session."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from rankviz.ui.runs.shown import Shown

P = ParamSpec("P")


def fragment(function: Callable[P, None]) -> Callable[P, None]:
    """Wrap `st.fragment` for a part that shows a run, so that the session does not hold that run.

    Streamlit remembers up to 128 sessions that have left. With their runs held, the bound on the cache would be
    useless. When the cache has dropped the run, the whole page runs again and computes it.
    """

    @st.fragment
    @wraps(function)  # Streamlit distinguishes fragments by their names
    def part(*args: Any, **named: Any) -> None:
        there = [each() for each in (*args, *named.values()) if isinstance(each, weakref.ref)]
        if any(each is None for each in there):
            st.rerun()
        function(*map(_found, args), **{name: _found(each) for name, each in named.items()})

    @wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> None:
        part(*map(_not_held, args), **{name: _not_held(each) for name, each in named.items()})

    return call


def _not_held(argument: Any) -> Any:
    return weakref.ref(argument) if isinstance(argument, Shown) else argument


def _found(argument: Any) -> Any:
    return argument() if isinstance(argument, weakref.ref) else argument
