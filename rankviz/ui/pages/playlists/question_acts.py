"""The question of a playlist's moment on a page by itself."""

from rankviz.board.offline.talk import Asks
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.playlists.playlist import Moment
from rankviz.lessons.predict import ABOUT, MEASURED, QUESTIONS, question
from rankviz.ui.rooms.offer import bits_of


def asks(moment: Moment, t: int, trace: Trace) -> Asks | None:
    """Return the moment's own question, or that about the round after t of the first run that picks weak rankers."""
    if (own := moment.own) is not None:
        return Asks(own.prompt, tuple((words, "") for words in own.options), own.right, own.because)
    if not moment.question or not trace.boosted:
        return None
    asked = question(trace, trace.boosted[0], t + 1, QUESTIONS[moment.question])
    if asked is None:
        return None
    return Asks(
        asked.prompt,
        tuple((option.label, option.hint) for option in asked.options),
        asked.options.index(asked.answer),
        asked.answer.why,
        asked.t,
        ABOUT[asked.kind],
        MEASURED.get(asked.kind, ()),
        asked.items,
        bits_of(asked),
    )
