"""Questions to a class, from the run on the stage or by hand: ask, lock, look at the answers, reveal."""

from __future__ import annotations

import html

import streamlit as st

from rankviz.lessons import predict
from rankviz.ui.rooms.leading import wish
from rankviz.ui.rooms.question import LOCKED, OPEN, REVEALED, Asked, advice
from rankviz.ui.rooms.store import Room, rooms
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.state import State

KINDS = {
    predict.RANKER: "Next ranker",
    predict.PAIR: "Pair that gains most",
    predict.BOUND: "Ê2 rises or falls",
    predict.FIRST: "First at R̂1 = 0",
    predict.THEOREM: "Theorem that stops holding",
    "own": "Your own",
}


def questions(here: Room, state: State, shown: Shown) -> None:
    """The question that is asked, or the next one."""
    asked, mine = here.question, (here.code, here.owner)
    if asked is None or asked.phase == REVEALED:
        if asked is not None:
            _answers(here, asked)
        _next(here, state, shown)
        return
    st.markdown(f"**{messages.plain(asked.prompt)}**")
    if asked.phase == OPEN:
        _voted(here.code)
        st.button(
            "Lock the answers", type="primary", on_click=wish, args=(rooms().lock, *mine), key="class-lock"
        )
    elif asked.phase == LOCKED:
        tally = rooms().tally(here)
        st.html(_bars(asked, tally))
        if told := advice(asked.right, tally):
            st.info(told)
        with st.container(horizontal=True):
            st.button("Ask again", on_click=wish, args=(rooms().ask_again, *mine), key="class-again")
            st.button("Reveal", type="primary", on_click=_reveal, args=(here, asked.t), key="class-reveal")
    st.button(
        "Drop the question", type="tertiary", on_click=wish, args=(rooms().drop, *mine), key="class-drop"
    )


def _answers(here: Room, asked: Asked) -> None:
    st.markdown(f"**{messages.plain(asked.prompt)}**")
    st.html(_bars(asked, rooms().tally(here)))
    if asked.why:
        st.write(messages.plain(asked.why))
    st.button(
        "Clear", type="tertiary", on_click=wish, args=(rooms().drop, here.code, here.owner), key="class-clear"
    )


def _next(here: Room, state: State, shown: Shown) -> None:
    """Choose what to ask about the round after the one on the stage."""
    st.markdown("**Ask the class**")
    boosted = [] if shown.excerpt else list(shown.trace.boosted)
    kinds = list(KINDS) if boosted else ["own"]
    kind = st.segmented_control(
        "What is asked",
        kinds,
        default=kinds[0],
        required=True,
        format_func=lambda name: KINDS[name],
        key="class-kind",
        label_visibility="collapsed",
    )
    asked = _own() if kind == "own" else _of_run(state, shown, str(kind))
    if asked is None:
        return
    st.button(
        "Ask",
        type="primary",
        on_click=wish,
        args=(rooms().ask, here.code, here.owner, asked),
        key="class-ask",
    )


def _own() -> Asked | None:
    prompt = st.text_input("Question", key="class-prompt")
    lines = st.text_area("Options, one a line", key="class-options", placeholder="Yes\nNo")
    options = tuple((line.strip(), "") for line in lines.splitlines() if line.strip())
    try:
        return Asked(prompt.strip(), options)
    except ValueError as error:
        st.caption(str(error))
        return None


def _of_run(state: State, shown: Shown, kind: str) -> Asked | None:
    """The question about the next round, which `rankviz.lessons.predict` makes of the run."""
    runs = {run.label: run for run in shown.trace.boosted}
    one = len(runs) == 1 or kind == predict.FIRST  # that is asked of all of them
    name = next(iter(runs)) if one else st.selectbox("Of", list(runs), key="class-of")
    t = int(state["t"]) + 1
    made = predict.question(shown.trace, runs[str(name)], t, kind)
    if made is None:
        none = {
            predict.FIRST: "No round is left, or a run is at R̂1 = 0 already. Step back.",
            predict.THEOREM: f"Nothing that holds after round {t - 1} of {name} stops in {predict.AHEAD} rounds.",
        }
        other = f"Round {t} of {name} has no such question. Step to another round."
        st.caption(messages.plain(none.get(kind, other)))
        return None
    st.write(messages.plain(made.prompt))
    options = tuple((option.label, option.hint) for option in made.options)
    right = made.options.index(made.answer)
    st.markdown("\n".join(f"- {messages.plain(words)}" for words, _ in options))
    st.caption(f"Everybody's stage, yours too, waits at round {made.t - 1} until you reveal round {made.t}.")
    try:
        return Asked(made.prompt, options, right, made.answer.why, made.t)
    except ValueError as error:
        st.caption(str(error))
        return None


def _reveal(here: Room, t: int | None) -> None:
    wish(rooms().reveal, here.code, here.owner)
    if t is not None:
        session.set_round(t)


@st.fragment(run_every=1)
def _voted(code: str) -> None:
    here = rooms().room(code)
    if here is not None and here.question is not None:
        voted, there = sum(rooms().tally(here)), rooms().followers(code)
        st.progress(min(1.0, voted / there) if there else 0.0, f"{voted:,} of {there:,} answered")


def _bars(asked: Asked, tally: list[int]) -> str:
    total = sum(tally)
    rows = []
    for k, ((words, _), votes) in enumerate(zip(asked.options, tally, strict=True)):
        shown = asked.phase == REVEALED and k == asked.right
        share = votes / total if total else 0.0
        rows.append(
            f'<span class="{"right" if shown else ""}">{"✓ " if shown else ""}{html.escape(words)}</span>'
            f'<b>{votes} · {share:.0%}</b><i style="--share:{share:.1%}"></i>'
        )
    return f'<div class="rv-bars">{"".join(rows)}</div>'
