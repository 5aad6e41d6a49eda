"""How good must a weak learner be? The run on the stage beside the same run with another tolerance ε."""

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, share
from rankviz.insight.theory.trees.refit import descents
from rankviz.insight.theory.trees.tolerance_path import TolerancePath, path_of, with_tolerance
from rankviz.lab.figures.trees.tolerance import tolerance as picture
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.pages.qbrank.waiting import learning
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

SHARES = (0.0, 0.1, 0.3, 1.0)
NEGLIGIBLE = 0.005
"""A difference of risks below this, as a share of the risk at the start, counts as none."""


def tolerance(state: State, shown: Shown) -> None:
    """Show the choice of a run and of another tolerance, the figure, and its verdict."""
    runs = descents(shown.trace)
    if not runs:
        st.info("No run here lowers a risk with trees. Choose QBRank or GBT.")
        return
    left, right = st.columns(2)
    label = left.selectbox("Run", [run.label for run in runs], key="qbrank-tolerance-run")
    run = next(run for run in runs if run.label == label)
    current = float(run.params["tolerance"])
    others = [each for each in SHARES if each != current]
    with right:
        other = st.segmented_control(
            "Beside it, the same within ε ≤",
            others,
            default=0.3 if current == 0.0 else 0.0,
            required=True,
            format_func=lambda each: share(each) if each else "0",
            key=f"qbrank-tolerance-{current:g}",
        )
    try:
        first = path_of(shown.trace, run)
        second = _with_tolerance(
            shown, shown.trace.scored.index(run), float(other or 0.0), int(state["seed"])
        )
    except DataError as problem:
        st.info(messages.plain(str(problem)))
        return
    st.plotly_chart(
        picture([first, second]),
        key="plot-tolerance",
        config={"displaylogo": False},
        alt=f"Risk of {run.label} and what its trees gave up, for tolerances {first.share:g} and {second.share:g}",
    )
    st.markdown(messages.plain(verdict(first, second)))
    st.caption(
        "How to read this: the paper's weak learner may miss the best tree by ε, in squared error (3). Here the tree "
        "that is found is pruned as long as that costs at most a given share of what it explains. The dashed line is "
        "that share, the line below it the share used. Above, solid is the "
        + ("held-out risk, dotted the training risk" if first.held is not None else "training risk")
        + "; 1 is the risk before round 1. What Theorem 1 allows with these ε is under *Theorems*, for a run whose "
        "own ε is not 0."
    )


def verdict(first: TolerancePath, second: TolerancePath) -> str:
    """Say what the larger of two tolerances costs at the last round that both runs reach."""
    exact, loose = sorted((first, second), key=lambda path: path.share)
    t = min(len(exact.used), len(loose.used))
    more = float(loose.training[t] - exact.training[t])
    seen = (
        f"Within ε ≤ {share(loose.share)} a tree has {number(float(loose.leaves[:t].mean()), 2)} leaves on average, "
        f"and {number(float(exact.leaves[:t].mean()), 2)} "
        f"{'as it was found' if exact.share == 0.0 else f'within {share(exact.share)}'}. After round {t} the training "
        f"risk is {number(float(loose.training[t]))} against {number(float(exact.training[t]))}"
    )
    held = 0.0
    if exact.held is not None and loose.held is not None:
        held = float(loose.held[t] - exact.held[t])
        seen += f", the held-out one {number(float(loose.held[t]))} against {number(float(exact.held[t]))}"
    return f"{_lead(more, held)} {seen}."


def _lead(more: float, held: float) -> str:
    """Return the verdict, given how much higher each risk (training, held-out) is with the larger tolerance."""
    if abs(more) < NEGLIGIBLE and abs(held) < NEGLIGIBLE:
        return "Here the tolerance hardly matters."
    if more >= NEGLIGIBLE:
        if held <= -NEGLIGIBLE:
            return "Here worse trees learn less, but what they learn is better on held-out data."
        return "Here worse trees learn less."
    if more <= -NEGLIGIBLE:
        if held >= NEGLIGIBLE:
            return "Here worse trees learn more, but not on held-out data."
        return "Here worse trees do learn more."
    return f"Here worse trees learn as much, and do {'worse' if held > 0.0 else 'better'} on held-out data."


@cached
def _with_tolerance(shown: Shown, index: int, other: float, seed: int) -> TolerancePath:
    run = shown.trace.scored[index]
    with learning(
        f"Learning with ε ≤ {share(other)}" if other else "Learning with ε = 0", run.n_rounds
    ) as progress:
        return with_tolerance(shown.trace, run, other, seed, progress)
