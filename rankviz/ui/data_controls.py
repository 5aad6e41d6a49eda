"""The widgets that choose the data: a family, a data set in it, and its options, all made from the sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from rankviz import sources
from rankviz.datasets import letor, movielens, tables
from rankviz.errors import DataError
from rankviz.ui import catalog, messages, uploads
from rankviz.ui.session import WIDGET, touch
from rankviz.ui.state import State

SCHEMES = {scheme: family for scheme, family in sources.FAMILIES.items() if family.reads_file}
PARTNER = {
    "letor": "Query sizes (FILE.query of LightGBM, FILE.group of XGBoost), if lines have no qid",
    "movielens": "Titles (u.item or movies.csv), if you have them",
    "table": "Table of pairs (columns higher, lower), if there is no grade column",
    "weak": "Table of pairs (columns higher, lower)",
}


def choose_data(state: State) -> str | None:
    """The data chosen, as the state holds them; None while an upload is awaited."""
    data = str(state["data"])
    here = catalog.family_of(data)
    menu = catalog.families()
    family = _select(
        "Data", list(menu), here, "family", menu.get, "Where the items and their order come from"
    )
    if family == catalog.UPLOAD:
        return _upload(data if here == family else None)
    if family == catalog.FOLDER:
        return _folder(data if here == family else None)
    return _made(family, data if here == family else None)


def _made(family: str, data: str | None) -> str:
    """A data set that is made on the spot: its name and a widget for each of its options."""
    entries = sources.FAMILIES[family].entries
    spec = sources.parse(data) if data else None
    first = spec.target if spec else next(iter(entries))
    name = _select("Data set", list(entries), first, family, lambda key: entries[key].label)
    st.caption(messages.plain(entries[name].help))
    given = dict(spec.options) if spec and spec.target == name else {}
    # The page has one seed for everything; a seed inside the SOURCE stays when the link brought one.
    options = {key: value for key, value in given.items() if key == "seed"}
    for option in entries[name].options:
        if option.name != "seed":
            value = option.parse(given[option.name]) if option.name in given else _start(family, name, option)
            options[option.name] = option.write(_option(option, value, f"{family}-{name}"))
    return sources.write(sources.Spec(family, name, options))


def _start(family: str, name: str, option: sources.Option) -> sources.Value:
    """Where a slider starts for somebody who picks this data set: the size the stage shows best."""
    if family == "bundled" and option.name == "items":
        return min(int(option.default), 60)
    return option.default


def _option(option: sources.Option, value: sources.Value, prefix: str) -> sources.Value:
    """The widget of one option."""
    key = _remember(f"{prefix}-{option.name}", value)
    common: dict[str, Any] = {"key": key, "help": option.help, "on_change": touch}
    if option.kind == "bool":
        return st.toggle(option.label, **common)
    if option.kind == "choice":
        return st.selectbox(option.label, option.choices, **common)
    if option.kind == "text":
        return st.text_input(option.label, **common)
    number: Any = int if option.kind == "int" else float
    step = number(option.step or 1)
    return st.slider(option.label, number(option.low), number(option.high), step=step, **common)


def _folder(data: str | None) -> str | None:
    """A file under RANKVIZ_DATA_DIR."""
    entries = {entry.source.partition("?")[0]: (entry.source, entry.label) for entry in _files()}
    spec = sources.parse(data) if data else None
    here = sources.write(replace(spec, options={})) if spec else next(iter(entries), "")
    if spec:
        entries.setdefault(here, (here, spec.target))
    if not entries:
        st.info("The folder RANKVIZ_DATA_DIR holds no file that can be read as data.")
        return None
    help = "What was found in the folder RANKVIZ_DATA_DIR"
    chosen = _select("File", list(entries), here, "file", lambda key: entries[key][1], help)
    parts = sources.parse(entries[chosen][0])
    if spec and here == chosen:
        parts = replace(parts, options={**parts.options, **spec.options})
    path = str((sources.data_dir() or Path()) / parts.target)
    return sources.write(replace(parts, options=_inside(parts.scheme, path, dict(parts.options))))


def _upload(data: str | None) -> str | None:
    """A file of the visitor's own; what was uploaded before stays until something else is."""
    kept = _kept(data)
    scheme = _select(
        "Format",
        list(SCHEMES),
        kept[0].scheme if kept else "table",
        "format",
        lambda key: SCHEMES[key].label,
        "What the file holds",
    )
    st.caption(messages.plain(SCHEMES[scheme].help))
    main = st.file_uploader("File", key=f"{WIDGET}upload-{scheme}", on_change=touch)
    second = None
    if scheme in PARTNER:
        second = st.file_uploader(PARTNER[scheme], key=f"{WIDGET}upload-{scheme}-more", on_change=touch)
    st.caption(messages.plain(sources.LIMITS))
    given: dict[str, str] = {}
    if main is not None:
        files = [(file.name, file.getvalue()) for file in (main, second) if file is not None]
        upload = uploads.keep(scheme, files)
        if kept and kept[0].token == upload.token:
            given = kept[1]
    elif kept and kept[0].scheme == scheme:
        upload, given = kept
        st.caption(f"Loaded: {messages.plain(upload.name)}, kept on this server while it runs.")
    else:
        st.caption("Choose a file. Until then the run before stays on screen.")
        return None
    more = upload.files[1][1] if len(upload.files) > 1 else None
    return upload.choice(_inside(scheme, upload.files[0][1], given, upload.name, more))


