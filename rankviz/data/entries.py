"""What a source can be asked for: one description for menus, links and the command line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rankviz.data.problem import Problem
from rankviz.errors import DataError, shown

Value = int | float | str | bool


@dataclass(frozen=True)
class Option:
    """One choice of a source.

    Attributes
    ----------
    kind : "int", "float", "bool", "choice" or "text".
    low, high, step : the range of a number, both ends included.
    choices : the values of a "choice".
    is_file : the value is the path of a second file.
    """

    name: str
    label: str
    kind: str
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    is_file: bool = False

    def parse(self, text: str) -> Value:
        """The value that `text` writes. Raises DataError when it is none or lies outside the range."""
        value = self._read(text)
        if self._nearest(value) != value:
            raise DataError(f"{self.name}={text.strip()} is outside its range", remedy=f"Choose {self.range}")
        return value

    def clamp(self, text: str) -> tuple[Value, str]:
        """The nearest legal value, and a sentence when it is not what was asked (else empty)."""
        try:
            value = self._read(text)
        except DataError as error:
            return self.default, f"{error} {self.name}={self.write(self.default)} is used."
        nearest = self._nearest(value)
        if nearest == value:
            return value, ""
        return nearest, f"{self.name}={text.strip()} is outside its range; {self.write(nearest)} is used."

    def write(self, value: Value) -> str:
        """The value as a link writes it; :meth:`parse` reads it back."""
        if self.kind == "bool":
            return "1" if value else "0"
        return f"{value:.12g}" if self.kind == "float" else str(value)

    @property
    def range(self) -> str:
        """The legal values in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "bool":
            return "1 or 0"
        number = "a whole number" if self.kind == "int" else "a number"
        return f"{number} from {self.low:g} to {self.high:g}"

    def _nearest(self, value: Value) -> Value:
        """The legal number next to `value`, which is itself when it is legal."""
        if self.low is None or self.high is None or isinstance(value, str):
            return value
        nearest = min(max(value, self.low), self.high)
        return int(nearest) if self.kind == "int" else nearest

    def _read(self, text: str) -> Value:
        text = text.strip()
        if self.kind == "text":
            return text
        if self.kind == "choice" and text in self.choices:
            return text
        if self.kind == "bool" and text.lower() in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            return text.lower() in ("1", "true", "yes", "on")
        if self.kind in ("int", "float") and len(text) <= 40:
            try:
                number = int(text) if self.kind == "int" else float(text)
            except ValueError:
                number = math.nan
            if math.isfinite(number):
                return number
        raise DataError(f"{self.name} cannot be {shown(text)}", remedy=f"Choose {self.range}")


@dataclass(frozen=True)
class Entry:
    """A named data set that can be made on the spot: its name, its words for a menu, its options."""

    name: str
    label: str
    help: str
    build: Callable[..., Problem]
    options: tuple[Option, ...] = ()

    def defaults(self) -> Mapping[str, Value]:
        """The value of every option when nothing is said."""
        return {option.name: option.default for option in self.options}


def seed_option() -> Option:
    """The seed, as every seeded source offers it."""
    return Option("seed", "Seed", "int", 0, "The same seed gives the same data.", 0, 2**31 - 1, 1)
