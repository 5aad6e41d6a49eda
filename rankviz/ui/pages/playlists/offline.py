"""A playlist as one HTML file: all runs that its moments need, and their questions with answers."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from urllib.parse import urljoin, urlsplit

import streamlit as st

from rankviz.lessons.outcomes import CHOOSE, Act
from rankviz.lessons.playlists.playlist import Moment, Playlist, from_bytes
from rankviz.lessons.predict import QUESTIONS, question
from rankviz.lessons.text import lesson as lessons
from rankviz.lessons.text.check import report
from rankviz.lessons.text.lines import decoded
from rankviz.runs.trace import Trace
from rankviz.stage_data.offline import talk
from rankviz.stage_data.offline.page import ENDING, Looks
from rankviz.ui.details import reproduce
from rankviz.ui.pages.lessons import own
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.pages.playlists.board import check, opened
from rankviz.ui.runs import runs
from rankviz.ui.serving import address
from rankviz.ui.stage.asked import settings as settings_of
from rankviz.ui.state import catalog
from rankviz.ui.state.state import State


def save_playlist(playlist: Playlist) -> None:
    """Show the button that makes the page when pressed."""
    st.download_button(
        "Save as a page",
        _as_page(playlist, address.home()),
        file_name=f"playlist{ENDING}",
        mime="text/html",
        icon=":material/download:",
        key="playlist-page",
        help="One file that plays all moments without RankViz and without a network, and prints a hand-out",
        on_click="ignore",
    )


def page(playlist: Playlist, app: str = "", home: str = "") -> bytes:
    """Return the page; `app` is the address of RankViz for links without one, `home` the target of the page's head.

    Raises DataError for a link that is not valid, a run that cannot be made, or a page above 25 MB.
    """
    check(playlist)
    return talk.talk(playlist.title, [_moment(moment, app) for moment in playlist.moments], home)


def page_of_file(contents: bytes, app: str = "") -> bytes:
    """Return the page of a playlist's text, or of a lesson's. Raises DataError as :func:`page` does, and for any other.

    Of a lesson that says what is not so, the first such thing is raised.
    """
    text = decoded(contents)
    if not lessons.is_lesson(text):
        return page(from_bytes(contents), app)
    lesson = lessons.read(text)
    for step in lesson.steps:
        for fault in report(step, lambda spec, step=step: own.trace(spec, step.figure.board)).faults:  # type: ignore[misc]
            raise fault
    return page(of_lesson.of_own_runs(lesson), app)


def _as_page(playlist: Playlist, app: str) -> Callable[[], bytes]:
    return partial(page, playlist, app)


def _moment(moment: Moment, app: str) -> talk.TalkMoment:
    found = opened(moment)
    state, layout = found.state, found.board.name
    trace = runs.run(runs.asked(state, found.board.pictures)).trace
    t = min(int(state["t"]), max(run.n_rounds for run in trace.runs))
    of_step, settings = moment.of_step, settings_of(state, trace)
    act = of_step.act if of_step else None
    if of_step is not None:
        settings |= of_step.settings(trace, done=act is None)
    link = moment.link if urlsplit(moment.link).scheme else (app and urljoin(app, moment.link))
    return talk.TalkMoment(
        trace,
        Looks(layout, act.start if act else t, {**settings, "look": str(state["look"])}),
        moment.title,
        moment.note,
        moment.hide,
        _asks(moment, state, trace) if act is None else _of_act(act),
        "" if catalog.link_note(state.source) else str(link),
        reproduce.spec(state),
        {**asdict(act), "done": of_step.settings(trace, done=True)} if act and of_step else None,
    )


def _of_act(act: Act) -> tuple[str, tuple[str, ...]] | None:
    """Return the question of an act that chooses among answers, and its options."""
    return (act.prompt, tuple(each.choice for each in act.outcomes)) if act.kind == CHOOSE else None


def _asks(moment: Moment, state: State, trace: Trace) -> tuple[str, tuple[str, ...]] | None:
    """Return the moment's question about the next round of the first run that picks weak rankers, and its options."""
    if not moment.question or not trace.boosted:
        return None
    asked = question(trace, trace.boosted[0], int(state["t"]) + 1, QUESTIONS[moment.question])
    return None if asked is None else (asked.prompt, tuple(option.label for option in asked.options))
