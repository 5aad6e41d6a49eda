"""The state of one visitor: the meeting point of the link, the widgets and the last good run.

The link is read when it has changed (a first visit, a preset, the browser's Back), written when a choice changes.
An address without a single choice opens the example of the first minute; so the state is written with its data and
algorithms, and no address of another run is bare. The round in the address belongs to the stage, which
writes it without a rerun; this module only reads it.
"""

import time

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.engine.runs import forks
from rankviz.ui.serving import address
from rankviz.ui.state import catalog, orders
from rankviz.ui.state.link import FRAMEWORK_KEYS, from_link, to_link
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import MAX_ROUNDS, TABS, State

WIDGET = "choose-"
BRANCHED = "branched"
"""In the session after the stage requested another run, until the whole page follows."""
WRITTEN_BY_STAGE = {"t", "look", "present"}
"""Parameters that the stage writes into the address by itself, without a rerun."""
LATE = 1.5
"""Seconds in which a rerun may still bring the address from before the last write; later it is the Back button."""


def touch() -> None:
    """Record that a widget was changed by hand: this rerun does not read the link. Every widget's `on_change`."""
    st.session_state["touched"] = True


def current(page: str, group: str = "watch", start: State | None = None) -> tuple[State, list[str]]:
    """Return the state to show on `page`, and messages about the link that it came from.

    Pages of one `group` share their choices; another group has its own, which begin as `start`. Without a `start` a
    bare address opens the example.
    """
    memory = st.session_state
    link = _shown()
    moved = memory.get("page") != page
    memory["page"] = page
    touched = memory.pop("touched", False)
    fresh = "state" not in memory
    group_changed = memory.get("group", group) != group
    if group_changed:
        memory.setdefault("states", {})[memory["group"]] = memory.pop("state"), memory.pop("good", None)
        memory["state"], good = memory["states"].get(group, (start or OPENING, None))
        if good is not None:
            memory["good"] = good
    memory["group"] = group
    link_changed = not touched and (bool(link) if moved else _choices(link) != memory.get("written"))
    if (
        link_changed
        and _choices(link) == memory.get("replaced")
        and time.monotonic() - memory["written_at"] < LATE
    ):
        link_changed = False
    if fresh or link_changed:
        memory["state"], memory["said"] = _opened(link, start) if link or start else (OPENING, [])
        memory["written"] = _choices(link)
        orders.give(group)
    if fresh or link_changed or moved:
        forget_widgets()  # on another page they are other widgets under the same keys
    if (touched or moved) and not (fresh or link_changed):
        memory["said"] = []
    return memory["state"], memory["said"]


def choose(state: State, **values: object) -> State:
    """Return the state with the widgets' values, and remember it; drop what belonged to the previous data."""
    before, state = st.session_state.get("state", state), state.but(**values)
    same_data = catalog.canonical(state.source) == catalog.canonical(before.source)
    if not same_data or any(state[name] != before[name] for name in ("seed", "holdout", "stratified")):
        state = state.but(fold="")  # another draw than the experiment's
    if not same_data or any(
        state[name] != before[name] for name in ("seed", "holdout", "stratified", "positive")
    ):
        state = state.but(fork="", explain="")  # their indices mean something else in other data
    if state["t"] > state["rounds"]:
        state = state.but(t=state["rounds"])
    st.session_state["state"] = state
    return state


def set_round(t: int) -> None:
    """Remember the round on which the viewer rested."""
    memory = st.session_state
    if "state" in memory:
        memory["state"] = memory["state"].but(t=min(max(t, 0), MAX_ROUNDS))


def go_to(t: int) -> None:
    """Send the stage to a round."""
    set_round(t)
    orders.give(st.session_state.get("group", "watch"))


def open_state(state: State) -> None:
    """Show a state instead of the visitor's choices, with its round; the callback of a menu."""
    st.session_state["state"] = state
    orders.give(st.session_state.get("group", "watch"))
    forget_widgets()
    touch()


