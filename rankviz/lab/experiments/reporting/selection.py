"""The selection of results in a report: the metrics with curves, and the figures."""

from collections.abc import Sequence

from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import convergence, duels, rank_diagrams
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.figures.duels import Duel
from rankviz.lab.experiments.worker import LOSSES

SHOWN = ("r1", "r2", "ndcg5")
"""Metrics with curves and scatter plots, where they are measured."""


def compare(results: Results) -> list[Comparison]:
    """Return the comparisons of all metrics that have a value."""
    return [found for found in map(results.compare, results.experiment.measured()) if found is not None]


def shown(compared: Sequence[Comparison]) -> list[Comparison]:
    """Return the comparisons of the metrics with more than a row and a diagram in the report."""
    return [found for found in compared if found.metric.key in SHOWN] or list(compared[:3])


def curves(compared: Sequence[Comparison]) -> list[str]:
    """Return the names of the curves: test metrics, and the training losses."""
    return [*(found.metric.key for found in shown(compared)), *LOSSES]


def duels_of(results: Results, compared: Sequence[Comparison]) -> list[Duel]:
    """Return the duels of the best two algorithms in each metric shown, where there are enough tasks."""
    return [duels.best_two(results, found) for found in shown(compared) if found.tasks >= duels.FEWEST]


def drawings(results: Results, compared: Sequence[Comparison]) -> dict[str, list[Drawing]]:
    """Return the panels of the figures by name: "ranks", "convergence" and "tasks", without empty ones."""
    found = {
        "ranks": rank_diagrams.panels(compared, results.labels),
        "convergence": convergence.panels(results, curves(compared)) if compared else [],
        "tasks": [duels.panel(each) for each in duels_of(results, compared)],
    }
    return {name: panels for name, panels in found.items() if panels}
