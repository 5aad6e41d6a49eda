"""The change of a number in a round: enough digits to distinguish before from after, and no event made of rounding."""

import math
from collections.abc import Callable

from rankviz.engine.number_format import MOST_LOG, spelt, spelt_of_log
from rankviz.engine.numerics import exp_or_inf

LARGEST_TOLD = 1e304
"""Losses beyond this are all described the same way."""
NO_STEP = 1e-9
"""An α up to this, or a change of no more than this share of a number, is rounding and not an event."""
DIGITS = 6
"""Significant digits at most; where more would be needed, the difference itself is given."""


def describe_change(before: float, after: float, digits: int = 3) -> str:
    """Describe the change of a number: "falls from 0.812 to 0.633", "stays at 0.5". NaN after means not finite."""
    if math.isnan(after):
        return "has no finite value any more"
    if max(before, after) > LARGEST_TOLD:
        return "is beyond 10³⁰⁴"
    if abs(after - before) <= NO_STEP * abs(before):
        return f"stays at {spelt(after, digits)}"
    verb = "falls" if after < before else "rises"
    first, last = write_distinct(before, after, digits)
    if first == last:
        return f"{verb} by {spelt(abs(after - before))} to {last}"
    return f"{verb} from {first} to {last}"


def describe_log_change(before: float, after: float, digits: int = 3) -> str:
    """Describe the change of a number that may be beyond floats, from its natural logs; then in powers of ten."""
    plain = all(log == -math.inf or abs(log) <= MOST_LOG for log in (before, after))
    if plain or math.isnan(after) or max(before, after) > MOST_LOG:
        return describe_change(exp_or_inf(before), exp_or_inf(after), digits)
    if abs(after - before) <= NO_STEP:
        return f"stays at {spelt_of_log(after, digits)}"
    verb = "falls" if after < before else "rises"
    first, last = write_distinct(before, after, digits, spelt_of_log)
    if first == last:
        gap = max(before, after) + math.log(-math.expm1(-abs(after - before)))
        return f"{verb} by {spelt_of_log(gap)} to {last}"
    return f"{verb} from {first} to {last}"


def write_distinct(
    before: float, after: float, digits: int = 3, write: Callable[[float, int], str] = spelt
) -> tuple[str, str]:
    """Write both numbers with at least `digits` digits, and with more, up to `DIGITS`, until they differ."""
    for many in range(digits, DIGITS + 1):
        first, last = write(before, many), write(after, many)
        if first != last:
            return first, last
    return write(before, digits), write(after, digits)
