"""What a lesson is made of: steps, each a moment of a run with a few checked sentences about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.lessons.vocabulary import Facts
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Trace

PANELS = {
    "losses": "Loss and bound",
    "ties": "Ties",
    "margins": "Margins",
    "ensemble": "Ensemble weights",
    "map": "Pair weights",
    "ladder": "Ranking",
}
"""The panels of the stage that a step may point at, with their headings."""

VALUE = re.compile(r"\{([^{}]+)\}")
"""Where a sentence takes a value from the run: {rb-d.alpha@2}."""


@dataclass(frozen=True)
class Moment:
    """A run and a round of it: everything the stage needs."""

    spec: RunSpec
    t: int = 0

    def at(self, t: int) -> Moment:
        """The same run at another round."""
        return replace(self, t=t)

    def run(self) -> Trace:
        """The trace of this moment."""
        return _run(self.spec)


@lru_cache(maxsize=32)
def _run(spec: RunSpec) -> Trace:
    return spec.trace()


@dataclass(frozen=True)
class Sentence:
    """One sentence. `checks` must hold in the run for it to be said; `general` ones define or quote a theorem."""

    text: str
    checks: tuple[str, ...] = ()
    general: bool = False

    def said(self, facts: Facts) -> bool:
        """Whether every check holds."""
        return all(facts.holds(check) for check in self.checks)

    def pieces(self, facts: Facts) -> list[tuple[str, bool]]:
        """The sentence in pieces: (text, whether it is a value read from the run)."""
        parts = VALUE.split(self.text)
        return [(facts.text(part), True) if i % 2 else (part, False) for i, part in enumerate(parts)]

    def words(self, facts: Facts) -> str:
        """The sentence with its values, as plain text."""
        return "".join(text for text, _ in self.pieces(facts)).replace("*", "")


def says(text: str, *checks: str) -> Sentence:
    """A sentence about the run, with the comparisons it claims."""
    return Sentence(text, checks)


def term(text: str) -> Sentence:
    """A definition, or what a theorem says of every run."""
    return Sentence(text, general=True)


@dataclass(frozen=True)
class Ask:
    """A prediction asked for before round t: its "ranker", or the "pair" that gains most weight."""

    kind: str
    algorithm: str
    t: int


@dataclass(frozen=True)
class Step:
    """One idea: a heading, one or two paragraphs, the moment on the stage, and where to look.

    `curves` are those drawn in the tile of losses (r1, r2, e1, e2, bound), by default each algorithm's loss and its
    bound. With `ask` the stage waits at the round before, until the learner has answered; `after` is said then.
    """

    heading: str
    paragraphs: tuple[tuple[Sentence, ...], ...]
    moment: Moment
    panel: str
    look: Sentence
    ask: Ask | None = None
    after: tuple[Sentence, ...] = ()
    curves: tuple[str, ...] | None = None

    def sentences(self) -> list[Sentence]:
        """All of them, in reading order."""
        return [*(each for paragraph in self.paragraphs for each in paragraph), *self.after, self.look]

    def facts(self, trace: Trace | None = None) -> Facts:
        """The vocabulary at this step's moment."""
        return Facts(trace or self.moment.run(), self.moment.t)


@dataclass(frozen=True)
class Lesson:
    """A name for links, a title, what one learns, and the steps."""

    name: str
    title: str
    about: str
    icon: str
    steps: tuple[Step, ...]
