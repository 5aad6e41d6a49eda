"""Arena: what a tie is worth, and which places on a leaderboard hang on it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.arena import page
from rankviz.ui.pages.arena.link import LINK
from rankviz.ui.shell import messages

chosen, warnings = LINK.current()
messages.warn(warnings)
st.title("What is a tie worth?")
st.markdown(page.INTRODUCTION)
LINK.write(page.show(chosen))
