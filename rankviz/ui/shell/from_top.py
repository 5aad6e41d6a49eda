"""Scrolling to the top of the page when another claim or step opens, and to the reply to an act."""

import streamlit as st

from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_from_top", js=frontend.text("scroll_to_top.js"))


def from_top(opened: str, told: str = "") -> None:
    """Scroll up when `opened` has changed, and to a lesson's reply when `told` has."""
    with st.container(key="from-top"):
        _mount(key="from-top-scroll", data={"opened": opened, "told": told}, height="content")
