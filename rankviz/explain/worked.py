"""Equations with their numbers in them, and so many digits that the operands, as they are printed, give the result.

Four digits of each operand do not always give four of the result: 0.5001 − 0.4998 is 0.0003, and its operands' digits
after the fourth are most of it. So an equation is computed once more from what is printed. Where that gives another
result to the digits shown, all its operands get one digit more, up to 17, which say everything a float has. Where even
those do not give it, because the result was added up in another order, they are all shown and the sign is ≈.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankviz.algorithms.boosting.equations import log_ratio
from rankviz.explain.model import tex, total
from rankviz.numerics import exp_or_inf, in_order
from rankviz.reference.formulas.formula import Formula, Read, Terms, Text, Values, Variable, of_number

ALL = 17
"""Significant digits that identify every float."""

TIMES_POWER = re.compile(r"(-?[\d.]+) \\times 10\^\{(-?\d+)\}")
POWER = re.compile(r"10\^\{(.+)\}")

Say = Callable[[Sequence[str]], str]
"""From the operands in LaTeX to the left side."""

Give = Callable[[Sequence[float]], float]
"""From the operands as numbers to the result."""


@dataclass(frozen=True)
class Operand:
    """A number of an equation: how to write it with so many digits, and how to read what was written."""

    write: Callable[[int], str]
    read: Callable[[str], float]


def plain(value: float) -> Operand:
    """Make an operand of a number as it is."""
    return Operand(lambda digits: tex(value, digits), read)


def of_log(log: float) -> Operand:
    """Make an operand of e^log; what is read back is the log, because the number may be beyond floats."""
    return Operand(lambda digits: tex_of_log(log, digits), read_log)


def put_in(
    formula: Formula,
    values: Values,
    result: float,
    digits: int,
    *,
    in_logs: bool = False,
    give: Read | None = None,
) -> str:
    """Write "formula with its values = result" in LaTeX, `digits` digits in the result and as many or more in those.

    Return "" where the formula is 0 / 0 under a logarithm.

    Parameters
    ----------
    in_logs : `result` is the natural log of the number.
    give : computes the result in place of the formula, in a form that loses no digits.
    """
    show = tex_of_log if in_logs else tex
    shown = show(result, digits)
    compute = give or (formula.log if in_logs else formula.give)
    if not all(value.whole for value in values.values() if isinstance(value, Terms)):
        return f"{_with_values(formula, values, digits)[0]} = {shown}"
    if _computed(compute, values, show, digits) == tex(math.nan, digits):
        return ""
    text = ""
    for d in range(min(digits, ALL), ALL + 1):
        text, printed = _with_values(formula, values, d)
        if _computed(compute, printed, show, digits) == shown:
            return f"{text} = {shown}"
    return rf"{text} \approx {shown}"


def _with_values(formula: Formula, values: Values, digits: int) -> tuple[str, Values]:
    """Return the formula with its values in LaTeX, and the values as they are printed."""
    texts: dict[Variable, Text] = {}
    printed: dict[Variable, float | Terms] = {}
    for variable, value in values.items():
        write, read_back = (tex_of_log, read_log) if variable.in_logs else (tex, read)
        if isinstance(value, Terms):
            each = [write(term, digits) for term in value.first]
            texts[variable] = variable.joined(each, not value.whole)
            printed[variable] = Terms(tuple(read_back(text) for text in each), value.count)
        elif variable.exact:
            texts[variable], printed[variable] = of_number(str(int(value))), value
        else:
            text = write(value, digits)
            texts[variable], printed[variable] = of_number(text), read_back(text)
    return formula.write(texts.__getitem__).tex, printed


def _computed(compute: Read, values: Values, show: Callable[[float, int], str], digits: int) -> str:
    """Return what the values as printed give, in LaTeX; "" where they give no number, as 1 / 0."""
    try:
        return show(compute(values), digits)
    except (ArithmeticError, ValueError):
        return ""


def worked(operands: Sequence[float], say: Say, give: Give, result: float, digits: int) -> str:
    """Write "left side = result" in LaTeX, with `digits` digits in the result and as many or more in the operands."""
    return worked_of([plain(x) for x in operands], say, give, result, digits)


def worked_product(a: float, b: float, result: float, digits: int) -> str:
    """Write "a · b = result" of two factors."""
    return worked((a, b), lambda x: rf"{x[0]} \cdot {x[1]}", lambda x: x[0] * x[1], result, digits)


def worked_of(
    operands: Sequence[Operand], say: Say, give: Give, result: float, digits: int, *, in_logs: bool = False
) -> str:
    """Write an equation as `worked` does, of any operands; `in_logs`: `give` and `result` are natural logs."""
    show = tex_of_log if in_logs else tex
    shown = show(result, digits)
    texts: list[str] = []
    for d in range(min(digits, ALL), ALL + 1):
        texts = [operand.write(d) for operand in operands]
        numbers = [operand.read(text) for operand, text in zip(operands, texts, strict=True)]
        if _given(give, numbers, show, digits) == shown:
            return f"{say(texts)} = {shown}"
    return rf"{say(texts)} \approx {shown}"


def _given(give: Give, numbers: Sequence[float], show: Callable[[float, int], str], digits: int) -> str:
    """Return what the operands as printed give, in LaTeX; "" where they give no number, as 1 / 0."""
    try:
        return show(give(numbers), digits)
    except (ArithmeticError, ValueError):
        return ""


def worked_sum(terms: Sequence[float], count: int, result: float, digits: int) -> str:
    """Write "a + b + c + ⋯ = result" of the first of `count` terms; checked as in `worked` if these are all."""
    if count > len(terms):
        return f"{total(list(terms), count, digits)} = {tex(result, digits)}"
    return worked(terms, signed_sum, in_order, result, digits)


def difference(first: float, second: float, result: float, digits: int) -> str:
    """Write "first − second = result"."""
    return worked(
        (first, second), lambda x: f"{x[0]} - {bracketed(x[1])}", lambda x: x[0] - x[1], result, digits
    )


def quotient(over: float, under: float, result: float, digits: int) -> str:
    """Write "over / under = result" as a fraction."""
    return worked(
        (over, under), lambda x: rf"\frac{{{x[0]}}}{{{x[1]}}}", lambda x: x[0] / x[1], result, digits
    )


def half_log_ratio(over: float, under: float, result: float, digits: int) -> str:
    """Write ½ ln(over / under) with its values; "" where both are 0."""
    if not over and not under:
        return ""

    def say(x: Sequence[str]) -> str:
        return rf"\frac12 \ln \frac{{{x[0]}}}{{{x[1]}}}"

    return worked((over, under), say, lambda x: log_ratio(*x), result, digits)


def signed_sum(texts: Sequence[str]) -> str:
    """Write "a + b − c" in LaTeX; "0" without terms."""
    parts = [f" - {text[1:]}" if text.startswith("-") else f" + {text}" for text in texts[1:]]
    return "".join([*texts[:1], *parts]) or "0"


def bracketed(text: str) -> str:
    """Put a number in LaTeX that follows an operator in brackets when it is negative."""
    return f"({text})" if text.startswith("-") else text


def grouped(text: str) -> str:
    """Put a number in LaTeX that ^, / or a function binds in brackets when it has a sign or a power of ten."""
    return f"({text})" if "^" in text else bracketed(text)


def opposite(text: str) -> str:
    """Return the number in LaTeX with the other sign."""
    return text[1:] if text.startswith("-") else text if text == "0" else f"-{text}"


def read(text: str) -> float:
    """Read the number that `tex` wrote."""
    text = text.replace("{,}", "")
    if found := TIMES_POWER.fullmatch(text):
        return float(f"{found[1]}e{found[2]}")
    if text.endswith(r"\infty"):
        return -math.inf if text.startswith("-") else math.inf
    return float(text)


def read_log(text: str) -> float:
    """Read ln of the number that `tex` wrote, which may be a power of ten beyond floats."""
    if found := POWER.fullmatch(text):
        return read(found[1]) * math.log(10)
    value = read(text)
    return math.log(value) if value > 0.0 else -math.inf


def tex_of_log(log: float, digits: int) -> str:
    """Write e^log in LaTeX, as a power of ten where no float holds the number."""
    return tex(exp_or_inf(log), digits, log)
