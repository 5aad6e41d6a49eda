"""One description of everything that can be chosen: parameters of algorithms, options of data, settings of a page.

Menus, widgets, `--help`, links, SOURCE strings and the checks of the Python API are generated from it. `Choices` reads
and writes the links of all pages, of claims and of SOURCEs.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rankviz.engine import arguments
from rankviz.engine.errors import DataError, as_given, shortened, shown
from rankviz.engine.number_format import exact

Value = bool | float | int | str

LONGEST = 40
"""Most letters of a link that a sentence repeats."""

NOISE = 8
"""Units in the last place that the steps of a slider may accumulate."""
ROUNDING = 1e-6
"""The share of a step within which a number is the slider's: 3 · .05 is .15 and a bit."""

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True)
class Choice:
    """One thing that can be chosen, under one name.

    Attributes
    ----------
    kind : "int", "float", "bool", "choice", "text", "file" (the path of a second file), or a kind that only a page's
        link has and reads (see `ui.state.link`).
    low, high : the range of a number, both ends included; None where it is unbounded.
    step : the distance between a slider's numbers.
    stepped : the numbers between a slider's are not legal.
    choices : the values of a "choice".
    spoken : for each of them what a run with it is called on the screen; empty where the value itself will do. A
        number's is its symbol.
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
    spoken: tuple[str, ...] = ()
    short: str = ""
    stepped: bool = False

    @property
    def link(self) -> str:
        """The name in a page's link."""
        return self.short or self.name

    def in_words(self, value: str) -> str:
        """Return what a run with this value is called on the screen; "" where the value itself will do."""
        if self.spoken and not self.choices:
            return f"{self.spoken[0]} = {value}"
        return dict(zip(self.choices, self.spoken, strict=False)).get(value, "")

    @property
    def is_file(self) -> bool:
        """True when the value is the path of a second file."""
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
        """The required kind of number, in words."""
        return "a whole number" if self.kind == "int" else "a number"

    @property
    def _needed(self) -> str:
        """The expected form of a text that cannot be read, as the end of "it is …"."""
        if self.kind == "bool":
            return "neither 1 nor 0"
        return f"none of {', '.join(filter(None, self.choices))}" if self.choices else f"not {self.number}"

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
        value = self._on_step(self.read(text))
        if self.nearest(value) != value:
            why = "lies between two steps" if self._inside(value) else "is outside its range"
            raise DataError(f"{self.name}={_quoted(text)} {why}", remedy=f"Choose {self.range}")
        return value

    def clamp(self, text: str) -> tuple[Value, str]:
        """Return the nearest legal value, and a sentence when that differs from the link's (else empty)."""
        try:
            value = self._on_step(self.read(text))
        except DataError:
            default = self.write(self.default)
            instead = f"{default} is used" if default else "it was dropped"
            return self.default, f"{self.label}: “{_quoted(text)}” in the link is {self._needed}; {instead}."
        nearest = self.nearest(value)
        if nearest == value:
            return value, ""
        why = "is between two steps" if self._inside(value) else f"is outside {self.bounds}"
        return nearest, f"{self.label}: {_quoted(text)} {why}; {self.write(nearest)} is used."

    def read(self, text: str) -> Value:
        """Return the value that `text` writes, even out of range or infinite. Raises DataError when it writes none."""
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
        raise DataError(f"{self.name} cannot be {shown(text)}", remedy=f"Choose {self.range}")

    def nearest(self, value: Any) -> Any:
        """Return the legal number next to `value`, `value` itself when legal; other types stay."""
        if self._inside(value):
            return self._step_at(value) if self.stepped and not isinstance(value, (str, bool)) else value
        return type(value)(self.low if self.low is not None and value < self.low else self.high)

    def write(self, value: object) -> str:
        """Return the value as a link writes it; :meth:`parse` reads the same value back."""
        if isinstance(value, bool):
            return "1" if value else "0"
        if isinstance(value, tuple):
            return ",".join(value)
        if isinstance(value, float):
            return exact(self._clean(value))
        return "" if value is None else str(value)

    def _clean(self, value: float) -> float:
        """Return the value without the rounding that steps of a slider accumulate: 0.3 for 0.30000000000000004."""
        short = float(f"{value:.12g}")
        return short if self.step and abs(short - value) <= NOISE * math.ulp(value) else value

    def _on_step(self, value: Any) -> Any:
        """Return the slider's own number for one that differs from it by rounding; any other value stays."""
        if not (self.stepped and isinstance(value, float) and self._inside(value)):
            return value
        nearest = self._step_at(value)
        return nearest if abs(value - nearest) <= ROUNDING * float(self.step or 1) else value

    def _step_at(self, value: Any) -> Any:
        """Return the slider's number next to one in its range."""
        low, step = self.low or 0, self.step or 1
        nearest = low + round((value - low) / step) * step
        return int(nearest) if self.kind == "int" else float(f"{nearest:.12g}")

    def _inside(self, value: Any) -> bool:
        """Return whether a number is in the range; other types always are."""
        if isinstance(value, (str, bool)):
            return True
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


