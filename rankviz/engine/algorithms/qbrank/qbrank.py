"""QBRank (QB, Algorithm 2), which learns from preferences and labels together; GBT is the same with w = 0.

The variant: h_0 = 0. An item with several rows gets their average target and the sum of their weights, as a
least-squares tree does from the rows themselves. The line search minimises the whole risk R along the tree, and
h ← h + η s g. Pairs that grades imply have the margin τ times their grade difference (or τ for each), pairs given
one by one have τ. Instead of pairs, whole lists may be learned, by ListNet's loss. Labels are the grades themselves;
without grades only preferences are learned. Missing values stay missing: the tree learns which side they take.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.qbrank.loop import STEPS, QBRankRules, TreeDescent, descend
from rankviz.engine.algorithms.qbrank.losses import WEIGHTS
from rankviz.engine.algorithms.qbrank.risk import HINGE, LISTWISE, Risk, risk_of
from rankviz.engine.algorithms.qbrank.tolerance import Tolerant
from rankviz.engine.algorithms.qbrank.trees import FittedTree, Trees, staged
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.ranking import dcg

DCG_AT = 5

W = Choice(
    "w",
    "w: preferences against labels",
    "float",
    0.5,
    "Weight of the preferences; the labels get 1 − w. 1 learns from preferences only, 0 from labels only.",
    low=0.0,
    high=1.0,
)
TAU = Choice(
    "tau",
    "τ: target gap of a pair",
    "float",
    1.0,
    "How far apart the scores of a pair should be.",
    low=0.0,
    high=10.0,
)
TAU_BY = Choice(
    "tau_by",
    "τ grows by",
    "choice",
    "grade",
    "The target gap is τ times the grade difference (grade), or τ for every pair (one).",
    choices=("grade", "one"),
)
LABELS = Choice(
    "labels",
    "Labels",
    "choice",
    "all",
    "Whose grades are learned as labels: all items', those of queries with a single grade, or none.",
    choices=("all", "single", "none"),
)
PAIR_LOSS = Choice(
    "pair_loss",
    "Loss of the preferences",
    "choice",
    HINGE,
    "A pair costs ½ max(0, τ − s)², as QBRank has it, or the logistic ln(1 + e^{−s}); listwise is ListNet: a whole "
    "list costs the cross-entropy of softmax(grades) and softmax(h). Only the hinge has a margin.",
    choices=(HINGE, "logistic", LISTWISE),
)
TIES = Choice(
    "ties",
    "μ: ties as evidence",
    "float",
    0.0,
    "Weight μ of the pairs of one grade: each costs ½ μ (h(x) − h(y))², so that equal grades get near scores. 0: none.",
    low=0.0,
    high=10.0,
)
RIDGE = Choice(
    "ridge",
    "ρ: ridge on preferences",
    "float",
    0.0,
    "Regularises the preferences: ½ ρ h² is added for each item in a pair or list, which keeps scores near 0. 0: none.",
    low=0.0,
    high=100.0,
)
WEIGHTING = Choice(
    "weighting",
    "W: weights of the items",
    "choice",
    "average",
    "The weights W of the tree's items: rows of QBRank (average), Hessian (newton), or its upper bound (bound).",
    choices=WEIGHTS,
)
STEP_RULE = Choice(
    "step_rule",
    "Step rule",
    "choice",
    "search",
    "The step: η times the line search's, η itself (one), of the fixed small size η² (small), or of the size "
    "η k^{−3/4} in round k (decaying), which lets the risk reach its infimum.",
    choices=STEPS,
)
ETA = Choice(
    "eta",
    "η: shrinkage of a step",
    "float",
    0.05,
    "Shrinkage η: the share of the step that is taken.",
    low=0.001,
    high=1.0,
)
LEAVES = Choice("leaves", "Leaves", "int", 20, "Leaves of a regression tree, at most.", low=2, high=200)
TOLERANCE = Choice(
    "tolerance",
    "ε: tolerance of a tree",
    "float",
    0.0,
    "The weak learner's ε, as a share of what the tree it found explains: that tree is pruned while its squared error "
    "grows by no more. 0: it is added as it is, 1: two leaves are left.",
    low=0.0,
    high=1.0,
)

PARAMETERS = (W, TAU, TAU_BY, LABELS, PAIR_LOSS, TIES, RIDGE, WEIGHTING, STEP_RULE, ETA, LEAVES, TOLERANCE)
GBT_PARAMETERS = (STEP_RULE, ETA, LEAVES, TOLERANCE)
_AS_GBT: Params = {"w": 0.0, "labels": "all", "weighting": "bound"}


@dataclass(frozen=True, eq=False)
class QBRankDetails:
    """The parts of a run that the QBRank page reads: the risk, the rules, and the rounds of Algorithm 1."""

    risk: Risk
    rules: QBRankRules
    descent: TreeDescent

    def first(self, t: int) -> QBRankDetails:
        """Return the details of the first `t` rounds."""
        return QBRankDetails(self.risk, self.rules, self.descent.first(t))


def fit_qbrank(task: Learning) -> ScoredSteps:
    """Run QBRank by QB's Algorithm 2, from h_0 = 0, with regression trees.

    Raises DataError when only labels, or lists, are to be learned and the problem has no grades, and for labels or
    margins whose squares leave the range of floats.
    """
    problem, held, params = task.problem, task.held, task.params
    risk = risk_of(problem, params)
    rules = QBRankRules(str(params["weighting"]), str(params["step_rule"]), float(params["eta"]))
    trees = Trees(problem.X, None if held is None else held.X, leaves=int(params["leaves"]))
    share = float(params["tolerance"])
    learner = Tolerant(trees, share) if share > 0.0 else trees
    start = np.zeros(problem.n_items), None if held is None else np.zeros(held.n_items)
    descent = descend(risk.total, learner, start, task.rounds, rules, task.progress)
    return _steps(problem, held, QBRankDetails(risk, rules, descent))


def fit_gbt(task: Learning) -> ScoredSteps:
    """Fit gradient boosted trees to the grades: QBRank with w = 0. Raises DataError without grades."""
    return fit_qbrank(replace(task, params={**task.params, **_AS_GBT}))


def _steps(problem: Problem, held: Problem | None, details: QBRankDetails) -> ScoredSteps:
    descent, risk = details.descent, details.risk
    extra = {
        "risk": descent.risk,
        "risk_bound": [np.nan, *descent.bound],
        **{f"risk_{name}": values for name, values in risk.series(descent.parts).items()},
        **_tolerances(descent.fitted),
        **unmeasured_dcg(len(descent.fitted)),
    }
    return ScoredSteps(
        scores=np.array(descent.scores),
        held=None if descent.held is None else np.array(descent.held),
        staged=partial(staged, descent.fitted, descent.step),
        added=[fitted.text for fitted in descent.fitted],
        step=descent.step,
        extra=extra,
        pair_weight=partial(_pair_weight, problem, risk),
        unweighed=_unweighed(risk),
        stopped=descent.stopped,
        later=partial(dcg_after, problem, descent.scores, held, descent.held),
        details=details,
    )


def _tolerances(fitted: list[FittedTree]) -> dict[str, list[float]]:
    """Return each round's allowed ε and the ε it used; empty where no tolerance was set."""
    found = [each.tolerated for each in fitted if each.tolerated is not None]
    if not found:
        return {}
    return {
        "epsilon": [np.nan, *(each.used for each in found)],
        "epsilon_asked": [np.nan, *(each.asked for each in found)],
    }


