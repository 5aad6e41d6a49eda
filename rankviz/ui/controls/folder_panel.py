"""The widgets that choose a file of RANKVIZ_DATA_DIR, and the part of the file to use."""

from dataclasses import replace
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.data import sources
from rankviz.engine.data.folder import find
from rankviz.engine.data.listing import Listing, listing
from rankviz.engine.data.sources import Source
from rankviz.engine.data.tables import Table, roles
from rankviz.engine.errors import DataError
from rankviz.ui.controls import column_roles, data_panel, own_run
from rankviz.ui.controls.file_contents import File, choose_inside, on_disk
from rankviz.ui.controls.menus import select
from rankviz.ui.shell import messages


def choose(data: Source | None, body: DeltaGenerator) -> Source | None:
    """Choose a file under RANKVIZ_DATA_DIR."""
    found = _listing(str(sources.data_dir()))
    entries = {entry.source.partition("?")[0]: (entry.source, entry.label) for entry in found.entries}
    here = data.text.partition("?")[0] if data else next(iter(entries), "")
    if data:
        label = f"{data.target} on {data.inner.target}" if data.family.inner else data.target
        entries.setdefault(here, (data.text, label))
    messages.notes(found.notes)
    if not entries:
        st.info("The folder RANKVIZ_DATA_DIR holds no file that can be read as data.")
        return None
    help = "What was found in the folder RANKVIZ_DATA_DIR"
    chosen = select("File", list(entries), here, "file", lambda key: entries[key][1], help)
    parts = sources.parse(entries[chosen][0])
    if data and here == chosen:
        parts = parts.with_options(**data.options)
    if parts.family.inner:
        if data is None or not data.family.has_model:
            own_run.choose()
        return _on_data(parts, {key: entry for key, entry in entries.items() if not _is_model(key)})
    options: dict[str, str] | None = dict(parts.options)
    place = (sources.data_dir() or Path()) / parts.target
    file = on_disk(place, parts.options.get("query_file", ""))
    if parts.scheme == "table":
        options = _columns(file, place, dict(parts.options), body, fresh=data is None or here != chosen)
    return None if options is None else replace(parts, options=choose_inside(parts.scheme, file, options))


def _is_model(source: str) -> bool:
    return sources.FAMILIES[source.partition(":")[0]].has_model


def _on_data(model: Source, others: dict[str, tuple[str, str]]) -> Source:
    """Return a trained ranker with the data chosen to watch it on, and the part of them.

    `others` are the data of the folder, their SOURCE and label, by SOURCE without options.
    """
    data = model.inner
    here = data.text.partition("?")[0]
    menu = {key: label for key, (_, label) in others.items()}
    menu.setdefault(here, data.target)
    help = "Data with the features that it was trained on"
    chosen = select("Data for the ranker", list(menu), here, f"on-{model.target}", menu.__getitem__, help)
    if chosen != here:
        data = sources.parse(others[chosen][0])
        model = model.with_options(**{model.family.inner: data.text})
    if not data.family.reads_file:
        return model
    file = on_disk((sources.data_dir() or Path()) / data.target, data.options.get("query_file", ""))
    options = choose_inside(data.scheme, file, dict(data.options))
    return model.with_options(**{model.family.inner: replace(data, options=options).text})


def _columns(
    file: File, place: Path, given: dict[str, str], body: DeltaGenerator, fresh: bool
) -> dict[str, str] | None:
    """Return the options of a table of the folder; show its columns where the reader's defaults do not fit."""
    pairs = {name: value for name, value in given.items() if name == "pairs"}
    try:
        if fresh:
            settled = Table(place).settled()
            head = column_roles.table_head(file, **settled)
            found = column_roles.guessed(head)
            unusual = not all(column.plain for column in head.columns if found[column.name] == roles.FEATURE)
            data_panel.set_open(
                bool(settled or roles.as_options(found) or roles.lacking(found, bool(pairs)) or unusual)
            )
        if not data_panel.is_open():
            data_panel.reopen("Columns")
            return given
        table = Table(find(pairs["pairs"], confined=True, beside=place)) if pairs else None
        with data_panel.panel(body):
            options = column_roles.choose(file, None if fresh else given, table)
            if options is not None:
                data_panel.done()
    except DataError:
        return given  # loading will show the same error next to the stage
    return None if options is None else {**pairs, **options}


@st.cache_data(ttl=60, show_spinner=False)
def _listing(folder: str) -> Listing:
    """List the data folder, whose name is the cache's key."""
    return listing()
