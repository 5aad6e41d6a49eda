"""Orders send a stage to a round; what it tells counts under the last order alone."""

import pytest
from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from rankviz.ui.state import orders

    first = orders.last("a")
    st.write(first, orders.last("a"), orders.last("b"))
    st.write(orders.heard("a", f"{first}:12"), orders.heard("a", f"{orders.last('b')}:12"))
    orders.give("a")
    st.write(orders.last("a"), orders.last("b"), orders.heard("a", f"{first}:12"))
    st.write(*(orders.heard("a", f"{orders.last('a')}{end}") for end in (":0", ":-1", ":", "", ":²", ":1.5")))


@pytest.fixture
def said() -> list[list[str]]:
    test = AppTest.from_function(_page).run()
    assert not test.exception
    return [markdown.value.replace("`", "").split() for markdown in test.markdown]


def test_each_stage_has_orders_of_its_own_with_names_of_this_visit(said: list[list[str]]) -> None:
    (first, again, other), _, (later, still, _), _ = said
    assert first == again and still == other and len({first, other, later}) == 3
    assert len({name.partition(".")[0] for name in (first, other, later)}) == 1


def test_what_a_stage_tells_counts_under_its_last_order_alone(said: list[list[str]]) -> None:
    _, heard, (*_, late), told = said
    assert (heard, late) == (["12", "None"], "None")
    assert told == ["0", *["None"] * 5]
