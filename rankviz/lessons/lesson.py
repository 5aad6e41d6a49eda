"""The parts of a lesson: steps, each a moment of a run with a few checked sentences about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Protocol

from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.figure import Figure
from rankviz.lessons.predict import IDEA, LARGEST, Option, Question, question
from rankviz.lessons.subject import Subject, subject
from rankviz.lessons.tries import Drag, Try
from rankviz.lessons.vocabulary import UNKNOWN, Facts

NARROW = 20
"""With so many rounds a chart's rounds are narrow: a mark one round away is meant for its neighbour."""


class Said(Protocol):
    """A function that returns a sentence in a language, with values in the place of their names in braces."""

    def __call__(self, text: str, **values: object) -> str:
        """Return the sentence."""
        ...


def in_english(text: str, **values: object) -> str:
    """Return a sentence as it is written, with values in the place of their names in braces."""
    return text.format(**values)


@dataclass(frozen=True)
class RunAt:
    """A run and a round of it: everything the stage needs."""

    spec: RunSpec
    t: int = 0

    def at(self, t: int) -> RunAt:
        """The same run at another round."""
        return replace(self, t=t)

    def run(self) -> Trace:
        """Compute the trace of this moment."""
        return made(self.spec)


@lru_cache(maxsize=32)
def made(spec: RunSpec) -> Trace:
    """Return the trace of a run, made once."""
    return spec.trace()


@dataclass(frozen=True)
class Sentence:
    """One sentence, shown only where `checks` hold in the run; `general` ones define a term or quote a theorem."""

    text: str
    checks: tuple[str, ...] = ()
    general: bool = False
    line: int = field(default=0, compare=False)

    def holds(self, facts: Facts) -> bool:
        """Return whether every check holds."""
        return all(facts.holds(check) for check in self.checks)

    def pieces(self, facts: Facts) -> list[tuple[str, bool]]:
        """Split the sentence into pieces: (text, whether the text is a value read from the run)."""
        return facts.pieces(self.text)

    def words(self, facts: Facts) -> str:
        """Return the sentence with its values, as plain text."""
        return re.sub(r"\*([^*]+)\*", r"\1", facts.filled(self.text))


def says(text: str, *checks: str) -> Sentence:
    """Make a sentence about the run, with the comparisons it claims."""
    return Sentence(text, checks)


def term(text: str) -> Sentence:
    """Make a sentence that defines a term, or that a theorem states for every run."""
    return Sentence(text, general=True)


@dataclass(frozen=True)
class Ask:
    """A prediction asked for before round t: its "ranker", or the "pair" that gains most weight."""

    kind: str
    algorithm: str
    t: int

    def question(self, trace: Trace) -> Question | None:
        """The question with its options, found in the run."""
        return question(trace, trace.boosted_run(self.algorithm), self.t, self.kind)


@dataclass(frozen=True)
class Guess:
    """One option of `AskLargest`: its name, its quantity, and a hint that helps to judge the quantity."""

    label: str
    quantity: str
    hint: str


@dataclass(frozen=True)
class AskLargest:
    """A prediction asked for before round t: which of a few quantities of the round is the largest.

    `what` leads to its value: "a target of". `hint` of a guess takes values as a sentence does; `because` is what every
    wrong one is told besides its value.
    """

    algorithm: str
    t: int
    prompt: str
    what: str
    guesses: tuple[Guess, ...]
    because: str = ""

    def question(self, trace: Trace) -> Question:
        """The question with its options, found in the run."""
        facts = Facts(trace, self.t)
        most = max(facts.value(guess.quantity) for guess in self.guesses)

        def option(guess: Guess) -> Option:
            right = facts.value(guess.quantity) == most
            lead = f"It is {guess.label}, with" if right else f"{guess.label} has"
            why = f"{lead} {self.what} {facts.text(guess.quantity)}."
            if self.because and not right:
                why += f" {facts.filled(self.because)}"
            return Option(guess.label, facts.filled(guess.hint), right, why)

        options = tuple(map(option, self.guesses))
        return Question(LARGEST, self.algorithm, self.t, facts.filled(self.prompt), options)


