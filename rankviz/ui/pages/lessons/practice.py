"""Predicting any run: the question follows the stage's round, and the answer moves the stage on."""

from __future__ import annotations

import streamlit as st

from rankviz.algorithms.boosting.stop import Stop
from rankviz.lessons.lesson import Ask
from rankviz.lessons.predict import PAIR, RANKER
from rankviz.ui.pages.lessons import predict, stage
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

KINDS = {RANKER: "The next ranker", PAIR: "The pair that gains most"}
ASKS_OF, KIND, REVEALED = "practice-of", "practice-kind", "practice-revealed"


@fragment
def practise(name: str, state: State, shown: Shown) -> None:
    """The question on the left, the stage on the right; both follow the round."""
    words, picture = st.columns([1, 2.55], gap="medium")
    with words, st.container(key="lesson-side"), st.container(key="lesson-words", gap="small"):
        questions(name, shown)
    with picture:
        stage.draw(name, state, shown, {"look": "future:hidden"})


def questions(name: str, shown: Shown) -> None:
    """The question about the round after the one on the stage, or the reveal of the one just answered."""
    memory = st.session_state
    runs = {run.algorithm: run for run in shown.trace.runs if run.fork is None}
    memory.setdefault(KIND, RANKER)
    if memory.get(ASKS_OF) not in runs:
        memory[ASKS_OF] = shown.trace.runs[0].algorithm
    st.segmented_control(
        "What to predict", list(KINDS), key=KIND, format_func=lambda kind: KINDS[kind], required=True
    )
    if len(runs) > 1:
        st.segmented_control(
            "Of", list(runs), key=ASKS_OF, format_func=lambda a: runs[a].label, required=True
        )
    run, kind = runs[memory[ASKS_OF]], str(memory[KIND])
    algorithm = run.algorithm
    t, identity = stage.cursor(name), shown.identity
    revealed = memory.get(REVEALED) == (identity, run.algorithm, kind, t)
    t = t if revealed else t + 1
    key = f"free:{identity[:12]}:{run.algorithm}:{kind}:{t}"
    asked = predict.ask(shown, Ask(kind, run.algorithm, t))
    if asked is None:
        st.info(messages.plain(_nothing(run.label, run.n_rounds, t, run.stopped)))
    else:

        def reveal() -> None:
            memory[REVEALED] = (identity, algorithm, kind, t)
            stage.put_cursor(name, t)

        predict.box(asked, key, reveal)
        if predict.answered(key) and not revealed:
            st.caption("You have answered this one already.")
        if predict.answered(key):
            st.button(
                "Predict the next round", icon=":material/arrow_forward:", on_click=_next, args=(name, t)
            )
    right, made = progress().score("free:")
    if made:
        st.caption(f"{right} of {made} predictions right.")


def _next(name: str, t: int) -> None:
    st.session_state.pop(REVEALED, None)
    stage.put_cursor(name, t)


def _nothing(label: str, rounds: int, t: int, stopped: Stop) -> str:
    if t > rounds:
        why = f"it stopped: {stopped}" if stopped.early else "that is the last round of the run"
        return f"{label} has no round {t}: {why}. Step back, and predict from there."
    return f"In round {t} of {label} every answer is equally right. Step on, and predict from there."
