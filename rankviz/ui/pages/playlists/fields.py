"""The fields of a moment of the visitor's playlist: heading, notes, hidden tiles, and its question."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import LONGEST_NOTE, LONGEST_TITLE, Moment
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.own_question import LONGEST, LONGEST_REASON, OWN, OwnQuestion, typed
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.rooms.ask_panel import KINDS, RIGHT
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

NONE = "Nothing"


def label_of(question: str) -> str:
    """Return the page's label for a question of a playlist's text, including `OWN` and `NONE`."""
    return KINDS.get(QUESTIONS.get(question, question), question)


def fields(moment: Moment, name: str, put: Callable[[Callable[[], Moment]], None]) -> None:
    """Show the fields, whose keys end in `name`; `put` stores the moment that the function given to it makes."""

    def key(field: str) -> str:
        return f"moment-{field}-{name}"

    def text(field: str) -> str:
        return str(st.session_state.get(key(field)) or "")

    def made() -> Moment:
        ask = text("ask")
        return replace(
            moment,
            note=text("note"),
            title=text("title"),
            say=text("say"),
            hide=tuple(st.session_state[key("hide")]),
            question="" if ask in (NONE, OWN) else ask,
            own=_typed(text) if ask == OWN else None,
        )

    def change() -> None:
        if text("ask") == OWN and _fault(text):
            touch()  # what is missing is reported below the fields
        else:
            put(made)

    board = opened(moment).board.tiles
    st.text_input("Heading", moment.title, key=key("title"), max_chars=LONGEST_TITLE, on_change=change)
    st.text_area("Note", moment.note, key=key("note"), max_chars=LONGEST_NOTE, on_change=change)
    st.text_area(
        "Only for you",
        moment.say,
        key=key("say"),
        max_chars=LONGEST_NOTE,
        on_change=change,
        help="Shown in your second window, but neither printed nor in the saved page",
    )
    st.multiselect(
        "Tiles to hide",
        list(board),
        [each for each in moment.hide if each in board],
        format_func=board.__getitem__,
        key=key("hide"),
        on_change=change,
    )
    offered = [NONE, *QUESTIONS, OWN]
    st.selectbox(
        "Question for the class",
        offered,
        index=offered.index(OWN if moment.own else moment.question or NONE),
        format_func=label_of,
        key=key("ask"),
        on_change=change,
    )
    if text("ask") == OWN:
        _own(moment.own, key, change)
        if fault := _fault(text):
            st.caption(messages.plain(f"Not saved yet. {fault}"))


def _own(own: OwnQuestion | None, key: Callable[[str], str], change: Callable[[], None]) -> None:
    prompt, lines, because = (
        ("", "", "") if own is None else (own.prompt, "\n".join(own.option_lines), own.because)
    )
    st.text_input("Your question", prompt, key=key("prompt"), max_chars=LONGEST, on_change=change)
    st.text_area(
        "Options, one per line",
        lines,
        key=key("options"),
        placeholder="- Its α is too small\n* The tied pairs weigh the most",
        help=RIGHT,
        on_change=change,
    )
    st.text_area("Because", because, key=key("because"), max_chars=LONGEST_REASON, on_change=change)


def _typed(text: Callable[[str], str]) -> OwnQuestion:
    return typed(text("prompt"), text("options"), text("because"))


def _fault(text: Callable[[str], str]) -> str:
    """Return what the typed question lacks; "" for nothing."""
    try:
        _typed(text)
    except DataError as fault:
        return str(fault)
    return ""
