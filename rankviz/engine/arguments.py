"""Checks of callers' arguments: numbers of Python and numpy become plain ones, anything else one clear error."""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.errors import DataError, as_given

MAX_SEED = 2**128 - 1
"""The largest seed: numpy's `SeedSequence` mixes 128 bits."""


def seed(value: object) -> int:
    """Return a seed as an int. Raises DataError unless it is a whole number from 0 to `MAX_SEED`."""
    if not is_whole(value) or value < 0:  # type: ignore[operator]
        raise DataError(f"The seed is {as_given(value)}", remedy="Choose 0 or a larger whole number")
    if value > MAX_SEED:  # type: ignore[operator]
        raise DataError(f"The seed is {as_given(value)}", remedy="Choose a whole number below 2**128")
    return int(value)  # type: ignore[call-overload]


def seed_of_32_bits(value: int) -> int:
    """Return the seed for a 32-bit generator: the seed itself where it fits, else one derived from all of it."""
    return value if value < 2**32 else int(np.random.SeedSequence(value).generate_state(1)[0])


def real(value: object, what: str, remedy: str) -> float:
    """Return a number as a float, NaN refused. Raises DataError "`what` is …"."""
    if is_real(value):
        try:
            number = float(value)  # type: ignore[arg-type]
        except OverflowError:  # a whole number beyond any float
            number = math.nan
        if not math.isnan(number):
            return number
    raise DataError(f"{what} is {as_given(value)}", remedy=remedy)


def callback(value: Callable[..., object] | None, what: str) -> None:
    """Raise DataError unless the value is a function or None."""
    if value is not None and not callable(value):
        raise DataError(f"{what} is {as_given(value)}", remedy="Give a function, or leave it out")


def is_whole(value: object) -> bool:
    """Return whether the value is a whole number of Python or numpy; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_real(value: object) -> bool:
    """Return whether the value is a real number of Python or numpy; True and False are not."""
    return is_whole(value) or isinstance(value, (float, np.floating))


def is_flag(value: object) -> bool:
    """Return whether the value is True or False, of Python or numpy."""
    return isinstance(value, (bool, np.bool_))


def is_choice(value: object, choices: tuple[str, ...]) -> bool:
    """Return whether the value is one of these texts."""
    return isinstance(value, str) and value in choices
