"""Arena: what a tie is worth, and which places on a leaderboard hang on it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.arena import link, page
from rankviz.ui.shell import messages

chosen, warnings = link.current()
messages.warn(warnings)
st.title("What is a tie worth?")
st.markdown(page.INTRODUCTION)
link.write(page.show(chosen))