Reader = Callable[[Choice, str], tuple[Any, str | None]]
"""Returns the value of a text and a sentence about any change in it. Raises DataError."""


class Choices(Mapping[str, Choice]):
    """An ordered set of choices, by name.

    Parameters
    ----------
    choices : in the order in which a link is written.
    readers : by a choice's name, for those that :meth:`Choice.clamp` and :meth:`Choice.parse` do not read.
    owner : their owner, for the sentence about an unknown name.
    """

    def __init__(
        self, choices: Iterable[Choice], readers: Mapping[str, Reader] | None = None, owner: str = "this page"
    ) -> None:
        self._choices = {choice.name: choice for choice in choices}
        self._by_link = {choice.link: choice for choice in self._choices.values()}
        self._readers, self._owner = readers or {}, owner

    def __getitem__(self, name: str) -> Choice:
        return self._choices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._choices)

    def __len__(self) -> int:
        return len(self._choices)

    def read(self, link: Mapping[str, str], *, strict: bool = False) -> tuple[dict[str, Any], list[str]]:
        """Read the choices that a link names.

        Returns
        -------
        The values by name, the default for a text that cannot be used; and one sentence for each value that was
        changed or dropped. With `strict` the first such value raises DataError instead.
        """
        values: dict[str, Any] = {}
        sentences: list[str | None] = []
        for key, text in link.items():
            choice = self._by_link.get(key)
            if choice is None:
                unknown = f"“{shortened(key, LONGEST)}” in the link is not a choice of {self._owner}"
                if strict:
                    raise DataError(unknown, remedy="Leave it out")
                sentences.append(f"{unknown}; it was dropped.")
                continue
            try:
                values[choice.name], sentence = self._reader(choice, strict)(choice, text.strip())
            except DataError as error:
                if strict:
                    raise
                default = choice.write(choice.default)
                instead = "The page's own choice is used" if default else "That part of the link was dropped"
                values[choice.name], sentence = choice.default, f"{error} {instead}."
            sentences.append(sentence)
        return values, [sentence for sentence in sentences if sentence]

    def write(self, values: Mapping[str, Any], always: Collection[str] = ()) -> dict[str, str]:
        """Return a link's parameters: the values that are not the defaults, and those named in `always`."""
        named = (c for c in self._choices.values() if c.name in always or values[c.name] != c.default)
        return {choice.link: choice.write(values[choice.name]) for choice in named}

    def _reader(self, choice: Choice, strict: bool) -> Reader:
        return self._readers.get(choice.name) or (_parsed if strict else Choice.clamp)


def _parsed(choice: Choice, text: str) -> tuple[Any, None]:
    return replace(choice, name=choice.link).parse(text), None


def _quoted(text: str) -> str:
    return shortened(text.strip(), LONGEST)
