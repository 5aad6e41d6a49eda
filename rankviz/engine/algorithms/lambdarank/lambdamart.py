"""RankNet and LambdaMART on regression trees: every round fits a tree to −λ/W and adds η times it (Burges 2010).

W is the sum of an item's second derivatives, so that a leaf's mean is Newton's step there, as in LightGBM and XGBoost
without their limits on leaves (min_data_in_leaf, min_sum_hessian_in_leaf, min_child_weight) and without an L2 term.
LightGBM's objective `lambdarank` is `lambdamart` with truncation=30 and norm=on; XGBoost's `rank:ndcg` is `lambdamart`
with truncation=32, norm=on and hessian=twice, its `rank:pairwise` the same of `ranknet`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.lambdarank.lambdas import ItemLambdas, LambdaRules, Lambdas, pair_costs
from rankviz.engine.algorithms.qbrank.loop import FLAT
from rankviz.engine.algorithms.qbrank.qbrank import ETA, LEAVES
from rankviz.engine.algorithms.qbrank.trees import FittedTree, Trees, staged
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.choice import Choice

SIGMA = Choice(
    "sigma",
    "σ: steepness",
    "float",
    1.0,
    "Steepness σ of the logistic: how fast a pair in the right order stops counting.",
    low=0.01,
    high=10.0,
)
TRUNCATION = Choice(
    "truncation",
    "k: places that count",
    "int",
    0,
    "Truncation k: a pair counts only when one of its items is in the first k places. 0: all pairs.",
    low=0,
    high=1000,
)
NORM = Choice(
    "norm",
    "Normalise λ",
    "bool",
    False,
    "Divide each weight by 0.01 + |s| and scale the λ's of a query to log2(1 + S), as LightGBM and XGBoost do.",
)
HESSIAN = Choice(
    "hessian",
    "Second derivative",
    "choice",
    "once",
    "Whether a pair's second derivative counts once, as in LightGBM, or twice, as in XGBoost.",
    choices=("once", "twice"),
)
PARAMETERS = (SIGMA, TRUNCATION, NORM, HESSIAN, ETA, LEAVES)


@dataclass(frozen=True, eq=False)
class LambdaDetails:
    """The rounds of a run: the λ's rules, η, and the tree of each round."""

    lambdas: Lambdas
    eta: float
    fitted: tuple[FittedTree, ...]

    def first(self, t: int) -> LambdaDetails:
        """Return the details of the first `t` rounds."""
        return LambdaDetails(self.lambdas, self.eta, self.fitted[:t])


def fit_ranknet(task: Learning) -> ScoredSteps:
    """Fit trees to RankNet's λ's: every pair that counts has weight 1."""
    return _fit(task, delta=False)


def fit_lambdamart(task: Learning) -> ScoredSteps:
    """Fit trees to LambdaRank's λ's: a pair has weight |ΔNDCG|. Raises DataError without grades."""
    return _fit(task, delta=True)


def _fit(task: Learning, *, delta: bool) -> ScoredSteps:
    problem, held, params = task.problem, task.held, task.params
    rules = LambdaRules(
        delta=delta,
        sigma=float(params["sigma"]),
        at=int(params["truncation"]),
        norm=bool(params["norm"]),
        twice=params["hessian"] == "twice",
    )
    lambdas, eta = Lambdas(problem, rules), float(params["eta"])
    trees = Trees(problem.X, None if held is None else held.X, leaves=int(params["leaves"]))
    scores, fitted, stopped = [np.zeros(problem.n_items)], list[FittedTree](), ALL_ROUNDS
    held_scores = None if held is None else [np.zeros(held.n_items)]
    evaluated = lambdas.by_item(scores[0])
    for t in range(1, task.rounds + 1):
        if not evaluated.gradient.any():
            stopped = Stop(Why.MINIMUM, f"before round {t} every λ was 0")
            break
        tree = trees.fit(evaluated.target, evaluated.fit_weight)
        if _is_flat(evaluated, tree.values):
            stopped = Stop(
                Why.STUCK, f"before round {t} no tree separated the items that the λ's would separate"
            )
            break
        fitted.append(tree)
        scores.append(scores[-1] + eta * tree.values)
        if held_scores is not None and tree.held is not None:
            held_scores.append(held_scores[-1] + eta * tree.held)
        evaluated = lambdas.by_item(scores[-1])
        if not task.tell(t):
            stopped = by_the_user(t)
            break
    return ScoredSteps(
        scores=np.array(scores),
        held=None if held_scores is None else np.array(held_scores),
        staged=lambda X: staged(fitted, [eta] * len(fitted), X),
        added=[tree.text for tree in fitted],
        step=[eta] * len(fitted),
        extra={name: [float("nan")] * len(scores) for name in ("pair_cost", "pairs_kept")},
        later=partial(pair_costs, lambdas, scores),
        pair_weight=lambdas.pulls,
        stopped=stopped,
        details=LambdaDetails(lambdas, eta, tuple(fitted)),
    )


def _is_flat(evaluated: ItemLambdas, g: np.ndarray) -> bool:
    """Return whether g (n,) does not descend the gradient of the λ's, up to rounding."""
    return float(evaluated.gradient @ g) >= -FLAT * float(np.abs(evaluated.gradient) @ np.abs(g))
