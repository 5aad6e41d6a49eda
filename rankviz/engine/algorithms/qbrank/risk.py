"""The risk that QBRank lowers: preferences with their regularisers, and labels, each part by name."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.qbrank.hinge import squared_hinge
from rankviz.engine.algorithms.qbrank.listwise import ListNet
from rankviz.engine.algorithms.qbrank.losses import (
    Evaluation,
    Mix,
    PairLoss,
    ScoreLoss,
    Squared,
    pairwise_logistic,
    single_grade,
    targets,
)
from rankviz.engine.algorithms.qbrank.tied import TiedGrades
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

PAIRS, LISTS, TIES, RIDGE, LABELS = "pairs", "lists", "ties", "ridge", "labels"
"""The parts: preferences in pairs or in lists, items of one grade, ½ Σ h² of the items in either, and labels."""

HINGE, LISTWISE = "hinge", "listwise"
"""The `pair_loss` that has margins, and that of lists."""

LEAST_LEARNED, MOST_LEARNED = 1e-30, 1e30
"""The range of the largest label or margin: the risk squares it, and the stage shows scores in single precision."""

ALWAYS = (PAIRS, LABELS)
"""Parts that every run records, as NaN where the risk does not have them."""


@dataclass(frozen=True, eq=False)
class Risk:
    """QB's R(h) = w · (preferences + μ · ties + ρ · ridge) + (1 − w) · labels on a problem, over item scores (n,).

    pairs, lists, labels : the parts learned, without their factors; None where one is not. Pairs and lists exclude each
        other.
    labelled : (n,) bool, the items whose grade is learned.
    parts : the factor and the loss of each part in use, in the order of `total`.
    """

    w: float
    pairs: PairLoss | None
    lists: ListNet | None
    labels: ScoreLoss | None
    labelled: np.ndarray
    parts: dict[str, tuple[float, ScoreLoss]]
    total: ScoreLoss

    @property
    def preferences(self) -> ScoreLoss | None:
        """The loss of pairs or of lists; None with labels alone."""
        return self.pairs if self.lists is None else self.lists

    def series(self, addends: list[tuple[float, ...]]) -> dict[str, list[float]]:
        """Return each part's share of R by round, from the addends of `total`; NaN for parts of `ALWAYS` not in use."""
        nothing = {name: [np.nan] * len(addends) for name in ALWAYS}
        return nothing | {name: [each[i] for each in addends] for i, name in enumerate(self.parts)}


def risk_of(problem: Problem, params: Params) -> Risk:
    """Build the risk of a problem's preferences and grades with these parameters.

    Raises DataError when only labels, or lists, are to be learned and the problem has no grades, and for labels or
    margins whose squares leave the range of floats.
    """
    w, chosen = float(params["w"]), str(params["labels"])
    labelled = np.zeros(problem.n_items, dtype=bool)
    if problem.grades is not None and w < 1.0 and chosen != "none":
        labelled = single_grade(problem) if chosen == "single" else ~labelled
    pairs, lists = None, None
    if w > 0.0 and params["pair_loss"] == LISTWISE:
        lists = ListNet(problem)
    elif w > 0.0:
        pairs = _of_pairs(problem, params)
    labels = None
    if labelled.any():
        labels = Squared(np.where(labelled, problem.known_grades, np.nan))
    parts: dict[str, tuple[float, ScoreLoss]] = {}
    for name, preferences in ((PAIRS, pairs), (LISTS, lists)):
        if preferences is not None:
            parts[name] = w, preferences
            parts |= _beside_preferences(problem, params, preferences)
    if labels is not None:
        parts[LABELS] = 1.0 - w, labels
    if not parts and problem.grades is None:
        raise DataError(
            "Only labels are to be learned, and there are none: the pairs were given one by one",
            remedy="Choose QBRank with w above 0, which learns from the preferences",
        )
    _check_sizes(problem, params, labelled, pairs is not None)
    return Risk(w, pairs, lists, labels, labelled, parts, Mix(tuple(parts.values()), problem.n_items))


def target_parts(risk: Risk, h: np.ndarray, weight: np.ndarray) -> dict[str, np.ndarray]:
    """Return each part's contribution to the targets r = −∇R/W at scores h, (n,) each; NaN for items outside the part.

    weight : W (n,), see `losses.weights`. A target is the average of its pairs' or list's pushes and its label's pull.
    """

    def part(factor: float, loss: ScoreLoss) -> np.ndarray:
        pull = targets(Evaluation(0.0, factor * loss.evaluate(h).gradient, h), weight)
        return np.where(loss.bound > 0.0, pull, np.nan)

    return {name: part(factor, loss) for name, (factor, loss) in risk.parts.items()}


def _check_sizes(problem: Problem, params: Params, labelled: np.ndarray, in_pairs: bool) -> None:
    """Raise DataError unless the labels and the hinge's margins are small enough to be squared."""
    size = np.zeros(problem.n_items) if problem.grades is None else np.abs(problem.grades)
    largest = float(size[labelled].max(initial=0.0))
    has_margins = in_pairs and params["pair_loss"] == HINGE
    if has_margins:
        by_grade = params["tau_by"] == "grade" and not problem.explicit
        largest = max(largest, float(params["tau"]) * (float(size.max()) if by_grade else 1.0))
    # Preferences without margins move scores by about 1 in any case.
    only_these = has_margins or float(params["w"]) == 0.0
    if largest > MOST_LEARNED or (only_these and 0.0 < largest < LEAST_LEARNED):
        raise DataError(
            f"The largest label or margin to be learned is {largest:g}, and its square leaves the range of numbers",
            remedy="Give the grades in another unit, or choose another τ, so that it lies between "
            f"{LEAST_LEARNED:g} and {MOST_LEARNED:g}",
        )


def _of_pairs(problem: Problem, params: Params) -> PairLoss:
    if params["pair_loss"] == "logistic":
        return pairwise_logistic(problem)
    return squared_hinge(problem, float(params["tau"]), params["tau_by"] == "grade")


def _beside_preferences(
    problem: Problem, params: Params, preferences: ScoreLoss
) -> dict[str, tuple[float, ScoreLoss]]:
    """Return the terms added to the preferences, with the factor w: tied grades, unless pairs are listed one by one."""
    w, mu, rho = (float(params[name]) for name in ("w", "ties", "ridge"))
    found: dict[str, tuple[float, ScoreLoss]] = {}
    if mu > 0.0 and problem.grades is not None and not problem.explicit:
        found[TIES] = w * mu, TiedGrades(problem)
    if rho > 0.0:
        found[RIDGE] = w * rho, Squared(np.where(preferences.bound > 0.0, 0.0, np.nan))
    return found
