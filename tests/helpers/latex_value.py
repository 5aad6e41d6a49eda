"""The value of an equation's left side as it is printed in LaTeX: a small reader, which knows nothing of the engine."""

import math
import re
from decimal import Decimal

TOKEN = re.compile(
    r"\s*(\d[\d,]*\.?\d*|\\[a-zA-Z]+|\\[!,]|[{}()^+\-/]|e)"  # numbers, commands, brackets and signs
)


class Unreadable(Exception):
    """The equation leaves something out."""


def value_of(text: str) -> float:
    """The number that the printed terms give. Raises Unreadable where some are left out."""
    if any(word in text for word in ("cdots", "text", "infty", ">", "to ", "arg", "quad", "aligned")):
        raise Unreadable
    for half in (r"\tfrac12", r"\frac12"):
        text = text.replace(half, r"\frac{1}{2}")
    text = (
        text.replace("{,}", "")
        .replace(r"\!", "")
        .replace(r"\,", "")
        .replace(r"\left", "")
        .replace(r"\right", "")
    )
    reader = _Reader(TOKEN.findall(text))
    found = reader.sum()
    assert reader.at == len(reader.tokens), (text, reader.tokens[reader.at :])
    return found


def unit(text: str) -> tuple[float, float]:
    """The number that a printed result stands for, and one unit of its last digit."""
    text = text.replace("{,}", "")
    mantissa, _, power = text.partition(r" \times 10^{")
    scale = Decimal(10) ** int(power.rstrip("}") or 0)
    return float(Decimal(mantissa) * scale), float(
        scale * Decimal(1).scaleb(Decimal(mantissa).as_tuple().exponent)
    )


NOISE = 1e-14
"""What floats get wrong of a few operations on numbers of about 1, and of the result relatively."""


def holds(values: str) -> bool:
    """Whether a printed line gives what stands right of its = or ≈, up to that number's last digit and `NOISE`.

    True where there is no such sign. Raises Unreadable where terms are left out.
    """
    values = re.sub(r"\\(begin|end)\{aligned\}|\\\\|&", "", values).rpartition(r"\quad")[2]
    left, sign, right = values.rpartition(r" \approx " if r"\approx" in values else " = ")
    left = left.rpartition(" = ")[2]
    if not sign or gives(left, right := right.strip()):
        return True
    if right.endswith(r"\infty") or right.startswith("10^"):
        return False
    value, (shown, last) = value_of(left), unit(right)
    return abs(value - shown) <= 0.5 * last + NOISE * max(1.0, abs(shown))


def gives(left: str, right: str) -> bool:
    """Whether the left side as printed gives the right side to its last digit."""
    value = value_of(left)
    if right.endswith(r"\infty"):
        return value == (-math.inf if right.startswith("-") else math.inf)
    if power := re.fullmatch(r"10\^\{(.+)\}", right):
        right, value = power[1], math.log10(value)
    shown, last = unit(right)
    return value == shown or abs(value - shown) <= 0.5 * last * (1 + 1e-6)


def _ln(x: float) -> float:
    return math.log(x) if x else -math.inf


def _over(a: float, b: float) -> float:
    """a / b; ±∞ where only b is 0, and NaN, which equals nothing, for 0 / 0."""
    return a / b if b else math.copysign(math.inf, a) if a else math.nan


FUNCTIONS = {r"\ln": _ln, r"\cosh": math.cosh, r"\tanh": math.tanh, r"\exp": math.exp}


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        assert token and wanted in ("", token), (self.tokens, self.at, wanted)
        self.at += 1
        return token

    def sum(self) -> float:
        total = -self.product() if self.peek() == "-" and self.take() else self.product()
        while self.peek() in ("+", "-"):
            total = total + self.product() if self.take() == "+" else total - self.product()
        return total

    def product(self) -> float:
        found = self.power()
        while self.peek() not in ("", "+", "-", ")", "}"):
            sign = self.take() if self.peek() in (r"\cdot", r"\times", "/") else ""
            found = _over(found, self.power()) if sign == "/" else found * self.power()
        return found

    def power(self) -> float:
        base = self.atom()
        while self.peek() == "^":
            self.take()
            base = base ** (self.group() if self.peek() == "{" else float(self.take()))
        return base

    def group(self) -> float:
        self.take("{")
        found = self.sum()
        self.take("}")
        return found

    def atom(self) -> float:
        token = self.take()
        if token == "(":
            found = self.sum()
            self.take(")")
            return found
        if token == "{":
            self.at -= 1
            return self.group()
        if token == r"\frac":
            over = self.group()
            return _over(over, self.group())
        if token == r"\sqrt":
            return math.sqrt(self.group())
        if token in FUNCTIONS:
            return FUNCTIONS[token](self.power())
        if token == "e":
            return math.e
        return float(token.replace(",", ""))
