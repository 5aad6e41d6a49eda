"""The widgets that choose the run: algorithms, rounds, and the parameters the algorithms declare."""

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import streamlit as st

from rankviz.engine.algorithms.contenders import algorithm_of, contender, text_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError
from rankviz.engine.runs import fresh_items as law
from rankviz.engine.runs.link import shown_whole
from rankviz.ui.controls import grade_choice, holdout_choice
from rankviz.ui.runs import runs
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import MAX_ALGORITHMS, State, choices, in_order

NEEDS = {
    "cap": ("undefined", "cap"),
    "permute": ("independent", True),
    "fill_after": ("independent", True),
}
"""Parameter → (other parameter, value) without which the first has no effect."""
REFUSED = "algorithms-refused"
"""In the session: why the last choice of algorithms was undone, until the message is shown."""


def choose_run(
    state: State,
    offers: Sequence[str] = tuple(ALGORITHMS),
    knobs: Sequence[str] = (),
    in_sight: Sequence[str] = (),
    *,
    fresh: bool = False,
) -> dict[str, object]:
    """Show the widgets and return the values of all choices except the data.

    `offers` are the algorithms to choose from. Parameters in `knobs` are sliders before all others; those `in_sight`
    come before the options. `fresh` offers the error on fresh pairs where the law of the data is known.
    """
    offers = tuple(name for name in offers if state.has_model() or not ALGORITHMS[name].needs_model)
    holdout_choice.read_data(state)
    if not _has_listed_pairs(state):
        offers = tuple(n for n in offers if n in state.algorithms() or not ALGORITHMS[n].of_items)
    chosen: dict[str, object] = {"alg": _algorithms(state, offers)}
    used = state.but(alg=chosen["alg"]).parameters()
    chosen |= {name: _knob(choices()[name], state) for name in knobs if name in used}
    chosen["rounds"] = _widget(choices()["rounds"], state)
    holdout_choice.rounds_caption(state.but(rounds=chosen["rounds"]))
    chosen |= _two_classes(state.but(alg=chosen["alg"]))
    chosen |= {name: _widget(choices()[name], state) for name in in_sight if name in used}
    with st.expander("Options", icon=":material/tune:"):
        for name in (name for name in used if name not in (*knobs, *in_sight)):
            other, value = NEEDS.get(name, (None, None))
            if other is None or chosen.get(other) == value:
                chosen[name] = _widget(choices()[name], state)
        offered = ("population",) if fresh and law.has_law(str(state["data"])) else ()
        by_query = ("stratified",) if holdout_choice.draws_queries(state) else ()
        for name in ("holdout", *by_query):
            chosen[name] = _widget(choices()[name], state.but(**chosen))
        holdout_choice.caption(state.but(**chosen))
        for name in (*offered, "positive", "seed", "scale"):
            if name not in chosen:
                chosen[name] = _widget(choices()[name], state.but(**chosen))
    return chosen


def _has_listed_pairs(state: State) -> bool:
    """Return whether pairs are given one by one, like votes; where the data cannot be read the run reports it."""
    with suppress(DataError):
        return runs.problem(state).explicit
    return True


def _two_classes(state: State) -> dict[str, object]:
    """Choose the grade that counts as positive where an algorithm needs two classes of graded data; else nothing."""
    problem = grade_choice.problem_to_part(state)
    if problem is None:
        return {}
    positive = _widget(choices()["positive"], state)
    grade_choice.caption(state.but(positive=positive), problem)
    return {"positive": positive}


