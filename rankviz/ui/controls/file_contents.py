"""Choices inside a file: a user, queries, the tie value, or how a file is read. Each file is read for them once."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
import streamlit as st

from rankviz.engine.choice import Choice
from rankviz.engine.data import letor, movielens
from rankviz.engine.data.battles import RULE
from rankviz.engine.data.folder import find
from rankviz.engine.data.formats import LETOR_OPTIONS
from rankviz.engine.data.problem_checks import THRESHOLDS
from rankviz.engine.data.tables import Table
from rankviz.engine.errors import DataError
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.controls.menus import VOTES, remember, select, show_option
from rankviz.ui.state.session import touch


@dataclass(frozen=True)
class File:
    """A file with choices inside: a path or its bytes, and the key of its cached views.

    `second` is the file's partner, such as the query sizes of a LETOR file; `table` is the file as a table, where
    others read it too.
    """

    source: str | bytes = field(repr=False)
    identity: Hashable
    name: str | None = None
    second: str | bytes | None = field(default=None, repr=False)
    table: Table | None = field(default=None, repr=False)


def on_disk(path: Path, second: str = "") -> File:
    """Return a file of the data folder, with a new key once the file or its companions have changed."""
    try:
        beside = str(find(second, confined=True, beside=path)) if second else None
        stamps = tuple(_stamp(each) for each in (path, *letor.companions(path, beside)))
    except (DataError, OSError, ValueError):  # reading it will show the error
        return File(str(path), str(path))
    return File(str(path), stamps, second=beside)


def _stamp(path: Path) -> Hashable:
    found = path.stat()
    return str(path), found.st_ino, found.st_size, found.st_mtime_ns


def choose_inside(scheme: str, file: File, given: dict[str, str]) -> dict[str, str]:
    """Choose the user or the queries inside a file, the rule for votes, or the thresholds.

    An unreadable file offers nothing yet.
    """
    if scheme == "duels":
        return _options(RULE, given, VOTES)
    if scheme == "table":
        return _options((THRESHOLDS,), given, str(file.name or file.source))
    try:
        if scheme == "movielens":
            return {**given, "user": _user(movielens_users(file), given.get("user", ""))}
        if scheme == "letor":
            chosen = {**given, "queries": _queries(letor_queries(file), given.get("queries", ""))}
            return _options(LETOR_OPTIONS, chosen, str(file.name or file.source))
    except DataError:
        return given  # loading will show the same error next to the stage
    return given


def _user(users: pd.DataFrame, given: str) -> str:
    rows = users.set_index(users["user"].astype(str))

    def label(user: str) -> str:
        row = rows.loc[user]
        return f"{user} · {row['ratings']:,} ratings · {row['pairs']:,} pairs"

    first = given if given in rows.index else rows.index[0]
    help = "Whose ranking to learn; users with at least 100 ratings come first, from few to many"
    return select("User", list(rows.index), first, "user", label, help)


def _options(options: Iterable[Choice], given: dict[str, str], place: str) -> dict[str, str]:
    """Choose the values of some options of the file; those at their default are left out."""
    chosen = {}
    for option in options:
        first = option.parse(given[option.name]) if option.name in given else option.default
        value = show_option(option, first, place)
        chosen[option.name] = "" if value == option.default else option.write(value)
    return {name: text for name, text in {**given, **chosen}.items() if text}


def _queries(found: pd.DataFrame, given: str) -> str:
    rows = found.set_index(found["query"].astype(str))
    chosen = [query for query in given.split(",") if query in rows.index]
    key = remember("queries", chosen)
    picked = st.multiselect(
        "Queries",
        list(rows.index),
        key=key,
        format_func=lambda q: f"{q} · {rows.loc[q, 'items']:,} items · {rows.loc[q, 'pairs']:,} pairs",
        placeholder=f"All {len(rows)} queries",
        help="Items are compared only within a query; choose some, or leave empty for all",
        on_change=touch,
    )
    return ",".join(picked)


@cached
def movielens_users(file: File) -> pd.DataFrame:
    """Return the number of ratings and pairs of each user."""
    with st.spinner("Reading the ratings…"):
        return movielens.users(file.source, name=file.name)


@cached
def letor_queries(file: File) -> pd.DataFrame:
    """Return the queries of a file, with their numbers of items and pairs."""
    with st.spinner("Reading the queries…"):
        return letor.queries(file.source, name=file.name, query_file=file.second)
