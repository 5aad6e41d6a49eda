"""The actions of the buttons above the drawing on a table, and the tables to begin with."""

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.engine.data.builtin.inline import EXAMPLE, MAX_ITEMS, RANKERS, Table
from rankviz.lessons.registry import LESSONS
from rankviz.ui.pages.workbench import edits
from rankviz.ui.pages.workbench.written import source

Change = Callable[[Table], Table]

STARTS: dict[str, str] = {
    "The example": source(EXAMPLE),
    "An empty table": source(Table(items=("a", "b", "c"), rankers=(("h1", (0, 0, 0)),))),
    "Six players": LESSONS["boosting-by-pairs"].steps[0].moment.spec.data,
    "Points in the plane": "inline:?grades=2,2,1,1,0,0&items=a,b,c,d,e,f&x=8,4,6,3,5,1&y=3,8,4,6,1,3",
    "Fewer errors, larger loss": "scenario:proposition-1",
    "Where infinite α breaks the bound": "scenario:lemma-1",
    "Where a large α breaks the bound": "scenario:lemma-2",
    "Where negative α helps": "scenario:lemma-3",
}
"""SOURCEs to begin with, each small enough for a table."""


@dataclass(frozen=True)
class Tool:
    """A button: its words, its icon (of Material's), its action, and whether it is disabled now."""

    label: str
    icon: str
    change: Change
    off: bool = False

    @property
    def name(self) -> str:
        """Its name among the tools of a table."""
        return f"{self.icon}-{self.label}"


def in_sight(table: Table) -> list[Tool]:
    """Return the buttons that grow and shrink a table."""
    item = Tool("Item", "add", edits.add_item, len(table.items) >= MAX_ITEMS)
    if not table.features:
        more = Tool("Ranker", "add", edits.more_columns, len(table.rankers) >= len(RANKERS))
        return [item, more, Tool("Ranker", "remove", edits.fewer_columns, len(table.rankers) < 2)]
    if len(table.features) > 1:
        return [item, Tool("Feature y", "remove", edits.fewer_columns)]
    return [item, Tool("Feature y", "add", edits.more_columns)]


def further(table: Table) -> list[Tool]:
    """Return the buttons that describe a table in another way."""
    return [
        Tool("Describe items by a feature", "straighten", edits.as_features)
        if table.rankers
        else Tool("Describe items by yes and no", "toggle_on", edits.as_rankers),
        Tool("Order items by grades", "grade", edits.by_grades)
        if table.grades is None
        else Tool("Order them by pairs", "arrow_downward", edits.by_pairs),
    ]
