"""The description of a boosting algorithm: its entry in the registry, its parameters and its equations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import Distribution, Tilted
from rankviz.engine.algorithms.boosting.loop import Boosting, Chooser, Equations, Fork, Progress, Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Entry, Params
from rankviz.engine.data.problem import Problem


class Searcher(Chooser, Protocol):
    """A search that can compute the slope of every candidate."""

    def slopes(self, distribution: Distribution) -> np.ndarray:
        """δ (N,) of every candidate of this round."""
        ...


class Search(Protocol):
    """Builds the search of an algorithm whose moves bring the equations of their round (`Move.equations`)."""

    def __call__(self, problem: Problem, pool: CandidatePool, params: Params) -> Searcher: ...


class Tilt(Protocol):
    """Builds D from the logs of e^{−s} of the pairs (m,), −inf where an infinite weight decides a pair."""

    def __call__(self, problem: Problem, params: Params, log_weight: np.ndarray) -> Tilted: ...


@dataclass(frozen=True, kw_only=True)
class Algorithm(Entry):
    """An entry of the registry that boosts weak rankers of a pool: its rules, and the function that runs it.

    Attributes
    ----------
    family : "rankboost" or "margins". The family "rankboost" takes the parameters `rb_d_rb_c.PARAMETERS` at least; the
        estimator `RankBoost` and the lessons offer it.
    equations : its rules; those of its first round where `search` is given.
    learn : runs it.
    signed : weights may be negative, unless its parameter `negative_alpha` forbids it.
    combines : a round may move along a combination of rankers, not only along a single one.
    tilted : builds D from the logs of e^{−s} (m,), where D is not proportional to them; α and Z then come from its
        lines.
    """

    equations: Equations
    learn: Callable[[Boosting], Steps]
    search: Search | None = None
    signed: bool = True
    combines: bool = False
    tilted: Tilt | None = None

    @property
    def cosh_ties(self) -> bool:
        """True when the loss counts a tied pair as cosh η (RB+ (22)), which no product of item weights expresses."""
        return self.loss == "e2"

    def by_step(self, params: Params) -> bool:
        """Return whether a round picks the ranker with the smallest Z after its step, instead of the best slope."""
        return params.get("choose") == "step"

    def fit(
        self,
        problem: Problem,
        pool: CandidatePool,
        rounds: int,
        params: Params,
        progress: Progress | None = None,
        fork: Fork | None = None,
    ) -> Steps:
        """Run `rounds` rounds on a problem, with another choice in one of them when forked."""
        return self.learn(Boosting(problem, pool, rounds, params, self.negative(params), progress, fork))

    def negative(self, params: Params) -> bool:
        """Return whether weights may be negative under these parameters."""
        return bool(params.get("negative_alpha", self.signed))