@dataclass(frozen=True)
class Idea:
    """One option of `AskIdea`: what will happen, the comparisons by which it happens, and the numbers that tell.

    `right` says so without comparisons, in a question whose answer no run knows.
    """

    label: str
    checks: tuple[str, ...]
    why: str
    right: bool | None = None


@dataclass(frozen=True)
class AskIdea:
    """A prediction asked for before round t: what the round will do, in words; one of `ideas` is so in the run."""

    algorithm: str
    t: int
    prompt: str
    ideas: tuple[Idea, ...]

    def question(self, trace: Trace) -> Question:
        """The question with its options, judged in the run."""
        facts = Facts(trace, self.t)

        def option(idea: Idea) -> Option:
            right = all(facts.holds(check) for check in idea.checks) if idea.right is None else idea.right
            return Option(facts.filled(idea.label), "", right, _reason(idea, facts, right=right))

        options = tuple(map(option, self.ideas))
        return Question(IDEA, self.algorithm, self.t, facts.filled(self.prompt), options)


def _reason(idea: Idea, facts: Facts, *, right: bool) -> str:
    """Return why an idea is right or wrong; of a wrong one without its label, which would read as a correction."""
    if not right:
        return facts.filled(idea.why)
    label = facts.filled(idea.label)
    return f"{label}: {facts.filled(idea.why)}" if idea.why else label


@dataclass(frozen=True)
class Find:
    """A task to find a round on the figure: the only round of `algorithm` for which all `checks` hold.

    In `checks` and in `here`, the reply to any round, @here is that round and @before the one before it; {here} is its
    number; numbers in them are compared as they are read. The figure begins at round `start`.
    """

    algorithm: str
    prompt: str
    here: str
    checks: tuple[str, ...]
    start: int = 1

    def task(self, facts: Facts) -> str:
        """Return what to do, with its values."""
        return facts.filled(self.prompt)

    def fits(self, facts: Facts, t: int) -> bool:
        """Return whether all checks hold in round t."""
        if not 1 <= t <= facts.run(self.algorithm).n_rounds:
            return False
        return all(facts.holds(_at(check, t), as_read=True) for check in self.checks)

    def accepts(self, facts: Facts, t: int) -> bool:
        """Return whether round t counts as found."""
        return self.fits(facts, t)

    def answer(self, facts: Facts) -> int:
        """The first round that fits. Raises StopIteration when there is none."""
        return next(t for t in range(1, facts.run(self.algorithm).n_rounds + 1) if self.fits(facts, t))

    def reply(self, facts: Facts, t: int, said: Said = in_english) -> str:
        """Return the reply to a round that was chosen: its values, and where to look when the round is wrong.

        `said` translates sentences.
        """
        t = min(t, facts.run(self.algorithm).n_rounds)
        try:
            values = facts.filled(_at(self.here, t))
        except UNKNOWN:
            if t >= 1:
                raise
            return said("This is before the first round.")
        return values if self.accepts(facts, t) else f"{values} {self._where(facts, t, said)}".rstrip()

    def _where(self, facts: Facts, t: int, said: Said) -> str:
        """Return where to look from a wrong round, and whether only what must hold before that round fails."""
        if t < self.answer(facts):
            return said("It is a later round.")
        here = [check for check in self.checks if "@before" not in check]
        if here and all(facts.holds(_at(check, at), as_read=True) for check in here for at in (t, t - 1)):
            return said("But that was already true one round earlier. Look further back.")
        return said("It is an earlier round.")


@dataclass(frozen=True)
class Mark(Find):
    """A task to find an event on the chart; where rounds are narrow, a round beside the event's counts, too.

    `event` is what to mark, as a clause: the reply to a wrong mark says whether the event is earlier or later.
    """

    event: str = "The lines cross"

    def accepts(self, facts: Facts, t: int) -> bool:
        """Return whether the mark is right: among many rounds, at most one round away."""
        away = 1 if facts.run(self.algorithm).n_rounds >= NARROW else 0
        return any(self.fits(facts, s) for s in range(t - away, t + away + 1))

    def _where(self, facts: Facts, t: int, said: Said) -> str:
        event = facts.filled(self.event)
        if t < self.answer(facts):
            return said("{event} later.", event=event)
        return said("{event} earlier.", event=event)


