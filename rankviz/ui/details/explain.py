"""One number explained, in a tab or below a stage: its equation with the values in it, and links to its inputs."""

import re

import streamlit as st

from rankviz.errors import DataError
from rankviz.explain import (
    Contribution,
    Contributions,
    Explanation,
    Input,
    explain,
    explains,
    menu,
    run_names,
)
from rankviz.explain.model import NUMBERS
from rankviz.explain.model import shown as written
from rankviz.explain.scored.equations import SCORED
from rankviz.explain.scored.lists import SYMBOLS as LIST_SYMBOLS
from rankviz.number_format import share
from rankviz.runs.trace import BoostedRun, Run
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.state import State

TRAIL = "explain-trail"
STAGE = "explain-stage"
"""Session key: the stage whose number is explained; None for the stage whose choice is in the link."""
KERNEL = "kernel-gd"
LONGEST = 8
"""Most steps of the trail that are remembered."""


def chosen_on(stage: str) -> str:
    """Return the session key of the number chosen on a stage."""
    return f"explained-on-{stage}"


def follow_click(component: object, stage: str | None = None) -> None:
    """Open the number chosen on the stage `stage`, by default the stage with the drawer.

    The kernel method's numbers have their equations one after another in a separate part of the drawer.
    """
    text = getattr(component, "explain", None)
    if isinstance(text, str) and ":" in text:
        if stage is None and re.match(rf"{KERNEL}[~:]", text):
            session.set_tab("step")
            return
        st.session_state[STAGE] = stage
        _start(text)
        if stage is None:
            session.set_tab("explain")


def explanation(state: State, shown: Shown, stage: str | None = None) -> None:
    """Explain the state's number at the round on the stage; the next choice is stored for that stage."""
    st.session_state[STAGE] = stage
    st.html(frontend.styles("explain"))
    runs = {name: run for name, run in run_names(shown.trace).items() if explains(run)}
    name, key = _where(state, runs)
    _choose(shown, runs, name, key)
    text = f"{name}:{key}"
    with st.container(key=place_of(text)):
        _trail(runs, text)
        full = st.session_state.get("explain-full", False)
        try:
            found = _explained(shown, name, int(state["t"]), key, 17 if full else 4)
        except DataError as problem:
            st.info(messages.plain(f"{problem} Choose a number above, or click one on the stage."))
            return
        _head(found, runs[name], state)
        for line in found.lines:
            with st.container(gap="xsmall"):
                st.caption(messages.plain(line.equation))
                st.latex(line.formula)
                if line.values:
                    st.latex(f"= {line.values}")
        for note in found.notes:
            st.caption(messages.plain(note))
        if found.inputs:
            st.markdown("**Made of**")
            with st.container(horizontal=True, key="ways"):
                for j, way in enumerate(found.inputs):
                    _button(way, name, f"way-{j}")
        if found.table:
            _table(found.table, name)


def place_of(text: str) -> str:
    """Return the key of the container that explains a number; the stage finds it by that key (control/explain.js)."""
    return f"explained-{re.sub(r'[^a-z0-9]+', '-', text)}"


def _where(state: State, runs: dict[str, Run]) -> tuple[str, str]:
    """Return (run, key) of the state's number; where it names none, a run's first number, α if there is one."""
    name, _, key = str(state["explain"]).partition(":")
    if name not in runs or not key:
        name = name if name in runs else next(iter(runs))
        return name, _first(runs[name])
    return name, key


def _first(run: Run) -> str:
    return "alpha" if isinstance(run, BoostedRun) else next(iter(menu(run)))


@cached
def _explained(shown: Shown, name: str, t: int, key: str, digits: int) -> Explanation:
    return explain(shown.trace, run_names(shown.trace)[name], t, key, digits)


# ---------------------------------------------------------------- choosing


def _choose(shown: Shown, runs: dict[str, Run], name: str, key: str) -> None:
    """Show the menus of the run, its number, or an item, set to the state's values."""
    memory, numbers = st.session_state, menu(runs[name])
    memory["explain-run"] = name
    memory["explain-number"] = key if key in numbers else None
    memory["explain-item"] = int(key[5:]) if re.fullmatch(r"item:\d{1,9}", key) else None
    labels = shown.trace.problem.item_labels
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Run",
            list(runs),
            format_func=lambda one: runs[one].label,
            required=True,
            key="explain-run",
            on_change=_run_chosen,
            args=(runs, key),
            width="content",
        )
        st.selectbox(
            "Number of the round",
            list(numbers),
            format_func=numbers.__getitem__,
            placeholder="choose a number",
            key="explain-number",
            on_change=_number_chosen,
            args=(name,),
            width=315,
        )
        st.selectbox(
            "or the score of an item",
            range(len(labels)),
            format_func=lambda x: labels[x],
            placeholder="choose an item",
            key="explain-item",
            on_change=_item_chosen,
            args=(name,),
            width=220,
        )
        st.toggle("All digits", key="explain-full", help="Every digit the engine has, also in the equation")


