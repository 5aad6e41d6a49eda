"""General boosting and QBRank: the picture of the method on a stage, and below it the paper's questions."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.qbrank import below, moments
from rankviz.ui.pages.qbrank.page import PAGE
from rankviz.ui.stage import watching

place = st.sidebar.container()
state, size = watching.choose(PAGE)
with place:
    moments.menu(state)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
below.below(state, shown)