def forget_widgets() -> None:
    """Make the widgets that choose data and runs start from the state again."""
    memory = st.session_state
    for name in [name for name in memory if str(name).startswith(WIDGET)]:
        del memory[name]


def see(look: str, present: bool, tab: str, explain: str) -> None:
    """Remember the visitor's view: the stage's look, and whether the stage fills the screen.

    `tab` is the open part of the drawer, "" when it is shut; `explain` the number that is explained: a run's name, a
    colon, and the number's key.
    """
    memory = st.session_state
    if "state" in memory:
        part = tab if tab in TABS else memory["state"]["tab"]
        memory["state"] = memory["state"].but(look=look, present=present, tab=part, explain=explain)


def leave_fold() -> None:
    """Hold out a share again, instead of an experiment's fold."""
    memory = st.session_state
    memory["state"] = memory["state"].but(fold="")
    touch()


def branch(text: str) -> None:
    """Branch as the text describes, or not at all when it is empty; an invalid text changes nothing.

    A part of the page that was rerun separately checks with `pop_branched` whether the whole page must follow.
    """
    try:
        fork = forks.write(forks.read(text)) if text else ""
    except DataError:
        return
    memory = st.session_state
    memory["state"] = memory["state"].but(fork=fork)
    memory[BRANCHED] = True
    touch()


def set_choice(name: str, value: object) -> None:
    """Make a choice that the stage offers; the whole page follows it."""
    memory = st.session_state
    memory["state"] = memory["state"].but(**{name: value})
    memory[WIDGET + name] = value
    memory[BRANCHED] = True
    touch()


def set_widget(key: str, value: object) -> None:
    """Set a widget to the stage's value; the whole page follows it."""
    memory = st.session_state
    memory[key] = value
    memory[BRANCHED] = True
    touch()


def follow(state: State) -> None:
    """Show a state that the stage requests; the whole page follows it."""
    open_state(state)
    st.session_state[BRANCHED] = True


def pop_branched() -> bool:
    """Return whether the stage requested another run, a branch or a remedy, since the last call."""
    return bool(st.session_state.pop(BRANCHED, False))


def write_link(state: State) -> None:
    """Write the state into the address bar, unless only what the stage writes differs."""
    memory, shown = st.session_state, _shown()
    state = _in_link(state)
    if memory.get("group", "watch") == "watch" and shown and _choices(shown) == _choices(to_link(state)):
        memory["written"] = _choices(shown)
        return
    link = to_link(state, whole=True)
    if _choices(link) == memory.get("written") and _choices(link) == _choices(shown):
        return
    memory["replaced"], memory["written"] = memory.get("written"), _choices(link)
    memory["written_at"] = time.monotonic()
    framework = {key: st.query_params[key] for key in st.query_params if key in FRAMEWORK_KEYS}
    st.query_params.from_dict({**framework, **link})


def share_url(state: State) -> str:
    """Return the whole address of a state, for copying."""
    group = st.session_state.get("group", "watch")
    return address.link(to_link(_in_link(state), whole=True), "" if group == "watch" else group)


def _opened(link: dict[str, str], start: State | None) -> tuple[State, list[str]]:
    """Return the state of a link, with messages; a link that names a number but no part of the drawer opens it.

    A page's initial look is for visits without a link: a link without tiles shows the whole board.
    """
    state, messages = from_link(link, start.but(look="") if link and start is not None else start)
    return (state.but(tab="explain") if state["explain"] and "tab" not in link else state), messages


def _in_link(state: State) -> State:
    """Return the state in a link's form: with the drawer shut no number is open."""
    return state if state["tab"] else state.but(explain="")


def _shown() -> dict[str, str]:
    return {key: st.query_params[key] for key in st.query_params if key not in FRAMEWORK_KEYS}


def _choices(link: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in link.items() if key not in WRITTEN_BY_STAGE}
