"""Limits that whoever runs the server may set through the environment."""

from __future__ import annotations

import os

from rankviz.errors import DataError


def megabytes(variable: str, default: int) -> int:
    """Return the bytes that a variable of the environment allows, given there in MB; `default` is in MB, too.

    Raises DataError when the variable holds anything but a whole number from 1 up.
    """
    text = os.environ.get(variable, "").strip() or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise DataError(
            f"{variable} is {text[:40]!r}",
            remedy=f"Set it to a whole number of megabytes, such as {default}, or leave it unset",
        )
    return int(text) * 2**20


def in_words(size: int) -> str:
    """Return a number of bytes as text in MB."""
    return f"{size // 2**20:,} MB"
