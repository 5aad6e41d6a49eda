"""Words on the accent and small print can be read: 4.5 to 1 (WCAG 1.4.3), in light and dark."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rankviz.ui.serving import frontend

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text(encoding="utf-8"))[
    "theme"
]
ENOUGH = 4.5


def colour(selector: str, scheme: str) -> str:
    """What shell.css gives to an element in a scheme."""
    pattern = re.escape(selector) + r"[^{]*\{[^}]*color: light-dark\((#\w{6}), (#\w{6})\)"
    rule = re.search(pattern, frontend.text("styles/shell.css"))
    assert rule is not None, selector
    return rule[1 if scheme == "light" else 2]


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour, by WCAG's definition."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_wcag_s():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#35B5BF") == pytest.approx(2.46, abs=0.01)  # what the dark button had


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_on_the_accent_can_be_read(scheme):
    words = colour('[data-testid^="stBaseButton-primary"]', scheme)
    assert contrast(words, THEME[scheme]["primaryColor"]) >= ENOUGH


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_captions_can_be_read_on_the_page_and_at_the_side(scheme):
    words = colour('[data-testid="stCaptionContainer"]', scheme)
    for ground in (THEME[scheme]["backgroundColor"], THEME[scheme]["sidebar"]["backgroundColor"]):
        assert contrast(words, ground) >= ENOUGH
