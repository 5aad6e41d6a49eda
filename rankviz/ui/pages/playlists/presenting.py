"""A playlist before an audience: notes for the second window, and a class that follows the moments."""

import streamlit as st

from rankviz.boards import WATCH, Board
from rankviz.lessons import predict
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.details import reproduce
from rankviz.ui.pages.playlists.asking import Asked
from rankviz.ui.rooms import leading
from rankviz.ui.rooms.offer import offered
from rankviz.ui.rooms.question import ClassQuestion
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.stage import own_stage
from rankviz.ui.stage.component import Presenter
from rankviz.ui.state import catalog
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import SCALES, State


def side(
    playlist: Playlist, number: int, board: Board, shown: Shown, name: str, asked: Asked
) -> own_stage.Presents:
    """Return the presenter's side of the stage `name`, at moment `number` (from 1), which asks `asked`."""
    moment = playlist.moments[number - 1]

    def presents(state: State, t: int) -> tuple[Presenter, dict[str, object]]:
        led = leading.show(lambda: _to_class(moment, state, board, asked), shown.digest, t)
        return Presenter(led.room, notes(playlist, number), acted, asked.on_screen), {
            **led.settings,
            **held(asked),
        }

    def acted() -> None:
        act = getattr(st.session_state.get(name), "act", None)
        if not isinstance(act, str):
            return
        if leading.room() is None:
            revealed = asked.to_all if act == "reveal" else None
        else:
            revealed = leading.act(act, lambda t: asked.to_all or _next(shown, t))
        if revealed is not None:
            reveal(name, asked, revealed)
        elif act == "back" and asked.revealed and leading.room() is not None:
            asked.conceal()
            own_stage.put_cursor(name, asked.t)
        st.session_state[own_stage.ACTED] = True

    return presents


def held(asked: Asked) -> dict[str, object]:
    """Return what the stage is to heed of the moment's question while it is open, asked or not."""
    return asked.settings if asked.is_open else {}


def reveal(name: str, asked: Asked, revealed: ClassQuestion) -> None:
    """Send the stage `name` to the round that a revealed question is about; it may be that of the moment."""
    if asked.to_all is not None and revealed.prompt == asked.to_all.prompt:
        asked.reveal()
    if revealed.t is not None:
        own_stage.put_cursor(name, revealed.t)


def _next(shown: Shown, t: int) -> ClassQuestion | None:
    """Return the question which ranker comes next, for a moment that asks nothing."""
    return offered(shown, predict.RANKER, t)


def _to_class(moment: Moment, state: State, board: Board, asked: Asked) -> dict[str, object]:
    """Return what a class sees of the moment, beside the run and the round."""
    page = "" if moment.page == WATCH.page else moment.page
    link = address.link(to_link(state.but(present=False), whole=True), page)
    return {
        "layout": board.name,
        "settings": {
            "log": SCALES[str(state["scale"])],
            "look": str(state["look"]),
            "hide": list(moment.hide),
            **held(asked),
        },
        "banner": None,
        "about": {"parameters": reproduce.in_words(state), "link": ""},
        "link": link.removeprefix(address.home()) if catalog.link_note(state.source) == "" else "",
    }


def notes(playlist: Playlist, number: int) -> dict[str, object]:
    """Return what the presenter's second window shows: the moment `number` (from 1) and the one after it."""

    def of(at: int) -> dict[str, str] | None:
        if at > len(playlist.moments):
            return None
        moment = playlist.moments[at - 1]
        return {"title": moment.name or f"Moment {at}", "note": moment.note}

    return {
        "playlist": playlist.title,
        "number": number,
        "count": len(playlist.moments),
        "now": of(number),
        "next": of(number + 1),
    }
