"""The claims of the papers, one click each: what is claimed, the run that shows it, and the numbers that prove it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.gallery import link, views  # noqa: E402 (the engine comes with them)
from rankviz.ui.shell import messages  # noqa: E402 (the engine comes with them)

views.styles()
opened, said = link.current()
messages.warn(said)
if opened is None:
    st.title("Gallery")
    views.cards()
    link.write(None)
else:
    claim, options, t = opened
    views.head(claim)
    left, right = st.columns([2, 3], gap="large")
    with left:
        chosen = views.controls(claim, options)
        found = views.proof(claim, chosen)
        views.curve(found)
    with right:
        views.evidence(claim, found)
    link.write(claim, chosen, t)
    views.stage(claim, chosen, found, t)
