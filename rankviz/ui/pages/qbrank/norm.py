"""Do small steps regularise? Held-out risk at the same norm: the run on the stage beside a run with another η."""

import streamlit as st

from rankviz.engine.algorithms.qbrank.qbrank import ETA
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, share
from rankviz.engine.runs.trace import Run
from rankviz.insight.theory.trees.norm_path import NormPath, compared, path_of, rounds_for, with_step
from rankviz.insight.theory.trees.refit import descents
from rankviz.lab.figures.trees.norm_path import norm_path
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.qbrank.waiting import learning
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

PARTS = (2, 4, 10)
"""Divisors of η that give the other η."""
NEGLIGIBLE = 0.005
"""A difference of held-out risks below this, in the mean over the norms, counts as none."""


def norm(state: State, shown: Shown) -> None:
    """Show the choice of a run and of another η, the figure, and its verdict."""
    runs = descents(shown.trace)
    if not runs or shown.trace.holdout is None:
        st.info(
            "Hold something out first, so that the risk can be measured on data not used for training."
            if runs
            else "No run here lowers a risk with trees. Choose QBRank or GBT."
        )
        return
    left, right = st.columns(2)
    label = left.selectbox("Run", [run.label for run in runs], key="qbrank-norm-run")
    run = next(run for run in runs if run.label == label)
    eta = float(run.params["eta"])
    assert ETA.low is not None
    smaller = [part for part in PARTS if eta / part >= ETA.low]
    with right:
        part = st.segmented_control(
            "Beside it, the same with",
            smaller,
            default=smaller[min(1, len(smaller) - 1)] if smaller else None,
            required=bool(smaller),
            format_func=lambda part: f"η / {part}",
            key=f"qbrank-norm-{eta:g}",
        )
    try:
        first = path_of(shown.trace, run)
        others = [path_of(shown.trace, other) for other in runs if _of_another_step(run, other)]
        if part is not None and eta / part not in [other.eta for other in others]:
            others.append(_with_step(shown, shown.trace.scored.index(run), eta / part, int(state["seed"])))
    except DataError as problem:
        st.info(messages.plain(str(problem)))
        return
    st.plotly_chart(
        norm_path([first, *others]),
        key="plot-norm",
        config={"displaylogo": False},
        alt=f"Risk of {run.label} against the norm, for η = {', '.join(f'{p.eta:g}' for p in (first, *others))}",
    )
    for other in others:
        st.markdown(messages.plain(verdict(first, other)))
    st.caption(
        "How to read this: ‖h‖, the sum of the lengths of a run's steps, is how far it has gone in function space. "
        "The paper uses it as the complexity of the score and says that small steps regularise, because they keep it "
        "small. So at the same ‖h‖ the curve of the smaller η should be lower. Solid is the held-out risk, with a "
        "mark at its lowest value, and dotted the training risk; 1 is the risk before round 1."
    )


def verdict(first: NormPath, second: NormPath) -> str:
    """Say which of two steps η has the lower held-out risk at the same norm."""
    large, small = sorted((first, second), key=lambda path: -path.eta)
    found = compared(large, small)
    seen = (
        f"Up to ‖h‖ = {number(found.reach)}, as far as both go, the held-out risk of η = {small.eta:g} is lower at "
        f"{share(found.lower)} of the norms, on average by {number(found.gap, 2)}; its lowest value is "
        f"{number(found.least[1])}, that of η = {large.eta:g} {number(found.least[0])}."
    )
    if abs(found.gap) < NEGLIGIBLE:
        return f"Here the size of the step hardly matters. {seen}"
    if (found.gap > 0.0) != (found.least[1] < found.least[0]):
        return f"Here which step is better depends on the norm. {seen}"
    return (
        f"Here small steps do regularise. {seen}"
        if found.gap > 0.0
        else f"Here small steps do not help. {seen}"
    )


def _of_another_step(run: Run, other: Run) -> bool:
    """Return whether the other run differs in η alone."""
    return (
        other is not run
        and other.algorithm == run.algorithm
        and {**other.params, "eta": 0.0} == {**run.params, "eta": 0.0}
    )


@cached
def _with_step(shown: Shown, index: int, eta: float, seed: int) -> NormPath:
    run = shown.trace.scored[index]
    with learning(f"Learning with η = {eta:g}", rounds_for(run, eta)) as progress:
        return with_step(shown.trace, run, eta, seed, progress)
