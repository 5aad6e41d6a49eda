"""Claims of the gallery: a sentence of a paper, a run that shows the claim, and the numbers that prove it."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from rankviz.engine.choice import Choice, Value
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace

CLOSE = 1e-9
"""Rounding allowed between two sides of "=", "≤" and "≥", relative to the larger; "<" and ">" need this much more."""

Options = Mapping[str, Value]
"""The value of every option of a claim."""


@lru_cache(maxsize=16)
def run_of(spec: RunSpec) -> Trace:
    """Compute the run of a spec, cached, so that moving a slider over its rounds computes nothing again."""
    return spec.trace()


@dataclass(frozen=True)
class ClaimRun:
    """The run that shows a claim, and the round to look at: where Watch opens it.

    Attributes
    ----------
    spec : the run.
    t : the round at which the claim is seen.
    """

    spec: RunSpec
    t: int

    def trace(self) -> Trace:
        """Compute the run; the latest are cached."""
        return run_of(self.spec)


@dataclass(frozen=True)
class Side:
    """One side of a comparison: its name, its value, and the paper's printed value, if any."""

    name: str
    value: float | str
    paper: str = ""

    @property
    def text(self) -> str:
        """Return the value as shown: six digits, four beside a power of ten, whole numbers whole."""
        if isinstance(self.value, str):
            return self.value
        if float(self.value).is_integer() and abs(self.value) < 1e15:
            return f"{int(self.value):,}".replace("-", "−")
        shown = spelt(float(self.value), 6)
        digits, times, power = (spelt(float(self.value), 4) if "×" in shown else shown).partition("×")
        return (digits.rstrip("0").rstrip(".") if "." in digits else digits) + times + power

    @property
    def as_printed(self) -> bool:
        """True when the value is the paper's fraction, or its number to all its digits, the last rounded or cut."""
        if not self.paper or isinstance(self.value, str):
            return self.value == self.paper or not self.paper
        if "/" in self.paper:
            over, under = self.paper.split("/")
            return abs(self.value - float(over) / float(under)) <= CLOSE
        decimals = len(self.paper.partition(".")[2])
        return abs(self.value - float(self.paper)) < 10.0**-decimals


@dataclass(frozen=True)
class Evidence:
    """One comparison that the claim depends on, in words and in numbers computed from the engine."""

    text: str
    left: Side
    relation: str
    right: Side

    @property
    def holds(self) -> bool:
        """True when the relation holds between both sides, and each side is as the paper prints it."""
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
    """One curve of a figure, or points: y over x, NaN where there is no value.

    colour : an algorithm's name or a measure's key (r1, e2, bound, …).
    kind : "line", "dash", or "points".
    """

    name: str
    colour: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    kind: str = "line"


@dataclass(frozen=True)
class Map:
    """A number for each pair of items, rows by columns.

    signed : 0 is the middle of the scale; signed maps of a figure share one scale.
    unit : after each value; the weights of pairs are in 1/m.
    """

    title: str
    values: tuple[tuple[float, ...], ...]
    signed: bool = False
    unit: str = "/m"


@dataclass(frozen=True)
class Figure:
    """The figure of a claim: its quantities as lines or points, and the levels to compare them with.

    Attributes
    ----------
    levels : (name, height) of each horizontal line: a limit, a floor, a bound.
    at : the x of the chosen options, None where no option is on the x-axis.
    range : the y-axis from, to; None for all values. log : the y-axis is logarithmic.
    maps : shown side by side below the figure.
    """

    title: str
    x_label: str
    y_label: str
    lines: tuple[Curve, ...]
    levels: tuple[tuple[str, float], ...] = ()
    at: float | None = None
    range: tuple[float, float] | None = None
    log: bool = False
    maps: tuple[Map, ...] = ()


