"""The environment of RankViz: a browser, limits in environment variables, and the app's scripts."""

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rankviz.engine.errors import DataError, as_given

IN_BROWSER = sys.platform == "emscripten"
"""True when Python itself runs in a browser: only with NumPy, without threads, files and a compiler."""


@contextmanager
def app_packages(what: str) -> Iterator[None]:
    """Raise DataError, with the install command, where `what` needs a package that the engine alone does not bring."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not error.name or error.name.partition(".")[0] == "rankviz":
            raise
        raise DataError(
            f"{what} needs the packages of the app, and {error.name} is not installed",
            remedy='Install them with: pip install "rankviz[app]"',
        ) from error


def number(variable: str, default: float, low: float, high: float) -> float:
    """Return the number in an environment variable, or the default. Raises DataError for anything else."""
    text = os.environ.get(variable, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise DataError(
            f"{variable} is {as_given(text)}",
            remedy=f"Set it to a number from {low:g} to {high:g}, or leave it unset",
        )
    return value


def whole_number(variable: str, default: int, low: int, high: int) -> int:
    """Return the whole number in an environment variable, or the default. Raises DataError for anything else."""
    text = os.environ.get(variable, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 15 and low <= int(text) <= high):
        raise DataError(
            f"{variable} is {as_given(text)}",
            remedy=f"Set it to a whole number from {low:,} to {high:,}, or leave it unset",
        )
    return int(text)


def app_script() -> Path:
    """Return the script that Streamlit runs; it is inside an installed package, and above it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "app" / "app.py"
    return inside if inside.is_file() else package.parent / inside.name
