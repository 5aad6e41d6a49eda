"""The quantities of a run that prose may use: as numbers, as text, and in comparisons.

A quantity is written ``who.what@round``: ``rb-d.alpha@2`` of an algorithm in a round, ``h1.right`` of a weak ranker,
``item:a.grade`` of an item, ``pairs`` of the data. docs/lessons.md lists them, `rankviz.lessons.quantities` reads them.

Without ``@round`` the round of the moment is meant; ``@end`` is the last that the algorithm did. ``was.`` before a
quantity means the run as it was, where the learner has changed it.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, on_tiles, share, times_on_tiles
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.lessons.quantities import of_data, of_runs

FACTORS = {"factor", "weight", "gain"}
"""Quantities in units of an equal share, or of what was before."""
SHARES = {"correct", "tied", "reversed", "best", "top", "undecided", "of_line"}
SHARES_OF = ("share:", "on:", "on-grade:")
RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b - EXACT * max(abs(a), abs(b)),
    ">": lambda a, b: a > b + EXACT * max(abs(a), abs(b)),
    "=": lambda a, b: a == b or abs(a - b) <= EXACT * max(abs(a), abs(b), 1e-3),
    "≠": operator.ne,
    "≤": lambda a, b: a <= b + EXACT * max(abs(a), abs(b)),
    "≥": lambda a, b: a >= b - EXACT * max(abs(a), abs(b)),
}
EXACT = 1e-9
"""Two numbers this close are the same."""
WAS = "was."
UNKNOWN = (KeyError, AttributeError, IndexError, ValueError, ZeroDivisionError)
"""What a quantity raises that a run has not, whatever somebody has written for one."""

_COMPARISON = re.compile(r"(\S+) ([<>=≠≤≥]) (\S+)(?: ([<>=≠≤≥]) (\S+))?")
_COURSE = re.compile(r"(\S+) (falls|rises|never rises|never falls)")


VALUE = re.compile(r"\{([^{}]+)\}")
"""A value of the run in a sentence: {rb-d.alpha@2}."""


def is_condition(text: str) -> bool:
    """Whether a text is written as a comparison that :meth:`Facts.holds` reads."""
    return bool(_COURSE.fullmatch(text) or _COMPARISON.fullmatch(text))


def sides(text: str) -> list[tuple[str, bool]]:
    """Return the quantities that a comparison or a single key names: (key, whether its whole course is meant)."""
    if course := _COURSE.fullmatch(text):
        return [(course[1], True)]
    found = _COMPARISON.fullmatch(text)
    keys = (found[1], found[3], found[5]) if found else (text,)
    return [(key, False) for key in keys if key is not None and not _is_number(key)]


@dataclass(frozen=True)
class Facts:
    """The vocabulary, applied to a trace at a round; `was` is that of the run before the learner changed it.

    `as_drawn` writes numbers as the stage's tiles print them, for a sentence above them.
    """

    trace: Trace
    t: int
    was: Facts | None = None
    as_drawn: bool = False

    def value(self, key: str) -> float:
        """Return the value of a quantity. Raises KeyError when the trace lacks the quantity."""
        found = self._find(key)
        if isinstance(found, str):
            raise KeyError(f"{key} is not a number")
        return found

    def text(self, key: str) -> str:
        """Return a quantity as prose shows it."""
        found = self._find(key)
        if isinstance(found, str):
            return found
        what = key.rpartition(".")[2].partition("@")[0]
        if what in SHARES or what.startswith(SHARES_OF):
            return share(found)
        if float(found).is_integer() and (what in COUNTS or what.endswith("_at") or abs(found) <= 2):
            return f"{int(found):,}".replace("-", "−")
        if not self.as_drawn:
            return _told(found)
        return times_on_tiles(found) if what in FACTORS else on_tiles(found)

    def holds(self, check: str, *, as_read: bool = False) -> bool:
        """Return whether a comparison is true: ``a < b``, ``a = b > c``, ``rb-d.e2 rises``, ``h1.r1 = h2.r1``.

        With `as_read`, a quantity beside a number is rounded to that number's decimals, as one reads it on the screen:
        0.0998 reaches 0.10.
        """
        if course := _COURSE.fullmatch(check):
            return self._course(course[1], course[2])
        parts = _COMPARISON.fullmatch(check)
        if parts is None:
            raise KeyError(f"{check!r} is not a comparison")
        left, relation, middle, second, right = parts.groups()
        return self._related(left, relation, middle, as_read) and (
            second is None or self._related(middle, second, right, as_read)
        )

    def pieces(self, text: str) -> list[tuple[str, bool]]:
        """Split a text into pieces: (text, whether it is a value read from the run)."""
        parts = VALUE.split(text)
        return [(self.text(part), True) if i % 2 else (part, False) for i, part in enumerate(parts)]

    def filled(self, text: str) -> str:
        """Return a text with its values."""
        return "".join(piece for piece, _ in self.pieces(text))

    def course(self, key: str) -> np.ndarray:
        """Return a measure after rounds 0, 1, … up to the algorithm's last."""
        name, _, what = key.rpartition(".")
        return of_runs.course(self.trace, self.run(name), what)

    def run(self, algorithm: str) -> Run:
        """Return the run of an algorithm. Raises KeyError when the trace has none."""
        try:
            return self.trace.run(algorithm)
        except DataError as error:
            raise KeyError(f"{algorithm} does not run here") from error

    def boosted_run(self, algorithm: str) -> BoostedRun:
        """Return the run of an algorithm whose rounds pick weak rankers. Raises KeyError when the trace has none."""
        return of_runs.boosted(self.run(algorithm))

    def _related(self, left: str, relation: str, right: str, as_read: bool) -> bool:
        a, b = self._side(left), self._side(right)
        if as_read and (digits := max(map(_decimals, (left, right)))):
            a, b = (round(each, digits) if isinstance(each, float) else each for each in (a, b))
        if isinstance(a, str) or isinstance(b, str):
            if relation not in "=≠":
                raise KeyError(f"{left} {relation} {right} compares words")
            return (a == b) == (relation == "=")
        return not (math.isnan(a) or math.isnan(b)) and RELATIONS[relation](a, b)

    def _side(self, text: str) -> float | str:
        try:
            return float(text)
        except ValueError:
            return self._find(text)

    def _course(self, key: str, word: str) -> bool:
        values = self.course(key)
        steps, slack = np.diff(values), EXACT * np.abs(values[1:])
        if word == "never rises":
            return bool((steps <= slack).all())
        if word == "never falls":
            return bool((steps >= -slack).all())
        return bool((steps < -slack).all()) if word == "falls" else bool((steps > slack).all())

    def _find(self, key: str) -> float | str:
        if key.startswith(WAS):
            key = key.removeprefix(WAS)
            if key.startswith(WAS):
                raise KeyError(f"{WAS} is written twice")
            return (self.was or self)._find(key)
        who, _, what = key.rpartition(".")
        if not who:
            return of_data.of_data(self.trace, key)
        what, _, when = what.partition("@")
        if who.endswith(".pick"):
            return of_data.of_ranker(self.trace, str(self._find(f"{who}@{when}" if when else who)), what)
        if who in {name for run in self.trace.runs for name in (run.contender, run.algorithm)}:
            run = self.run(who)
            t = run.n_rounds if when == "end" else int(when) if when else self.t
            return of_runs.of_run(self.trace, run, what, t)
        if who.startswith("item:"):
            return of_data.of_item(self.trace, who.removeprefix("item:"), what)
        return of_data.of_ranker(self.trace, who, what)


def _told(value: float) -> str:
    """Return a number with three significant digits; with four where three would make it a whole one: 1.001."""
    text = number(value)
    rounded = re.fullmatch(r"−?[0-9]+\.0+", text) and not float(value).is_integer()
    return number(value, 4) if rounded else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _decimals(text: str) -> int:
    """How many decimals a number is written with; 0 for what is none."""
    return len(text.partition(".")[2]) if _is_number(text) else 0


COUNTS = {
    "grade",
    "yes",
    "at_top",
    "positives",
    "negatives",
    "queries",
    "leaves",
    "hardest",
    "right",
    "ties",
    "wrong",
    "rounds",
    "asked",
    "places",
    "items",
    "pairs",
    "rankers",
    "held_out",
    "held_out_pairs",
    "p",
}
"""Quantities that are whole numbers."""
