"""What words speak of: the tile that draws their first value, and the algorithm that it is of."""

from collections.abc import Iterable
from typing import NamedTuple

from rankviz.engine.runs.trace import Trace
from rankviz.lessons.vocabulary import VALUE, WAS

TILES = {
    "pick": ("pick", "alpha", "edge", "second", "delta"),
    "ties": ("correct", "tied", "reversed", "factor", "for", "against"),
    "losses": ("r1", "r2", "e1", "e2", "bound", "r1_holdout", "r2_holdout", "ndcg5", "undecided"),
    "margins": ("margin",),
    "pairs": ("heaviest", "weight", "gainer", "gain"),
    "weights": ("total", "share"),
}
"""Tile → the quantities of an algorithm that it draws."""


class Subject(NamedTuple):
    """A tile, and the algorithm whose values it shows; "" for none."""

    tile: str = ""
    algorithm: str = ""

    def look(self, *, ring: bool = True) -> str:
        """Return the choices that show the algorithm and `ring` the tile, as links write them; "" without a subject."""
        if not self.tile:
            return ""
        of = f"of:{self.algorithm.replace('~', '_')}" if self.algorithm else ""
        return ",".join(filter(None, (f"ring:{self.tile}" if ring else "", of)))


def subject(text: str, trace: Trace, tiles: Iterable[str] = tuple(TILES)) -> Subject:
    """Return the subject of the first of a text's {values} that has both, among the `tiles` that are shown."""
    contenders = {name: run.contender for run in trace.runs for name in (run.algorithm, run.contender)}
    for value in VALUE.findall(text):
        who, _, what = value.removeprefix(WAS).partition("@")[0].rpartition(".")
        for tile in tiles:
            if who in contenders and what.partition(":")[0] in TILES.get(tile, ()):
                return Subject(tile, contenders[who])
    return Subject()
