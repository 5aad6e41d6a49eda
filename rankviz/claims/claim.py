"""What a claim of the gallery is: a sentence of the papers, a run that shows it, and the numbers that prove it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rankviz.choice import Choice, Value
from rankviz.number_format import number
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Trace

CLOSE = 1e-9
"""Rounding allowed between two sides of "=", "≤" and "≥", relative to the larger; "<" and ">" need this much more."""

Options = Mapping[str, Value]
"""The value of every option of a claim."""


@dataclass(frozen=True)
class Setting:
    """The run that shows a claim, and the round to look at: what the page hands to the stage.

    Attributes
    ----------
    spec : what is run.
    t : the round at which the claim is seen.
    curves : which of r1, r2, e1, e2 and bound are drawn.
    """

    spec: RunSpec
    t: int
    curves: tuple[str, ...] = ("r1", "e1", "bound")

    def trace(self) -> Trace:
        """The run, made by the engine."""
        return self.spec.trace()


@dataclass(frozen=True)
class Side:
    """One side of a comparison: what it is, its value, and what the paper prints for it, if anything."""

    name: str
    value: float | str
    paper: str = ""

    @property
    def text(self) -> str:
        """The value as it is shown: six digits, whole numbers whole."""
        if isinstance(self.value, str):
            return self.value
        if float(self.value).is_integer() and abs(self.value) < 1e15:
            return f"{int(self.value):,}".replace("-", "−")
        shown = number(float(self.value), 6)
        return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown

    @property
    def as_printed(self) -> bool:
        """Whether the value is the paper's fraction, or its number to all its digits, the last rounded or cut."""
        if not self.paper or isinstance(self.value, str):
            return self.value == self.paper or not self.paper
        if "/" in self.paper:
            over, under = self.paper.split("/")
            return abs(self.value - float(over) / float(under)) <= CLOSE
        decimals = len(self.paper.partition(".")[2])
        return abs(self.value - float(self.paper)) < 10.0**-decimals


@dataclass(frozen=True)
class Evidence:
    """One comparison that the claim rests on, in words and in numbers computed from the engine."""

    text: str
    left: Side
    relation: str
    right: Side

    @property
    def holds(self) -> bool:
        """Whether the comparison comes out as it says, and each side as the paper prints it."""
        return self._compared and self.left.as_printed and self.right.as_printed

    @property
    def _compared(self) -> bool:
        left, right = self.left.value, self.right.value
        if isinstance(left, str) or isinstance(right, str):
            return self.relation == "=" and left == right
        if math.isnan(left) or math.isnan(right):
            return False
        room = CLOSE * max(abs(left), abs(right)) if math.isfinite(left) and math.isfinite(right) else 0.0
        return {
            "=": left == right or abs(left - right) <= room,
            "≤": left <= right + room,
            "≥": left >= right - room,
            "<": left < right - room,
            ">": left > right + room,
        }[self.relation]


@dataclass(frozen=True)
class Curve:
    """A small figure beside the evidence: lines over one parameter, and the value that is shown now.

    A line is what it is, the loss, error or bound whose colour it has (r1, e2, …), and its values.
    """

    title: str
    x_label: str
    x: tuple[float, ...]
    lines: tuple[tuple[str, str, tuple[float, ...]], ...]
    at: float


@dataclass(frozen=True)
class Proof:
    """A claim at one choice of its options: the run, the evidence, a sentence on the outcome, and a curve."""

    setting: Setting
    evidence: tuple[Evidence, ...]
    outcome: str
    curve: Curve | None = None

    @property
    def holds(self) -> bool:
        """Whether every comparison holds."""
        return all(each.holds for each in self.evidence)


@dataclass(frozen=True)
class Claim:
    """One card of the gallery.

    Attributes
    ----------
    name : its place in the link and on the command line.
    title, sentence : the claim, short and in a sentence.
    source : the paper's statement and equations.
    look : what to look at on the stage.
    group : the heading it stands under.
    options : its sliders.
    prove : the proof at a choice of every option; :meth:`run` takes some and fills in the rest.
    reference : what the reference page has on it, as one looks it up there.
    """

    name: str
    title: str
    sentence: str
    source: str
    look: str
    group: str
    prove: Callable[[Options], Proof]
    options: tuple[Choice, ...] = ()
    reference: str = ""

    def defaults(self) -> dict[str, Value]:
        """The value of every option when nothing is said."""
        return {option.name: option.default for option in self.options}

    def run(self, options: Options | None = None) -> Proof:
        """The proof at these options, the others by default. Raises DataError for a value out of range."""
        chosen = {**self.defaults(), **(options or {})}
        known = {option.name: option for option in self.options}
        return self.prove({name: known[name].parse(known[name].write(chosen[name])) for name in known})

    def settings(self) -> Iterator[dict[str, Value]]:
        """Choices worth checking: the defaults, then each option at every choice or at both ends of its range."""
        defaults = self.defaults()
        yield defaults
        for option in self.options:
            for value in ends(option):
                if value != option.default:
                    yield {**defaults, option.name: value}


def ends(option: Choice) -> tuple[Value, ...]:
    """Both ends of a range, or every choice."""
    if option.kind == "choice":
        return option.choices
    if option.kind == "bool":
        return (False, True)
    assert option.low is not None and option.high is not None
    kind = int if option.kind == "int" else float
    return kind(option.low), kind(option.high)


def compare(
    text: str, left: tuple[str, float | str], relation: str, right: tuple[str, float | str], *paper: str
) -> Evidence:
    """A comparison of two sides, each (what it is, its value); `paper` prints the left side, then the right."""
    prints = (*paper, "", "")
    return Evidence(text, Side(*left, prints[0]), relation, Side(*right, prints[1]))
