"""The papers' experiments: many tasks, several algorithms, cross-validated, with their tables and figures."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.experiments import link, page  # noqa: E402 (the engine comes with them)
from rankviz.ui.pages.experiments.controls import choose  # noqa: E402
from rankviz.ui.shell import messages  # noqa: E402 (the engine comes with them)

chosen, said = link.current()
with st.sidebar:
    chosen = choose(chosen)
messages.warn(said)
st.title("Experiments")
st.markdown(page.INTRODUCTION)
chosen = page.show(chosen)
link.write(chosen)
