"""The place of the names of a table's columns: a switch for a first line of data, and the lines to leave out."""

from collections.abc import Mapping

import streamlit as st

from rankviz.engine.data.entries import FIRST, NONE
from rankviz.engine.data.tables import Table
from rankviz.engine.errors import DataError
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

HELP = "The columns are then named 1, 2, 3, …"


def choose(table: Table, given: Mapping[str, str], place: str) -> tuple[str, str]:
    """Show the switch and the lines to leave out, as `given` or as the first rows suggest.

    Return the options header and skip. Raises DataError for a file that is not a table.
    """
    suggested = table.settled()
    said = {name: given[name] for name in ("header", "skip") if given.get(name)}
    start = said or suggested
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        no_names = _switch("The first line is data", f"header-{place}", start.get("header") == NONE)
        skip = st.text_input(
            "Lines to leave out",
            key=remember(f"skip-{place}", start.get("skip", "")),
            placeholder="none",
            help="Line numbers: 1-2 for titles above the header, 2 for a second header line",
            on_change=touch,
            width=190,
        )
    if suggested.get("skip") and skip == suggested["skip"]:
        st.caption(messages.plain(f"Line {skip} looks like a title or a second header, so it is left out."))
    unasked = bool(suggested) and not no_names and not skip
    return NONE if no_names else FIRST if unasked else "", skip.strip()


def switch(table: Table, given: Mapping[str, str], option: str, place: str) -> str:
    """Show only the switch, for a table next to the main one; return its option. Raises DataError."""
    try:
        suggested = table.settled().get("header", FIRST)
    except DataError:
        suggested = ""
    start = given.get(option) or suggested
    no_names = _switch(f"The first line of {table.name} is data", f"header-{place}", start == NONE)
    return NONE if no_names else FIRST if suggested == NONE else ""


def _switch(label: str, key: str, start: bool) -> bool:
    return st.toggle(messages.plain(label), key=remember(key, start), help=HELP, on_change=touch)
