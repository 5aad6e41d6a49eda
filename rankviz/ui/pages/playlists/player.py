"""Playing a playlist: the note on the left, its moment on the stage on the right, and buttons to the others."""

from functools import partial

import streamlit as st

from rankviz.engine.number_format import counted
from rankviz.lessons.playlists.playlist import Playlist
from rankviz.lessons.text.own_question import OwnQuestion
from rankviz.ui.pages.lessons import predict
from rankviz.ui.pages.playlists import beside, presenting
from rankviz.ui.pages.playlists.board import opened
from rankviz.ui.pages.playlists.moment_question import MomentQuestion, asked_by
from rankviz.ui.rooms import ask_panel, leading
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.stage import embedded_stage
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state import page_link
from rankviz.ui.state.state import State

STAGE = "playlist-stage"
STATE = "playlist-state"
"""In the session: the state of the moment, with the tiles and curves that the viewer has chosen."""
HERE = "playlist-here"


def show(name: str, playlist: Playlist, number: int, fresh: bool) -> None:
    """Show moment `number` (from 1) of a playlist; `fresh` when the visitor opens it again."""
    moment = playlist.moments[number - 1]
    found = opened(moment)
    key = f"playlist:{name}:{number}"
    state, shown = embedded_stage.run(STAGE, found.state, st.empty(), found.board)
    messages.warn(found.warnings)
    here = leading.room()
    asked = asked_by(key, moment, state, shown)
    if _place(key, state, asked.opens_at, fresh):
        leading.switch_question(asked.to_all)
    st.html(frontend.styles("lesson_steps", "playlists"))
    words, picture = st.columns([1, 2.55], gap="medium")
    with words, st.container(key="lesson-side"):
        with st.container(key="lesson-words", gap="small"):
            _bar(name, playlist, number)
            if moment.title:
                st.header(messages.plain(moment.title))
            if moment.note:
                st.markdown(_as_markdown(moment.note))
            if held := _held_out(shown):
                st.caption(held)
            if here is not None:  # in a class, the class answers
                ask_panel.of_moment(here, asked.to_all, partial(presenting.reveal, STAGE, asked))
            elif moment.own is not None and moment.own.right is None:
                _without_answer(moment.own, asked)
            elif (one := asked.to_one) is not None:
                predict.box(
                    one, key, lambda: embedded_stage.put_cursor(STAGE, one.t), given_up=asked.revealed
                )
        _buttons(name, playlist, number)
        beside.show(name, playlist, number, found, shown)
    with picture:
        presents = presenting.side(playlist, number, found.board, shown, STAGE, asked)
        settings: dict[str, object] = {
            "hide": list(moment.hide),
            "turns": True,
            "said": moment.note,
            "asked": key,
            **asked.settings,
        }
        embedded_stage.alone(STAGE, state, shown, Offer(settings=settings), found.board, STATE, presents)


def _held_out(shown: Shown) -> str:
    """State how many of the note's items or queries the stage leaves out; "" where nothing is held out."""
    whole, held = shown.problem, shown.trace.holdout
    if held is None:
        return ""
    by_query = whole.n_queries > 1
    of = counted(whole.n_queries, "query") if by_query else counted(whole.n_items, "item")
    return (
        f"{held.n_queries if by_query else held.n_items:,} of {of} are held out: no round learns from them."
    )


def _without_answer(own: OwnQuestion, asked: MomentQuestion) -> None:
    """Show a question that has no right option to a viewer who plays the playlist alone."""
    st.markdown(f"**{messages.plain(own.prompt)}**")
    st.markdown("\n".join(f"- {messages.plain(words)}" for words in own.options))
    if asked.is_open:
        st.button("Reveal", icon=":material/visibility:", key="playlist-reveal", on_click=asked.reveal)
    elif own.because:
        st.info(messages.plain(own.because), icon=predict.SHOWN)


def _as_markdown(note: str) -> str:
    """Return a note as Markdown that shows its text literally, line by line."""
    paragraphs = note.split("\n\n")
    return "\n\n".join("  \n".join(messages.plain(line) for line in part.split("\n")) for part in paragraphs)


def _place(key: str, state: State, t: int, fresh: bool) -> bool:
    """At another moment, send the stage to round t and its look, and return True; it stays over the screen if it is."""
    memory = st.session_state
    if memory.get(HERE) == key and not fresh and STATE in memory:
        return False
    presents = bool(state["present"]) or (STATE in memory and bool(memory[STATE]["present"]))
    memory[HERE], memory[STATE] = key, state.but(present=presents)
    embedded_stage.put_cursor(STAGE, t)
    return True


def _bar(name: str, playlist: Playlist, number: int) -> None:
    """Show the present moment, and a menu of all others."""
    last = len(playlist.moments)
    st.caption(messages.plain(f"{playlist.title} · {number} of {last}"))
    key = f"moments-of-{name}"
    st.session_state[key] = number
    titles = {i: f"{i}. {moment.name}".rstrip(". ") for i, moment in enumerate(playlist.moments, 1)}
    st.selectbox(
        "Moment",
        range(1, last + 1),
        format_func=lambda i: titles[i],
        key=key,
        on_change=lambda: _go(name, int(st.session_state[key])),
        label_visibility="collapsed",
    )


def _buttons(name: str, playlist: Playlist, number: int) -> None:
    last = len(playlist.moments)
    with st.container(horizontal=True):
        st.button(
            "Previous",
            key="playlist-previous",
            icon=":material/arrow_back:",
            shortcut="PageUp",
            disabled=number == 1,
            on_click=_go,
            args=(name, number - 1),
        )
        st.button(
            "Next",
            key="playlist-next",
            icon=":material/arrow_forward:",
            type="primary",
            shortcut="PageDown",
            disabled=number == last,
            on_click=_go,
            args=(name, number + 1),
        )


def _go(name: str, number: int) -> None:
    page_link.go("playlists", {"play": name, "moment": str(number)})
