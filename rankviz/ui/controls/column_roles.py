"""The roles of a table's columns: guessed, shown next to the first rows, and changed by the visitor."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from rankviz.engine.data import vote_columns
from rankviz.engine.data.duels import layout_of
from rankviz.engine.data.encodings import ENCODINGS
from rankviz.engine.data.tables import Table, columns, readings, roles, verdicts
from rankviz.engine.data.tables.amounts import MISSING
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.readings import READINGS
from rankviz.engine.data.tables.text_cells import as_text
from rankviz.engine.errors import DataError, shortened, shown
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.controls import column_readings, table_header
from rankviz.ui.controls import pair_columns as pair_menus
from rankviz.ui.controls.file_contents import File
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

FEW = 12
"""Columns up to which each column has a menu; with more, each role has one."""
ROWS, WIDTH = 6, 200
"""Rows and columns of the preview."""
HELP = {
    roles.ITEM: "Column of the items' names; each appears once, or once per query. None: the rows are numbered",
    roles.QUERY: "Items are compared only within a query. None: all are compared",
    roles.GRADE: "Items with a higher grade should rank higher",
    roles.IGNORE: "Columns that are neither learned from nor shown",
}


@dataclass(frozen=True)
class TableHead:
    """The first rows of a table: the contents of the columns, the rows, and the guesses about the file as a whole."""

    columns: tuple[roles.Column, ...]
    cells: pd.DataFrame
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def preview(self) -> pd.DataFrame:
        """A few rows to show."""
        return self.cells.iloc[:ROWS, :WIDTH].reset_index(drop=True)


@cached
def table_head(file: File, encoding: str = "", header: str = "", skip: str = "") -> TableHead:
    """Read the first rows of a table. Raises DataError."""
    table = _table(file).read_as(encoding, header, skip)
    head = table.first()
    return TableHead(tuple(roles.column(str(name), head[name]) for name in head), head, table.notes)


def guessed(head: TableHead) -> dict[str, str]:
    """Guess the roles: column → role."""
    return roles.guess(head.columns, head.rows)


def choose(file: File, given: Mapping[str, str] | None, pairs: Table | None) -> dict[str, str] | None:
    """Return the chosen roles as options; while they do not suffice, say what is missing and return None.

    `given` are the options so far, None for a file that is new: then the roles are guessed; `pairs` is its table of
    pairs, if any. Raises DataError for a file that is not a table.
    """
    has_pairs = pairs is not None
    shape = table_header.choose(_table(file), given or {}, _place(file))
    encoding = _encoding(file, given or {}, shape)
    head = table_head(file, encoding, *shape)
    names = [column.name for column in head.columns]
    start = guessed(head) if given is None else roles.of_options(names, given)
    _unknown(names, given or {})
    st.caption("Guessed from the columns' names and contents. Change what is wrong.")
    place = "-".join(filter(None, (_place(file), *shape)))  # with another header the columns have other names
    chosen, clash = (_by_column if len(names) <= FEW else _by_role)(head, start, place)
    cells, unclear = ("", "") if clash else _readings(head, chosen, given or {}, has_pairs, place)
    st.dataframe(head.preview, hide_index=True, height="content", placeholder="—", alt="The first rows")
    _caption(head, file.name)
    for sentence in head.notes:
        st.caption(messages.plain(sentence))
    of_pairs, apart = ({}, "") if pairs is None else pair_menus.choose(pairs, given or {}, place)
    drop = pair_menus.leave_out(given or {}, place)
    lack = clash or roles.lacking(chosen, has_pairs) or unclear or apart
    if lack:
        st.warning(
            messages.plain(f"{lack} Until then you still see the previous run."), icon=":material/rule:"
        )
        return None
    said = {"cells": cells, **_as_options(encoding, shape), **of_pairs, "drop": drop}
    return roles.as_options(chosen) | {name: value for name, value in said.items() if value}


def choose_votes(file: File, given: Mapping[str, str]) -> dict[str, str] | None:
    """Show the first rows of a table of votes and its columns' roles; return the options, None while some are missing.

    Raises DataError for a file that is not a table.
    """
    shape = table_header.choose(_table(file), given, _place(file))
    encoding = _encoding(file, given, shape)
    head = table_head(file, encoding, *shape)
    st.dataframe(head.preview, hide_index=True, height="content", placeholder="—", alt="The first rows")
    _caption(head, file.name)
    table = _table(file).read_as(encoding, *shape)
    columns, lack = pair_menus.choose_votes(table, given, _place(file))
    if lack:
        st.warning(
            messages.plain(f"{lack} Until then you still see the previous run."), icon=":material/rule:"
        )
        return None
    outcomes = _choose_outcomes(table, columns, given, _place(file))
    only = pair_menus.only(_context(head, columns), given, _place(file))
    said = {"columns": columns, **_as_options(encoding, shape), "only": only, "outcomes": outcomes}
    return {name: value for name, value in {**given, **said}.items() if value}


def _context(head: TableHead, said: str) -> dict[str, list[str]]:
    """Return the values of each further column of a table of votes that has a few: votes can be selected by them."""
    names = [column.name for column in head.columns]
    layout = vote_columns.Layout(*listed(said, "columns")) if said else vote_columns.of_votes(names)
    taken = layout.columns if layout else ()
    weight = vote_columns.weight(names, taken)
    return {
        column.name: readings.kinds(head.cells[column.name])
        for column in head.columns
        if column.name not in (*taken, weight) and 1 < column.distinct <= readings.FEW
    }


def _table(file: File) -> Table:
    return file.table or Table(file.source, file.name)


def _as_options(encoding: str, shape: tuple[str, str]) -> dict[str, str]:
    return {"encoding": encoding, "header": shape[0], "skip": shape[1]}


def _encoding(file: File, given: Mapping[str, str], shape: tuple[str, str]) -> str:
    """Return the encoding of the text, "" as recognised; show its menu where it is not UTF-8."""
    chosen = given.get("encoding", "")
    if not chosen and not any("is taken for" in note for note in table_head(file, "", *shape).notes):
        return ""
    found: str = st.selectbox(
        "Encoding",
        list(ENCODINGS),
        key=remember(f"encoding-{_place(file)}", chosen if chosen in ENCODINGS else ""),
        format_func=lambda each: ENCODINGS[each].capitalize() if not each else ENCODINGS[each],
        help="Change this if letters look wrong in the rows below",
        on_change=touch,
        width=300,
    )
    return found


def _readings(
    head: TableHead, chosen: Mapping[str, str], given: Mapping[str, str], has_pairs: bool, place: str
) -> tuple[str, str]:
    """Show how features and the grade are read; return the option for it, and what is not clear yet, or ""."""
    features = [name for name, role in chosen.items() if role == roles.FEATURE]
    grade = next((name for name, role in chosen.items() if role == roles.GRADE and not has_pairs), "")
    guesses = {column.name: column.reading for column in head.columns}
    alone = columns.read_as(head.cells, guesses, features, grade, {})
    try:
        said = readings.parse(given.get("cells", ""), list(chosen))
    except DataError as error:
        st.warning(messages.plain(str(error)))
        said = {}
    start = columns.read_as(head.cells, guesses, features, grade, said)
    texts = {
        column.name: readings.kinds(head.cells[column.name]) if column.distinct <= readings.FEW else []
        for column in head.columns
    }
    read = column_readings.choose(head.columns, start, texts, grade, place)
    facts = {column.name: column for column in head.columns}
    known = {name: each for name, each in read.items() if each is not None and not each.doubt}
    odd = {name: each for name, each in known.items() if column_readings.unusual(facts[name], each)}
    st.caption("  \n".join(map(messages.plain, readings.in_words(odd, head.cells))))
    unclear = (columns.unclear(name, each, name == grade) for name, each in read.items())
    return column_readings.cells_option(read, alone), next(filter(None, unclear), "")


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
    """Show a menu for each role; a column that no menu names is a feature. Return the same as `_by_column`."""
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
    return chosen, f"Column {shown(twice)} has two roles. Choose one." if twice else ""


def _holds(column: roles.Column, rows: int) -> str:
    kind = READINGS[column.reading.kind].partition(",")[0] if column.reading else "Text"
    empty = rows - column.filled
    return f"{kind}, {column.distinct:,} distinct values" + (f", {empty:,} cells empty" if empty else "")


def _caption(head: TableHead, name: str | None) -> None:
    wide = f", {WIDTH} of {len(head.columns):,} columns" if len(head.columns) > WIDTH else ""
    of = f" of {shortened(name, 60)}" if name else ""
    st.caption(messages.plain(f"The first {len(head.preview)} rows{of}{wide}."))


def _unknown(names: list[str], given: Mapping[str, str]) -> None:
    """Name the requested columns that do not exist."""
    asked = [given.get(name, "") for name in ("item", "grade", "query")] + listed(given.get("ignore", ""))
    for name in asked:
        if name and name not in names:
            st.warning(messages.plain(f"There is no column {shown(name)}."))


def _place(file: File) -> str:
    """Return the key under which a file's menus store their choices; a second file does not change the key."""
    main = file.identity[0] if isinstance(file.identity, tuple) else file.identity
    return hashlib.sha256(repr(main).encode()).hexdigest()[:12]


