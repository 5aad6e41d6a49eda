"""The name of the open page in the bar at the top leads to the start of that page, also from deep inside it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.serving import frontend
from rankviz.ui.state import own_link

_mount = st.components.v2.component("rankviz_own_start", js=frontend.text("own_start.js"))


def own_start(page: str) -> None:
    """From here on the page's name in the bar shows the page as without a link."""
    with st.container(key="own-start"):
        st.html(frontend.styles("own_start"))
        _mount(key="own-start-click", on_start_change=lambda: own_link.go(page, {}))