def _algorithms(state: State, offers: Sequence[str]) -> tuple[str, ...]:
    choice = choices()["alg"]
    key = _remember(choice, list(state["alg"]))
    if not 1 <= len(st.session_state[key]) <= MAX_ALGORITHMS:
        st.session_state[key] = list(state["alg"])
    again = [name for name in state["alg"] if name not in ALGORITHMS and algorithm_of(name) in offers]
    there = [*offers, *again]
    if not set(st.session_state[key]) <= set(there):  # a trained ranker whose data are gone
        st.session_state[key] = [name for name in st.session_state[key] if name in there] or there[:1]
    picked = st.pills(
        choice.label,
        there,
        selection_mode="multi",
        key=key,
        format_func=lambda name: contender(name, {}).on_screen,
        help="  \n".join(f"**{a.label}** — {a.help}" for a in map(ALGORITHMS.__getitem__, offers)),
        on_change=_keep_to_the_limit,
        args=(key, list(st.session_state[key])),
    )
    refused = st.session_state.pop(REFUSED, "")
    if refused:
        st.caption(refused)
    _add_a_run(state, in_order(picked), offers)
    return in_order(picked)


def _keep_to_the_limit(key: str, before: list[str]) -> None:
    """Undo a choice of none or of too many algorithms, so that the marked ones are those that run."""
    touch()
    memory = st.session_state
    if len(memory[key]) > MAX_ALGORITHMS:
        memory[REFUSED] = f"At most {MAX_ALGORITHMS} algorithms run side by side. Remove one first."
    elif not memory[key]:
        memory[REFUSED] = "At least one algorithm has to run."
    else:
        return
    memory[key] = before


def _knob(choice: Choice, state: State) -> float:
    """Show a slider over the whole range of a number, in a hundred steps."""
    assert choice.low is not None and choice.high is not None
    step = 10.0 ** math.floor(math.log10((choice.high - choice.low) / 10))
    key = _remember(choice, float(state[choice.name]))
    low, high = float(choice.low), float(choice.high)
    return st.slider(
        choice.label, low, high, step=step / 10, format="%g", key=key, help=choice.help, on_change=touch
    )


def _widget(choice: Choice, state: State) -> object:
    """Show the widget of one choice, by its kind."""
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
        return st.number_input(choice.label, step=1.0, format="%g", placeholder=_empty(state), **common)
    number: type = int if choice.kind == "int" else float
    low, high = (None if bound is None else number(bound) for bound in (choice.low, choice.high))
    if choice.name == "holdout":
        if state["fold"]:
            holdout_choice.fold(state)
            return state["holdout"]
        if shown_whole(str(state["data"])):
            st.caption("Worked examples use all items; nothing is held out.")
            return state["holdout"]
        # A slider of whole numbers, unless a link or a script has set a share between them.
        whole = isinstance(st.session_state[common["key"]], int)
        ends = (int(choice.low or 0), int(choice.high or 0), 5) if whole else (low, high, 0.1)
        return st.slider(
            choice.label, ends[0], ends[1], step=ends[2], format=None if whole else "%g", **common
        )
    shape = "%d" if choice.kind == "int" else "%g"
    return st.number_input(choice.label, low, high, step=_step(choice), format=shape, **common)


def _empty(state: State) -> str:
    """Return the meaning of an empty grade."""
    return "keep the grades" if grade_choice.problem_to_part(state) is None else "the median"


def _step(choice: Choice) -> int | float:
    if choice.name == "rounds":
        return 10
    if choice.kind == "int":
        return 1
    # Small numbers take small steps: a tenth of the default's power of ten.
    return (
        0.5 if choice.default >= 1 or choice.default == 0 else 10.0 ** math.floor(math.log10(choice.default))
    )


def _remember(choice: Choice, value: object) -> str:
    key = WIDGET + choice.name
    st.session_state.setdefault(key, value)
    return key


def _add_a_run(state: State, chosen: Sequence[str], offers: Sequence[str]) -> None:
    """Show the controls that run a chosen algorithm again, with another value of one of its parameters."""
    able = [name for name in dict.fromkeys(map(algorithm_of, chosen)) if _settable(name) and name in offers]
    if not able:
        return
    with st.popover(
        "Add a run with other settings",
        icon=":material/add:",
        width="stretch",
        disabled=len(chosen) >= MAX_ALGORITHMS,
    ):
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
