"""Panel data: the data that only the panels of one page draw, besides the curves, scores and weights of every run."""

from collections.abc import Callable, Sequence

from rankviz.board.panels import kernel, margins, population, qbrank, trees
from rankviz.board.panels.panel import Picture
from rankviz.engine.runs.trace import Trace

PICTURES: dict[str, Callable[[Trace], Picture]] = {
    "kernel": kernel.picture,
    "margins": margins.picture,
    "population": population.picture,
    "qbrank": qbrank.picture,
    "trees": trees.picture,
}
"""The maker of each page's panel data, by name."""


def needed(trace: Trace, pictures: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the panel data of a pack: those of the page, and those that the runs have on every page."""
    return (*pictures, *(("trees",) if trees.has_trees(trace) else ()))


__all__ = ["PICTURES", "Picture", "needed"]
