"""Limits that whoever runs RankViz may set in the environment."""

from __future__ import annotations

import os

from rankviz.errors import DataError, as_given


def whole_number(variable: str, default: int, low: int, high: int) -> int:
    """The whole number that an environment variable holds, or the default. Raises DataError for anything else."""
    text = os.environ.get(variable, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 15 and low <= int(text) <= high):
        raise DataError(
            f"{variable} is {as_given(text)}",
            remedy=f"Set it to a whole number from {low:,} to {high:,}, or leave it unset",
        )
    return int(text)
