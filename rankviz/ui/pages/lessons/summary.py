"""The end of a lesson: its summary, and links to continue."""

import streamlit as st

from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import search
from rankviz.lessons.lesson import Lesson
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.ui.pages.lessons import tables
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.shell.from_top import from_top
from rankviz.ui.shell.language import said

END = "end"
"""The summary's step in the link."""


def show(lesson: Lesson) -> None:
    """Show three sentences, the predictions, and links: the next lesson, a challenge, claims, equations."""
    st.html(frontend.styles("lesson_steps"))
    from_top(f"{lesson.name}/{END}")
    st.caption(messages.plain(f"{lesson.title} · {progress().of_lesson(lesson)}"))
    st.header(said("What you have seen"))
    st.markdown("\n".join(f"* {messages.plain(sentence)}" for sentence in lesson.summary))
    for each in lesson.tables:
        tables.table(*each)
    st.header(said("What next"))
    names = list(LESSONS)
    following = names[names.index(lesson.name) + 1 :] if lesson.name in LESSONS else []
    if following:
        found = LESSONS[following[0]]
        _link(
            layout.LESSONS,
            said("Next lesson: {title}", title=said(found.title)),
            found.icon,
            lesson=found.name,
            step="1",
        )
    for name in filter(CHALLENGES.__contains__, lesson.onward.challenges):
        _link(
            layout.LESSONS,
            said("Try it: {title}", title=CHALLENGES[name].title),
            ":material/flag:",
            challenge=name,
        )
    for name in filter(CLAIMS.__contains__, lesson.onward.claims):
        _link(
            layout.GALLERY,
            said("The claim: {title}", title=CLAIMS[name].title),
            ":material/verified:",
            claim=name,
        )
    for text in lesson.onward.equations:
        title = next((entry.title for entry in search(text)[1]), text)
        _link(layout.REFERENCE, said("The equation: {title}", title=title), ":material/function:", eq=text)
    with st.container(horizontal=True):
        _link(
            layout.LESSONS,
            said("Back to the last step"),
            ":material/arrow_back:",
            lesson=lesson.name,
            step=str(len(lesson.steps)),
        )
        _link(layout.LESSONS, said("All lessons"), ":material/list:")


def _link(page: str, label: str, icon: str, **link: str) -> None:
    st.page_link(page, label=messages.plain(label), icon=icon, query_params=link)
