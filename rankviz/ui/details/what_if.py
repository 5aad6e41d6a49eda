"""A what-if: another ranker, another α or another policy in one round; the branch runs next to the greedy run."""

import streamlit as st

from rankviz.board.figures.difference import difference
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.engine.number_format import exact
from rankviz.engine.runs import candidates, forks
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.runner import MAX_FORCED
from rankviz.engine.runs.trace import BoostedRun, Run
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state import session
from rankviz.ui.state.state import MAX_ALGORITHMS, State

AS_PICKED, BY_EQUATION, UNCHANGED = "as picked", "by its equation", "unchanged"


def what_if(state: State, shown: Shown) -> None:
    """Show the current branch, or the controls that make one at the round on the stage."""
    if state["fork"]:
        _branch(state, shown)
        return
    t = int(state["t"])
    if len(state["alg"]) == MAX_ALGORITHMS:
        st.info("The stage is full with six runs. Remove one algorithm to see a branch beside the others.")
        return
    if t == 0:
        st.info("Press **Step** first: a branch starts from the round on screen.")
        return
    runs = {on_screen(run): run for run in shown.trace.boosted if run.n_rounds >= t}
    if not runs:
        st.info("No run reaches this round. Go **Back** to one that was run.")
        return
    st.markdown(
        f"**What if round {t} had chosen differently?** After it, the branch follows the algorithm again."
    )
    label = st.segmented_control(
        "Algorithm", list(runs), default=next(iter(runs)), required=True, key="fork-of"
    )
    fork = _choices(shown, runs.get(label, next(iter(runs.values()))), t)
    if fork is None:
        st.caption("Change the ranker, α, or what happens when α is undefined.")
    st.button(
        "Branch here",
        disabled=fork is None,
        on_click=session.branch,
        args=(forks.write(fork) if fork else "",),
        icon=":material/alt_route:",
        key="fork-take",
    )


def _choices(shown: Shown, run: BoostedRun, t: int) -> Fork | None:
    trace, key = shown.trace, f"{run.contender}-{t}"
    picked = int(run.ranker[t - 1])
    best = [int(j) for j in candidates.ranked(trace, run, t)[0] if int(j) != picked]
    ranker = st.selectbox(
        "Ranker",
        [None, *best],
        format_func=lambda j: (
            f"{AS_PICKED}: {trace.pool.label(picked)}" if j is None else trace.pool.label(j)
        ),
        help="The best other candidates of this round, best first",
        key=f"fork-ranker-{key}",
    )
    left, right = st.columns(2)
    alpha = left.number_input(
        "Weight α",
        -MAX_FORCED,
        MAX_FORCED,
        value=None,
        step=0.1,
        placeholder=BY_EQUATION,
        help="If left empty, the algorithm computes α by its own equation",
        key=f"fork-alpha-{key}",
    )
    policy = right.selectbox(
        "When α is undefined",
        [None, *(choice for choice in UNDEFINED.choices if choice != run.params["undefined"])],
        format_func=lambda name: UNCHANGED if name is None else name,
        help=f"{UNDEFINED.help} This applies from this round on.",
        key=f"fork-undefined-{key}",
    )
    if ranker is None and alpha is None and policy is None:
        return None
    return Fork(run.contender, t, ranker=ranker, alpha=alpha, undefined=policy)


def _branch(state: State, shown: Shown) -> None:
    branch, fork = next((run, run.fork) for run in shown.trace.runs if run.fork is not None)
    st.markdown(messages.plain(f"{_outcome(shown, branch, fork)} The branch is the last run in each tile."))
    st.plotly_chart(
        difference(shown.trace, branch, int(state["t"])),
        key="plot-difference",
        config={"displaylogo": False},
        alt=f"Errors and losses of {on_screen(branch)} minus those of the run it left",
    )
    st.button(
        "Remove the branch", on_click=session.branch, args=("",), icon=":material/close:", key="fork-remove"
    )


def _outcome(shown: Shown, branch: Run, fork: Fork) -> str:
    changes = []
    if fork.ranker is not None:
        changes.append(f"takes {shown.trace.pool.label(fork.ranker)}")
    if fork.alpha is not None:
        changes.append(f"sets α to {exact(fork.alpha)}")
    if fork.undefined is not None:
        changes.append(f'follows the policy "{fork.undefined}" from then on')
    label = on_screen(shown.trace.run(fork.algorithm))
    if branch.n_rounds < fork.round:
        return f"{label} stops before round {fork.round}, so the branch is the same as the run."
    return f"In round {fork.round} the branch of {label} {' and '.join(changes)}."
