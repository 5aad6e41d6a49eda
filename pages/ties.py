"""Ties in a run: what the order of equal scores does to a published number."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.ties import views
from rankviz.ui.pages.ties.link import LINK
from rankviz.ui.shell import messages

chosen, warnings = LINK.current()
messages.warn(warnings)
st.title("Ties in a run")
st.markdown(views.INTRODUCTION)
chosen = views.choose(chosen)
found = views.find(chosen)
if found is not None:
    chosen = views.show(chosen, *found)
LINK.write(chosen)
