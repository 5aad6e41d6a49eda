"""Panel data: what the panels of one page draw beside the curves, scores and weights that every run has."""

from collections.abc import Callable

from rankviz.runs.trace import Trace
from rankviz.stage_data.panels import kernel, margins, population, qbrank
from rankviz.stage_data.panels.panel import Picture

PICTURES: dict[str, Callable[[Trace], Picture]] = {
    "kernel": kernel.picture,
    "margins": margins.picture,
    "population": population.picture,
    "qbrank": qbrank.picture,
}
"""The maker of each page's panel data, by name."""

__all__ = ["PICTURES", "Picture"]
