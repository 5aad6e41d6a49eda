"""The page where it happens: choices at the side, the stage, and below it what follows the round."""

from __future__ import annotations

import streamlit as st

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import messages, session, summary, watching  # noqa: E402 (the engine comes with them)
from rankviz.ui.data_controls import choose_data  # noqa: E402
from rankviz.ui.run_controls import choose_run  # noqa: E402

state, said = session.current("watch")
with st.sidebar:
    data = choose_data(state)
    size = st.empty()
    state = state if data is None else state.but(data=data)
    chosen = choose_run(state)
state = session.choose(state, **chosen)
messages.warn(said)
state, shown = watching.run(state, size)
size.caption(messages.plain(summary.learned_from(shown.trace)))
session.write_link(state)
watching.stage_and_details(state, shown)
