"""The state of one visitor: where the link, the widgets and the last good run meet.

The link is read when it is news (a first visit, a preset, the browser's Back), written when a choice changes.
The round in it belongs to the stage, which writes it without a rerun; here it is only read.
"""

from __future__ import annotations

import time

import streamlit as st

from rankviz.ui.serving import address
from rankviz.ui.state import catalog
from rankviz.ui.state.link import FRAMEWORK_KEYS, from_link, to_link
from rankviz.ui.state.state import MAX_ROUNDS, State

WIDGET = "choose-"
LATE = 1.5
"""Seconds in which a rerun may still bring the address from before the last write; later it is the Back button."""


def touch() -> None:
    """A widget was changed by hand: this rerun's link is not news. Every widget's `on_change`."""
    st.session_state["touched"] = True


def current(page: str, group: str = "watch", start: State | None = None) -> tuple[State, list[str]]:
    """The state to show on `page`, and what had to be said about the link it came from.

    Pages of one `group` share their choices; another group keeps its own, which begin as `start`.
    """
    memory = st.session_state
    link = {key: st.query_params[key] for key in st.query_params if key not in FRAMEWORK_KEYS}
    moved = memory.get("page") != page
    memory["page"] = page
    touched = memory.pop("touched", False)
    fresh = "state" not in memory
    changed = memory.get("group", group) != group
    if changed:
        memory.setdefault("states", {})[memory["group"]] = memory.pop("state"), memory.pop("good", None)
        memory["state"], good = memory["states"].get(group, (start or State(), None))
        if good is not None:
            memory["good"] = good
    memory["group"] = group
    news = not touched and _choices(link) != memory.get("written") and bool(link or not moved)
    if news and _choices(link) == memory.get("replaced") and time.monotonic() - memory["written_at"] < LATE:
        news = False
    if fresh or news:
        memory["state"], said = from_link(link, start)
        memory["said"] = said
        memory["written"] = _choices(link)
    if fresh or news or moved:
        # Widgets start from the state again: on another page they are other widgets under the same keys.
        for name in [name for name in memory if str(name).startswith(WIDGET)]:
            del memory[name]
    if (touched or moved) and not (fresh or news):
        memory["said"] = []
    if moved and "t" in link and not fresh and not news:
        memory["state"] = memory["state"].but(t=from_link(link)[0]["t"])
    return memory["state"], memory["said"]


def choose(state: State, **values: object) -> State:
    """The state with what the widgets say; remembered."""
    before, state = state, state.but(**values)
    same_data = catalog.canonical(str(state["data"])) == catalog.canonical(str(before["data"]))
    if not same_data or any(state[name] != before[name] for name in ("seed", "holdout", "positive")):
        state = state.but(fork="", explain="")  # their indices mean something else in other data
    if state["t"] > state["rounds"]:
        state = state.but(t=state["rounds"])
    st.session_state["state"] = state
    return state


def set_round(t: int) -> None:
    """The viewer rested on round `t`."""
    memory = st.session_state
    if "state" in memory:
        memory["state"] = memory["state"].but(t=min(max(t, 0), MAX_ROUNDS))


def set_explained(text: str) -> None:
    """The number that is explained below the stage: a run's name, a colon, and the number's key."""
    memory = st.session_state
    if "state" in memory:
        memory["state"] = memory["state"].but(explain=text)


def set_fork(text: str) -> None:
    """Branch as the text says, or not at all when it is empty."""
    memory = st.session_state
    memory["state"] = memory["state"].but(fork=text)
    touch()


def write_link(state: State) -> None:
    """Make the address bar say the state; left alone when only the round differs."""
    # Elsewhere than on the page it opens with, a link without data would open other data.
    link = to_link(state, whole=st.session_state.get("group", "watch") != "watch")
    if _choices(link) == st.session_state.get("written") and _choices(link) == _choices(_shown()):
        return
    memory = st.session_state
    memory["replaced"], memory["written"] = memory.get("written"), _choices(link)
    memory["written_at"] = time.monotonic()
    framework = {key: st.query_params[key] for key in st.query_params if key in FRAMEWORK_KEYS}
    st.query_params.from_dict({**framework, **link})


def share_url(state: State) -> str:
    """The whole address of a state, for copying."""
    group = st.session_state.get("group", "watch")
    return address.link(to_link(state, whole=True), "" if group == "watch" else group)


def _shown() -> dict[str, str]:
    return {key: st.query_params[key] for key in st.query_params if key not in FRAMEWORK_KEYS}


def _choices(link: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in link.items() if key != "t"}