def unmeasured_dcg(rounds: int) -> dict[str, list[float]]:
    """Return the series of :func:`dcg_after` before they are measured."""
    return {name: [np.nan] * (rounds + 1) for name in ("dcg5", "dcg5_holdout")}


def dcg_after(
    problem: Problem,
    scores: list[np.ndarray],
    held: Problem | None,
    held_scores: list[np.ndarray] | None,
    t: int,
) -> dict[str, float]:
    """DCG@5 with gains 2^l − 1 after round t, in training and held out; NaN without grades, or beyond 2^1023."""

    def measured(part: Problem | None, by_round: list[np.ndarray] | None) -> float:
        if part is None or by_round is None or part.grades is None:
            return np.nan
        try:
            return dcg(part, by_round[t], DCG_AT)
        except DataError:  # the series is NaN; the run goes on
            return np.nan

    return {"dcg5": measured(problem, scores), "dcg5_holdout": measured(held, held_scores)}


def _unweighed(risk: Risk) -> str:
    if risk.lists is not None:
        return "learns whole lists"
    return "learns labels" if risk.pairs is None else ""


def _pair_weight(problem: Problem, risk: Risk, h: np.ndarray) -> np.ndarray:
    """Scores (n,) → (m,) how steeply the risk falls as a pair's score grows; 0 where no pairs are learned."""
    if risk.pairs is None:
        return np.zeros(problem.n_pairs)
    return risk.w * risk.pairs.pull(h)
