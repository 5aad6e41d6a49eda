"""The claims of the papers, one click each: what is claimed, the run that shows it, and the numbers that prove it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import gallery, gallery_link, messages  # noqa: E402 (the engine comes with them)

gallery.styles()
opened, said = gallery_link.current()
messages.warn(said)
if opened is None:
    st.title("Gallery")
    gallery.cards()
    gallery_link.write(None)
else:
    claim, options, t = opened
    gallery.head(claim)
    left, right = st.columns([2, 3], gap="large")
    with left:
        chosen = gallery.controls(claim, options)
        found = gallery.proof(claim, chosen)
        gallery.curve(found)
    with right:
        gallery.evidence(claim, found)
    gallery_link.write(claim, chosen, t)
    gallery.stage(claim, chosen, found, t)
