"""The wait of a page while the engine is being loaded or compiled; so nothing of the engine is imported here."""

import time

import streamlit as st

from rankviz.ui.startup.warm_up import WARM_UP

AT_ONCE = 0.3
"""Seconds without a message: loading compiled kernels may be over by then."""
LOOK = 1.0
"""Seconds between two checks, and between two numbers."""
PATIENCE = 180.0
"""Seconds after which the page continues anyway, and computes its run itself."""
STARTING = "Starting the engine…"
COMPILING = "Compiling the engine, on this machine’s first start only: about ten seconds. {0:.0f} s so far…"


def wait_for_engine() -> None:
    """Show why the page waits, and for how long, while the engine is compiled: on a machine's first start."""
    WARM_UP.start()
    # In each run: else what follows would move once there is no wait, and be mounted again.
    place = st.empty()
    if WARM_UP.done.wait(AT_ONCE):
        return
    began = time.monotonic()
    with place.container():
        why = st.empty()
        st.skeleton(height=420)
    said = ""
    while (waited := time.monotonic() - began) < PATIENCE:
        words = COMPILING.format(waited) if WARM_UP.compiles else STARTING
        if words != said:  # where a page writes, a choice made meanwhile may cut its run short
            why.info(words, icon=":material/hourglass_top:")
            said = words
        if WARM_UP.done.wait(LOOK):
            break
    place.empty()
