"""The law from which data were drawn, where the best possible score is known, to compare an AUC with."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.kernel_gd.losses import auc
from rankviz.engine.data import sources
from rankviz.engine.data.builtin.plane_laws import rings
from rankviz.engine.data.builtin.synthetic import direction_of_blobs
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.libraries import normal_below


@dataclass(frozen=True)
class Law:
    """A law of two classes.

    Attributes
    ----------
    best : features (k, d) → scores (k,) in the order of the likelihood ratio, the best ranking.
    best_auc : the best score's AUC over the whole law.
    """

    best: Callable[[np.ndarray], np.ndarray]
    best_auc: float

    def auc_on(self, problem: Problem) -> float:
        """Return the AUC of the best score on these items, of two grades."""
        above = problem.known_grades == problem.known_grades.max()
        scores = self.best(problem.X)
        return float(auc(scores[above], scores[~above]))


def law_of(problem: Problem) -> Law | None:
    """Return the law of a synthetic problem, by its SOURCE; None where the best score is not known."""
    try:
        spec = sources.parse(problem.source)
    except DataError:
        return None
    known = _KNOWN.get(spec.target) if spec.scheme == "synthetic" else None
    return None if known is None else known(spec)


def _rings(_: sources.Source) -> Law:
    law = rings()
    return Law(law.best, law.best_auc)


def _blobs(spec: sources.Source) -> Law:
    """Return the law of two round clouds: the best score follows the line of their centres, AUC Φ(distance / √2)."""
    given = spec.values()
    towards = direction_of_blobs(int(given["n"]), int(given["features"]), int(given["seed"]))
    return Law(lambda X: X @ towards, normal_below(float(given["distance"]) / np.sqrt(2.0)))


_KNOWN: dict[str, Callable[[sources.Source], Law]] = {"rings": _rings, "blobs": _blobs}