MOST_OUTCOMES = 12
"""Words that have a menu."""


def _choose_outcomes(table: Table, columns: str, given: Mapping[str, str], place: str) -> str:
    """Show a menu for each unknown word of the verdicts; return the option `outcomes`. Raises DataError.

    `columns` is the option of this name.
    """
    head = table.first()
    layout: vote_columns.Layout = layout_of([str(name) for name in head], columns, table.name)
    if not layout.verdict:
        return ""
    said_of, one, two = (as_text(head[each]) for each in (layout.verdict, layout.a, layout.b))
    codes, _ = verdicts.read(said_of, one, two, (layout.a, layout.b))
    unknown = dict.fromkeys(
        word
        for word, code in zip(said_of.to_pylist(), codes, strict=True)
        if code == verdicts.UNKNOWN and word and word.lower() not in MISSING
    )
    if not 0 < len(unknown) <= MOST_OUTCOMES:
        return given.get("outcomes", "")
    start = dict(part.rpartition(":")[::2] for part in listed(given.get("outcomes", ""), "outcomes"))
    labels = {"a": layout.a, "b": layout.b, "tie": "a tie", "bad": "both bad", "drop": "left out"}
    st.caption("What these outcomes mean.")
    with st.container(horizontal=True, gap="small"):
        chosen = {
            word: st.selectbox(
                messages.plain(shortened(word, 40)),
                list(labels),
                key=remember(f"outcome-{place}-{word}", start.get(word)),
                format_func=lambda side: labels[side],
                index=None,
                placeholder="Choose",
                on_change=touch,
                width=210,
            )
            for word in unknown
        }
    return as_list(f"{word}:{side}" for word, side in chosen.items() if side)
