"""Questions for a class, in the form of a room: about the run, made by `rankviz.lessons.predict`, or by hand."""

from rankviz.lessons import predict
from rankviz.lessons.outcomes import CHOOSE, Act
from rankviz.lessons.text.own_question import OwnQuestion
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
    return None if made is None else for_class(made)


def for_class(made: predict.Question) -> ClassQuestion:
    """Return a question about a run as one to a class. Raises ValueError, in words, for one that is too long for it."""
    options = tuple((option.label, option.hint) for option in made.options)
    return ClassQuestion(
        made.prompt,
        options,
        made.options.index(made.answer),
        made.answer.why,
        made.t,
        predict.ABOUT[made.kind],
        predict.MEASURED.get(made.kind, ()),
        made.items,
        bits_of(made),
    )


def bits_of(made: predict.Question) -> tuple[tuple[str, str], ...]:
    """Return the rankers of a question, and whether each says yes ("1") or no ("0") to each item."""
    return tuple((label, "".join(str(int(yes)) for yes in row)) for label, row in made.says)


def of_own(own: OwnQuestion) -> ClassQuestion:
    """Return a presenter's own question as one to a class."""
    return ClassQuestion(own.prompt, tuple((words, "") for words in own.options), own.right, own.because)
