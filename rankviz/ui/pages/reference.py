"""The reference on the page: a grid of symbols, and a card for each equation."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import groupby

import streamlit as st

from rankviz.reference import GROUPS, Check, Entry, Symbol, where, where_test
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.shell.notation import subscripts

PARAMETER = "eq"
"""The search in the address bar: another page links to /reference?eq=34."""

LINES = r"\begin{{gathered}} {} \end{{gathered}}"


def styles() -> None:
    """The styles of this page."""
    st.html(frontend.styles("reference"))


def search_field() -> str:
    """What is looked for, which the address bar says too; anything at all may stand in it."""
    return (
        st.text_input(
            "Search the reference",
            key=PARAMETER,
            type="search",
            placeholder="34, Theorem 1, tie, ε⁰, alpha_14 …",
            live=True,
            bind="query-params",
        )
        or ""
    ).strip()


def nothing_found() -> None:
    """Say that nothing matches, without repeating what a link may hold."""
    st.info("Nothing here is about this search, so everything is shown.", icon=":material/search_off:")


def notation(symbols: Sequence[Symbol]) -> None:
    """The symbols as a list of definitions."""
    if not symbols:
        return
    st.header("Notation", anchor=_anchor("Notation"))
    rows = "".join(_symbol(symbol) for symbol in symbols)
    st.container(key="notation").html(f'<dl class="rv-notation">{rows}</dl>')


def _symbol(symbol: Symbol) -> str:
    text = {
        name: html.escape(value)
        for name, value in (("symbol", symbol.symbol), ("name", symbol.name), ("meaning", symbol.meaning))
    }
    seen = html.escape(", ".join(symbol.seen))
    known = "" if symbol.name == symbol.symbol else f"<b>{text['name']}</b>. "
    size = ' class="rv-long"' if len(symbol.symbol) > 4 else ""
    return (
        f"<div><dt{size}>{subscripts(text['symbol'])}</dt><dd>{known}{subscripts(text['meaning'])} "
        f"<small>Seen in: {seen}</small></dd></div>"
    )


def contents() -> None:
    """Links to the groups further down."""
    st.markdown(" · ".join(f"[{group}](#{_anchor(group)})" for group in ("Notation", *GROUPS)))


def _anchor(group: str) -> str:
    return group.lower().replace("+", "-plus").replace(" ", "-")


def equations(entries: Iterable[Entry]) -> None:
    """The entries in cards, by group."""
    for number, (group, cards) in enumerate(groupby(entries, lambda entry: entry.group)):
        st.header(group, anchor=_anchor(group))
        with st.container(key=f"equations-{number}"):
            for entry in cards:
                with st.container(border=True, key=f"eq-{entry.key}"):
                    _card(entry)


def papers() -> None:
    """What RB+ and SM stand for."""
    st.caption(
        "RB+: Connamacher, Pancha, Liu, Ray, *RankBoost+: an improvement to RankBoost*, Machine Learning 2019. "
        "SM: Rudin, Cortes, Mohri, Schapire, *Margin-Based Ranking Meets Boosting in the Middle*, COLT 2005. "
        "Numbers in parentheses are theirs."
    )


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
    st.latex(LINES.format(r" \\[0.7em] ".join(entry.latex)))
    st.markdown(plain(entry.says))
    lines = [
        f"Code: {', '.join(_code(code) for code in entry.code)}",
        *(_held(check) for check in entry.checks),
    ]
    if entry.claims:
        lines.append("Checked each round: " + "; ".join(plain(claim) for claim in entry.claims))
    st.caption("  \n".join(lines))


def _only(key: str) -> None:
    st.session_state[PARAMETER] = key


def _code(code: str) -> str:
    return f"`{where(code)}` {messages.plain(code.partition(':')[2])}"


def _held(check: Check) -> str:
    name = check.test.partition("::")[2]
    exact = "" if check.tolerance.startswith("exact") else "to "
    return (
        f"Test: `{where_test(check.test)}` {messages.plain(name)}, {exact}{messages.plain(check.tolerance)}"
    )
