"""The papers' experiments: many tasks, several algorithms, cross-validated, with their tables and figures."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.experiments import page
from rankviz.ui.pages.experiments.controls import choose
from rankviz.ui.pages.experiments.link import LINK
from rankviz.ui.shell import messages

chosen, warnings = LINK.current()
with st.sidebar:
    chosen = choose(chosen)
messages.warn(warnings)
st.title("Experiments")
st.markdown(page.INTRODUCTION)
chosen = page.show(chosen)
LINK.write(chosen)
