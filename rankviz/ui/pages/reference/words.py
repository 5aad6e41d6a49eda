"""Sentences of the reference as HTML: indices below the line, exponents above it."""

import html
import re

from rankviz.ui.shell.notation import subscripts

POWER = re.compile(r"\^(?:\{([^{}]*)\}|\(([^()]*)\)|(\w))")
"""An exponent such as e^{−α}, e^(−f) or 2^l."""


def marked_up(text: str) -> str:
    """Return the text as HTML: e^{−α} has its exponent above the line, γ_t its index below."""
    above = POWER.sub(lambda found: f"<sup>{found[1] or found[2] or found[3]}</sup>", html.escape(text))
    return subscripts(above)


def anchor(heading: str) -> str:
    """Return the fragment of the address that leads to a heading."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower().replace("+", "-plus")).strip("-")
