"""What was loaded: counts, grades, queries, the pair graph, every feature, and a preview."""

from __future__ import annotations

import streamlit as st

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import data_views, messages, session, watching  # noqa: E402 (the engine comes with them)
from rankviz.ui.data_controls import choose_data  # noqa: E402

state, said = session.current("data")
with st.sidebar:
    data = choose_data(state)
    size = st.empty()
if data is not None:
    state = session.choose(state, data=data)
messages.warn(said)
state, shown = watching.run(state, size)

st.title(messages.plain(shown.problem.title))
data_views.counts(shown)
data_views.grades_and_queries(shown)
data_views.features(shown)
data_views.preview(shown)
st.page_link(layout.WATCH, label="Watch it being learned", icon=":material/play_circle:")
