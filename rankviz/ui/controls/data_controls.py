"""The widgets that choose the data: a family, a data set in it, and its options, all generated from the sources."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.choice import Choice, Value
from rankviz.engine.data import sources
from rankviz.engine.data.battles import TIE
from rankviz.engine.data.builtin import inline
from rankviz.engine.data.sources import Source
from rankviz.ui.controls import own_run
from rankviz.ui.controls.menus import VOTES, option_key, select, show_option
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.shell import messages
from rankviz.ui.state import catalog
from rankviz.ui.state.state import State

NEWLY = {("bundled", "wine"): {"by": "alcohol"}}
"""Options with which a newly chosen data set starts: a sensible task, where a link without one has another."""


def choose_data(state: State, body: DeltaGenerator) -> catalog.Data | None:
    """Return the chosen data; None while an upload is awaited.

    Call this in the sidebar; a visitor's file and its columns are chosen in `body`, a place on the page.
    """
    data = state.source
    here = catalog.family_of(data)
    menu = catalog.families()
    family = select("Data", list(menu), here, "family", menu.get, "Where the items and their order come from")
    if family == catalog.UPLOAD:
        from rankviz.ui.controls import upload_panel  # imports pandas, which the first page does not need

        return upload_panel.choose(data if isinstance(data, Uploaded) else None, body)
    made = data if here == family and isinstance(data, Source) else None
    if family == catalog.FOLDER:
        from rankviz.ui.controls import folder_panel  # imports pandas too

        return folder_panel.choose(made, body)
    return _made(family, made)


def worth_of_a_tie(data: catalog.Data) -> str:
    """Return the key of the widget for the tie value; most data have none."""
    made = isinstance(data, Source) and not data.family.reads_file
    return option_key(f"{data.scheme}-{data.target}" if made else VOTES, TIE.name)  # type: ignore[union-attr]


def _made(family: str, data: Source | None) -> Source:
    """Choose a synthetic data set: its name, and a widget for each of its options."""
    entries = sources.FAMILIES[family].entries
    if sources.FAMILIES[family].has_model and data is None:
        own_run.choose()
    first = data.target if data else next(iter(entries))
    name = select("Data set", list(entries), first, family, lambda key: entries[key].label)
    st.caption(messages.plain(entries[name].help))
    given = dict(data.options) if data and data.target == name else dict(NEWLY.get((family, name), {}))
    # The page has one seed for everything; a seed inside the SOURCE stays when the link brought one.
    options = {key: value for key, value in given.items() if key == "seed"}
    example = inline.EXAMPLE.options() if entries[name].build is inline.build else {}
    if example and not any(given.values()):
        given = example
    for option in entries[name].options:
        if option.name != "seed":
            value = option.parse(given[option.name]) if option.name in given else _start(family, name, option)
            options[option.name] = option.write(show_option(option, value, f"{family}-{name}"))
    written = {key: text for key, text in options.items() if text}
    return Source(family, name, {} if example and written == example else options)


def _start(family: str, name: str, option: Choice) -> Value:
    """Return the initial value of an option of a newly chosen data set: the size that the stage shows best."""
    if family == "bundled" and option.name == "items":
        return min(int(option.default), 60)
    return option.default
