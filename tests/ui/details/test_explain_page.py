"""The parts Explain and Theorems of the drawer without a browser: links to no number, and a minimum asked for."""

from __future__ import annotations

from helpers.pages import app
from streamlit.testing.v1 import AppTest


def read(test: AppTest) -> str:
    """Everything on the page that is text or a table."""
    kinds = ("markdown", "html", "error", "warning", "info", "caption")
    return "\n".join(
        str(getattr(each, "value", None) or each.proto.body) for kind in kinds for each in test.get(kind)
    )


def test_a_link_to_no_number_is_said() -> None:
    assert "is no critical pair" in read(app(explain="rb-d:pair:1:1", t="3"))


def test_a_larger_minimum_is_looked_for_when_asked() -> None:
    test = app(data="bundled:diabetes?items=120", alg="rb-c", rounds="10", holdout="0", t="5", tab="theorems")
    assert "R̂1 ≤ Π Z" in read(test) and "min F1 ≤ Ê1" not in read(test)
    next(button for button in test.button if button.label == "Find the minimum of F1").click().run()
    assert not test.exception
    assert "min F1 ≤ Ê1" in read(test)
    assert "The minimum" in read(test) or "The infimum" in read(test)
