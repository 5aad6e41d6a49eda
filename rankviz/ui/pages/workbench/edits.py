"""What can be done to a table built by hand: each edit gives a new table, valid or not; nothing here knows the page."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rankviz.data.builtin.inline import FEATURES, MAX_ITEMS, MAX_VALUE, RANKERS, Table
from rankviz.errors import DataError


def check(table: Table) -> None:
    """Raises DataError for a table that cannot be built on. One without a pair can: it cannot be run yet."""
    if table.grades is None and not table.pairs:
        table = replace(table, pairs=(table.items[:2],))  # type: ignore[arg-type]  # fewer than two items are refused first
    table.check()


def add_item(table: Table) -> Table:
    """One more item, with the next free letter; no to every ranker, the mean of every feature, the lowest grade."""
    if len(table.items) >= MAX_ITEMS:
        raise DataError(f"There are {MAX_ITEMS} items already", remedy="Remove one first")
    name = free_name(table.items)
    return replace(
        table,
        items=(*table.items, name),
        rankers=tuple((ranker, (*bits, 0)) for ranker, bits in table.rankers),
        features=tuple((f, (*values, round(sum(values) / len(values), 1))) for f, values in table.features),
        grades=None if table.grades is None else (*table.grades, min(table.grades)),
    )


def free_name(items: tuple[str, ...] | list[str]) -> str:
    """The first letter no item is called by."""
    return next(letter for letter in string.ascii_lowercase if letter not in items)


def remove_item(table: Table, name: str) -> Table:
    """The table without an item and its pairs."""
    i = _row(table, name)
    if len(table.items) <= 2:
        raise DataError("Two items must remain", remedy="Add one before you remove one")

    def without(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return values[:i] + values[i + 1 :]

    return replace(
        table,
        items=without(table.items),
        rankers=tuple((ranker, without(bits)) for ranker, bits in table.rankers),
        features=tuple((feature, without(values)) for feature, values in table.features),
        grades=None if table.grades is None else without(table.grades),
        pairs=tuple(pair for pair in table.pairs if name not in pair),
    )


def rename(table: Table, item: str, to: str) -> Table:
    """An item called otherwise, in its pairs as well."""
    _row(table, item)
    name = {item: to.strip()}
    return replace(
        table,
        items=tuple(name.get(i, i) for i in table.items),
        pairs=tuple((name.get(a, a), name.get(b, b)) for a, b in table.pairs),
    )


def toggle(table: Table, ranker: str, item: str) -> Table:
    """A ranker's other answer to an item."""
    return table.flipped(ranker, _row(table, item))


def move(table: Table, item: str, to: list[float]) -> Table:
    """An item put elsewhere: one number a feature."""
    i = _row(table, item)
    limited = [min(max(float(value), -MAX_VALUE), MAX_VALUE) for value in to]
    return replace(
        table,
        features=tuple(
            (
                name,
                tuple(
                    limited[k] if row == i and k < len(limited) else value for row, value in enumerate(values)
                ),
            )
            for k, (name, values) in enumerate(table.features)
        ),
    )


def add_pair(table: Table, higher: str, lower: str) -> Table:
    """`higher` belongs above `lower` from now on; a pair that is there stays."""
    _row(table, higher), _row(table, lower)
    if higher == lower or table.grades is not None or (higher, lower) in table.pairs:
        return table
    return replace(table, pairs=(*table.pairs, (higher, lower)))


def flip_pair(table: Table, higher: str, lower: str) -> Table:
    """The pair the other way round."""
    flipped = [(b, a) if (a, b) == (higher, lower) else (a, b) for a, b in table.pairs]
    return replace(table, pairs=tuple(dict.fromkeys(flipped)))


def remove_pair(table: Table, higher: str, lower: str) -> Table:
    """The table without a pair."""
    return replace(table, pairs=tuple(pair for pair in table.pairs if pair != (higher, lower)))


