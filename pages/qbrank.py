"""General boosting and QBRank: moments and choices at the side, and the stage with its drawer."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.qbrank.page import PAGE
from rankviz.ui.presets.moment_menu import moment_menu
from rankviz.ui.presets.presets import preset_of
from rankviz.ui.presets.qbrank import MOMENTS
from rankviz.ui.stage import watching

place = st.sidebar.container()
state, size = watching.choose(PAGE)
moment_menu(place, "qbrank", MOMENTS, preset_of(state))
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
