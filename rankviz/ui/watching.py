"""From a state to what is on screen: the wait, the run or the one before it, and the stage with what follows it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.errors import DataError
from rankviz.ui import explain, messages, runs, server, session
from rankviz.ui.details import details
from rankviz.ui.runs import Shown
from rankviz.ui.stage_component import stage
from rankviz.ui.state import SCALES, State

STAGE = "stage"


def run(state: State, place: DeltaGenerator) -> tuple[State, Shown]:
    """The run of `state`; when there is none, the sentence why, and the last run that worked.

    A long wait is told in `place`, where it does not push the stage about.
    """
    memory = st.session_state
    try:
        with place, st.spinner("Computing the run…", show_time=True):
            shown = runs.run(state)
    except DataError as problem:
        kept = "good" in memory
        messages.error(problem, kept=kept)
        state = memory.get("good", State())
        shown = runs.run(state)
    memory["good"] = state
    return state, shown


@st.fragment
def stage_and_details(state: State, shown: Shown) -> None:
    """The stage and the tabs below it. A round the viewer rests on reruns this and nothing else."""
    now = st.session_state["state"]
    state = state.but(t=min(int(now["t"]), int(state["rounds"])), explain=now["explain"])
    session.write_link(state)
    stage(
        run_url=server.run_url(shown.digest),
        stage_url=server.stage_url(),
        round=int(state["t"]),
        settings={"log": SCALES[str(state["scale"])]},
        key=STAGE,
        on_round=_rested,
        on_missing=_missing,
        on_explain=_explain,
    )
    details(state, shown)


def _rested() -> None:
    round = getattr(st.session_state.get(STAGE), "round", None)
    if isinstance(round, (int, float)):
        session.set_round(int(round))


def _explain() -> None:
    explain.follow_click(st.session_state.get(STAGE))


def _missing() -> None:
    """The server forgot the run's bytes: pack them again; the rerun that follows sends the address anew."""
    if "good" in st.session_state:
        runs.run(st.session_state["good"])
