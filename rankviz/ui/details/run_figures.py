"""The views of the drawer's figures *Landscape* and *Weights of items*."""

import streamlit as st

from rankviz.board.figures import item_weights
from rankviz.board.figures.charting import go
from rankviz.board.figures.landscape import landscape, slice_of
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import Trace
from rankviz.insight.theory.landscapes import slices, whole
from rankviz.ui.runs.shown import Shown


def landscape_view(shown: Shown, t: int) -> tuple[go.Figure, str, str]:
    """Draw the losses over the weights of two rankers; see `DrawerFigure.view`."""
    trace = shown.trace
    return landscape(trace, t) if whole.has_landscape(trace) else _slice(trace, t), "", ""


def weights_view(shown: Shown, t: int) -> tuple[go.Figure, str, str]:
    """Draw the pair weights beside the product of item weights; see `DrawerFigure.view`."""
    return item_weights.item_weights(shown.trace, t), "", item_weights.READING


def _slice(trace: Trace, t: int) -> go.Figure:
    """Draw the loss over the weights of two chosen rankers, through the weights of a run."""
    runs = {on_screen(run): run for run in slices.runs_of(trace)}
    places = st.columns(3)
    run = runs[places[0].selectbox("Other weights as in", list(runs), key="slice-run")]
    picked = dict.fromkeys(run.ranker.tolist())
    rankers = [*picked, *(ranker for ranker in range(len(trace.pool_of(run))) if ranker not in picked)]
    first, second = slices.first_choice(run, t) or (rankers[0], rankers[1])
    one = places[1].selectbox(
        "Across", rankers, rankers.index(first), format_func=trace.pool.label, key=f"slice-x-{run.contender}"
    )
    rest = [ranker for ranker in rankers if ranker != one]
    up = rest.index(second) if second in rest else 0
    other = places[2].selectbox(
        "Up", rest, up, format_func=trace.pool.label, key=f"slice-y-{run.contender}-{one}"
    )
    return slice_of(trace, t, run, (one, other))
