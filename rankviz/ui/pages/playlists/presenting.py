"""A playlist before an audience: notes for the second window, and a class that follows the moments."""

from contextlib import suppress

import streamlit as st

from rankviz.board.offline.page import Looks
from rankviz.engine.boards import WATCH, Board
from rankviz.engine.errors import DataError
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.playlists.board import looks, opened
from rankviz.ui.pages.playlists.moment_question import MomentQuestion
from rankviz.ui.rooms import leading
from rankviz.ui.rooms.offer import next_ranker
from rankviz.ui.rooms.question import ClassQuestion
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address, frontend
from rankviz.ui.stage import embedded_stage
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import SCALES, State

NEXT = "playlist-pictures"
"""In the session: by moment, the data of the next moment's picture; None where it has none."""


def side(
    playlist: Playlist, number: int, board: Board, shown: Shown, name: str, asked: MomentQuestion
) -> embedded_stage.Presents:
    """Return the presenter's side of the stage `name`, at moment `number` (from 1), which asks `asked`."""
    moment = playlist.moments[number - 1]

    def presents(state: State, t: int) -> Offer:
        led = leading.show(lambda: _to_class(moment, state, board, asked), shown.digest, t)
        data = {"notes": notes(playlist, number), "question": asked.on_screen}
        return led | Offer(data, _hold_settings(asked), {"act": acted})

    def acted(act: object) -> None:
        if leading.room() is None:
            revealed = asked.to_all if act == "reveal" else None
        else:
            revealed = leading.apply_key(str(act), lambda t: asked.to_all or next_ranker(shown, t))
        if revealed is not None:
            reveal(name, asked, revealed)
        elif act == "back" and asked.revealed and leading.room() is not None:
            asked.conceal()
            embedded_stage.put_cursor(name, asked.t)

    return presents


def _hold_settings(asked: MomentQuestion) -> dict[str, object]:
    """Return the stage settings while the moment's question is open, whether or not the class was asked it."""
    return asked.settings if asked.is_open else {}


def reveal(name: str, asked: MomentQuestion, revealed: ClassQuestion) -> None:
    """Send the stage `name` to the round that a revealed question is about; it may be that of the moment."""
    if asked.to_all is not None and revealed.prompt == asked.to_all.prompt:
        asked.reveal()
    if revealed.t is not None:
        embedded_stage.put_cursor(name, revealed.t)


def _to_class(moment: Moment, state: State, board: Board, asked: MomentQuestion) -> dict[str, object]:
    """Return the part of the moment that a class sees, besides the run and the round."""
    page = "" if moment.page == WATCH.page else moment.page
    link = address.link(to_link(state.but(present=False), whole=True), page)
    settings = {
        "log": SCALES[str(state["scale"])],
        "look": str(state["look"]),
        "hide": list(moment.hide),
        "said": moment.note,
        **_hold_settings(asked),
    }
    return leading.to_class(Looks(board.name, settings=settings), state, link)


def prepare(playlist: Playlist, number: int) -> None:
    """Compute the run of the moment after `number`, if that is quick, so that the second window has a picture of it."""
    made = _made()
    if number == len(playlist.moments) or playlist.moments[number] in made:
        return
    made[playlist.moments[number]] = _picture(playlist.moments[number])
    st.rerun()


def _made() -> dict[Moment, dict[str, object] | None]:
    found: dict[Moment, dict[str, object] | None] = st.session_state.setdefault(NEXT, {})
    return found


def _picture(moment: Moment) -> dict[str, object] | None:
    """Return the data for the picture of a moment; None where its run takes long or cannot be made."""
    with suppress(DataError):
        found = opened(moment)
        shown = runs.at_hand(runs.request(found.state, found.board.pictures))
        if shown is not None:
            look = looks(moment, found, shown.trace)
            return {
                "run": frontend.run_url(shown.digest),
                "layout": look.layout,
                "round": look.round,
                "settings": {**look.settings, "hide": list(moment.hide)},
                "held": bool(moment.question or moment.own),
            }
    return None


def notes(playlist: Playlist, number: int) -> dict[str, object]:
    """Return the contents of the presenter's second window: the moment `number` (from 1) and the one after it."""

    def of(at: int) -> dict[str, str] | None:
        if at > len(playlist.moments):
            return None
        moment = playlist.moments[at - 1]
        return {"title": moment.name or f"Moment {at}", "note": moment.note, "say": moment.say}

    return {
        "playlist": playlist.title,
        "number": number,
        "count": len(playlist.moments),
        "now": of(number),
        "next": of(number + 1),
        "picture": None if number == len(playlist.moments) else _made().get(playlist.moments[number]),
    }
