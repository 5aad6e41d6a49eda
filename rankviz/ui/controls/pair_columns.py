"""The columns of a visitor's table of pairs, and whether what cannot be used is left out."""

from collections.abc import Mapping

import streamlit as st

from rankviz.data.tables import Table, pairs
from rankviz.data.tables.cells import DROP
from rankviz.data.tables.lists import listed
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch


def choose(table: Table, given: Mapping[str, str], place: str) -> tuple[str, str]:
    """Say which columns of a table of pairs are taken, with a menu for each where their names do not tell.

    Return the option `pair_columns`, "" as guessed, and what is not clear yet, or "". Raises DataError.
    """
    names = [str(name) for name in table.first()]
    guessed = pairs.guess(names)
    said = tuple(listed(given.get("pair_columns", ""), "pair_columns"))
    if guessed and not said:
        verdict = (
            f", the verdict in {guessed[2]}" if len(guessed) > 2 else f", {guessed[0]} above {guessed[1]}"
        )
        st.caption(messages.plain(f"Pairs of {table.name}: {guessed[0]} and {guessed[1]}{verdict}."))
        return "", ""
    st.caption(
        messages.plain(
            f"Columns of the pairs in {table.name}. Without a verdict the first item belongs above."
        )
    )
    with st.container(horizontal=True, gap="small"):
        chosen = tuple(
            st.selectbox(
                label,
                names,
                key=remember(f"pairs-{place}-{number}", said[number] if said[number : number + 1] else None),
                index=None,
                placeholder="none" if number == 2 else "Choose",
                on_change=touch,
                width=190,
            )
            for number, label in enumerate(("First item", "Second item", "Verdict"))
        )
    given_columns = tuple(name for name in chosen if name)
    if None in chosen[:2] or len(set(given_columns)) < len(given_columns):
        return "", "Choose two different columns of items for the pairs."
    return ("" if given_columns == guessed else pairs.as_option(given_columns)), ""


def leave_out(given: Mapping[str, str], place: str) -> str:
    """Show the switch for rows and pairs that cannot be used; return the option `drop`, "" when they are refused."""
    on = st.toggle(
        DROP,
        key=remember(f"drop-{place}", given.get("drop") == "1"),
        help="Rows without a grade, and pairs that name unknown items, one item twice or items of two queries. "
        "The notes say how many.",
        on_change=touch,
    )
    return "1" if on else ""
