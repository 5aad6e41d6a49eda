"""The start page: what RankViz is, a card for each preset, and which files it reads."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.presets import PRESETS
from rankviz.ui.shell import layout, messages
from rankviz.ui.state.link import to_link


def introduction() -> None:
    """What ranking by boosting is, and the button to the page Watch."""
    st.title("Watch boosting learn to rank")
    st.markdown(
        "A ranking algorithm is shown pairs of items and told which of the two belongs on top. Boosting builds its "
        "ranking from many weak rankers, one a round, and turns to the pairs it still gets wrong. RankViz runs "
        "RB-D, RB-C, RankBoost+ and seven others side by side on your data and lets you step through every round, "
        "forwards and back."
    )
    if st.button("Start watching", type="primary", icon=":material/play_circle:"):
        st.switch_page(layout.WATCH)


def presets() -> None:
    """A card for each preset; all of a card is its link."""
    st.subheader("Moments worth seeing")
    with st.container(key="cards"):
        for number, preset in enumerate(PRESETS):
            with st.container(border=True, key=f"card-{number}"):
                st.page_link(
                    preset.page,
                    label=f"**{preset.title}**",
                    icon=preset.icon,
                    query_params=to_link(preset.state, whole=True),
                )
                st.markdown(messages.plain(preset.text))


def formats() -> None:
    """Which files of the visitor can be read, and where they are chosen."""
    st.caption(
        "Your own data: LETOR and svmlight files, MovieLens ratings, CSV and Parquet tables. Choose them on the page "
        "Watch, under Data."
    )
