"""A lesson as a playlist: each step a moment, with its words filled in, its figure and its question."""

from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from rankviz.engine.boards import BOARDS
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.lesson import Ask, Lesson, Step, made
from rankviz.lessons.outcomes import OfStep, Runs
from rankviz.lessons.playlists.playlist import LONGEST_NOTE, LONGEST_TITLE, Moment, Playlist
from rankviz.lessons.predict import QUESTIONS
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.state.link import to_link
from rankviz.ui.state.run_spec import to_state
from rankviz.ui.state.state import State


def playlist(lesson: Lesson) -> Playlist:
    """Return a lesson of the package as a playlist."""
    return Playlist(lesson.title, tuple(_of_step(step, made) for step in lesson.steps))


def own_playlist(lesson: Lesson) -> Playlist:
    """Return a visitor's lesson as a playlist. Raises DataError for an impossible run, or an error in the lesson."""
    authored_lessons.check(lesson)
    return of_own_runs(lesson)


def of_own_runs(lesson: Lesson) -> Playlist:
    """Return a lesson that was checked as a playlist. Raises DataError for a run that cannot be made."""
    steps = tuple(
        _of_step(step, partial(authored_lessons.trace, board=step.figure.board)) for step in lesson.steps
    )
    return Playlist(lesson.title[:LONGEST_TITLE], steps)


def _of_step(step: Step, run: Runs) -> Moment:
    """Return a step as a moment, one round before the answer where it asks about the next round."""
    facts = step.facts(run(step.moment.spec))
    paragraphs = [
        [each.words(facts) for each in paragraph if each.holds(facts)] for paragraph in step.paragraphs
    ]
    ask = step.ask
    kinds = {kind: name for name, kind in QUESTIONS.items()}
    question = kinds.get(ask.kind, "") if isinstance(ask, Ask) else ""
    t = ask.t - 1 if ask is not None and question else step.moment.t
    state = to_state(step.moment.spec, t).but(look=_look(step, facts.trace))
    note = "\n\n".join(map(" ".join, paragraphs))[:LONGEST_NOTE]
    made = moment(BOARDS[step.figure.board].page, state, note, step.heading[:LONGEST_TITLE], question)
    return replace(made, say=step.say[:LONGEST_NOTE], of_step=OfStep(step, run))


def _look(step: Step, trace: Trace) -> str:
    """Return the tiles and curves of a step's figure, as a link writes them."""
    curves = step.figure.curves
    return ",".join([step.board_look(trace, done=False), *([f"curves:{'.'.join(curves)}"] if curves else [])])


def moment(page: str, state: State, note: str, title: str, question: str = "") -> Moment:
    """Return a moment that shows a state on a page."""
    query = urlencode(to_link(state, whole=True), safe=":/,")
    return Moment(f"{'' if page == 'watch' else page}?{query}", note, title, (), question)
