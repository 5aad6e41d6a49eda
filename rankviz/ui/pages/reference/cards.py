"""The reference's symbols as a list, and its equations in cards."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from rankviz.reference import Check, Entry, Symbol, where, where_test
from rankviz.ui.pages.reference.words import anchor, marked_up
from rankviz.ui.shell import messages

PARAMETER = "eq"
"""The search in the address bar: another page links to /reference?eq=34."""


def notation(symbols: Sequence[Symbol]) -> None:
    """The symbols as a list of definitions."""
    if not symbols:
        return
    st.header("Notation", anchor=anchor("Notation"))
    rows = "".join(_symbol(symbol) for symbol in symbols)
    st.container(key="notation").html(f'<dl class="rv-notation">{rows}</dl>')


def _symbol(symbol: Symbol) -> str:
    known = "" if symbol.name == symbol.symbol else f"<b>{marked_up(symbol.name)}</b>. "
    size = ' class="rv-long"' if len(symbol.symbol) > 4 else ""
    return (
        f"<div><dt{size}>{marked_up(symbol.symbol)}</dt><dd>{known}{marked_up(symbol.meaning)} "
        f"<small>Seen in: {html.escape(', '.join(symbol.seen))}</small></dd></div>"
    )


def equations(entries: Sequence[Entry], key: str) -> None:
    """The entries in cards, side by side where there is room."""
    with st.container(key=f"equations-{key}"):
        for entry in entries:
            with st.container(border=True, key=f"eq-{entry.key}"):
                _card(entry)


def _card(entry: Entry) -> None:
    plain = messages.plain
    st.button(
        f"**{plain(entry.title)}** · {plain(entry.source)}",
        key=f"only-{entry.key}",
        type="tertiary",
        help="This entry alone, with its own link in the address bar",
        on_click=_only,
        args=(entry.key,),
    )
    # Lines of their own, so that each breaks at its signs where the card is narrow.
    formulas = "\n\n".join(f"$$\n{line}\n$$" for line in entry.latex)
    held = [
        f"Code: {', '.join(_code(code) for code in entry.code)}",
        *(_held(check) for check in entry.checks),
    ]
    if entry.claims:
        held.append("Checked each round: " + marked_up("; ".join(entry.claims)))
    st.markdown(
        f"{formulas}\n\n<p>{marked_up(entry.says)}</p>\n\n<small>{'<br>'.join(held)}</small>",
        unsafe_allow_html=True,
        anchors=False,
    )


def _only(key: str) -> None:
    st.session_state[PARAMETER] = key


def _code(code: str) -> str:
    return f"<code>{html.escape(where(code))}</code> {html.escape(code.partition(':')[2])}"


def _held(check: Check) -> str:
    name = check.test.partition("::")[2]
    exact = "" if check.tolerance.startswith("exact") else "to "
    return (
        f"Test: <code>{html.escape(where_test(check.test))}</code> {html.escape(name)}, "
        f"{exact}{html.escape(check.tolerance)}"
    )
