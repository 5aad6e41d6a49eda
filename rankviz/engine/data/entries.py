"""Named data sets that are generated on demand, and their options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rankviz.engine.choice import Choice, Value
from rankviz.engine.data.problem import Problem

ITEM, GRADE = "item", "grade"
"""The columns of a table that hold the items' names and the grades, unless others are named."""
FIRST, NONE = "first", "none"
"""Values of the option `header`: line 1 has the columns' names whatever it looks like, or no line has them."""
DROP = "Leave out what cannot be used"
"""The name on a page of the option `drop`."""


@dataclass(frozen=True)
class Entry:
    """A named data set that is generated on demand: its name, menu text and options."""

    name: str
    label: str
    help: str
    build: Callable[..., Problem]
    options: tuple[Choice, ...] = ()

    def defaults(self) -> Mapping[str, Value]:
        """Return the value of every option that is not given."""
        return {option.name: option.default for option in self.options}


def seed_option() -> Choice:
    """Return the seed option, as every seeded source offers it."""
    return Choice("seed", "Seed", "int", 0, "The same seed gives the same data.", 0, 2**31 - 1, 1)
