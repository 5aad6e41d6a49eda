"""The widgets that choose the run: algorithms, rounds, and the parameters the algorithms declare."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import MAX_ALGORITHMS, Choice, State, choices, shown_whole

NEEDS = {"cap": ("undefined", "cap")}
"""A parameter that only means something when another has this value."""


def choose_run(state: State, offers: Sequence[str] = tuple(ALGORITHMS)) -> dict[str, object]:
    """The values of all choices but the data, with the algorithms on offer."""
    chosen: dict[str, object] = {"alg": _algorithms(state, offers)}
    chosen["rounds"] = _widget(choices()["rounds"], state)
    with st.expander("Options", icon=":material/tune:"):
        for choice in choices().values():
            if choice.parameter and choice.name in state.but(alg=chosen["alg"]).parameters():
                other, value = NEEDS.get(choice.name, (None, None))
                if other is None or chosen.get(other) == value:
                    chosen[choice.name] = _widget(choice, state)
        for name in ("holdout", "positive", "seed", "scale"):
            chosen[name] = _widget(choices()[name], state)
    return chosen


def _algorithms(state: State, offers: Sequence[str]) -> tuple[str, ...]:
    choice = choices()["alg"]
    key = _remember(choice, list(state["alg"]))
    picked = st.pills(
        choice.label,
        offers,
        selection_mode="multi",
        key=key,
        format_func=lambda name: ALGORITHMS[name].label,
        help="  \n".join(f"**{a.label}** — {a.help}" for a in map(ALGORITHMS.__getitem__, offers)),
        on_change=touch,
    )
    if len(picked) > MAX_ALGORITHMS:
        st.caption(f"The first {MAX_ALGORITHMS} are shown: more do not fit side by side.")
    ordered = [name for name in ALGORITHMS if name in picked] or list(state["alg"])
    return tuple(ordered[:MAX_ALGORITHMS])


def _widget(choice: Choice, state: State) -> object:
    """The widget of one choice, by its kind."""
    common: dict[str, Any] = {
        "key": _remember(choice, state[choice.name]),
        "help": choice.help,
        "on_change": touch,
    }
    if choice.kind == "bool":
        return st.toggle(choice.label, **common)
    if choice.kind == "choice":
        return st.segmented_control(choice.label, choice.choices, required=True, **common)
    if choice.kind == "grade":
        return st.number_input(choice.label, step=1.0, format="%g", placeholder="keep the grades", **common)
    number: type = int if choice.kind == "int" else float
    low, high = (None if bound is None else number(bound) for bound in (choice.low, choice.high))
    if choice.name == "holdout":
        if shown_whole(str(state["data"])):
            st.caption("A worked example is shown whole: nothing of it is held out.")
            return state["holdout"]
        return st.slider(choice.label, low, high, step=5, **common)
    shape = "%d" if choice.kind == "int" else "%g"
    return st.number_input(choice.label, low, high, step=_step(choice), format=shape, **common)


def _step(choice: Choice) -> int | float:
    if choice.name == "rounds":
        return 10
    if choice.kind == "int":
        return 1
    # Small numbers take small steps: a tenth of the default's own power of ten.
    return (
        0.5 if choice.default >= 1 or choice.default == 0 else 10.0 ** math.floor(math.log10(choice.default))
    )


def _remember(choice: Choice, value: object) -> str:
    key = WIDGET + choice.name
    st.session_state.setdefault(key, value)
    return key
