"""Whether what a lesson says is so: every number and condition is read in its runs, every act is tried.

Each thing that is not so is one `DataError` with the line of the text; nothing stops at the first.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import counted
from rankviz.engine.runs import link
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.challenges import Challenge, solved
from rankviz.lessons.figure import FallsBelow
from rankviz.lessons.lesson import AskLargest, Find, Lesson, Mark, Sentence, Step
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.acts import ACTS
from rankviz.lessons.tries import Flip, Try
from rankviz.lessons.vocabulary import UNKNOWN, VALUE, Facts, sides


@dataclass
class Report:
    """What one step comes to: its numbers as they come out, how many conditions hold, its act, and what is not so."""

    heading: str
    t: int
    numbers: dict[str, str] = field(default_factory=dict)
    held: int = 0
    act: str = ""
    faults: list[DataError] = field(default_factory=list)

    def line(self) -> str:
        """Return it on one line."""
        parts = [", ".join(f"{key} {value}" for key, value in self.numbers.items()) or "no numbers"]
        parts += (
            [f"{counted(self.held, 'condition')} hold{'s' if self.held == 1 else ''}"] if self.held else []
        )
        return "; ".join(
            [
                f"{self.heading or 'A step'} (round {self.t}): {parts[0]}",
                *parts[1:],
                *filter(None, [self.act]),
            ]
        )


def reports(lesson: Lesson) -> Iterator[Report]:
    """Yield the report of each step, as soon as its runs are done."""
    for step in lesson.steps:
        yield report(step)


def report(step: Step, run: Callable[[RunSpec], Trace] = RunSpec.trace) -> Report:
    """Check one step; `run` makes the runs it needs."""
    found = Report(step.heading, step.moment.t)
    try:
        trace = run(step.moment.spec)
    except DataError as error:
        found.faults.append(_fault(step, "run", error.what, error.remedy))
        return found
    last = max(run.n_rounds for run in trace.runs)
    if step.moment.t > last:
        found.faults.append(
            _fault(step, "run", f"The run ends after round {last}", f"Show a round up to {last}")
        )
        return found
    facts = step.facts(trace)
    changed = _act(step, trace, facts, found, run)
    for sentence in step.sentences():
        _read(sentence, changed if sentence in step.after else facts, found)
    _figure(step, facts, found)
    _prompt(step, facts, found)
    _words_alone(step, found)
    if step.note is not None:
        for row in (step.note.head, *step.note.rows, *step.note.now):
            for cell in row:
                _values(cell, facts, found, step.lines.get("now", step.lines.get("", 1)))
    return found


def _read(sentence: Sentence, facts: Facts, found: Report) -> None:
    """Read a sentence's numbers, and whether its conditions hold."""
    if not _values(sentence.text, facts, found, sentence.line):
        return
    for check in sentence.checks:
        unknown = missing(check, facts)
        if unknown:
            found.faults.append(DataError(unknown, line=sentence.line, remedy=REMEDY))
        elif _holds(check, facts, sentence.line, found):
            found.held += 1
        else:
            found.faults.append(
                DataError(
                    f"{shown(check, 80)} does not hold, though it says: {sentence.words(facts)}",
                    line=sentence.line,
                    remedy="Change the sentence or its run",
                )
            )


REMEDY = "docs/lessons.md lists the numbers"


def _holds(check: str, facts: Facts, line: int, found: Report) -> bool:
    try:
        return facts.holds(check)
    except KeyError as error:
        found.faults.append(DataError(str(error.args[0]), line=line, remedy=REMEDY))
        return True


def _values(text: str, facts: Facts, found: Report, line: int) -> bool:
    """Read the numbers of a text; return whether all are there."""
    for key in VALUE.findall(text):
        unknown = missing(key, facts)
        if unknown:
            found.faults.append(DataError(unknown, line=line, remedy=REMEDY))
            return False
        if not key.startswith("was."):
            found.numbers[key] = facts.text(key)
    return True


