"""An act of a step with all its outcomes worked out: for a page that asks no server, and for a class that votes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rankviz.engine.data.builtin import inline
from rankviz.engine.errors import DataError
from rankviz.engine.runs import forks
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.lesson import Find, Mark, Step
from rankviz.lessons.tries import Drag, Flip, Try
from rankviz.lessons.vocabulary import Facts

CHOOSE, FIND, MARK, FLIP, DRAG = "choose", "find", "mark", "flip", "drag"
MOST_RUNS = 120
"""Changed runs that are made for one act; beyond, only its answer is told."""
REACH, VALUES = 1.5, 41
"""How far one can drag beyond the run's own α and the one that is right, and the number of values there."""

Runs = Callable[[RunSpec], Trace]


@dataclass(frozen=True)
class Outcome:
    """One thing that the learner may do: an answer, a round, a cell or an α; whether it is right, and the reply."""

    choice: str
    right: bool
    reply: str
    hint: str = ""


@dataclass(frozen=True)
class Act:
    """An act of a step.

    Attributes
    ----------
    kind : CHOOSE, FIND, MARK, FLIP or DRAG.
    outcomes : in the order in which they stand; of FIND and MARK one per round, from round 1 on.
    answer : the index of the outcome that is shown to who gives up.
    start : the round at which the board waits, shows : the one that it goes to once the act is done.
    after : said when the act is done; its numbers are those of the answer's run.
    table : of FLIP, items and (ranker, its answers); a choice is "ranker:row".
    run : of DRAG, whose α it is: the run's index, and its name in a fork.
    """

    kind: str
    prompt: str
    outcomes: tuple[Outcome, ...]
    answer: int
    start: int
    shows: int
    after: str = ""
    items: tuple[str, ...] = ()
    table: tuple[tuple[str, str], ...] = ()
    run: tuple[int, str] | None = None

    def name(self, outcome: Outcome) -> str:
        """Return what a class calls an outcome."""
        if self.kind in (FIND, MARK):
            return f"Round {outcome.choice}"
        if self.kind == DRAG:
            return f"α = {outcome.choice}"
        ranker, _, row = outcome.choice.partition(":")
        return f"{ranker} of {self.items[int(row)]}" if self.kind == FLIP else outcome.choice

    def to_vote(self, most: int = 4) -> tuple[tuple[Outcome, ...], int]:
        """Return outcomes to vote on, in their order, and the index of the right one: the only one among them."""
        right = self.outcomes[self.answer]
        wrong = [i for i, each in enumerate(self.outcomes) if not each.right and each.reply != right.reply]
        places = np.linspace(0, len(wrong) - 1, most - 1).round().astype(int).tolist() if wrong else []
        kept = sorted({self.answer, *(wrong[place] for place in places)})
        return tuple(self.outcomes[i] for i in kept), kept.index(self.answer)


def act(step: Step, run: Runs) -> Act | None:
    """Return the act of a step; None for a step without one. `run` makes the runs. Raises DataError as it does."""
    trace = run(step.moment.spec)
    if step.ask is not None:
        return _asked(step, trace)
    if step.find is not None:
        return _find(step, step.find, step.facts(trace))
    return _tried(step, step.tries, trace, run) if step.tries is not None else None


def _asked(step: Step, trace: Trace) -> Act | None:
    assert step.ask is not None
    asked = step.ask.question(trace)
    if asked is None:
        return None
    outcomes = tuple(Outcome(each.label, each.right, each.why, each.hint) for each in asked.options)
    answer = asked.options.index(asked.answer)
    after = _after(step, step.facts(trace))
    return Act(CHOOSE, asked.prompt, outcomes, answer, step.ask.t - 1, asked.t, after)


def _find(step: Step, asked: Find, facts: Facts) -> Act:
    rounds = range(1, facts.run(asked.algorithm).n_rounds + 1)
    outcomes = tuple(Outcome(str(t), asked.accepts(facts, t), asked.reply(facts, t)) for t in rounds)
    kind = MARK if isinstance(asked, Mark) else FIND
    found = asked.answer(facts)
    return Act(kind, asked.task(facts), outcomes, found - 1, asked.start, step.moment.t, _after(step, facts))


def _tried(step: Step, asked: Try, before: Trace, run: Runs) -> Act:
    choices = list(dict.fromkeys((*_choices(asked, before), asked.answer)))
    outcomes, after, task = [], "", asked.task(asked.facts(before, before))
    for choice in choices if len(choices) <= MOST_RUNS else [asked.answer]:
        try:
            facts = asked.facts(before, run(asked.changed(step.moment.spec, choice)))
        except DataError:
            if choice == asked.answer:
                raise
            continue
        outcomes.append(Outcome(_named(choice), asked.met(facts), asked.reply(facts)))
        after = _after(step, facts) if choice == asked.answer else after
    answer = next(i for i, each in enumerate(outcomes) if each.choice == _named(asked.answer))
    if isinstance(asked, Drag):
        outcomes.sort(key=lambda each: float(each.choice))
        answer = next(i for i, each in enumerate(outcomes) if each.choice == _named(asked.answer))
        index = next(i for i, each in enumerate(before.runs) if each.contender == asked.algorithm)
        dragged = (index, asked.algorithm)
        return Act(DRAG, task, tuple(outcomes), answer, asked.t, step.moment.t, after, run=dragged)
    table = inline.of_problem(before.problem)
    assert table is not None and isinstance(asked, Flip)
    bits = tuple(
        (name, "".join(map(str, map(int, given)))) for name, given in table.rankers if name in asked.rankers
    )
    items = tuple(map(str, table.items))
    return Act(FLIP, task, tuple(outcomes), answer, asked.t, step.moment.t, after, items, bits)


def _choices(asked: Try, before: Trace) -> Iterator[str]:
    """Yield what can be chosen: every cell that may be flipped, or values of α around the run's own."""
    if isinstance(asked, Flip):
        yield from (f"{name}:{row}" for name in asked.rankers for row in range(before.problem.n_items))
        return
    own = Facts(before, asked.t).value(f"{asked.algorithm}.alpha@{asked.t}")
    ends = [each for each in (own, float(_named(asked.answer))) if np.isfinite(each)]
    for alpha in np.linspace(min(ends) - REACH, max(ends) + REACH, VALUES).round(1) + 0.0:
        yield f"{asked.algorithm}:{asked.t}:alpha={alpha:g}"


def _named(choice: str) -> str:
    """Return a cell as it is written, and of a branch its α."""
    if "alpha=" not in choice:
        return choice
    alpha = forks.read(choice).alpha
    return f"{alpha:g}"


def _after(step: Step, facts: Facts) -> str:
    return " ".join(each.words(facts) for each in step.after if each.holds(facts))


@dataclass(frozen=True)
class OfStep:
    """What a lesson's step adds to its moment in a playlist: the figure as it is made for the step, and its act."""

    step: Step
    run: Runs

    @cached_property
    def act(self) -> Act | None:
        """The act with its outcomes. Raises DataError for a run that cannot be made."""
        return act(self.step, self.run)

    def settings(self, trace: Trace, *, done: bool) -> dict[str, object]:
        """Return the settings of the stage for the figure, before the act is done or after it."""
        find, facts = self.step.find, self.step.facts(trace)
        return self.step.figure.settings(
            facts,
            marked=find is None or done,
            found=(find.algorithm, find.answer(facts)) if find and done else None,
        )
