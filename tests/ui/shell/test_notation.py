"""Symbols and numbers as a page writes them: an index below the line, and a power of ten where a program has an e."""

import pytest

from rankviz.engine.number_format import spelt
from rankviz.insight.theory.kernel_gd import THEOREMS
from rankviz.ui.shell.notation import subscripts


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("‖f_t − f_λ‖²", "‖f<sub>t</sub> − f<sub>λ</sub>‖²"),
        ("(1 − γ_tλ)²", "(1 − γ<sub>t</sub>λ)²"),
        ("E_S / φ(0)", "E<sub>S</sub> / φ(0)"),
        ("word_like_this and item_12", "word_like_this and item_12"),
    ],
)
def test_an_index_stands_below_the_line(raw: str, shown: str) -> None:
    assert subscripts(raw) == shown


def test_no_claim_of_the_kernel_method_shows_an_underscore() -> None:
    assert not any("_" in subscripts(theorem.name) for theorem in THEOREMS["kernel-gd"])


@pytest.mark.parametrize(
    ("value", "text"), [(2.72e10, "2.72×10¹⁰"), (-4.3e-6, "−4.30×10⁻⁶"), (1012.0, "1,012"), (0.125, "0.125")]
)
def test_a_sentence_has_no_e(value: float, text: str) -> None:
    assert spelt(value) == text
