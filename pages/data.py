"""The loaded data: counts, grades, queries, the pair graph, every feature, and a preview."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.pages.data import views
from rankviz.ui.shell import messages
from rankviz.ui.stage import watching

state, size = views.choose()
state, shown = watching.run(state, size)
st.title(messages.plain(shown.problem.title))
st.markdown(views.IDEA)
views.upload_button()
views.charts(shown)
views.counts(shown)
views.features(shown)
views.queries(shown)
views.preview(shown)
views.to_the_stage()
