"""A playlist as one HTML file: all runs that its moments need, and their questions with answers."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from urllib.parse import urlsplit

import streamlit as st

from rankviz.board.offline import talk
from rankviz.board.offline.asks import Asks
from rankviz.engine.boards import WATCH
from rankviz.engine.files import PAGE_ENDING
from rankviz.lessons.outcomes import CHOOSE, Act
from rankviz.lessons.playlists.playlist import Moment, Playlist, from_bytes
from rankviz.lessons.text import lesson as lessons
from rankviz.lessons.text.check import report
from rankviz.lessons.text.lines import decoded
from rankviz.ui.details import reproduce
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.pages.playlists.board import asks, check, looks, opened
from rankviz.ui.pages.playlists.bundled import name_of
from rankviz.ui.runs import runs
from rankviz.ui.serving import address
from rankviz.ui.state import catalog


def save_playlist(playlist: Playlist) -> None:
    """Show the button that makes the page when pressed; where nobody else reaches this app, say what the page lacks."""
    app = address.public(address.home())
    help = "One file that plays all moments without RankViz and without a network, and prints a hand-out"
    if not app:
        help += ". You run RankViz on your own machine, which others cannot reach, so links and QR codes are left out"
    st.download_button(
        "Save as a page",
        partial(page, playlist, app),
        file_name=f"{name_of(playlist.title) or 'playlist'}{PAGE_ENDING}",
        mime="text/html",
        icon=":material/download:",
        key="playlist-page",
        help=help,
        on_click="ignore",
    )


def page(
    playlist: Playlist,
    app: str = "",
    home: str = "",
    *,
    everywhere: bool = False,
    onward: Callable[[Moment], str] | None = None,
) -> bytes:
    """Return the page; `app` is the address of RankViz for links that others cannot follow, with `everywhere` for all.

    `home` is the target of the page's head. `onward` gives the address of each moment instead, "" for none.
    Without an address such links are left out, with their QR codes.
    Raises DataError for a link that is not valid, a run that cannot be made, or a page above 25 MB.
    """
    check(playlist)
    where = onward or (lambda moment: _address(moment, app, everywhere))
    return talk.talk(playlist.title, [_moment(moment, where) for moment in playlist.moments], home)


def page_of_file(contents: bytes, app: str = "") -> bytes:
    """Return the page of a playlist's text, or of a lesson's; its links lead to `app` if that is given.

    Raises DataError as :func:`page` does, for any other text, and for the first error in a lesson.
    """
    text = decoded(contents)
    if not lessons.is_lesson(text):
        return page(from_bytes(contents), app, everywhere=bool(app))
    lesson = lessons.read(text)
    for step in lesson.steps:
        found = report(step, partial(authored_lessons.trace, board=step.figure.board))
        for fault in found.faults:
            raise fault
    return page(of_lesson.of_own_runs(lesson), app)


def _address(moment: Moment, app: str, everywhere: bool) -> str:
    """Return the address that opens the moment for everybody, "" for none; `app` replaces any if it is `everywhere`."""
    if not everywhere and urlsplit(moment.link).scheme and (there := address.public(moment.link)):
        return there
    here = "" if moment.page == WATCH.page else moment.page
    return app and f"{app.rstrip('/')}/{here}?{urlsplit(moment.link).query}"


def _moment(moment: Moment, onward: Callable[[Moment], str]) -> talk.TalkMoment:
    found = opened(moment)
    state, of_step = found.state, moment.of_step
    trace = runs.run(runs.request(state, found.board.pictures)).trace
    act = of_step.act if of_step else None
    return talk.TalkMoment(
        trace,
        looks(moment, found, trace),
        moment.title,
        moment.note,
        moment.hide,
        asks(moment, int(state["t"]), trace) if act is None else _of_act(act),
        "" if catalog.link_note(state.source) else onward(moment),
        reproduce.spec(state),
        {**asdict(act), "done": of_step.settings(trace, done=True)} if act and of_step else None,
    )


def _of_act(act: Act) -> Asks | None:
    """Return the question of an act that chooses among answers."""
    if act.kind != CHOOSE:
        return None
    options = tuple((each.choice, each.hint) for each in act.outcomes)
    return Asks(act.prompt, options, act.answer, act.outcomes[act.answer].reply, act.shows)
