"""The home page of lessons, predictions and challenges: a card each, with the visitor's progress."""

import streamlit as st

from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.pages.lessons.saved_lessons import sync_with_browser
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.shell.language import said
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

FILE = layout.LESSONS


def show() -> None:
    """Show all cards."""
    done = progress()
    sync_with_browser()
    st.html(frontend.styles("lessons"))
    st.title(said("Lessons"))
    st.markdown(said("Short lessons, one figure per step. Every number comes from the run on the screen."))
    with st.container(key="cards"):
        for number, lesson in enumerate(LESSONS.values(), 1):
            with st.container(border=True, key=f"card-{number - 1}"):
                link = {"lesson": lesson.name, "step": str(_next_step(lesson.name))}
                st.page_link(
                    FILE, label=f"**{number}. {said(lesson.title)}**", icon=lesson.icon, query_params=link
                )
                st.markdown(messages.plain(said(lesson.about)))
                how_far = done.of_lesson(lesson)
                begins = number == 1 and not done.seen.get(lesson.name)
                st.caption(messages.plain(f"{said('Start here')} · {how_far}" if begins else how_far))
    st.header("Challenges")
    st.markdown("Find data and settings that do what is asked. Each challenge checks itself.")
    with st.container(key="cards-challenges"):
        for challenge in CHALLENGES.values():
            with st.container(border=True, key=f"card-{challenge.name}"):
                icon = ":material/trophy:" if challenge.name in done.solved else ":material/flag:"
                link = {"challenge": challenge.name, **done.solved.get(challenge.name, {})}
                st.page_link(FILE, label=f"**{challenge.title}**", icon=icon, query_params=link)
                st.markdown(messages.plain(challenge.sentence))
                st.caption("Solved" if challenge.name in done.solved else "Open")
    st.header("Predict any run")
    link = {"predict": "ranker", **to_link(st.session_state.get("state", State()), whole=True), "t": "0"}
    right, made = done.score("free:")
    so_far = f" So far {right} of {made} right." if made else ""
    st.markdown(f"Predict the next round of the run on Watch before you see it.{so_far}")
    st.page_link(FILE, label="Start predicting", icon=":material/psychology:", query_params=link)


def _next_step(name: str) -> int:
    """Return the step at which the visitor left a lesson; 1 when the lesson is finished."""
    seen = progress().seen.get(name, set())
    last = max(seen, default=1)
    return 1 if last == len(LESSONS[name].steps) else last
