"""Questions for a class: about a run, made by `rankviz.lessons.predict`, or from a lesson's step."""

from rankviz.lessons import predict
from rankviz.lessons.outcomes import CHOOSE, Act
from rankviz.ui.rooms.question import FEWEST, ClassQuestion
from rankviz.ui.runs.shown import Shown


def of_act(act: Act) -> ClassQuestion | None:
    """Return the act of a lesson's step as a question: which answer, round, cell or α is right; None where all are.

    Raises ValueError, in words, for one that is too long for a class.
    """
    outcomes, right = act.to_vote()
    if len(outcomes) < FEWEST:
        return None
    options = tuple((act.name(each), each.hint) for each in outcomes)
    return ClassQuestion(
        act.prompt, options, right, outcomes[right].reply, act.shows if act.kind == CHOOSE else None
    )


def offered(shown: Shown, kind: str, t: int, label: str = "") -> ClassQuestion | None:
    """Return the question of that kind about round t of a run: without a label the first that picks weak rankers.

    None where there is no such question. Raises ValueError, in words, for one that is too long for a class.
    """
    runs = {} if shown.excerpt else {run.label: run for run in shown.trace.boosted}
    run = runs.get(label) or next(iter(runs.values()), None)
    made = None if run is None else predict.question(shown.trace, run, t, kind)
    return None if made is None else ClassQuestion(*made.vote)


def next_ranker(shown: Shown, t: int) -> ClassQuestion | None:
    """Return the question which ranker comes in round t."""
    return offered(shown, predict.RANKER, t)
