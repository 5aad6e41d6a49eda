"""One description of everything that can be chosen: parameters of algorithms, options of data, settings of a page.

Menus, widgets, `--help`, links, SOURCE strings and the checks of the Python API are made from it.
"""

import math
from dataclasses import dataclass
from typing import Any

from rankviz import arguments
from rankviz.errors import DataError, as_given, shown
from rankviz.number_format import exact

Value = bool | float | int | str

LONGEST = 40
"""Most letters that a number in a SOURCE may have."""

NOISE = 8
"""Units in the last place that the steps of a slider may add up to."""
ROUNDING = 1e-6
"""How much of a step a number may lie beside a slider's and be that number: 3 · .05 is .15 and a bit."""

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True)
class Choice:
    """One thing that can be chosen, under one name.

    Attributes
    ----------
    kind : "int", "float", "bool", "choice", "text", "file" (the path of a second file), or a kind that only a page's
        link has and reads (see `ui.state.link`).
    low, high : the range of a number, both ends included; None where it has no end.
    step : how far apart a slider's numbers lie.
    stepped : whether the numbers between a slider's are not legal.
    choices : the values of a "choice".
    short : its name in a page's link, where that is not `name`.
    """

    name: str
    label: str
    kind: str
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    short: str = ""
    stepped: bool = False

    @property
    def link(self) -> str:
        """The name in a page's link."""
        return self.short or self.name

    @property
    def is_file(self) -> bool:
        """Whether the value is the path of a second file."""
        return self.kind == "file"

    @property
    def bounds(self) -> str:
        """Both ends of the range in words."""
        low, high = ("any" if end is None else self.write(end) for end in (self.low, self.high))
        return f"{low} to {high}"

    @property
    def range(self) -> str:
        """The legal values in words, as a link or a SOURCE writes them."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "bool":
            return "1 or 0"
        if self.kind in ("int", "float"):
            steps = f", in steps of {self.write(self.step)}" if self.stepped and self.step != 1 else ""
            return f"{self.number} from {self.bounds}{steps}"
        return "text"

    @property
    def number(self) -> str:
        """The kind of number that is wanted, in words."""
        return "a whole number" if self.kind == "int" else "a number"

    def check(self, value: object) -> Value:
        """Return a value of Python or numpy as a plain one. Raises DataError for another kind, or one out of range."""
        if self.kind == "bool" and arguments.is_flag(value):
            return bool(value)
        if self.kind == "choice" and arguments.is_choice(value, self.choices):
            return str(value)
        if self.kind in ("float", "int") and arguments.is_real(value) and self._inside(value):
            number: Any = value
            plain = self._on_step(float(number)) if self.kind == "float" else int(number)
            if plain == self.nearest(plain) and (self.kind == "float" or plain == number):
                return plain
        allowed = "true or false" if self.kind == "bool" else self.range.removeprefix("one of ")
        raise DataError(f"{self.name} is {as_given(value)}", remedy=f"Choose {allowed}")

    def parse(self, text: str) -> Value:
        """Return the value that `text` writes. Raises DataError when it writes none, or one outside the range."""
        value = self._finite(text)
        if self.nearest(value) != value:
            raise DataError(self._illegal(text, value), remedy=f"Choose {self.range}")
        return value

    def clamp(self, text: str) -> tuple[Value, str]:
        """Return the nearest legal value, and a sentence when that is not what was asked (else empty)."""
        try:
            value = self._finite(text)
        except DataError as error:
            return self.default, f"{error} {self.name}={self.write(self.default)} is used."
        nearest = self.nearest(value)
        if nearest == value:
            return value, ""
        return nearest, f"{self._illegal(text, value)}; {self.write(nearest)} is used."

    def read(self, text: str) -> Value:
        """Return the value that `text` writes, out of range or infinite too. Raises DataError when it writes none."""
        text = text.strip()
        if self.kind in ("text", "file") or (self.kind == "choice" and text in self.choices):
            return text
        if self.kind == "bool" and text.lower() in TRUE + FALSE:
            return text.lower() in TRUE
        if self.kind in ("int", "float"):
            try:
                number = int(text) if self.kind == "int" else self._clean(float(text))
            except ValueError:  # for int also more than 4,300 digits
                number = math.nan
            if isinstance(number, int) or not math.isnan(number):
                return number
        raise self._unreadable(text)

    def nearest(self, value: Any) -> Any:
        """The legal number next to `value`, `value` itself when legal; what is no number stays."""
        if self._inside(value):
            return self._step_at(value) if self.stepped and not isinstance(value, (str, bool)) else value
        return type(value)(self.low if self.low is not None and value < self.low else self.high)

    def write(self, value: object) -> str:
        """The value as a link writes it; :meth:`parse` reads the same value back."""
        if isinstance(value, bool):
            return "1" if value else "0"
        if isinstance(value, tuple):
            return ",".join(value)
        if isinstance(value, float):
            return exact(self._clean(value))
        return "" if value is None else str(value)

    def _clean(self, value: float) -> float:
        """Return the value without the rounding that steps of a slider add up to: 0.3 for 0.30000000000000004."""
        short = float(f"{value:.12g}")
        return short if self.step and abs(short - value) <= NOISE * math.ulp(value) else value

    def _finite(self, text: str) -> Value:
        """The value that `text` writes, a number finite and short enough to be repeated in a sentence."""
        value = self.read(text)
        if self.kind in ("int", "float") and (len(text.strip()) > LONGEST or value in (math.inf, -math.inf)):
            raise self._unreadable(text)
        return self._on_step(value)

    def _on_step(self, value: Any) -> Any:
        """The slider's own number for one that differs from it by rounding; any other value stays."""
        if not (self.stepped and isinstance(value, float) and self._inside(value)):
            return value
        nearest = self._step_at(value)
        return nearest if abs(value - nearest) <= ROUNDING * float(self.step or 1) else value

    def _step_at(self, value: Any) -> Any:
        """The slider's number next to one in its range."""
        low, step = self.low or 0, self.step or 1
        nearest = low + round((value - low) / step) * step
        return int(nearest) if self.kind == "int" else float(f"{nearest:.12g}")

    def _illegal(self, text: str, value: Any) -> str:
        """What is wrong with a number that is not legal."""
        why = "lies between two steps" if self._inside(value) else "is outside its range"
        return f"{self.name}={text.strip()} {why}"

    def _unreadable(self, text: str) -> DataError:
        return DataError(f"{self.name} cannot be {shown(text.strip())}", remedy=f"Choose {self.range}")

    def _inside(self, value: Any) -> bool:
        """Whether a number is in the range; what is no number always is."""
        if isinstance(value, (str, bool)):
            return True
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
