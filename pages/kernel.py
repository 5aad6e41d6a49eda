"""Kernel gradient descent: moments and choices at the side, and the stage with its drawer."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.presets.moment_menu import moment_menu
from rankviz.ui.presets.on_kernel import MOMENTS, moment_of
from rankviz.ui.stage import watching

top = st.sidebar.container()
state, size = watching.choose(PAGE)
moment_menu(top, "kernel", MOMENTS, moment_of(state))
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
