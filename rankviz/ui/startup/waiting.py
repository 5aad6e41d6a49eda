"""What a page shows while the engine is being loaded or compiled; so nothing of the engine is imported here."""

import streamlit as st

from rankviz.ui.startup.warm_up import WARM_UP

STEPS = (
    (0.3, ""),
    (3.5, "Starting the engine…"),
    (180.0, "Compiling the engine, first start only (about 5 s)…"),
)
"""Seconds to wait under each message; loading compiled kernels is over before the last."""


def wait_for_engine() -> None:
    """Show why the page waits while the engine is compiled, the first time it starts on a machine."""
    WARM_UP.start()
    place = st.empty()
    for seconds, words in STEPS:
        if words:
            with place.container():
                st.info(words, icon=":material/hourglass_top:")
                st.skeleton(height=420)
        if WARM_UP.done.wait(seconds):
            break
    place.empty()
