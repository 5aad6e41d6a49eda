"""The page of margins: what it opens with, what stands on its stage, and the buttons of its moments."""

from dataclasses import replace

import streamlit as st

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.boards import MARGINS, SKEW
from rankviz.ui.pages.margins.moments import GLANCE, MOMENTS, moment_of
from rankviz.ui.pages.margins.paper import paper
from rankviz.ui.presets.starts import CYCLE
from rankviz.ui.stage.page import StagePage
from rankviz.ui.state import page_link, session
from rankviz.ui.state.state import State

PAGE = StagePage(
    "margins",
    CYCLE.but(look=GLANCE),
    ("smooth-margin", "adaboost", "rb-d", "rb-c", "rb-plus"),
    MARGINS,
    paper=paper,
)


def page_of(state: State) -> StagePage:
    """Return the page for a state: with AdaBoost's board where AdaBoost runs, and the banner of the moment."""
    moment = moment_of(state)
    return replace(
        PAGE,
        board=SKEW if any(ALGORITHMS[name].board is SKEW for name in state.algorithms()) else MARGINS,
        banner=None if moment is None else moment.banner,
    )


def moments(state: State) -> None:
    """Show buttons that set everything at once; the button of the present moment is marked."""
    now = moment_of(state)
    with st.container(horizontal=True, gap="xsmall", key="moments"):
        for moment in MOMENTS:
            st.button(
                moment.title,
                key=f"moment-{moment.title}",
                type="primary" if moment is now else "secondary",
                on_click=_go,
                args=(moment.state,),
            )


def _go(state: State) -> None:
    st.session_state["state"] = state
    page_link.forget_widgets()
    session.touch()
