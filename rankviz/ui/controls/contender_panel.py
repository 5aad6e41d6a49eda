"""One algorithm several times: another run, with another value of one parameter."""

from collections.abc import Sequence

import streamlit as st

from rankviz.engine.algorithms.contenders import algorithm_of, contender, text_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import MAX_ALGORITHMS, State

ADD = "Add a run with other settings"


def add_a_run(state: State, chosen: Sequence[str], offers: Sequence[str]) -> None:
    """Show the controls that run a chosen algorithm again, with another value of one of its parameters."""
    able = [name for name in dict.fromkeys(map(algorithm_of, chosen)) if _settable(name) and name in offers]
    if not able:
        return
    with st.popover(ADD, icon=":material/add:", width="stretch", disabled=len(chosen) >= MAX_ALGORITHMS):
        name = st.selectbox(
            "Algorithm", able, format_func=lambda each: ALGORITHMS[each].label, key="again-name"
        )
        settable = _settable(name)
        parameter = st.selectbox(
            "Parameter to change", settable, format_func=lambda each: each.label, key=f"again-{name}"
        )
        value = _value(parameter, state)
        text = contender(f"{name}:{parameter.name}={text_of(value)}", {}).key
        st.button(
            "Add it",
            on_click=_add,
            args=(text, tuple(chosen)),
            disabled=text in chosen,
            key="again-add",
            width="stretch",
        )


def _settable(name: str) -> tuple[Choice, ...]:
    """Return the parameters of an algorithm that a widget here can set."""
    return tuple(p for p in ALGORITHMS[name].parameters if p.kind in ("choice", "bool", "int", "float"))


def _value(parameter: Choice, state: State) -> object:
    key = f"again-value-{parameter.name}"
    if parameter.kind == "choice":
        return st.selectbox("Value", parameter.choices, key=key, help=parameter.help)
    if parameter.kind == "bool":
        return st.toggle(parameter.label, value=not state[parameter.name], key=key, help=parameter.help)
    kind: type = int if parameter.kind == "int" else float
    low, high = (None if end is None else kind(end) for end in (parameter.low, parameter.high))
    return st.number_input("Value", low, high, kind(state[parameter.name]), key=key, help=parameter.help)


def _add(text: str, chosen: tuple[str, ...]) -> None:
    memory = st.session_state
    memory["state"] = memory["state"].but(alg=(*chosen, text))
    memory[f"{WIDGET}alg"] = list(memory["state"]["alg"])
    touch()
