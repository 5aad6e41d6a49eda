"""What a release needs and a change does not: `tests/run --thorough`."""

import os
from typing import TypeVar

import pytest

Number = TypeVar("Number")

THOROUGH = bool(os.environ.get("RANKVIZ_THOROUGH"))


def usually(usual: Number, thorough: Number) -> Number:
    """Return how large a test is: `usual` for a change, `thorough` before a release."""
    return thorough if THOROUGH else usual


def skip_thorough(items: list[pytest.Item]) -> None:
    """Skip the tests marked `thorough`, unless they are asked for."""
    skip = pytest.mark.skip(reason="only with `tests/run --thorough` (RANKVIZ_THOROUGH=1)")
    for item in items:
        if not THOROUGH and item.get_closest_marker("thorough"):
            item.add_marker(skip)
