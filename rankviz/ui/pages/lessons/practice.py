"""Predictions about any run: the question follows the stage's round, and the answer moves the stage on."""

from collections.abc import Callable

import streamlit as st

from rankviz.engine.algorithms.boosting.stop import Stop
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.lessons.lesson import Ask
from rankviz.lessons.predict import BOUND, PAIR, RANKER, Question
from rankviz.ui.pages.lessons import predict
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.stage import embedded_stage
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state.state import State

KINDS = {RANKER: "The next ranker", PAIR: "The pair that gains the most", BOUND: "Ê2 rises or falls"}
PREDICT, OF = "predict", "of"
"""In the link: the kind of question, and the algorithm."""
ASKS_OF, KIND, REVEALED = "practice-of", "practice-kind", "practice-revealed"
DISMISSED = "practice-dismissed"
"""Keys of the questions that were dismissed."""


def read(link: dict[str, str]) -> None:
    """Set the kind of question and the algorithm from a link; an unknown value leaves the current choice."""
    if link.get(PREDICT) in KINDS:
        st.session_state[KIND] = link[PREDICT]
    if link.get(OF) in ALGORITHMS:
        st.session_state[ASKS_OF] = link[OF]


def written() -> dict[str, str]:
    """Return the question's kind and algorithm as query parameters."""
    memory = st.session_state
    asked = {PREDICT: str(memory.get(KIND, RANKER))}
    return asked | ({OF: str(memory[ASKS_OF])} if ASKS_OF in memory else {})


@fragment
def practise(name: str, state: State, shown: Shown, state_key: str, on_asked: Callable[[], None]) -> None:
    """Show the question on the left, the stage on the right; both follow the round.

    `state_key` names the state in the session. `on_asked` is called once the kind and the algorithm are known.
    """
    words, picture = st.columns([1, 2.55], gap="medium")
    with words, st.container(key="lesson-side"), st.container(key="lesson-words", gap="small"):
        st.header("Predict each round")
        questions(name, shown)
    on_asked()
    with picture:
        embedded_stage.draw(name, state, shown, hold(name, shown), state_key=state_key)


def hold(name: str, shown: Shown) -> Offer:
    """Return the settings that stop the stage before the round still to be predicted."""
    memory = st.session_state
    run = shown.trace.run(memory[ASKS_OF])
    t = embedded_stage.cursor(name)
    while t < run.n_rounds and _open(shown, run.algorithm, str(memory[KIND]), t + 1) is None:
        t += 1
    return Offer(settings={"hold": t if t < run.n_rounds else None})


def _key(shown: Shown, algorithm: str, kind: str, t: int) -> str:
    return f"free:{shown.identity[:12]}:{algorithm}:{kind}:{t}"


def _open(shown: Shown, algorithm: str, kind: str, t: int) -> Question | None:
    """Return the question about a round while it is neither answered nor dismissed, else None."""
    key = _key(shown, algorithm, kind, t)
    if predict.answered(key) or key in st.session_state.get(DISMISSED, ()):
        return None
    return predict.question_about(shown, Ask(kind, algorithm, t))


def questions(name: str, shown: Shown) -> None:
    """Show the question about the round after the one on the stage, or the answer to the question just settled."""
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
            "Algorithm", list(runs), key=ASKS_OF, format_func=lambda a: runs[a].label, required=True
        )
    run, kind = runs[memory[ASKS_OF]], str(memory[KIND])
    algorithm = run.algorithm
    t, identity = embedded_stage.cursor(name), shown.identity
    revealed = memory.get(REVEALED) == (identity, run.algorithm, kind, t)
    t = t if revealed else t + 1
    key = _key(shown, run.algorithm, kind, t)
    asked = predict.question_about(shown, Ask(kind, run.algorithm, t))
    if asked is None:
        st.info(messages.plain(_nothing(run.label, kind, run.n_rounds, t, run.stopped)))
    else:

        def reveal() -> None:
            memory[REVEALED] = (identity, algorithm, kind, t)
            embedded_stage.put_cursor(name, t)

        predict.box(asked.unhinted() if kind == RANKER else asked, key, reveal)
        if not predict.answered(key):
            st.button(
                "Skip this question",
                icon=":material/skip_next:",
                on_click=_dismiss,
                args=(name, key, t),
                key="practice-dismiss",
            )
        if predict.answered(key) and not revealed:
            st.caption("You have answered this one already.")
        if predict.answered(key):
            st.button(
                "Predict the next round", icon=":material/arrow_forward:", on_click=_next, args=(name, t)
            )
    right, made = progress().score("free:")
    if made:
        st.caption(f"{right} of {made} predictions right.")


def _dismiss(name: str, key: str, t: int) -> None:
    """Skip the prediction; the round is not scored."""
    st.session_state.setdefault(DISMISSED, set()).add(key)
    st.session_state.pop(REVEALED, None)
    embedded_stage.put_cursor(name, t)


def _next(name: str, t: int) -> None:
    st.session_state.pop(REVEALED, None)
    embedded_stage.put_cursor(name, t)


def _nothing(label: str, kind: str, rounds: int, t: int, stopped: Stop) -> str:
    if t > rounds:
        why = f"it stopped: {stopped}" if stopped.early else "that is the last round of the run"
        return f"{label} has no round {t}: {why}. Step back, and predict from there."
    if kind == BOUND:
        return (
            f"Ê2 of {label} was not measured in round {t}, or its change is no more than rounding. Step on."
        )
    return f"In round {t} of {label} every answer is equally right. Step on, and predict from there."
