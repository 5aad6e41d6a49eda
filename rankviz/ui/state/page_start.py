"""A click on the open page's name in the top bar leads to the start of that page, also from deep inside it."""

import streamlit as st

from rankviz.ui.serving import frontend
from rankviz.ui.state import page_link

_mount = st.components.v2.component("rankviz_own_start", js=frontend.text("same_page_link.js"))


def page_start(page: str) -> None:
    """Make the page's name in the bar open the page without a link."""
    with st.container(key="own-start"):
        st.html(frontend.styles("hidden_component"))
        _mount(key="own-start-click", on_start_change=lambda: page_link.go(page, {}))