def _at(text: str, t: int) -> str:
    return text.replace("{here}", str(t)).replace("@here", f"@{t}").replace("@before", f"@{t - 1}")


@dataclass(frozen=True)
class Note:
    """A small table beside the figure, for numbers that no tile shows; cells hold values as sentences do.

    The rows of `now` come with the learner's first try.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    now: tuple[tuple[str, ...], ...] = ()

    def cells(self, facts: Facts, *, tried: bool = False) -> list[list[str]]:
        """Return the head and the rows as text; when the learner has `tried`, also the rows on the changed run."""
        rows = (self.head, *self.rows, *(self.now if tried else ()))
        return [[_cell(cell, facts) for cell in row] for row in rows]


def _cell(text: str, facts: Facts) -> str:
    """Return a cell's text; a run that the learner has changed may lack the cell's values."""
    try:
        return facts.filled(text)
    except KeyError:
        if facts.was is None:
            raise
        return "–"


@dataclass(frozen=True)
class Step:
    """One idea: a heading, one or two paragraphs, the moment on the stage with the figure made for it, where to look.

    A step asks for one act: with `ask` the stage waits at the round before, with `find` at the round it begins with,
    with `tries` at the round that the learner changes, until it is done; then `after` takes the place of `look`, and
    the figure's events are marked. What the paragraphs say is true of the run as it was, before and after. `note` holds
    the numbers that no tile shows; it comes with the answer, but with `tries` it is there from the start. `many` says
    what a comparison on many tasks adds, on the link to it. `say` is a note for who presents it, in lines. `lines` says
    in which line of its text each key stands, "" for the heading.
    """

    heading: str
    paragraphs: tuple[tuple[Sentence, ...], ...]
    moment: RunAt
    figure: Figure
    look: Sentence | None = None
    ask: Ask | AskLargest | AskIdea | None = None
    after: tuple[Sentence, ...] = ()
    note: Note | None = None
    find: Find | None = None
    tries: Try | None = None
    many: str = ""
    say: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def asks(self) -> bool:
        """Whether the step asks the learner for an act."""
        return any((self.ask, self.find, self.tries))

    def sentences(self) -> list[Sentence]:
        """Return all sentences, in reading order."""
        words = [each for paragraph in self.paragraphs for each in paragraph]
        return [*words, *self.after, *([self.look] if self.look else [])]

    def last(self, *, done: bool) -> tuple[Sentence, ...]:
        """Return the sentences below the paragraphs: where to look, or once the act is done what comes of it."""
        return self.after if self.asks and done else (self.look,) if self.look else ()

    def subject(self, trace: Trace, *, done: bool) -> Subject:
        """Return the tile of the act on it, or else of what the words speak of, and its algorithm."""
        if isinstance(self.tries, Drag) and not done:
            return Subject("ties", self.tries.algorithm)
        words = " ".join(each.text for each in (*self.last(done=done), *chain(*self.paragraphs)))
        found = subject(words, trace, self.figure.tiles)
        ring = self.figure.ring
        return Subject(ring[-1 if done else 0], found.algorithm) if ring else found

    def board_look(self, trace: Trace, *, done: bool) -> str:
        """Return the look of the figure with the subject, as links write it."""
        ring = len(self.figure.tiles) > 1
        return ",".join(filter(None, (self.figure.look(), self.subject(trace, done=done).look(ring=ring))))

    def facts(self, trace: Trace | None = None) -> Facts:
        """Return the vocabulary at this step's moment."""
        return Facts(trace or self.moment.run(), self.moment.t)


@dataclass(frozen=True)
class Onward:
    """The links at the end of a lesson: claims of the gallery, searches of the Reference, challenges; by name."""

    claims: tuple[str, ...]
    equations: tuple[str, ...]
    challenges: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name in links, title, subject and icon, the steps, the summary, the links and tables at the end.

    Each of `tables` has a head and rows, for what the lesson compares; most lessons have none.
    """

    name: str
    title: str
    about: str
    icon: str
    steps: tuple[Step, ...]
    summary: tuple[str, ...]
    onward: Onward
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
