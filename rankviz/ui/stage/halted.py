"""Messages about runs that ended early or never began: which, when and why, with a button that mends it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from rankviz.algorithms.boosting.stop import Why
from rankviz.runs.trace import Run
from rankviz.ui.controls.holdout_choice import MANY_PAIRS
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import State

AS_ASKED = (Why.ROUNDS, Why.USER, Why.NO_ROUNDS)


@dataclass(frozen=True)
class Remedy:
    """A choice that lets the runs go on, and the words on its button."""

    label: str
    name: str
    value: object


def notice(state: State, shown: Shown) -> None:
    """Say which runs ended early, and offer the choices that let them go on; nothing when none did."""
    wanting = [run for run in shown.trace.runs if _wants(state, run)]
    if not wanting:
        return
    found = remedies(state, shown, wanting)
    halted = [run for run in shown.trace.runs if run in wanting or _refused(run)]
    words, *buttons = st.columns([6.0, *[1.6] * len(found)], vertical_alignment="center", gap="small")
    words.info(messages.plain(sentence(halted)), icon=":material/front_hand:")
    for place, remedy in zip(buttons, found, strict=True):
        place.button(
            remedy.label,
            key=f"remedy-{remedy.name}",
            on_click=_take,
            args=(remedy.name, remedy.value),
            width="stretch",
        )


def stale(problem: Exception, shown: Shown, *, is_previous: bool) -> None:
    """Say why the chosen run failed and which data the stage shows instead, and dim the stage."""
    title = shown.problem.title
    still = f"still shows the run before, on {title}" if is_previous else f"shows {title} instead"
    messages.error(problem, shown=f"The stage below {still}.")
    st.html(frontend.styles("stale"))


def sentence(halted: list[Run]) -> str:
    """Say which runs ended, in which round and why; runs that ended alike are named together."""
    names: dict[str, list[str]] = {}
    for run in halted:
        names.setdefault(str(run.stopped), []).append(run.label)
    return " ".join(f"{', '.join(labels)} halted: {why}." for why, labels in names.items())


def remedies(state: State, shown: Shown, halted: list[Run]) -> list[Remedy]:
    """Return the choices that let the runs go on, the likeliest first."""
    kinds = {run.stopped.why for run in halted}
    found = []
    if Why.UNDEFINED in kinds:
        found.append(Remedy("Cap such weights", "undefined", "cap"))
    if Why.NO_EDGE in kinds and not state["negative_alpha"]:
        found.append(Remedy("Allow negative α", "negative_alpha", True))
    if Why.DIVERGED in kinds and state["step"]:
        found.append(Remedy("Take the longest step allowed", "step", 0.0))
    if (
        shown.trace.holdout is not None
        and Why.DIVERGED not in kinds
        and shown.trace.problem.n_pairs < MANY_PAIRS
    ):
        found.append(Remedy("Hold nothing out", "holdout", 0))
    return found


def _refused(run: Run) -> bool:
    """Return whether the policy "halt" ended a run, also where the policy was set for that run alone."""
    return run.stopped.why is Why.UNDEFINED and run.params.get("undefined") == "halt"


def _wants(state: State, run: Run) -> bool:
    """Return whether a run has no round, or stopped where another choice would let it go on."""
    why = run.stopped.why
    if why in AS_ASKED:
        return False
    if why is Why.UNDEFINED:
        # A policy set for one run alone is meant, and no choice of the sidebar changes it.
        return _refused(run) and ":undefined=" not in run.contender
    return run.n_rounds == 0 or why is Why.DIVERGED or (why is Why.NO_EDGE and not state["negative_alpha"])


def _take(name: str, value: object) -> None:
    memory = st.session_state
    memory["state"] = memory["state"].but(**{name: value})
    memory[WIDGET + name] = value
    touch()