def grade(table: Table, item: str, to: float) -> Table:
    """An item with another grade. Raises DataError where pairs say the order."""
    i = _row(table, item)
    if table.grades is None:
        raise DataError("Pairs say the order here", remedy="Order the items by grades first")
    value = min(max(float(to), -MAX_VALUE), MAX_VALUE)
    return replace(table, grades=tuple(value if row == i else old for row, old in enumerate(table.grades)))


def more_columns(table: Table) -> Table:
    """One more weak ranker (no to all), or the second feature (the places the items have)."""
    n = len(table.items)
    if table.features:
        name, _ = FEATURES[1], table.features
        return (
            table
            if len(table.features) > 1
            else replace(table, features=(*table.features, (name, _spread(n)[::-1])))
        )
    used = {name for name, _ in table.rankers}
    fresh = [name for name in RANKERS if name not in used][:1]
    grown = (*table.rankers, *((name, (0,) * n) for name in fresh))
    return replace(table, rankers=tuple(sorted(grown)))


def fewer_columns(table: Table) -> Table:
    """Without the last ranker or the second feature; one column remains."""
    if table.features:
        return replace(table, features=table.features[:1])
    return replace(table, rankers=table.rankers[: max(1, len(table.rankers) - 1)])


def as_rankers(table: Table) -> Table:
    """Described by 0/1 weak rankers: above the middle of each feature or not."""
    if table.rankers:
        return table
    columns = [values for _, values in table.features]
    bits = [tuple(int(value > (min(c) + max(c)) / 2) for value in c) for c in columns]
    return replace(table, features=(), rankers=tuple(zip(RANKERS, bits, strict=False)))


def as_features(table: Table) -> Table:
    """Described by one feature: items at even distances, in the order they are listed."""
    if table.features:
        return table
    return replace(table, rankers=(), features=((FEATURES[0], _spread(len(table.items))),))


def by_grades(table: Table) -> Table:
    """Ordered by grades: an item's grade is how many it belongs above, directly."""
    if table.grades is not None:
        return table
    above = dict.fromkeys(table.items, 0.0)
    for higher, _ in table.pairs:
        above[higher] += 1
    return replace(table, pairs=(), grades=tuple(above.values()))


def by_pairs(table: Table) -> Table:
    """Ordered by pairs: those the grades make."""
    if table.grades is None:
        return table
    return replace(table, grades=None, pairs=implied(table))


def implied(table: Table) -> tuple[tuple[str, str], ...]:
    """The pairs there are, whether listed or made by grades."""
    if table.grades is None:
        return table.pairs
    graded = list(zip(table.items, table.grades, strict=True))
    return tuple((a, b) for a, above in graded for b, below in graded if above > below)


EDITS: dict[str, Callable[[Table, Mapping[str, Any]], Table]] = {
    "pair": lambda table, edit: add_pair(table, str(edit["higher"]), str(edit["lower"])),
    "flip": lambda table, edit: flip_pair(table, str(edit["higher"]), str(edit["lower"])),
    "unpair": lambda table, edit: remove_pair(table, str(edit["higher"]), str(edit["lower"])),
    "toggle": lambda table, edit: toggle(table, str(edit["ranker"]), str(edit["item"])),
    "move": lambda table, edit: move(table, str(edit["item"]), list(edit["to"])),
    "grade": lambda table, edit: grade(table, str(edit["item"]), edit["to"]),
    "rename": lambda table, edit: rename(table, str(edit["item"]), str(edit["to"])),
    "remove": lambda table, edit: remove_item(table, str(edit["item"])),
}
"""What the drawing can ask for, by the name it uses."""


def apply(table: Table, edit: Any) -> Table:
    """An edit from the drawing; one that makes no sense raises DataError."""
    try:
        return EDITS[edit["do"]](table, edit)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError("The drawing asked for an edit there is not", remedy="Reload the page") from error


def _row(table: Table, name: str) -> int:
    if name not in table.items:
        raise DataError(f"There is no item {name!r}", remedy="Name one that exists")
    return table.items.index(name)


def _spread(n: int) -> tuple[float, ...]:
    return tuple(round(1 + 8 * i / max(n - 1, 1), 1) for i in range(n))
