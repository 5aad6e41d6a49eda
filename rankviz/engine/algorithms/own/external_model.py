"""A trained ranker as a run: each of its trees is a round, and nothing is learned.

λ's and pair weights are those before each tree under the objective that the model says it had, by the rules of
`rankviz.engine.algorithms.lambdarank`: the library followed exactly these where the data are its training data.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.lambdarank.lambdas import LambdaRules, Lambdas, pair_costs
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.data.model import Model, Objective
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted

NO_GRADES = "|ΔNDCG| needs grades, and these data have pairs given one by one"


@dataclass(frozen=True, eq=False)
class OwnDetails:
    """The trees of a run.

    known : the λ's; None where they cannot be determined, for the reason `unknown`.
    model : the ranker. ends : (T, n) int32, the node of each round's tree in which each training item ends.
    """

    known: Lambdas | None
    unknown: str
    model: Model
    ends: np.ndarray

    @property
    def lambdas(self) -> Lambdas:
        """The λ's. Raises DataError, with the reason, where they cannot be determined."""
        if self.known is None:
            raise DataError(f"The weights of pairs are not known: {self.unknown}")
        return self.known

    def value(self, t: int) -> np.ndarray:
        """(n,) the value that tree t, counted from 1, gave each training item."""
        return self.model.added(self.ends[t - 1 : t], t - 1)[0]

    def way(self, problem: Problem, t: int, x: int) -> list[str]:
        """Return the questions of tree t, counted from 1, on training item x's path to its leaf, with the answers."""
        shapes, labels = self.model.shapes, self.model.labels(problem.feature_names)
        return [
            f"{shapes.question(node, labels[shapes.feature[node]])}: {'yes' if left else 'no'}"
            for node, left in shapes.way(t - 1, int(self.ends[t - 1, x]))
        ]

    def leaves(self, t: int) -> int:
        """Return the number of leaves of tree t, counted from 1."""
        return int(self.model.shapes.leaves[t - 1])

    def first(self, t: int) -> OwnDetails:
        """Return the details of the first `t` rounds."""
        return replace(self, ends=self.ends[:t])


def rules_of(objective: Objective) -> LambdaRules:
    """Return the rules of the λ's of a known objective."""
    return LambdaRules(objective.delta, objective.sigma, objective.at, objective.norm)


def fit_own(task: Learning) -> ScoredSteps:
    """Show the problem's model, at most `rounds` of its trees. Raises DataError for a problem without a model."""
    problem, held, rounds = task.problem, task.held, task.rounds
    model = problem.model
    if model is None:
        raise DataError(
            "These data come without a ranker of your own",
            remedy="Give model:FILE?data=SOURCE, or rankviz.from_model in Python",
        )
    ends = model.ends(problem.X, rounds)
    done, stopped = len(ends), ALL_ROUNDS
    if done < rounds:
        stopped = Stop(Why.NO_TREES, f"the model has {counted(done, 'tree')}")
    for t in range(1, done + 1):
        if not task.tell(t):
            done, stopped = t, by_the_user(t)
            break
    known, unknown = _lambdas(problem, model.objective)
    scores = model.scores(ends[:done])
    nothing = [float("nan")] * (done + 1)
    return ScoredSteps(
        scores=scores,
        held=None if held is None else model.scores(model.ends(held.X, done)),
        staged=lambda X: iter(model.scores(model.ends(X, done))),
        added=[_text(int(leaves)) for leaves in model.shapes.leaves[:done]],
        step=nothing[1:],  # the file holds what each tree adds, without its library's multiplier
        extra={} if known is None else {"pair_cost": list(nothing), "pairs_kept": list(nothing)},
        later=None if known is None else partial(pair_costs, known, scores),
        pair_weight=(lambda h: np.zeros(problem.n_pairs)) if known is None else known.pulls,
        unweighed=unknown,
        stopped=stopped,
        details=OwnDetails(known, unknown, model, ends[:done]),
    )


def _lambdas(problem: Problem, objective: Objective) -> tuple[Lambdas | None, str]:
    """Return the λ's, or None and the reason why they cannot be determined."""
    if objective.unknown:
        return None, objective.unknown
    if objective.delta and problem.grades is None:
        return None, NO_GRADES
    return Lambdas(problem, rules_of(objective)), ""


def _text(leaves: int) -> str:
    return f"tree, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
