"""The papers' experiments: many tasks, several algorithms, cross-validated, with their tables and figures."""

from __future__ import annotations

import streamlit as st

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import experiments_link, experiments_page, messages  # noqa: E402 (the engine comes with them)
from rankviz.ui.experiments_controls import choose  # noqa: E402

chosen, said = experiments_link.current()
with st.sidebar:
    chosen = choose(chosen)
messages.warn(said)
st.title("Experiments")
st.markdown(experiments_page.INTRODUCTION)
chosen = experiments_page.show(chosen)
experiments_link.write(chosen)