def _prompt(step: Step, facts: Facts, found: Report) -> None:
    """Read the numbers of what the act asks, and of the answers it offers."""
    asked = step.ask or step.find or step.tries
    texts = [(key, prompt) for key in ACTS if (prompt := getattr(asked, "prompt", "")) and key in step.lines]
    texts += [("", idea.label) for idea in getattr(asked, "ideas", ())]
    texts += [("event", asked.event)] if isinstance(asked, Mark) else []
    texts += [("because", asked.because)] if isinstance(asked, AskLargest) else []
    at = facts if step.ask is None else Facts(facts.trace, step.ask.t)
    for key, text in texts:
        _values(text, at, found, _line(step, key))


def _words_alone(step: Step, found: Report) -> None:
    """Refuse numbers in braces where none is read: they would be shown as they are written."""
    levels = [event.name for event in step.figure.shows if isinstance(event, FallsBelow)]
    levels += [step.figure.at[1]] if step.figure.at else []
    what = [step.ask.what] if isinstance(step.ask, AskLargest) else []
    texts = (("", [step.heading]), ("many", [step.many]), ("see", levels), ("what", what))
    for key, words in texts:
        for text in filter(VALUE.search, words):
            where = f'"{key}:"' if key else "A heading"
            found.faults.append(
                _fault(step, key, f"{where} takes no numbers: {shown(text, 60)}", "Put them in a sentence")
            )


def missing(written: str, facts: Facts) -> str:
    """Say which number of a condition, or of a single key, the run has not; "" where it has all."""
    for key, of_course in sides(written):
        try:
            facts.course(key) if of_course else facts.text(key)
        except UNKNOWN as error:
            why = str(error.args[0]) if error.args else ""
            named = f"There is no number {shown(key, 60)} here"
            return f"{named}: {why}" if isinstance(error, KeyError) and " " in why else named
    return ""


def _figure(step: Step, facts: Facts, found: Report) -> None:
    trace = facts.trace
    known = {*map(str, trace.problem.item_ids), *map(trace.pool.label, range(len(trace.pool)))}
    for name in step.figure.named:
        if name not in known:
            found.faults.append(
                _fault(
                    step, "show", f"Nothing here is called {shown(name, 60)}", "Name weak rankers or items"
                )
            )
    for event in step.figure.shows:
        try:
            seen = event.check(facts)
        except UNKNOWN:
            found.faults.append(
                _fault(step, "see", f"{event} names a curve or round that the run does not have", REMEDY)
            )
            continue
        if not seen:
            found.faults.append(
                _fault(step, "see", f"{event} is not in the run", "Name what is there to be seen")
            )


def _act(step: Step, trace: Trace, facts: Facts, found: Report, run: Callable[[RunSpec], Trace]) -> Facts:
    """Try the act; return the facts of which its `after` speaks."""
    try:
        if step.ask is not None:
            found.act = _asked(step, trace, found)
        elif step.find is not None:
            found.act = _found(step, step.find, facts, found)
        elif step.tries is not None:
            return _tried(step, step.tries, trace, found, run)
    except UNKNOWN as error:
        why = str(error.args[0]) if error.args else "a number"
        found.faults.append(_fault(step, "goal", f"The act cannot be judged: {why} is not there", REMEDY))
    return facts


def _asked(step: Step, trace: Trace, found: Report) -> str:
    assert step.ask is not None
    key = "predict" if "predict" in step.lines else "ask"
    asked = step.ask.question(trace)
    if asked is None:
        run = trace.run(step.ask.algorithm)
        why = f"{run.label} has no such question before round {step.ask.t}"
        found.faults.append(
            _fault(step, key, why, f"Ask before another round; questions are {', '.join(QUESTIONS)}")
        )
        return ""
    right = [option.label for option in asked.options if option.right and not option.equal]
    if len(right) != 1:
        many = "Several answers are right" if right else "No answer is right"
        what = "of the same size" if isinstance(step.ask, AskLargest) else "by their conditions"
        said = f": {', '.join(right)} {what}" if right else ""
        found.faults.append(_fault(step, key, f"{many}{said}", "Let just one be right"))
        return ""
    return f"{key}: {right[0]}"


