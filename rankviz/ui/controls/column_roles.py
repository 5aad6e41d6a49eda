"""The roles of a table's columns: guessed, shown beside the first rows, and changed by the visitor."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from rankviz.data.tables import Table, roles
from rankviz.errors import shortened, shown
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.controls.file_contents import File
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

FEW = 12
"""Columns up to which each column has a menu; with more, each role has one."""
ROWS, WIDTH = 6, 200
"""Rows and columns of the preview."""
HELP = {
    roles.ITEM: "Column of the items' names; each stands once, or once in each query. None: the rows are numbered",
    roles.QUERY: "Items are compared inside a query only. None: all are compared",
    roles.GRADE: "A higher grade belongs above",
    roles.IGNORE: "Columns that are neither learned from nor shown",
}


@dataclass(frozen=True)
class TableHead:
    """The first rows of a table: the contents of the columns, the number of rows, and a few rows to show."""

    columns: tuple[roles.Column, ...]
    rows: int
    preview: pd.DataFrame


@cached
def table_head(file: File) -> TableHead:
    """Read the first rows of a table. Raises DataError."""
    head = (file.table or Table(file.source, file.name)).first()
    columns = tuple(roles.column(str(name), head[name]) for name in head)
    return TableHead(columns, len(head), head.iloc[:ROWS, :WIDTH].reset_index(drop=True))


def guessed(head: TableHead) -> dict[str, str]:
    """Guess the roles: column → role."""
    return roles.guess(head.columns, head.rows)


def choose(
    file: File, head: TableHead, given: Mapping[str, str] | None, has_pairs: bool
) -> dict[str, str] | None:
    """Return the chosen roles as options; while they do not suffice, say what is missing and return None.

    `given` are the options so far, None for a file that is new: then the roles are guessed.
    """
    names = [column.name for column in head.columns]
    start = guessed(head) if given is None else roles.of_options(names, given)
    _unknown(names, given or {})
    st.caption("Guessed from the columns' names and contents. Change what is wrong.")
    chosen, clash = (_by_column if len(names) <= FEW else _by_role)(head, start, _place(file))
    st.dataframe(head.preview, hide_index=True, height="content", placeholder="—", alt="The first rows")
    _caption(head, file.name)
    lack = clash or roles.lacking(chosen, has_pairs)
    if lack:
        st.warning(messages.plain(f"{lack} Until then the run before stays."), icon=":material/rule:")
        return None
    return roles.as_options(chosen)


def _by_column(head: TableHead, start: Mapping[str, str], place: str) -> tuple[dict[str, str], str]:
    """Show a menu for each column; return column → role and what is wrong, or ""."""
    chosen = {}
    with st.container(horizontal=True, gap="small"):
        for number, column in enumerate(head.columns):
            key = remember(f"role-{place}-{number}", start[column.name])
            chosen[column.name] = st.selectbox(
                messages.plain(shortened(column.name, 24)),
                roles.ROLES,
                key=key,
                format_func=str.capitalize,
                help=messages.plain(_holds(column, head.rows)),
                on_change=touch,
                width=150,
            )
    return chosen, ""


def _by_role(head: TableHead, start: Mapping[str, str], place: str) -> tuple[dict[str, str], str]:
    """Show a menu for each role; a column that no menu names is a feature. Return as `_by_column` does."""
    names = [column.name for column in head.columns]
    chosen = dict.fromkeys(names, roles.FEATURE)
    with st.container(horizontal=True, gap="small"):
        single = {
            role: st.selectbox(
                role.capitalize(),
                ["", *names],
                key=remember(f"role-{place}-{role}", next((n for n in names if start[n] == role), "")),
                format_func=lambda name: name or "none",
                help=HELP[role],
                on_change=touch,
                width=220,
            )
            for role in (roles.ITEM, roles.QUERY, roles.GRADE)
        }
    key = remember(f"role-{place}-ignore", [name for name in names if start[name] == roles.IGNORE])
    left_out = st.multiselect(
        "Ignore", names, key=key, help=HELP[roles.IGNORE], placeholder="none", on_change=touch
    )
    chosen.update(dict.fromkeys(left_out, roles.IGNORE))
    picked = [*left_out, *(name for name in single.values() if name)]
    chosen.update({name: role for role, name in single.items() if name})
    twice = next((name for name in picked if picked.count(name) > 1), None)
    return chosen, f"Column {shown(twice)} has two roles: leave one." if twice else ""


def _holds(column: roles.Column, rows: int) -> str:
    kind = "Numbers" if column.numeric else "Text"
    empty = rows - column.filled
    return f"{kind}, {column.distinct:,} different" + (f", {empty:,} cells empty" if empty else "")


def _caption(head: TableHead, name: str | None) -> None:
    wide = f", {WIDTH} of {len(head.columns):,} columns" if len(head.columns) > WIDTH else ""
    of = f" of {shortened(name, 60)}" if name else ""
    st.caption(messages.plain(f"The first {len(head.preview)} rows{of}{wide}."))


def _unknown(names: list[str], given: Mapping[str, str]) -> None:
    """Say which requested columns do not exist."""
    asked = [given.get(name, "") for name in ("item", "grade", "query")] + roles.listed(
        given.get("ignore", "")
    )
    for name in asked:
        if name and name not in names:
            st.warning(messages.plain(f"There is no column {shown(name)}."))


def _place(file: File) -> str:
    """Return the key under which a file's menus store their choices; a second file does not change the key."""
    main = file.identity[0] if isinstance(file.identity, tuple) else file.identity
    return hashlib.sha256(repr(main).encode()).hexdigest()[:12]
