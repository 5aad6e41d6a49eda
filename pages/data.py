"""What was loaded: counts, grades, queries, the pair graph, every feature, and a preview."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.controls.data_controls import choose_data  # noqa: E402
from rankviz.ui.pages.data import views  # noqa: E402 (the engine comes with them)
from rankviz.ui.shell import messages  # noqa: E402 (the engine comes with them)
from rankviz.ui.stage import watching  # noqa: E402 (the engine comes with them)
from rankviz.ui.state import session  # noqa: E402 (the engine comes with them)

state, said = session.current("data")
with st.sidebar:
    data = choose_data(state)
    size = st.empty()
if data is not None:
    state = session.choose(state, data=data)
messages.warn(said)
state, shown = watching.run(state, size)

st.title(messages.plain(shown.problem.title))
views.counts(shown)
views.grades_and_queries(shown)
views.features(shown)
views.preview(shown)
st.page_link(layout.WATCH, label="Watch it being learned", icon=":material/play_circle:")
