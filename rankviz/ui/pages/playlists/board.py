"""A moment of a playlist as the app shows it: the state of its link, its board, and its question on a saved page."""

from dataclasses import dataclass

from rankviz.board.offline.asks import Asks
from rankviz.board.offline.page import Looks
from rankviz.engine.boards import Board
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.lessons.predict import QUESTIONS, question
from rankviz.ui.pages.kernel.page import PAGE as KERNEL
from rankviz.ui.pages.margins.page import PAGE as MARGINS
from rankviz.ui.pages.qbrank.page import PAGE as QBRANK
from rankviz.ui.stage.page import WATCH
from rankviz.ui.stage.stage_settings import settings as settings_of
from rankviz.ui.state.link import from_link
from rankviz.ui.state.state import State

STAGES = {page.board.page: page for page in (WATCH, MARGINS, QBRANK, KERNEL)}
"""The pages with a stage, by the last part of a link."""


@dataclass(frozen=True)
class Opened:
    """A moment's state and board, and a warning for each choice of its link that was changed to be valid."""

    state: State
    board: Board
    warnings: tuple[str, ...]


def opened(moment: Moment) -> Opened:
    """Open the link of a moment."""
    page = STAGES[moment.page]
    state, warnings = from_link(moment.choices)
    state = page.suited(state)
    return Opened(state, page.of(state).board_of(state), tuple(warnings))


def looks(moment: Moment, found: Opened, trace: Trace) -> Looks:
    """Return the look of the moment before anything is answered: its opening round, and the stage's settings."""
    settings, of_step = settings_of(found.state, trace), moment.of_step
    act = of_step.act if of_step else None
    if of_step is not None:
        settings |= of_step.settings(trace, done=act is None)
    t = act.start if act else min(int(found.state["t"]), max(run.n_rounds for run in trace.runs))
    return Looks(found.board.name, t, {**settings, "look": str(found.state["look"]), "said": moment.note})


def asks(moment: Moment, t: int, trace: Trace) -> Asks | None:
    """Return the moment's own question, or that about the round after t of the first run that picks weak rankers."""
    if moment.own is not None:
        return Asks(*moment.own.vote)
    if not moment.question or not trace.boosted:
        return None
    asked = question(trace, trace.boosted[0], t + 1, QUESTIONS[moment.question])
    return None if asked is None else Asks(*asked.vote)


def check(playlist: Playlist) -> None:
    """Raise DataError for a moment whose link had to be changed to be valid."""
    for number, moment in enumerate(playlist.moments, 1):
        warnings = opened(moment).warnings
        if warnings:
            raise DataError(f"Moment {number}: {warnings[0].rstrip('.')}", remedy="Correct its link")
