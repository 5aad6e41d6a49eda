"""Kernel gradient descent: moments and choices at the side, and the stage with its drawer."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.kernel import moments
from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.stage import watching

top = st.sidebar.container()
state, size = watching.choose(PAGE)
moments.choose(state, top)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
