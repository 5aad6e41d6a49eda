"""Keeping a learner's progress in the browser, so that it is there after a reload and at the next visit."""

from __future__ import annotations

from uuid import uuid4

import streamlit as st

from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.serving import frontend
from rankviz.ui.state.session import touch

NAME, VISIT = "lessons-keep", "lessons-visit"

_mount = st.components.v2.component("rankviz_keep", js=frontend.text("keep.js"))


def keep() -> None:
    """Write the progress in the browser; the first time, what the browser has is added to it."""

    def heard() -> None:
        kept = getattr(st.session_state.get(NAME), "kept", None)
        if isinstance(kept, str):
            progress().add(kept)
        touch()

    with st.container(key="lessons-kept"):
        st.html(frontend.styles("own_start"))
        _mount(
            key=NAME,
            data={"text": progress().text(), "visit": st.session_state.setdefault(VISIT, uuid4().hex)},
            on_kept_change=heard,
        )
