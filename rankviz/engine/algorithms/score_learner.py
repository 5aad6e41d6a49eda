"""Learners whose rounds are not weak rankers of the candidate pool: each round adds some other function.

A regression tree, a kernel step or a linear model changes every item's score. All views need only the scores after
each round; what only the learner's page needs is in `details`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, by_the_user
from rankviz.engine.algorithms.entry import Entry, Params
from rankviz.engine.data.problem import Problem


class ScoredDetails(Protocol):
    """The part of a learner's rounds that its page reads."""

    def first(self, t: int) -> ScoredDetails:
        """Return the details of the first `t` rounds."""
        ...


@dataclass(frozen=True, eq=False)
class ScoredSteps:
    """The T rounds of such a learner.

    Attributes
    ----------
    scores : (T + 1, n) training item scores, row 0 before any round.
    held : (T + 1, k) scores of the held-out items; None without a held-out part.
    staged : features (k, d) of any items → their scores (k,) after rounds 0, 1, … T, one after another.
    added : T texts that say what each round added: "tree, 20 leaves".
    step : (T,) the length of each round's step.
    extra : series that only this learner has, by name (see `runs.quantities`), T + 1 values each or NaN.
    log_extra : natural logs of those of `extra` that may leave the range of floats, T + 1 values each.
    pair_weight : item scores (n,) → (m,) ≥ 0, how much each critical pair matters to the loss there.
    unweighed : why `pair_weight` is 0 for all pairs, in a few words: "learns labels"; "" where it is not.
    stopped : the reason why it ended: "rounds" when all rounds were run, else a text with its kind.
    later : round → those of `extra` that are computed only when each round is measured, NaN until then; None for no
        such.
    details : what the learner's page reads, None when there is nothing.
    """

    scores: np.ndarray
    held: np.ndarray | None
    staged: Callable[[np.ndarray], Iterator[np.ndarray]]
    added: list[str]
    step: list[float]
    extra: dict[str, list[float]]
    pair_weight: Callable[[np.ndarray], np.ndarray]
    unweighed: str = ""
    stopped: Stop = ALL_ROUNDS
    later: Callable[[int], Mapping[str, float]] | None = None
    details: ScoredDetails | None = None
    log_extra: dict[str, list[float]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.added)

    def first(self, t: int) -> ScoredSteps:
        """Return the first `t` rounds alone, as if the run had been stopped after them."""
        if t >= len(self):
            return self
        return replace(
            self,
            scores=self.scores[: t + 1],
            held=None if self.held is None else self.held[: t + 1],
            staged=lambda X: islice(self.staged(X), t + 1),
            added=self.added[:t],
            step=self.step[:t],
            extra={name: values[: t + 1] for name, values in self.extra.items()},
            log_extra={name: values[: t + 1] for name, values in self.log_extra.items()},
            stopped=by_the_user(t),
            details=None if self.details is None else self.details.first(t),
        )


@dataclass(frozen=True, eq=False)
class Learning:
    """The task of a learner: its data, and the number of rounds.

    Attributes
    ----------
    held : items to score, never to learn from.
    progress : called with the number of rounds done; False stops the run and keeps them.
    """

    problem: Problem
    held: Problem | None
    rounds: int
    params: Params
    seed: int
    progress: Progress | None = None

    def tell(self, t: int) -> bool:
        """Report that `t` rounds are done; return whether to continue."""
        return self.progress is None or self.progress(t)


@dataclass(frozen=True, kw_only=True)
class ScoredAlgorithm(Entry):
    """An entry of the registry whose rounds may add any function.

    bound : the extra series of its theorem's right side, "" for none.
    learn : the function that runs it.
    """

    bound: str
    learn: Callable[[Learning], ScoredSteps]

    def fit(
        self,
        problem: Problem,
        held: Problem | None,
        rounds: int,
        params: Params,
        seed: int,
        progress: Progress | None = None,
    ) -> ScoredSteps:
        """Run at most `rounds` rounds, and score what is held out. Raises DataError as the learner does."""
        return self.learn(Learning(problem, held, rounds, params, seed, progress))
