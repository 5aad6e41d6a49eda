"""A question of the run for a class: what `rankviz.lessons.predict` makes of it, as a room keeps it."""

from __future__ import annotations

from rankviz.lessons import predict
from rankviz.ui.rooms.question import Asked
from rankviz.ui.runs.shown import Shown


def offered(shown: Shown, kind: str, t: int, label: str = "") -> Asked | None:
    """What is asked of that kind about round t of a run, of the first that picks weak rankers where none is named.

    None where there is no such question. Raises ValueError, in words, for one that is too long for a class.
    """
    runs = {} if shown.excerpt else {run.label: run for run in shown.trace.boosted}
    run = runs.get(label) or next(iter(runs.values()), None)
    made = None if run is None else predict.question(shown.trace, run, t, kind)
    if made is None:
        return None
    options = tuple((option.label, option.hint) for option in made.options)
    return Asked(made.prompt, options, made.options.index(made.answer), made.answer.why, made.t)
