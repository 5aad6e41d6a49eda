"""Equations with their numbers in them, and so many digits that the operands, as they are printed, give the result.

Four digits of each operand do not always give four of the result: 0.5001 − 0.4998 is 0.0003, and its operands' digits
after the fourth are most of it. So an equation is computed once more from what is printed. Where that gives another
result to the digits shown, all its operands get one digit more, up to 17, which say everything a float has. Where even
those do not give it, because the result was added up in another order, they are all shown and the sign is ≈.
"""

import math
import re
from collections.abc import Callable

from rankviz.engine.numerics import exp_or_inf
from rankviz.insight.explain.model import Line, tex
from rankviz.insight.reference.formulas.formula import (
    Equation,
    Formula,
    Read,
    Terms,
    Text,
    Values,
    Variable,
    of_number,
)

ALL = 17
"""Significant digits that identify every float."""

TIMES_POWER = re.compile(r"(-?[\d.]+) \\times 10\^\{(-?\d+)\}")
POWER = re.compile(r"10\^\{(.+)\}")


def line(
    equation: Equation, values: Values, digits: int, found: float | None = None, give: Read | None = None
) -> Line:
    """Put values in an equation; the result is `found`, or what `give` or else the equation gives."""
    found = (give or equation.right.give)(values) if found is None else found
    text = put_in(equation.right, values, found, digits, give=give)
    return Line(equation.number, equation.tex, text, found)


def line_of_log(equation: Equation, values: Values, digits: int, log: float | None = None) -> Line:
    """Put values in an equation whose result may be beyond floats; its natural log is `log`, or what it gives."""
    log = equation.right.log(values) if log is None else log
    text = put_in(equation.right, values, log, digits, in_logs=True)
    return Line(equation.number, equation.tex, text, exp_or_inf(log), log)


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
    show = _tex_of_log if in_logs else tex
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
        write, read_back = (_tex_of_log, read_log) if variable.in_logs else (tex, read)
        if isinstance(value, Terms):
            each = [write(term, digits) for term in value.first]
            texts[variable] = variable.joined(each, not value.whole)
            printed[variable] = Terms(tuple(read_back(text) for text in each), value.count)
        elif variable.exact and float(value).is_integer():
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


def _tex_of_log(log: float, digits: int) -> str:
    """Write e^log in LaTeX, as a power of ten where no float holds the number."""
    return tex(exp_or_inf(log), digits, log)
