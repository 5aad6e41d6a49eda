"""Pointing at a tile of the stage: a button brings it into view where it is not beside the words."""

import streamlit as st

from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_look", js=frontend.text("look.js"))


def look(panel: str, title: str, key: str) -> None:
    """Show a button that brings a tile of the stage into view."""
    _mount(key=key, data={"panel": panel, "title": title}, height="content")