@dataclass(frozen=True)
class Sweep:
    """A claim at many values of one option, the others as chosen: where it holds and where it fails.

    Attributes
    ----------
    option : the option's name. values : in order. judge : returns whether the claim holds at a value.
    at : the chosen value. on_axis : the figure's x-axis is this option, so that the axis can be shaded.
    words : for a value at which the claim holds, and for one at which it fails.
    """

    option: str
    values: tuple[float, ...]
    judge: Callable[[float], bool]
    at: float
    on_axis: bool = True
    words: tuple[str, str] = ("holds", "fails")

    @cached_property
    def holds(self) -> tuple[bool, ...]:
        """The verdict at each value, computed on first use: each value takes a run."""
        return tuple(map(self.judge, self.values))

    def spans(self) -> list[tuple[float, float, bool]]:
        """Merge neighbours of the same verdict: (first value, last value, holds)."""
        found: list[tuple[float, float, bool]] = []
        for value, holds in zip(self.values, self.holds, strict=True):
            if found and found[-1][2] == holds:
                found[-1] = (found[-1][0], value, holds)
            else:
                found.append((value, value, holds))
        return found


def swept(
    option: str,
    values: Iterable[float],
    evidence: Callable[[Any], tuple[Evidence, ...]],
    at: float,
    *,
    on_axis: bool = True,
    words: tuple[str, str] = ("holds", "fails"),
) -> Sweep:
    """Return the sweep that judges every value by the evidence shown for the chosen value."""
    tried = {float(value): value for value in values}

    def judge(value: float) -> bool:
        return all(each.holds for each in evidence(tried[value]))

    return Sweep(option, tuple(tried), judge, float(at), on_axis, words)


@dataclass(frozen=True)
class Proof:
    """A claim at one choice of its options.

    Attributes
    ----------
    setting : the run. evidence : the claim in numbers. outcome : a sentence on the result.
    figure : the claimed quantity. sweep : where the claim holds, over one option.
    edge : why the claim need not hold at these options, as the end of "because …"; empty where it must hold.
    """

    setting: ClaimRun
    evidence: tuple[Evidence, ...]
    outcome: str
    figure: Figure
    sweep: Sweep | None = None
    edge: str = ""

    @property
    def holds(self) -> bool:
        """True when every comparison holds."""
        return all(each.holds for each in self.evidence)

    @property
    def refuted(self) -> bool:
        """True when the claim fails where it must hold."""
        return not self.holds and not self.edge


@dataclass(frozen=True)
class Claim:
    """One card of the gallery.

    Attributes
    ----------
    name : its place in the link and on the command line.
    title, sentence : the claim, short and in a sentence.
    source : the paper's statement and equations.
    look : what to look at in the figure.
    group : the heading of its group.
    options : its sliders, of which only the steps are legal: there is no proof between them.
    prove : the proof at a choice of every option; :meth:`run` takes some and fills in the rest.
    reference : the key of the entry of the Reference that it is about.
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

    def __post_init__(self) -> None:
        numbers = ("int", "float")
        stepped = tuple(replace(one, stepped=one.kind in numbers) for one in self.options)
        object.__setattr__(self, "options", stepped)

    def defaults(self) -> dict[str, Value]:
        """Return the default of every option."""
        return {option.name: option.default for option in self.options}

    def run(self, options: Options | None = None) -> Proof:
        """Prove the claim at these options, the others at their defaults.

        Raises DataError for an unknown option, and for a value that its slider does not offer.
        """
        return self.prove(self.checked(options or {}))

    def checked(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Return the value of every option, the default where none is given. Raises DataError as :meth:`run` does."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                remedy = f"Choose from {', '.join(known)}" if known else "It has none"
                raise DataError(f'The claim "{self.name}" has no option {shown(name)}', remedy=remedy)
        return {**self.defaults(), **{name: known[name].check(value) for name, value in options.items()}}

    def settings(self) -> Iterator[dict[str, Value]]:
        """Yield choices worth checking: the defaults, then each option at every choice or at both ends of its range."""
        defaults = self.defaults()
        yield defaults
        for option in self.options:
            for value in ends(option):
                if value != option.default:
                    yield {**defaults, option.name: value}


def ends(option: Choice) -> tuple[Value, ...]:
    """Return both ends of an option's range, or every choice."""
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
    """Compare two sides, each (name, value); `paper` holds the paper's values for the left side, then the right."""
    prints = (*paper, "", "")
    return Evidence(text, Side(*left, prints[0]), relation, Side(*right, prints[1]))
