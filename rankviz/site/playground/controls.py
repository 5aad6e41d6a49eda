"""The page's sidebar for a state: the same choices as the app's sidebar, as plain values for any front end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError
from rankviz.engine.runs.link import shown_whole
from rankviz.site.playground import visitor_files
from rankviz.site.playground.visitor_files import OPTION
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.state.state import State, choices

Control = dict[str, Any]
"""One widget: its `name` as a change names it, `label`, `help`, `kind` (one, many, flag, number, range, text), `value`
as a link writes it; `options` as [value, label, help] of a choice; `low`, `high` and `step` of a number."""

FAMILY, TARGET = "family", "target"
"""Names of the controls that make the SOURCE, besides its options."""
OWN = "own"
"""The family of the visitor's own files, which the page requests before anything is changed."""


def groups(
    state: State, offers: tuple[str, ...], in_sight: tuple[str, ...], *, data: bool = True
) -> list[dict[str, Any]]:
    """Return the groups of controls, each with a title; those under "Options" are folded away.

    `data` : the data are chosen in the sidebar.
    """
    used = [name for name in state.parameters() if name not in in_sight]
    whole = shown_whole(str(state["data"]))
    more = [*used, *(() if whole else ("holdout", "stratified")), "positive", "seed", "scale"]
    seen = [name for name in in_sight if name in state.parameters()]
    return [
        *([{"title": "Data", "controls": list(_data(state))}] if data else []),
        {
            "title": "Run",
            "controls": [_algorithms(state, offers), *(_control(state, n) for n in ("rounds", *seen))],
        },
        {"title": "Options", "controls": [_control(state, name) for name in more]},
    ]


def changed(state: State, name: str, text: str) -> dict[str, str]:
    """Return a link's query parameters after a change of a control. Raises DataError for an illegal value."""
    source = state.source
    if isinstance(source, Uploaded) and name.startswith((visitor_files.ROLE, OPTION)):
        return {"data": visitor_files.changed(source, name, text).text, "fork": ""}
    if name == FAMILY:
        entries = sources.FAMILIES[text].entries
        return {"data": Source(text, next(iter(entries))).text, "fork": ""}
    if isinstance(source, Source) and name == TARGET:
        return {"data": Source(source.scheme, text).text, "fork": ""}
    if isinstance(source, Source) and name.startswith(OPTION):
        return {"data": source.with_options(**{name.removeprefix(OPTION): text}).text, "fork": ""}
    choice = choices()[name]
    if choice.kind in ("int", "float") and text == "":
        raise DataError(f"{choice.label} is empty", remedy=f"Choose {choice.range}")
    return {choice.link: text}


def _data(state: State) -> Iterator[Control]:
    source = state.source
    families = [
        [each.scheme, each.label, each.help]
        for each in sources.FAMILIES.values()
        if not each.reads_file and not each.has_model
    ]
    families.append([OWN, "Your own file", "A table, pairs or LETOR; it stays in this browser"])
    here = OWN if isinstance(source, Uploaded) else source.scheme
    yield _menu(FAMILY, "Data", "Where the items and their order come from", here, families)
    if isinstance(source, Uploaded):
        yield from visitor_files.controls_of(source)
        return
    entries = [[name, each.label, each.help] for name, each in source.family.entries.items()]
    if len(entries) > 1:
        about = source.family.entries[source.target].help
        yield _menu(TARGET, "Data set", about, source.target, entries)
    values = source.values()
    for option in source.family.options_of(source.target):
        if option.name != "seed":
            yield widget(option, f"{OPTION}{option.name}", values[option.name])


def _algorithms(state: State, offers: tuple[str, ...]) -> Control:
    again = [name for name in state["alg"] if name not in ALGORITHMS]
    there = [[name, ALGORITHMS[name].label, ALGORITHMS[name].help] for name in offers]
    there += [[name, name, "The same algorithm again, with a different parameter"] for name in again]
    choice = choices()["alg"]
    return {
        "name": "alg",
        "label": choice.label,
        "help": choice.help,
        "kind": "many",
        "value": choice.write(state["alg"]),
        "options": there,
    }


def _control(state: State, name: str) -> Control:
    return widget(choices()[name], name, state[name])


def widget(choice: Choice, name: str, value: object) -> Control:
    """Return the control of a choice at a value; `name` is what a change names."""
    found: Control = {"name": name, "label": choice.label, "help": choice.help, "value": choice.write(value)}
    if choice.kind == "bool":
        return found | {"kind": "flag"}
    if choice.kind == "choice":
        return found | {"kind": "one", "options": [[each, each, ""] for each in choice.choices]}
    if choice.kind == "text":
        return found | {"kind": "text"}
    step = choice.step or (1 if choice.kind == "int" else None)
    return found | {"kind": "number", "low": choice.low, "high": choice.high, "step": step}


def _menu(name: str, label: str, about: str, value: str, options: list[list[str]]) -> Control:
    return {"name": name, "label": label, "help": about, "kind": "one", "value": value, "options": options}
