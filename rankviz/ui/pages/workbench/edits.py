"""Edits of a table built by hand: each returns a new table, valid or not; nothing here depends on the page."""

import string
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rankviz.engine.data.builtin.inline import FEATURES, MAX_ITEMS, MAX_VALUE, RANKERS, Table
from rankviz.engine.errors import DataError


def check(table: Table) -> None:
    """Raise DataError for a table that cannot be edited further. One without a pair can, but has no run yet."""
    if table.grades is None and not table.pairs:
        table = replace(table, pairs=(table.items[:2],))  # type: ignore[arg-type]  # fewer than two items are refused first
    table.check()


def add_item(table: Table) -> Table:
    """Add an item with the next free letter: 0 for every ranker, the mean of every feature, the lowest grade."""
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
    """Return the first letter that no item has as its name."""
    return next(letter for letter in string.ascii_lowercase if letter not in items)


def remove_item(table: Table, name: str) -> Table:
    """Remove an item and its pairs."""
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
    """Rename an item, in its pairs as well."""
    _row(table, item)
    name = {item: to.strip()}
    return replace(
        table,
        items=tuple(name.get(i, i) for i in table.items),
        pairs=tuple((name.get(a, a), name.get(b, b)) for a, b in table.pairs),
    )


def toggle(table: Table, ranker: str, item: str) -> Table:
    """Flip a ranker's answer to an item."""
    return table.flipped(ranker, _row(table, item))


def move(table: Table, item: str, to: list[float]) -> Table:
    """Move an item; `to` has one number for each feature."""
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
    """Add the pair "`higher` above `lower`"; a pair that exists stays."""
    _row(table, higher), _row(table, lower)
    if higher == lower or table.grades is not None or (higher, lower) in table.pairs:
        return table
    return replace(table, pairs=(*table.pairs, (higher, lower)))


def flip_pair(table: Table, higher: str, lower: str) -> Table:
    """Reverse a pair."""
    flipped = [(b, a) if (a, b) == (higher, lower) else (a, b) for a, b in table.pairs]
    return replace(table, pairs=tuple(dict.fromkeys(flipped)))


def remove_pair(table: Table, higher: str, lower: str) -> Table:
    """Remove a pair."""
    return replace(table, pairs=tuple(pair for pair in table.pairs if pair != (higher, lower)))


def grade(table: Table, item: str, to: float) -> Table:
    """Change an item's grade. Raises DataError where pairs give the order."""
    i = _row(table, item)
    if table.grades is None:
        raise DataError("Pairs set the order here", remedy="Order the items by grades first")
    value = min(max(float(to), -MAX_VALUE), MAX_VALUE)
    return replace(table, grades=tuple(value if row == i else old for row, old in enumerate(table.grades)))


def more_columns(table: Table) -> Table:
    """Add a weak ranker (0 for all items), or the second feature (the items' places)."""
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
    place = {name: i for i, name in enumerate(RANKERS)}
    return replace(table, rankers=tuple(sorted(grown, key=lambda column: place.get(column[0], -1))))


def fewer_columns(table: Table) -> Table:
    """Remove the last ranker or the second feature; one column remains."""
    if table.features:
        return replace(table, features=table.features[:1])
    return replace(table, rankers=table.rankers[: max(1, len(table.rankers) - 1)])


def as_rankers(table: Table) -> Table:
    """Replace features by 0/1 weak rankers: whether an item is above the middle of each feature."""
    if table.rankers:
        return table
    columns = [values for _, values in table.features]
    bits = [tuple(int(value > (min(c) + max(c)) / 2) for value in c) for c in columns]
    return replace(table, features=(), rankers=tuple(zip(RANKERS, bits, strict=False)))


def as_features(table: Table) -> Table:
    """Replace rankers by one feature: items at even distances, in the order they are listed."""
    if table.features:
        return table
    return replace(table, rankers=(), features=((FEATURES[0], _spread(len(table.items))),))


def by_grades(table: Table) -> Table:
    """Replace pairs by grades: an item's grade is the number of items directly below it."""
    if table.grades is not None:
        return table
    above = dict.fromkeys(table.items, 0.0)
    for higher, _ in table.pairs:
        above[higher] += 1
    return replace(table, pairs=(), grades=tuple(above.values()))


def by_pairs(table: Table) -> Table:
    """Replace grades by the pairs they imply."""
    if table.grades is None:
        return table
    return replace(table, grades=None, pairs=implied(table))


def implied(table: Table) -> tuple[tuple[str, str], ...]:
    """Return all pairs, whether listed or implied by grades."""
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
"""The edits of the drawing, by its names for them."""


def apply(table: Table, edit: Any) -> Table:
    """Apply an edit from the drawing. Raises DataError for an edit that makes no sense."""
    try:
        return EDITS[edit["do"]](table, edit)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError("The drawing asked for an unknown edit", remedy="Reload the page") from error


def _row(table: Table, name: str) -> int:
    if name not in table.items:
        raise DataError(f"There is no item {name!r}", remedy="Name one that exists")
    return table.items.index(name)


def _spread(n: int) -> tuple[float, ...]:
    return tuple(round(1 + 8 * i / max(n - 1, 1), 1) for i in range(n))
