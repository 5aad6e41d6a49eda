"""The page of margins: what it opens with, what stands on its stage, and moments to begin from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from rankviz.ui.stage.page import StagePage
from rankviz.ui.state import own_link, session
from rankviz.ui.state.state import State

CYCLE = State(
    data="scenario:margin-cycle",
    alg=("smooth-margin", "rb-d"),
    negative_alpha=False,
    rounds=300,
    holdout=0,
    t=40,
)
CANCER = CYCLE.but(data="bundled:breast-cancer?items=120", alg=("smooth-margin", "rb-c"), t=100)
SKEW = State(data="scenario:skew", alg=("rb-d", "adaboost"), rounds=60, holdout=0, t=60)

PAGE = StagePage(
    "margins",
    CYCLE,
    ("smooth-margin", "adaboost", "rb-d", "rb-c", "rb-plus"),
    "margins",
    ("margins",),
)


@dataclass(frozen=True)
class Moment:
    """A state to begin from, with what to look for."""

    title: str
    look: str
    state: State


MOMENTS = (
    Moment(
        "RankBoost misses the margin",
        "Both order all four pairs. RankBoost runs in a circle of four rounds and stays at a margin of 1/3; "
        "Smooth Margin Ranking comes to 5/13.",
        CYCLE,
    ),
    Moment(
        "More data",
        "Sixty items of four grades. RB-D halts at a ranker that reverses no pair; RB-C goes on, but its "
        "margin also falls in some rounds. The smooth margin never does.",
        CYCLE.but(
            data="synthetic:separable?grades=4", alg=("smooth-margin", "rb-d", "rb-c"), rounds=400, t=150
        ),
    ),
    Moment(
        "Real data",
        "120 tumours that rankers with weights ≥ 0 can separate. The hardest pairs hold the margin down.",
        CANCER,
    ),
    Moment(
        "Not separable",
        "No weights ≥ 0 order every pair, so G̃ never comes above 0 and the second phase never begins.",
        CYCLE.but(data="bundled:diabetes?grades=2&items=60", alg=("smooth-margin", "rb-c"), rounds=200, t=60),
    ),
    Moment(
        "AdaBoost with the constant",
        "F-skew comes to 0, and AdaBoost reaches the F̃ and the AUC of RankBoost, though it never looks at a "
        "pair.",
        SKEW,
    ),
    Moment(
        "AdaBoost without it",
        "The twelve well outweigh the four ill: F-skew stays, F̃ is too large, and AUC falls below ½.",
        SKEW.but(constant=False),
    ),
)
"""In the order of the buttons."""


def page_of(state: State) -> StagePage:
    """The page with the panels that suit the algorithms: AdaBoost's where it runs, else those of margins."""
    return replace(PAGE, layout="skew") if "adaboost" in state["alg"] else PAGE


def moments(state: State) -> None:
    """Buttons that set everything at once; below them, what to look for when one of them is on the stage."""
    with st.container(horizontal=True, gap="small", key="moments"):
        for moment in MOMENTS:
            st.button(
                moment.title,
                key=f"moment-{moment.title}",
                type="primary" if _same(state, moment.state) else "secondary",
                on_click=_go,
                args=(moment.state,),
            )
    found = next((moment for moment in MOMENTS if _same(state, moment.state)), None)
    if found is not None:
        st.caption(f"What to look for: {found.look}")


def _same(state: State, other: State) -> bool:
    alike = all(state[name] == other[name] for name in ("data", "rounds", "positive"))
    return alike and set(state["alg"]) == set(other["alg"]) and state.parameters() == other.parameters()


def _go(state: State) -> None:
    st.session_state["state"] = state
    own_link.forget_widgets()
    session.touch()
