"""Words on the accent and small print can be read: 4.5 to 1 (WCAG 1.4.3), in light and dark."""

import re

import pytest
from helpers.contrast import ENOUGH, THEME, contrast

from rankviz.ui.serving import frontend


def colour(selector: str, scheme: str) -> str:
    """What shell.css gives to an element in a scheme."""
    pattern = re.escape(selector) + r"[^{]*\{[^}]*color: light-dark\((#\w{6}), (#\w{6})\)"
    rule = re.search(pattern, frontend.text("styles/shell.css"))
    assert rule is not None, selector
    return rule[1 if scheme == "light" else 2]


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
