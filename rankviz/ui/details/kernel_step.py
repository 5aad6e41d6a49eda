"""A step of the kernel method in the drawer: its equations one after another, with the round's numbers in them."""

import streamlit as st

from rankviz.explain import run_names
from rankviz.explain.kernel import KernelStep, StepNumber, kernel_runs
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.details.explain import place_of
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

FULL = 17
SHORT = 4
"""Digits with and without "All digits"."""


def kernel_step(state: State, shown: Shown) -> None:
    """Show the step that led to the round on the stage."""
    run = kernel_runs(shown.trace)[0]
    t = min(int(state["t"]), run.n_rounds)
    if t == 0:
        st.info("Before the first step f = 0. Press **Step** to see the equations with their numbers.")
        return
    full = st.toggle("All digits", key="step-full", help="Every digit the engine has")
    late = "" if t == state["t"] else f" {run.label} stopped there: {run.stopped}."
    st.markdown(messages.plain(f"Step {t} of {run.label}.{late}"))
    name = next(name for name, each in run_names(shown.trace).items() if each is run)
    for part in _parts(shown, t, FULL if full else SHORT):
        with st.container(gap="xsmall", key=place_of(f"{name}:{part.key}")):
            st.caption(messages.plain(f"{part.words[0].upper()}{part.words[1:]} — {part.line.equation}"))
            st.latex(part.line.formula)
            st.latex(f"= {part.line.values}" if "=" in part.line.formula else part.line.values)


@cached
def _parts(shown: Shown, t: int, digits: int) -> list[StepNumber]:
    return KernelStep(shown.trace, kernel_runs(shown.trace)[0], t, digits=digits).parts()
