"""Questions to a class, from the run on the stage or by hand: ask, lock, view the answers, reveal."""

import html
from collections.abc import Callable
from functools import partial

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lessons import predict
from rankviz.lessons.text.own_question import OWN, typed
from rankviz.ui.rooms.leading import telling, wish
from rankviz.ui.rooms.offer import offered
from rankviz.ui.rooms.question import LOCKED, OPEN, REVEALED, ClassQuestion, advice
from rankviz.ui.rooms.store import Room, rooms
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.state import State

KINDS = {
    predict.RANKER: "Next ranker",
    predict.PAIR: "Pair that gains the most",
    predict.BOUND: "Ê2 rises or falls",
    predict.FIRST: "First run at R̂1 = 0",
    predict.THEOREM: "Which theorem fails first",
    OWN: "Your own",
}

RIGHT = "Put a star before the right answer. Without a star it is a poll, and no answer is right."

OnReveal = Callable[[ClassQuestion], None]
"""Called by the page when that question is revealed."""


def questions(here: Room, state: State, shown: Shown) -> None:
    """Show the question under way, or the choice of the next one."""
    if not under_way(here, lambda asked: None if asked.t is None else session.go_to(asked.t)):
        _next(here, state, shown)


def of_moment(here: Room, asked: ClassQuestion | None, on_reveal: OnReveal) -> None:
    """Show the question under way, or that of a moment, to be asked with one click."""
    if under_way(here, on_reveal) or asked is None:
        return
    if here.of_before(asked) is not None and here.question is not None:
        return  # it is revealed
    st.markdown(f"**{messages.plain(asked.prompt)}**")
    _offer(here, asked, "Ask the class")


def under_way(here: Room, on_reveal: OnReveal) -> bool:
    """Show the open question with its buttons; return False where another may be asked."""
    asked, mine = here.question, (here.code, here.owner)
    if asked is None or asked.phase == REVEALED:
        if asked is not None:
            _answers(here, asked)
        return False
    st.markdown(f"**{messages.plain(asked.prompt)}**")
    if asked.phase == OPEN:
        _voted(here.code)
        st.button(
            "Lock the answers", type="primary", on_click=wish, args=(rooms().lock, *mine), key="class-lock"
        )
    elif asked.phase == LOCKED:
        _counted(here, asked)
        with st.container(horizontal=True):
            st.button("Ask again", on_click=wish, args=(rooms().ask_again, *mine), key="class-again")
            reveal = partial(_reveal, here, asked, on_reveal)
            st.button("Reveal", type="primary", on_click=reveal, key="class-reveal")
    st.button(
        "Set it aside",
        type="tertiary",
        on_click=wish,
        args=(rooms().drop, *mine),
        key="class-drop",
        help="The votes are kept and come back when you ask the same question again",
    )
    return True


@telling()
def _counted(here: Room, asked: ClassQuestion) -> None:
    tally = rooms().tally(here)
    st.html(frontend.styles("class") + _bars(asked, tally))
    if message := advice(asked.right, tally):
        st.info(message)


@telling()
def _answers(here: Room, asked: ClassQuestion) -> None:
    st.markdown(f"**{messages.plain(asked.prompt)}**")
    st.html(frontend.styles("class") + _bars(asked, rooms().tally(here)))
    if asked.why:
        st.write(messages.plain(asked.why))
    st.button(
        "Clear", type="tertiary", on_click=wish, args=(rooms().drop, here.code, here.owner), key="class-clear"
    )


def _next(here: Room, state: State, shown: Shown) -> None:
    """Choose the question about the round after the one on the stage."""
    st.markdown("**Ask the class**")
    boosted = [] if shown.excerpt else list(shown.trace.boosted)
    kinds = list(KINDS) if boosted else [OWN]
    kind = st.segmented_control(
        "What is asked",
        kinds,
        default=kinds[0],
        required=True,
        format_func=lambda name: KINDS[name],
        key="class-kind",
        label_visibility="collapsed",
    )
    asked = _by_hand() if kind == OWN else _of_run(state, shown, str(kind))
    if asked is not None:
        _offer(here, asked, "Ask")


def _offer(here: Room, asked: ClassQuestion, label: str) -> None:
    act = (rooms().ask, here.code, here.owner, asked)
    st.button(label, type="primary", on_click=wish, args=act, key="class-ask")


def _by_hand() -> ClassQuestion | None:
    prompt = st.text_input("Question", key="class-prompt")
    lines = st.text_area("Options, one per line", key="class-options", placeholder="Yes\n* No", help=RIGHT)
    try:
        return ClassQuestion(*typed(prompt, lines).vote)
    except DataError as error:
        st.caption(messages.plain(str(error)))
        return None


def _of_run(state: State, shown: Shown, kind: str) -> ClassQuestion | None:
    """Return the question about the next round, as `rankviz.lessons.predict` makes it of the run."""
    labels = [run.label for run in shown.trace.boosted]
    one = len(labels) == 1 or kind == predict.FIRST  # FIRST is about all runs
    name = str(labels[0] if one else st.selectbox("Of", labels, key="class-of"))
    t = int(state["t"]) + 1
    try:
        asked = offered(shown, kind, t, name)
    except ValueError as error:
        st.caption(str(error))
        return None
    if asked is None:
        none = {
            predict.FIRST: "No round is left, or a run is at R̂1 = 0 already. Step back.",
            predict.THEOREM: f"No theorem that holds after round {t - 1} of {name} fails in {predict.AHEAD} rounds.",
        }
        other = f"Round {t} of {name} has no such question. Step to another round."
        st.caption(messages.plain(none.get(kind, other)))
        return None
    st.write(messages.plain(asked.prompt))
    st.markdown("\n".join(f"- {messages.plain(words)}" for words, _ in asked.options))
    st.caption(f"Every stage, yours included, waits at round {asked.hold} until you reveal round {asked.t}.")
    return asked


def _reveal(here: Room, asked: ClassQuestion, on_reveal: OnReveal) -> None:
    wish(rooms().reveal, here.code, here.owner)
    on_reveal(asked)


@st.fragment(run_every=1)
@telling()
def _voted(code: str) -> None:
    here = rooms().room(code)
    if here is not None and here.question is not None:
        voted = sum(rooms().tally(here))
        there = max(voted, rooms().followers(code))  # a voter may have left
        st.progress(min(1.0, voted / there) if there else 0.0, f"{voted:,} of {there:,} answered")


def _bars(asked: ClassQuestion, tally: list[int]) -> str:
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
