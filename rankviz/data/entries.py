"""Named data sets that are made on the spot, and what each can be asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rankviz.choice import Choice, Value
from rankviz.data.problem import Problem

ITEM, GRADE = "item", "grade"
"""The columns of a table that hold the items' names and the grades, unless others are named."""


@dataclass(frozen=True)
class Entry:
    """A named data set that can be made on the spot: its name, its words for a menu, its options."""

    name: str
    label: str
    help: str
    build: Callable[..., Problem]
    options: tuple[Choice, ...] = ()

    def defaults(self) -> Mapping[str, Value]:
        """The value of every option when nothing is said."""
        return {option.name: option.default for option in self.options}


def seed_option() -> Choice:
    """The seed, as every seeded source offers it."""
    return Choice("seed", "Seed", "int", 0, "The same seed gives the same data.", 0, 2**31 - 1, 1)
