"""The widgets that choose the data: a family, a data set in it, and its options, all made from the sources."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from rankviz.data import sources
from rankviz.data.entries import Value
from rankviz.data.folder import Listing, listing
from rankviz.ui.controls import upload_panel
from rankviz.ui.controls.file_contents import choose_inside, on_disk
from rankviz.ui.controls.menus import remember, select
from rankviz.ui.shell import messages
from rankviz.ui.state import catalog
from rankviz.ui.state.session import touch
from rankviz.ui.state.state import State


def choose_data(state: State) -> str | None:
    """The data chosen, as the state holds them; None while an upload is awaited."""
    data = str(state["data"])
    here = catalog.family_of(data)
    menu = catalog.families()
    family = select("Data", list(menu), here, "family", menu.get, "Where the items and their order come from")
    if family == catalog.UPLOAD:
        return upload_panel.choose(data if here == family else None)
    if family == catalog.FOLDER:
        return _folder(data if here == family else None)
    return _made(family, data if here == family else None)


def _made(family: str, data: str | None) -> str:
    """A data set that is made on the spot: its name and a widget for each of its options."""
    entries = sources.FAMILIES[family].entries
    spec = sources.parse(data) if data else None
    first = spec.target if spec else next(iter(entries))
    name = select("Data set", list(entries), first, family, lambda key: entries[key].label)
    st.caption(messages.plain(entries[name].help))
    given = dict(spec.options) if spec and spec.target == name else {}
    # The page has one seed for everything; a seed inside the SOURCE stays when the link brought one.
    options = {key: value for key, value in given.items() if key == "seed"}
    for option in entries[name].options:
        if option.name != "seed":
            value = option.parse(given[option.name]) if option.name in given else _start(family, name, option)
            options[option.name] = option.write(_option(option, value, f"{family}-{name}"))
    return sources.write(sources.Spec(family, name, options))


def _start(family: str, name: str, option: sources.Option) -> Value:
    """Where a slider starts for somebody who picks this data set: the size the stage shows best."""
    if family == "bundled" and option.name == "items":
        return min(int(option.default), 60)
    return option.default


def _option(option: sources.Option, value: Value, prefix: str) -> Value:
    """The widget of one option."""
    key = remember(f"{prefix}-{option.name}", value)
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
    found = _listing()
    entries = {entry.source.partition("?")[0]: (entry.source, entry.label) for entry in found.entries}
    spec = sources.parse(data) if data else None
    here = sources.write(replace(spec, options={})) if spec else next(iter(entries), "")
    if spec:
        entries.setdefault(here, (here, spec.target))
    messages.notes(found.notes)
    if not entries:
        st.info("The folder RANKVIZ_DATA_DIR holds no file that can be read as data.")
        return None
    help = "What was found in the folder RANKVIZ_DATA_DIR"
    chosen = select("File", list(entries), here, "file", lambda key: entries[key][1], help)
    parts = sources.parse(entries[chosen][0])
    if spec and here == chosen:
        parts = replace(parts, options={**parts.options, **spec.options})
    options = dict(parts.options)
    file = on_disk((sources.data_dir() or Path()) / parts.target, options.get("query_file", ""))
    return sources.write(replace(parts, options=choose_inside(parts.scheme, file, options)))


@st.cache_data(ttl=60, show_spinner=False)
def _listing() -> Listing:
    return listing()
