"""The workbench without a browser: any table there can be, and what the page shows of it."""

from dataclasses import replace

from hypothesis import strategies as some
from streamlit.testing.v1 import AppTest

from helpers.pages import components, labelled
from rankviz.engine.data.builtin.inline import MAX_ITEMS, Table
from rankviz.ui.pages.workbench.written import table_of
from rankviz.ui.state.link import from_link


@some.composite
def tables(draw: some.DrawFn) -> Table:
    names = draw(
        some.lists(some.text("abcxyz019 .'", min_size=1, max_size=6), min_size=2, max_size=MAX_ITEMS)
    )
    items = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    if len(items) < 2:
        items = ("a", "b")
    n = len(items)
    bits = some.tuples(*[some.integers(0, 1)] * n)
    values = some.tuples(*[some.integers(-9999, 9999).map(lambda v: v / 10)] * n)
    table = Table(items)
    if draw(some.booleans()):
        count = draw(some.integers(1, 5))
        table = replace(table, rankers=tuple((f"h{k}", draw(bits)) for k in range(1, count + 1)))
    else:
        table = replace(
            table, features=tuple((name, draw(values)) for name in "xy"[: draw(some.integers(1, 2))])
        )
    if draw(some.booleans()):
        grades = draw(values)
        return (
            replace(table, grades=grades)
            if len(set(grades)) > 1
            else replace(table, grades=(*grades[:-1], 1000.0))
        )
    every = [(a, b) for a in items for b in items if a != b]
    return replace(table, pairs=tuple(draw(some.lists(some.sampled_from(every), min_size=1, unique=True))))


def built(test: AppTest) -> Table:
    return table_of(
        str(from_link({k: v for k, v in test.query_params.items() if k != "challenge"})[0]["data"])
    )


def drawing(test: AppTest) -> dict:
    ((told, *_),) = components(test, "rankviz_workbench")
    return told


def undo_is_off(test: AppTest) -> bool:
    return labelled(test.button, "Undo").disabled
