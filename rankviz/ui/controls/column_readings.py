"""The readings of a table's columns that are not plain numbers: guessed, shown, and changed by the visitor."""

from collections.abc import Iterable, Mapping

import streamlit as st

from rankviz.engine.data.tables import readings
from rankviz.engine.data.tables.readings import FEW, ORDER, POINT, READINGS, Reading
from rankviz.engine.data.tables.roles import Column
from rankviz.engine.errors import shortened
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

MOST = 24
"""Columns whose reading can be changed; the others are read as guessed."""


def choose(
    columns: Iterable[Column],
    start: Mapping[str, Reading | None],
    words: Mapping[str, list[str]],
    grade: str,
    place: str,
) -> dict[str, Reading | None]:
    """Show a menu for each column that is not of plain numbers; return all readings, as chosen.

    `start` has the readings so far, None where there is none; `words` are the different texts of each; `grade` is the
    column of grades, "" without one.
    """
    chosen = dict(start)
    asked = [each.name for each in columns if each.name in start and unusual(each, start[each.name])][:MOST]
    if not asked:
        return chosen
    st.caption("How the cells of these columns are read. Change what is wrong.")
    with st.container(horizontal=True, gap="small"):
        for name in asked:
            chosen[name] = _menu(name, start[name], words[name], f"{place}-grade" if name == grade else place)
    return chosen


def unusual(column: Column, reading: Reading | None) -> bool:
    """Return whether a column holds other than plain numbers, or has another reading."""
    return not column.plain or reading != Reading()


def _menu(name: str, start: Reading | None, words: list[str], place: str) -> Reading | None:
    """Show the menu of one column, and the order of its words; return the reading, None until one is chosen."""
    settled = start if start and not start.doubt else None
    few = 2 <= len(words) <= FEW
    menu = [kind for kind in READINGS if kind != ORDER or few]
    key = remember(f"reading-{place}-{name}", settled.kind if settled else None)
    with st.container(width=210):
        kind = st.selectbox(
            messages.plain(shortened(name, 24)),
            menu,
            key=key,
            format_func=lambda each: READINGS[each],
            index=0 if settled else None,
            placeholder="Choose",
            help=messages.plain(start.doubt) if start and start.doubt else None,
            on_change=touch,
        )
        if kind is None:
            return start
        if kind != ORDER:
            return Reading(kind)
        order = settled.order if settled and settled.kind == ORDER else ()
        picked = st.multiselect(
            "Highest first",
            words,
            key=remember(f"order-{place}-{name}", [word for word in reversed(order) if word in words]),
            placeholder="Choose the best first",
            on_change=touch,
        )
    return Reading(ORDER, tuple(reversed(picked)) if len(picked) == len(words) else ())


def cells_option(chosen: Mapping[str, Reading | None], guessed: Mapping[str, Reading | None]) -> str:
    """Return the option `cells` for the chosen readings; those that the reader guesses itself are left out."""
    return readings.as_option(
        {
            name: each
            for name, each in chosen.items()
            if each is not None and each != guessed.get(name, Reading(POINT))
        }
    )
