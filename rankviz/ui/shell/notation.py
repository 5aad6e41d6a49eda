"""Symbols on a page: an index written f_t is set below the line."""

import re

INDEX = re.compile(r"(?<=[A-Za-zφγ])_([A-Za-z0-9λ])(?![A-Za-z0-9_])")
"""A letter or digit behind an underscore, with no further letter or digit behind it."""


def subscripts(markup: str) -> str:
    """Return HTML in which symbols such as f_t and γ_tλ have their index below the line."""
    return INDEX.sub(r"<sub>\1</sub>", markup)
