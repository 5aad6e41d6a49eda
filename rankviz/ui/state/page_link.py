"""The link of a page with choices apart from the shared state: read when it has changed, written when they change.

Watch and Data share one state and one link (`session`). A lesson or the workbench must not overwrite a visitor's
choices there, so each such page remembers its query parameters.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

import streamlit as st

from rankviz.engine.choice import Choice, Choices, Reader
from rankviz.ui.state.link import FRAMEWORK_KEYS, ROUND
from rankviz.ui.state.session import LATE, WRITTEN_BY_STAGE, forget_widgets, touch

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Chosen = TypeVar("Chosen", bound="DataclassInstance")


class PageLink(Generic[Chosen]):
    """The link of a page whose choices are the fields of a dataclass, in its order.

    `plain` has the defaults; a field without a choice among `choices` is any text. `readers` as in `Choices`.
    """

    def __init__(self, page: str, plain: Chosen, *choices: Choice, **readers: Reader) -> None:
        described = {choice.name: choice for choice in choices}
        every = (described.get(n) or Choice(n, n, "text", default, "") for n, default in vars(plain).items())
        self.page, self.plain, self.choices = page, plain, Choices(every, readers)

    def current(self) -> tuple[Chosen, list[str]]:
        """Return the choices of the page's link, and warnings: of a link that has changed, not of the page's own."""
        link, changed = current(self.page)
        chosen, warnings = self.read(link)
        return chosen, warnings if changed else []

    def read(self, link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
        """Return the choices of a link, made valid, with a warning for each that was changed. Never raises."""
        values, warnings = self.choices.read(link)
        return replace(self.plain, **values), warnings

    def as_link(self, chosen: Chosen) -> dict[str, str]:
        """Return the choices as a link's parameters; defaults are left out."""
        return self.choices.write(vars(chosen))

    def write(self, chosen: Chosen) -> None:
        """Write the choices into the address bar."""
        write(self.page, self.as_link(chosen))


def current(page: str) -> tuple[dict[str, str], bool]:
    """Return the query parameters that `page` shows, and whether they have changed (a link, Back, :func:`go`)."""
    memory = st.session_state
    link = _shown()
    record = memory.setdefault(
        f"link-{page}", {"now": {}, "written": None, "replaced": None, "at": 0.0, "sent": False}
    )
    moved = memory.get("page") != page
    memory["page"] = page
    touched = memory.pop("touched", False)
    fresh = record["written"] is None
    link_changed = not touched and _choices(link) != record["written"] and bool(link or not moved)
    if link_changed and _choices(link) == record["replaced"] and time.monotonic() - record["at"] < LATE:
        link_changed = False  # a rerun that still has the address from before the last write
    sent, record["sent"] = record["sent"], False
    if fresh or link_changed:
        record["now"], record["written"] = link, _choices(link)
    if fresh or link_changed or moved:
        forget_widgets()
    return record["now"], fresh or link_changed or moved or sent


def go(page: str, link: dict[str, str]) -> None:
    """Show other parameters on `page`; the callback of a button."""
    record = st.session_state[f"link-{page}"]
    record["now"], record["sent"] = link, True
    forget_widgets()
    touch()


def write(page: str, link: dict[str, str], link_changed: bool = False) -> None:
    """Write `link` into the address bar, unless only what the stage writes differs.

    A link from the page to itself reaches the session and not the address bar, so it is written if `link_changed`.
    """
    record = st.session_state[f"link-{page}"]
    record["now"] = link
    if not link_changed and _choices(link) == record["written"] and _choices(link) == _choices(_shown()):
        return
    record["replaced"], record["written"] = record["written"], _choices(link)
    record["at"] = time.monotonic()
    framework = {key: st.query_params[key] for key in st.query_params if key in FRAMEWORK_KEYS}
    st.query_params.from_dict({**framework, **_still(link)})


def now(*without: str) -> dict[str, str]:
    """Return the parameters of the open page, without those named."""
    memory = st.session_state
    record = memory.get(f"link-{memory.get('page')}", {})
    return {key: value for key, value in _still(record.get("now", {})).items() if key not in without}


def _shown() -> dict[str, str]:
    return {key: st.query_params[key] for key in st.query_params if key not in FRAMEWORK_KEYS}


def _choices(link: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in link.items() if key not in WRITTEN_BY_STAGE}


def _still(link: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in link.items() if key != ROUND}
