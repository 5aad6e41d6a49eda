"""What an explanation is made of, and how its numbers are written in LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number
from rankviz.engine.runs.quantities import QUANTITIES

Numbers = Mapping[str, tuple[str, str]]
NUMBERS: Numbers = {
    "eps_correct": ("ε⁺", "weight of the pairs the chosen ranker orders correctly"),
    "eps_tied": ("ε⁰", "weight of the pairs the chosen ranker ties"),
    "eps_reversed": ("ε⁻", "weight of the pairs the chosen ranker reverses"),
    "delta": ("δ", "slope of the loss along the chosen ranker, by which rankers are compared"),
    "r": ("r", "how much more weight is ordered correctly than reversed"),
    "alpha_prior": ("α′", "weight the chosen ranker already had"),
    "alpha": ("α", "weight the chosen ranker gets in this round"),
    "tie_factor": ("ω⁰", "factor that tied pairs get in this round"),
    "z": ("Z", "sum of all weights after the round, before scaling back to 1"),
    **{key: QUANTITIES[key][:2] for key in ("r1", "r2", "e1", "e2")},
    "bound": ("U", "upper bound on the loss that the algorithm lowers"),
    "margin": ("μ", "smallest margin of a pair"),
    "smooth_margin": ("G̃", "smooth margin, never above the smallest margin"),
    "norm": ("‖η‖₁", "sum of all |weights| in the ensemble"),
}
"""The numbers of a round: key to symbol and name in words."""


@dataclass(frozen=True)
class Input:
    """An input of an equation: its symbol, what it is in words, the key that explains it, and its value."""

    symbol: str
    words: str
    key: str
    value: float | None


@dataclass(frozen=True)
class Line:
    """One equation: its number, its formula in LaTeX, the formula with the values in it, and the result.

    `result` is recomputed from the inputs, `log` its natural log where the number itself may overflow; both
    are None where nothing can be put in.
    """

    equation: str
    formula: str
    values: str = ""
    result: float | None = None
    log: float | None = None


@dataclass(frozen=True)
class Contribution:
    """A row of a sum: its label, the amount it adds, its share of the sum (None: no share), and its links."""

    label: str
    amount: float
    share: float | None
    links: tuple[Input, ...]


@dataclass(frozen=True)
class Contributions:
    """The largest terms of a sum: what a row is, what its amount is called, the rows, and how many more there are."""

    of: str
    amount: str
    rows: tuple[Contribution, ...]
    more: int
    rest: float | None = None
    """The sum of the terms that have no row."""

    def without_shares(self) -> Contributions:
        """Return the table for factors of a product, which have no shares and no rest."""
        rows = tuple(replace(row, share=None) for row in self.rows)
        return replace(self, rows=rows, rest=None)


@dataclass(frozen=True)
class Worked:
    """An equation worked out: its line, its inputs, its table, and a note."""

    line: Line
    inputs: tuple[Input, ...] = ()
    table: Contributions | None = None
    note: str = ""


@dataclass(frozen=True)
class Explanation:
    """One number explained. `value` is the engine's, None where there is none; `text` is the value as shown."""

    key: str
    t: int
    symbol: str
    name: str
    value: float | None
    text: str
    lines: tuple[Line, ...] = ()
    inputs: tuple[Input, ...] = ()
    table: Contributions | None = None
    notes: tuple[str, ...] = ()
    log: float | None = None

    @property
    def full(self) -> str:
        """Return the value with all its digits."""
        if self.value is None or not math.isfinite(self.value):
            return self.text
        return repr(float(self.value)).replace("-", "−")


KEY = re.compile(r"^([a-z][a-z0-9_]*)((?::\d{1,9})*)(?:@(\d{1,6}))?$")


def split_key(key: str) -> tuple[str, tuple[int, ...], int | None]:
    """Split "pair:12:34@3" into ("pair", (12, 34), 3). Raises DataError for what is no key."""
    found = KEY.match(key)
    if found is None:
        raise DataError(
            f'"{key[:40]}" names no number', remedy='Write a name such as "alpha" or "pair:12:34"'
        )
    name, numbers, at = found.groups()
    return name, tuple(int(n) for n in numbers.split(":")[1:]), None if at is None else int(at)


def shown(value: float | None, log: float | None = None, digits: int = 3) -> str:
    """Write the value as shown: `digits` digits, a power of ten where no float holds it, — where there is none."""
    if log is not None and math.isfinite(log) and abs(log) > 690.0:
        return f"10^{number(log / math.log(10), digits)}"
    if value is None or math.isnan(value):
        return "—"
    # What differs in 1.005 from 1 is its last digit.
    return number(value, digits + 1 if digits == 3 and 1.0 < abs(value) < 1.05 else digits)


def tex(value: float | None, digits: int, log: float | None = None) -> str:
    """Write the value in LaTeX."""
    if log is not None and math.isfinite(log) and abs(log) > 690.0:
        return f"10^{{{tex(log / math.log(10), digits)}}}"
    if value is None or math.isnan(value):
        return r"\text{(no value)}"
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    if digits >= 17:
        text = repr(float(value)).removesuffix(".0")
    else:
        text = number(value, digits).replace("−", "-").replace(",", "{,}")
    if "e" in text:
        mantissa, power = text.split("e")
        return rf"{mantissa} \times 10^{{{int(power)}}}"
    return text
