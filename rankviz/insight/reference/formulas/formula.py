"""A formula, written once and read three ways: its value, its LaTeX in symbols, its LaTeX with the values put in.

Formulas are put together from variables with + − * /, `ln`, `exp` and the like. Brackets stand where they are needed,
and what is added with a minus is subtracted: 0.3841 − 0.35. A variable that may be beyond floats is kept as its natural
log, and so are products, quotients and sums made of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from rankviz.engine.numerics import exp_or_inf, in_order, log_cosh


class Binds(IntEnum):
    """How tightly a text holds together; what binds less than its place asks for is put in brackets."""

    SUM = 1
    SIGNED = 2
    PRODUCT = 3
    ATOM = 4


@dataclass(frozen=True)
class Text:
    """LaTeX, and how tightly it binds."""

    tex: str
    binds: Binds = Binds.ATOM

    def within(self, least: Binds) -> str:
        """Return the text, in brackets if it binds less tightly than `least`."""
        if self.binds >= least:
            return self.tex
        return rf"\left( {self.tex} \right)" if r"\frac" in self.tex else f"({self.tex})"


def of_number(tex: str) -> Text:
    """Return a number in LaTeX as a text; one with a sign or a power of ten binds less tightly than another."""
    return Text(tex, Binds.SIGNED if tex.startswith("-") else Binds.PRODUCT if "^" in tex else Binds.ATOM)


@dataclass(frozen=True)
class Terms:
    """The first terms of a sum, or factors of a product, that has `count` of them."""

    first: tuple[float, ...]
    count: int

    @classmethod
    def first_of(cls, values: np.ndarray, most: int) -> Terms:
        """Return the first `most` of the values."""
        return cls(tuple(values[:most].tolist()), len(values))

    @property
    def whole(self) -> bool:
        """Whether no term is left out."""
        return self.count <= len(self.first)


Values = Mapping["Variable", "float | Terms"]
Read = Callable[[Values], float]
Write = Callable[["Variable"], Text]
"""From a variable to its symbol, or to its value."""


class Formula:
    """A number made of variables.

    Attributes
    ----------
    give, log : compute the number, or its natural log, from the values of the variables.
    write : writes it, with the variables as they are told.
    variables : those it is made of.
    """

    def __init__(
        self,
        give: Read,
        write: Callable[[Write], Text],
        variables: Sequence[Variable] = (),
        log: Read | None = None,
    ) -> None:
        self.give, self.write, self.variables = give, write, tuple(dict.fromkeys(variables))
        self.log: Read = log or (lambda v: log_of(give(v)))

    @property
    def tex(self) -> str:
        """The formula in symbols."""
        return self.write(lambda variable: variable.symbol).tex

    @property
    def kept(self) -> bool:
        """Whether a variable of it is computed by its log, as a number that may be beyond floats."""
        return any(variable.in_logs or variable.product for variable in self.variables)

    def by_logs(self) -> Formula:
        """Return the same formula, computed on logs: for a quotient of two numbers beyond floats."""
        return Formula(lambda v: exp_or_inf(self.log(v)), self.write, self.variables, self.log)

    def computed(self, give: Read) -> Formula:
        """Return the same formula, computed in a form that keeps more digits than the one it is written in."""
        return Formula(give, self.write, self.variables)

    def __add__(self, other: Formula) -> Formula:
        def write(w: Write) -> Text:
            right = other.write(w).tex
            sign, right = ("-", right[1:]) if right.startswith("-") else ("+", right)
            return Text(f"{self.write(w).tex} {sign} {right}", Binds.SUM)

        return Formula(
            lambda v: self.give(v) + other.give(v),
            write,
            (*self.variables, *other.variables),
            (lambda v: float(np.logaddexp(self.log(v), other.log(v)))) if self.kept or other.kept else None,
        )

    def __sub__(self, other: Formula) -> Formula:
        return Formula(
            lambda v: self.give(v) - other.give(v),
            lambda w: Text(f"{self.write(w).tex} - {other.write(w).within(Binds.PRODUCT)}", Binds.SUM),
            (*self.variables, *other.variables),
        )

    def __mul__(self, other: Formula) -> Formula:
        def write(w: Write) -> Text:
            left, right = self.write(w).within(Binds.SIGNED), other.write(w).within(Binds.PRODUCT)
            binds = Binds.SIGNED if left.startswith("-") else Binds.PRODUCT
            return Text(f"{left}{_between(right)}{right}", binds)

        return Formula(
            lambda v: self.give(v) * other.give(v),
            write,
            (*self.variables, *other.variables),
            (lambda v: self.log(v) + other.log(v)) if self.kept or other.kept else None,
        )

    def __truediv__(self, other: Formula) -> Formula:
        return Formula(
            lambda v: self.give(v) / other.give(v),
            lambda w: Text(rf"\frac{{{self.write(w).tex}}}{{{other.write(w).tex}}}"),
            (*self.variables, *other.variables),
            lambda v: self.log(v) - other.log(v),
        )

    def slash(self, other: Formula) -> Formula:
        """Return self / other on one line."""
        quotient = self / other

        def write(w: Write) -> Text:
            left = self.write(w)
            text = f"{left.within(Binds.SIGNED)} / {other.write(w).within(Binds.ATOM)}"
            return Text(text, min(left.binds, Binds.PRODUCT))

        return Formula(quotient.give, write, quotient.variables, quotient.log)

    def over(self, count: Formula) -> Formula:
        """Return self / count, written as a mean is: 1/m times self."""
        quotient, written = self / count, one / count * self
        return Formula(quotient.give, written.write, quotient.variables, quotient.log)

    def __pow__(self, power: Formula) -> Formula:
        def write(w: Write) -> Text:
            base = self.write(w)
            if "^" in base.tex:  # TeX allows one raised index
                base = Text(base.tex, Binds.SUM)
            return Text(f"{base.within(Binds.ATOM)}^{_group(power.write(w).tex)}")

        return Formula(
            lambda v: float(self.give(v) ** power.give(v)),
            write,
            (*self.variables, *power.variables),
            lambda v: power.give(v) * self.log(v),
        )

    def __neg__(self) -> Formula:
        return Formula(lambda v: -self.give(v), lambda w: _opposite(self.write(w)), self.variables)


class Variable(Formula):
    """A variable: its symbol, and how its value stands in an equation.

    in_logs : its value is the natural log of the number.
    exact : a value that is a whole number is written with all its digits.
    product : where its value is `Terms`, they are factors.
    """

    def __init__(
        self, symbol: str, *, in_logs: bool = False, exact: bool = False, product: bool = False
    ) -> None:
        self.symbol = Text(symbol, Binds.PRODUCT if OPERATOR.search(symbol) else Binds.ATOM)
        self.in_logs, self.exact, self.product = in_logs, exact, product
        super().__init__(self._give, lambda w: w(self), (self,), self._log)

    def _give(self, values: Values) -> float:
        value = values[self]
        if self.in_logs or (self.product and isinstance(value, Terms)):
            return exp_or_inf(self._log(values))
        return in_order(value.first) if isinstance(value, Terms) else value

    def _log(self, values: Values) -> float:
        value = values[self]
        if not isinstance(value, Terms):
            return value if self.in_logs else log_of(value)
        if self.product:
            return in_order(value.first if self.in_logs else map(log_of, value.first))
        return float(np.logaddexp.reduce(value.first)) if self.in_logs else log_of(in_order(value.first))

    def joined(self, numbers: Sequence[str], left_out: bool) -> Text:
        """Write the terms of its value, which are numbers in LaTeX."""
        if self.product:
            return Text(r" \cdot ".join(numbers or ["1"]) + r" \cdots" * left_out, Binds.PRODUCT)
        parts = [f" - {text[1:]}" if text.startswith("-") else f" + {text}" for text in numbers[1:]]
        text = "".join([*numbers[:1], *parts]) or "0"
        alone = not parts and not left_out
        return of_number(text) if alone else Text(text + r" + \cdots" * left_out, Binds.SUM)


OPERATOR = re.compile(r"\\(ln|cosh|tanh|exp|sum|prod)")
NUMBER = re.compile(r"\d|\(-")


def _between(right: str) -> str:
    """Return what stands between a factor and the next one: a dot before a number, a thin space before a symbol."""
    return r" \cdot " if NUMBER.match(right) else " " if OPERATOR.match(right) else r"\, "


def _group(text: str) -> str:
    return text if re.fullmatch(r"\d", text) else f"{{{text}}}"


def _opposite(text: Text) -> Text:
    if text.tex.startswith("-") and text.binds != Binds.SUM:
        return Text(text.tex[1:], Binds.PRODUCT)
    return text if text.tex == "0" else Text(f"-{text.within(Binds.PRODUCT)}", Binds.SIGNED)


def log_of(value: float) -> float:
    """Return ln of a value ≥ 0, −∞ for 0; raise ValueError for a negative one."""
    return math.log(value) if value else -math.inf


def constant(value: float, tex: str = "") -> Formula:
    """Make a formula of a number that is written as it stands."""
    return Formula(lambda v: value, lambda w: of_number(tex or f"{value:g}"))


def exp(x: Formula) -> Formula:
    """Return e^x."""
    return Formula(
        lambda v: math.exp(x.give(v)), lambda w: Text(f"e^{{{x.write(w).tex}}}"), x.variables, x.give
    )


def tall_exp(x: Formula) -> Formula:
    """Return e^x, written exp(x)."""
    made = exp(x)
    return Formula(made.give, lambda w: Text(rf"\exp\!\left({x.write(w).tex}\right)"), x.variables, made.log)


def sqrt(x: Formula) -> Formula:
    """Return the square root of x."""
    return Formula(
        lambda v: math.sqrt(x.give(v)),
        lambda w: Text(rf"\sqrt{{{x.write(w).tex}}}"),
        x.variables,
        lambda v: 0.5 * x.log(v),
    )


def ln(x: Formula) -> Formula:
    """Return ln x."""
    return _function(r"\ln", x, x.log)


def tanh(x: Formula) -> Formula:
    """Return tanh x."""
    return _function(r"\tanh", x, lambda v: math.tanh(x.give(v)))


def cosh(x: Formula) -> Formula:
    """Return cosh x."""
    return _function(r"\cosh", x, lambda v: math.cosh(x.give(v)), lambda v: log_cosh(x.give(v)))


def _function(name: str, x: Formula, give: Read, log: Read | None = None) -> Formula:
    def write(w: Write) -> Text:
        argument = x.write(w).within(Binds.ATOM)
        space = "" if argument.startswith(("(", r"\left")) else " "
        return Text(f"{name}{space}{argument}", Binds.PRODUCT)

    return Formula(give, write, x.variables, log)


one, two, four = constant(1.0), constant(2.0), constant(4.0)
half = constant(0.5, r"\frac12")
small_half = constant(0.5, r"\tfrac12")


@dataclass(frozen=True)
class Equation:
    """An equation: its number in the papers, its left side, the formula that it is, and what its symbols are."""

    number: str
    left: str
    right: Formula
    relation: str = "="
    where: str = ""

    @property
    def tex(self) -> str:
        """The equation in symbols."""
        explained = rf", \quad {self.where}" if self.where else ""
        return " ".join(part for part in (self.left, self.relation, self.right.tex + explained) if part)

    @property
    def of_any(self) -> str:
        """The equation in symbols, of any ranker instead of round t's."""
        return self.tex.replace("_t", "")


def sum_equation(number: str, left: str, terms: str) -> Equation:
    """Return the equation of a sum over many terms, whose right side is one variable."""
    return Equation(number, left, Variable(terms))