def _found(step: Step, asked: Find, facts: Facts, found: Report) -> str:
    rounds = range(1, facts.run(asked.algorithm).n_rounds + 1)
    key = "mark" if isinstance(asked, Mark) else "find"
    try:
        fitting = [t for t in rounds if asked.fits(facts, t)]
    except UNKNOWN:
        at_once = (check.replace("@here", "@1").replace("@before", "@1") for check in asked.checks)
        unknown = next(
            filter(None, (missing(check, facts) for check in at_once)), "The goal cannot be judged"
        )
        found.faults.append(_fault(step, "goal", unknown, REMEDY))
        return ""
    if not fitting:
        found.faults.append(
            _fault(step, "goal", "No round meets the goal", "Look the numbers up round by round")
        )
        return ""
    if len(fitting) > 1 and not isinstance(asked, Mark):
        several = ", ".join(map(str, fitting[:4]))
        found.faults.append(
            _fault(step, "goal", f"Several rounds meet the goal: {several}", "Add a condition with @before")
        )
    if asked.accepts(facts, asked.start):
        found.faults.append(
            _fault(
                step,
                "goal",
                f"Doing nothing meets the goal: it begins at round {asked.start}",
                "Set another start:",
            )
        )
    _values(
        asked.here.replace("@here", f"@{fitting[0]}").replace("{here}", ""),
        facts,
        found,
        _line(step, "reply"),
    )
    return f"{key}: round {fitting[0]}"


def _tried(step: Step, asked: Try, before: Trace, found: Report, run: Callable[[RunSpec], Trace]) -> Facts:
    idle = asked.facts(before, before)
    for check in asked.goal:
        if unknown := missing(check, idle):
            found.faults.append(_fault(step, "goal", unknown, REMEDY))
            return idle
    if asked.met(idle):
        found.faults.append(
            _fault(step, "goal", "Doing nothing meets the goal", "Ask for more than there is")
        )
    try:
        after = run(asked.changed(step.moment.spec, asked.answer))
    except DataError as error:
        found.faults.append(_fault(step, "answer", f"The answer cannot be given: {error.what}", error.remedy))
        return idle
    facts = asked.facts(before, after)
    found.act = f"{'flip' if isinstance(asked, Flip) else 'drag'}: {asked.answer}"
    if not asked.met(facts):
        found.faults.append(
            _fault(
                step,
                "answer",
                f"The answer {asked.answer} misses the goal: {asked.reply(facts)}",
                "Give one that meets it",
            )
        )
    return facts if _values(asked.here, facts, found, _line(step, "reply")) else idle


def _line(step: Step, key: str) -> int:
    return step.lines.get(key, step.lines.get("", 1))


def _fault(step: Step, key: str, what: str, remedy: str | None) -> DataError:
    return DataError(what, line=_line(step, key), remedy=remedy)


def of_challenge(challenge: Challenge) -> Iterator[tuple[str, list[DataError]]]:
    """Yield a line for each condition as its beginning meets it or not, and what is not so."""
    begins = link.read(_beginning(challenge))
    try:
        trace = begins.spec.trace()
    except DataError as error:
        # A beginning may be nothing to learn from yet: that is the learner's task.
        yield f"{challenge.title}: it begins with what cannot run. {error}", []
        return
    yield f"{challenge.title}: it begins with {trace.problem.title}", []
    facts = Facts(trace, max(run.n_rounds for run in trace.runs))
    for number, condition in enumerate(challenge.conditions, 1):
        tick = condition.check(trace)
        faults = []
        for written in (*condition.written, *VALUE.findall(condition.numbers)):
            unknown = missing(written, facts) if _runs_here(written, trace) else ""
            if unknown:
                faults.append(DataError(unknown, line=condition.line, remedy=REMEDY))
        yield (
            f"{number}. {tick.text}: {tick.number} {'Met' if tick.met else 'Not met'} at the beginning",
            faults,
        )
    if solved(challenge, trace):
        fault = DataError(
            "Doing nothing solves it", line=1, remedy="Begin with a run that misses a condition"
        )
        yield "All conditions are met at the beginning", [fault]


def _beginning(challenge: Challenge) -> str:
    return f"?{urlencode({'data': link.DATA, **challenge.start})}"


def _runs_here(written: str, trace: Trace) -> bool:
    """Whether all runs that a comparison names are there, so that a quantity that is not is unknown."""
    named = [key.rpartition(".")[0] for key, _ in sides(written)]
    return all(who not in ALGORITHMS or who in {run.algorithm for run in trace.runs} for who in named)
