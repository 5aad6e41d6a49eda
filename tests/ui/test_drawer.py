"""The drawer: each part has a name in the link, a title and something to show, and no other has one of them."""

from __future__ import annotations

from rankviz.ui.details.details import VIEWS
from rankviz.ui.details.parts import OF_WEAK_RANKERS, PARTS
from rankviz.ui.state.state import TABS


def test_every_part_has_a_name_in_the_link_a_title_and_something_to_show() -> None:
    assert list(PARTS) == [name for name in TABS if name]
    assert list(VIEWS) == [name for name in PARTS if name not in ("paper", "export")]  # each page has its own
    assert set(OF_WEAK_RANKERS) < set(PARTS)
