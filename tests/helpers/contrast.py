"""The contrast of two colours by WCAG, and the colours of the theme."""

import tomllib
from pathlib import Path

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text(encoding="utf-8"))[
    "theme"
]
ENOUGH = 4.5


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour, by WCAG's definition."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How much lighter the one is than the other, by the same definition."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
