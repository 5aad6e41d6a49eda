"""The columns of a visitor's table of pairs, or of votes, and the switch that leaves out unusable rows."""

from collections.abc import Mapping

import streamlit as st

from rankviz.engine.data import vote_columns
from rankviz.engine.data.entries import DROP
from rankviz.engine.data.tables import Table, pairs
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.ui.controls import table_header
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch


def choose(table: Table, given: Mapping[str, str], place: str) -> tuple[dict[str, str], str]:
    """Show which columns of a table of pairs are used, with a menu for each where their names do not tell.

    Return the options `pair_columns` and `pair_header`, "" as guessed, and what is not clear yet, or "". Raises
    DataError.
    """
    header = table_header.switch(table, given, "pair_header", f"pairs-{place}")
    table = table.read_as(header=header)
    names = [str(name) for name in table.first()]
    guessed = pairs.guess(names)
    said = tuple(listed(given.get("pair_columns", ""), "pair_columns"))
    if guessed and not said:
        verdict = (
            f", the verdict in {guessed[2]}" if len(guessed) > 2 else f", {guessed[0]} above {guessed[1]}"
        )
        st.caption(messages.plain(f"Pairs of {table.name}: {guessed[0]} and {guessed[1]}{verdict}."))
        return {"pair_header": header}, ""
    st.caption(
        messages.plain(
            f"Columns of the pairs in {table.name}. Without a verdict column, the first item should rank higher."
        )
    )
    chosen = _menus(names, said, f"pairs-{place}")
    if chosen is None:
        return {}, "Choose two different columns of items for the pairs."
    said_now = "" if chosen == guessed else pairs.as_option(chosen)
    return {"pair_header": header, "pair_columns": said_now}, ""


def choose_votes(table: Table, given: Mapping[str, str], place: str) -> tuple[str, str]:
    """Show which columns of a table of votes are used, with a menu for each where their names do not tell.

    Return the option `columns`, "" as guessed, and what is not clear yet, or "". Raises DataError.
    """
    names = [str(name) for name in table.first()]
    layout = vote_columns.of_votes(names)
    said = tuple(listed(given.get("columns", ""), "columns"))
    if layout and not said:
        who = f"the winner in {layout.verdict}" if layout.verdict else f"{layout.a} always won"
        who = f"counts in {', '.join(layout.columns[2:])}" if layout.won else who
        st.caption(messages.plain(f"Votes on {layout.a} and {layout.b}: {who}."))
        return "", ""
    st.caption(messages.plain("Columns of the votes. Without a verdict column, the first item always won."))
    chosen = _menus(names, said, f"votes-{place}")
    if chosen is None:
        return "", "Choose two different columns of items for the votes."
    return pairs.as_option(chosen), ""


def only(texts: Mapping[str, list[str]], given: Mapping[str, str], place: str) -> str:
    """Show menus of a further column and its value, by which votes are selected; return the option `only`, "" for all.

    `texts` are the values of each column that has few.
    """
    said = listed(given.get("only", ""), "only")
    column, _, value = (said[0] if len(said) == 1 else "").partition(":")
    if not texts or len(said) > 1 or (said and value not in texts.get(column, ())):
        return given.get("only", "")  # more than two menus can express
    with st.container(horizontal=True, gap="small"):
        by = st.selectbox(
            "Only votes by", list(texts), key=remember(f"only-{place}", column or None), index=None,
            placeholder="all votes", help="A further column of the table", on_change=touch, width=220,
        )  # fmt: skip
        if by is None:
            return ""
        first = value if by == column else texts[by][0]
        key = remember(f"only-{place}-{by}", first)
        picked = st.selectbox(by, texts[by], key=key, on_change=touch, width=220)
    return as_list([f"{by}:{picked}"])


def _menus(names: list[str], said: tuple[str, ...], prefix: str) -> tuple[str, ...] | None:
    """Show a menu for each of the columns; return the two or three that are chosen, None for an invalid choice."""
    with st.container(horizontal=True, gap="small"):
        chosen = tuple(
            st.selectbox(
                label,
                names,
                key=remember(f"{prefix}-{number}", said[number] if said[number : number + 1] else None),
                index=None,
                placeholder="none" if number == 2 else "Choose",
                on_change=touch,
                width=190,
            )
            for number, label in enumerate(("First item", "Second item", "Verdict"))
        )
    found = tuple(name for name in chosen if name)
    return None if None in chosen[:2] or len(set(found)) < len(found) else found


def leave_out(given: Mapping[str, str], place: str) -> str:
    """Show the switch for rows and pairs that cannot be used; return the option `drop`, "" when they are refused."""
    on = st.toggle(
        DROP,
        key=remember(f"drop-{place}", given.get("drop") == "1"),
        help="Rows without a grade, and pairs that name unknown items, one item twice or items of two queries. "
        "The page then says how many.",
        on_change=touch,
    )
    return "1" if on else ""