def _run_chosen(runs: dict[str, Run], key: str) -> None:
    name = st.session_state["explain-run"]
    there = key in menu(runs[name]) or key.startswith("item:")
    _start(f"{name}:{key if there else _first(runs[name])}")


def _number_chosen(name: str) -> None:
    number = st.session_state["explain-number"]
    if number:
        _start(f"{name}:{number}")


def _item_chosen(name: str) -> None:
    if st.session_state["explain-item"] is not None:
        _start(f"{name}:item:{st.session_state['explain-item']}")


def _start(text: str) -> None:
    """Explain this number and begin a new trail."""
    st.session_state[TRAIL] = [text]
    _keep(text)


def _go(text: str, symbol: str) -> None:
    """Go on to this number and add it to the trail."""
    st.session_state[TRAIL] = [*st.session_state.get(TRAIL, []), text][-LONGEST:]
    _keep(text)


def _back(place: int) -> None:
    """Go back to an earlier step of the trail."""
    st.session_state[TRAIL] = st.session_state[TRAIL][: place + 1]
    _keep(st.session_state[TRAIL][-1])


def _keep(text: str) -> None:
    stage = st.session_state.get(STAGE)
    if stage is None:
        session.set_explained(text)
    else:
        st.session_state[chosen_on(stage)] = text


def _trail(runs: dict[str, Run], text: str) -> None:
    """Show the trail, each step a link back."""
    trail = st.session_state.get(TRAIL, [])
    if not trail or trail[-1] != text:
        trail = st.session_state[TRAIL] = [text]
    if len(trail) < 2:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="crumbs"):
        for place, step in enumerate(trail[:-1]):
            st.button(
                f"{messages.plain(_short(step))} ›",
                key=f"crumb-{place}",
                type="tertiary",
                on_click=_back,
                args=(place,),
            )
        st.markdown(f"**{messages.plain(_short(trail[-1]))}**")


def _short(text: str) -> str:
    """Return a step of the trail in a few characters."""
    key, _, at = text.partition(":")[2].partition("@")
    name = key.partition(":")[0]
    symbols = {
        "target": "r",
        "fitted": "g",
        **LIST_SYMBOLS,
        "pair": "D",
        "score": "s",
        "term": "Π ω*",
        "item": "g",
        "potential": "π",
        "eta": "η",
        "h": "h",
    }
    symbols |= {key: symbol for key, (symbol, _) in NUMBERS.items()}
    symbols |= {key: symbol for one in SCORED.values() for key, (symbol, _) in one.numbers.items()}
    symbol = symbols.get(name, name)
    return f"{symbol} (round {at})" if at else symbol


# ---------------------------------------------------------------- showing


def _head(found: Explanation, run: Run, state: State) -> None:
    value = found.full if st.session_state.get("explain-full") else found.text
    when = "at the start" if found.t == 0 else f"round {found.t}"
    if found.t != int(state["t"]):
        when += f"; the stage is at round {state['t']}"
    st.markdown(
        f'<div class="rankviz-number" role="status"><b>{_html(found.symbol)} = {_html(value)}</b>'
        f"<span>{_html(found.name)}. {_html(run.label)}, {when}.</span></div>",
        unsafe_allow_html=True,
    )


def _html(text: str) -> str:
    """Escape a text for HTML inside Markdown, so that nothing in the text is markup of either."""
    return "".join(letter if letter.isalnum() or letter == " " else f"&#{ord(letter)};" for letter in text)


def _button(way: Input, name: str, key: str) -> None:
    key_alone, _, at = way.key.partition("@")
    of = f" (round {at})" if at and ":" not in key_alone else ""
    st.button(
        messages.plain(f"{way.symbol}{of} = {written(way.value)}"),
        help=messages.plain(way.words),
        key=key,
        on_click=_go,
        args=(f"{name}:{way.key}", way.symbol),
    )


def _table(table: Contributions, name: str) -> None:
    rows, more = len(table.rows), table.more
    count = (
        f"the {rows} largest of {rows + more:,}" if more else f"all {rows}" if rows > 1 else "the only one"
    )
    st.markdown(f"**What adds to it:** {messages.plain(f'{count}, each a {table.of}; {table.amount}')}")
    with st.container(gap="xsmall"):
        for j, row in enumerate(table.rows):
            _row(row, name, j)
    if more:
        rest = "" if table.rest is None else f", {written(table.rest)} together"
        st.caption(messages.plain(f"and {more:,} more{rest}"))


def _row(row: Contribution, name: str, j: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for k, way in enumerate(row.links):
            _button(way, name, f"way-{j}-{k}-row")
        adds = "" if row.links and row.links[0].value == row.amount else f"{written(row.amount)}, "
        part = f"{share(row.share)} of it" if row.share is not None else ""
        in_brackets = f" ({adds}{part})" if adds or part else ""
        st.markdown(messages.plain(f"{row.label}{in_brackets.replace(', )', ')')}"), width="content")