def _kept(data: str | None) -> tuple[uploads.Upload, dict[str, str]] | None:
    """The upload of a choice, unless this server has dropped it to make room."""
    try:
        return uploads.find(data) if data else None
    except DataError:
        return None


def _inside(
    scheme: str,
    source: str | bytes,
    given: dict[str, str],
    name: str | None = None,
    second: bytes | None = None,
) -> dict[str, str]:
    """What is chosen inside a file: a user, queries, columns. A file that cannot be read offers nothing yet."""
    try:
        if scheme == "movielens":
            return {**given, "user": _user(movielens_users(source, name), given.get("user", ""))}
        if scheme == "letor":
            found = letor_queries(source, name, _query_file(source, given, second))
            return {**given, "queries": _queries(found, given.get("queries", ""))}
        if scheme == "table":
            return _columns(tables.columns(source, name=name), given, second is not None or "pairs" in given)
    except DataError:
        return given  # loading will say the same sentence, beside the stage
    return given


def _query_file(source: str | bytes, given: dict[str, str], second: bytes | None) -> str | bytes | None:
    """The second upload, or the file of the data folder that an option names. Raises DataError."""
    if isinstance(source, bytes) or not given.get("query_file"):
        return second
    return str(sources.find(given["query_file"], confined=True, beside=Path(source)))


def _user(users: pd.DataFrame, given: str) -> str:
    rows = users.set_index(users["user"].astype(str))

    def label(user: str) -> str:
        row = rows.loc[user]
        return f"{user} · {row['ratings']:,} ratings · {row['pairs']:,} pairs"

    first = given if given in rows.index else rows.index[0]
    help = "Whose ranking to learn; users with at least 100 ratings come first, from few to many"
    return _select("User", list(rows.index), first, "user", label, help)


def _queries(found: pd.DataFrame, given: str) -> str:
    rows = found.set_index(found["query"].astype(str))
    chosen = [query for query in given.split(",") if query in rows.index]
    key = _remember("queries", chosen)
    picked = st.multiselect(
        "Queries",
        list(rows.index),
        key=key,
        format_func=lambda q: f"{q} · {rows.loc[q, 'items']:,} items · {rows.loc[q, 'pairs']:,} pairs",
        placeholder=f"All {len(rows)} queries",
        help="Items are compared inside a query only; choose some, or leave empty for all",
        on_change=touch,
    )
    return ",".join(picked)


def _columns(names: Sequence[str], given: dict[str, str], has_pairs: bool) -> dict[str, str]:
    options = dict(given)
    if not has_pairs:
        grade = given.get("grade", tables.GRADE)
        first = grade if grade in names else names[-1]
        options["grade"] = _select(
            "Grade column", list(names), first, "grade", help="A higher grade belongs above"
        )
    query = given.get("query", "")
    options["query"] = _select(
        "Query column",
        ["", *names],
        query if query in names else "",
        "query",
        lambda column: column or "none: all items are compared",
        "Items are compared inside a query only",
    )
    return {key: value for key, value in options.items() if value}


@st.cache_data(max_entries=16, show_spinner="Reading the ratings…")
def movielens_users(source: str | bytes, name: str | None) -> pd.DataFrame:
    """Everyone's number of ratings and pairs; the file is parsed once."""
    return movielens.users(source, name=name)


@st.cache_data(max_entries=16, show_spinner="Reading the queries…")
def letor_queries(source: str | bytes, name: str | None, query_file: str | bytes | None) -> pd.DataFrame:
    """The queries of a file; it is parsed once."""
    return letor.queries(source, name=name, query_file=query_file)


@st.cache_data(ttl=60, show_spinner=False)
def _files() -> list[sources.FileEntry]:
    return sources.list_data_dir()


def _select(
    label: str,
    options: list[str],
    value: str,
    name: str,
    words: Callable[[str], Any] = str,
    help: str | None = None,
) -> str:
    """A menu that starts at `value` and then belongs to the visitor."""
    key = _remember(name, value)
    if st.session_state[key] not in options:
        st.session_state[key] = value if value in options else options[0]
    return st.selectbox(label, options, key=key, format_func=words, help=help, on_change=touch)


def _remember(name: str, value: object) -> str:
    """The key of a widget that starts at `value`."""
    key = WIDGET + name
    st.session_state.setdefault(key, value)
    return key
