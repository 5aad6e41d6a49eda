"""Scrolling to the top of the page when another claim opens."""

import streamlit as st

from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_from_top", js=frontend.text("scroll_to_top.js"))


def from_top(opened: str) -> None:
    """Scroll up when `opened` has changed."""
    with st.container(key="from-top"):
        _mount(key="from-top-scroll", data={"opened": opened}, height="content")
