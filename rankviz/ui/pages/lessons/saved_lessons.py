"""A learner's progress stored in the browser, so that a reload and the next visit find it."""

from uuid import uuid4

import streamlit as st

from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.serving import frontend
from rankviz.ui.state.session import touch

NAME, VISIT = "lessons-keep", "lessons-visit"
PLACED = "lesson-here"
"""In the session: the step whose round the stage was sent to."""

_mount = st.components.v2.component("rankviz_keep", js=frontend.text("browser_storage.js"))


def sync_with_browser() -> None:
    """Store the progress in the browser; the first time, first add what the browser stored before."""

    def heard() -> None:
        stored = getattr(st.session_state.get(NAME), "kept", None)
        if isinstance(stored, str):
            progress().add(stored)
            st.session_state.pop(PLACED, None)  # a step that was solved before rests at another round
        touch()

    with st.container(key="lessons-kept"):
        st.html(frontend.styles("hidden_component"))
        _mount(
            key=NAME,
            data={
                "page": "lessons",
                "text": progress().text(),
                "visit": st.session_state.setdefault(VISIT, uuid4().hex),
            },
            on_kept_change=heard,
        )
