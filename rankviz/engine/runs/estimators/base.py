"""The common part of all estimators: check the data, run the engine, predict scores, and count the pairs in order."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils import Tags, check_random_state, column_or_1d
from sklearn.utils.metadata_routing import UNUSED
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting.region import Region
from rankviz.engine.algorithms.boosting.stumps import Constant, Stump
from rankviz.engine.arguments import is_whole
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.runs.ensemble_scores import EnsembleScores
from rankviz.engine.runs.runner import trace
from rankviz.engine.runs.trace import Trace

if TYPE_CHECKING:
    import pandas as pd


Staged = Callable[[np.ndarray], Iterator[np.ndarray]]
"""From features (k, d) to scores (k,) after round 0, 1, …"""


class Ranker(BaseEstimator):
    """One algorithm of the registry as an estimator; a subclass names it, and its parameters in `__init__`.

    Attributes
    ----------
    trace_ : the whole :class:`~rankviz.engine.runs.trace.Trace`. It has the training data, so a pickle leaves it out;
        :meth:`trace` makes it again.
    n_iter_ : rounds done; `stopped_` is the reason when there are fewer than `n_rounds`.
    """

    __metadata_request__fit = {"pairs": UNUSED, "pair_weights": UNUSED}
    # Pipeline.score passes its own sample_weight=None on, so score has to know the name to be routed anything.
    __metadata_request__score = {"pairs": UNUSED, "pair_weights": UNUSED, "sample_weight": None}

    n_rounds: int
    random_state: object

    @property
    @abstractmethod
    def _algorithm(self) -> str:
        """The algorithm's name in the registry. Raises DataError."""

    @abstractmethod
    def _params(self) -> dict[str, Any]:
        """The algorithm's parameters."""

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        qid: ArrayLike | None = None,
        *,
        pairs: ArrayLike | None = None,
        pair_weights: ArrayLike | None = None,
    ) -> Self:
        """Learn to rank the rows of X.

        Parameters
        ----------
        X : (n, d) features.
        y : (n,) relevance grades: inside a query each row belongs above those of a lower grade.
        qid : (n,) query of each row; one query when left out.
        pairs : (m, 2) row indices (higher, lower), instead of y.
        pair_weights : (m,) > 0, the weight of each of `pairs`: one of weight 3 counts as three of weight 1.
        """
        self._algorithm  # noqa: B018 (raises for a wrong name before the data are looked at)
        problem = self._problem(X, y, qid, pairs, pair_weights, reset=True)
        self._seed = _seed(self.random_state)
        self._trace = self._traced(problem)
        run = self._trace.runs[0]
        self.n_iter_, self.stopped_ = run.n_rounds, run.stopped
        self._learned = self._without_data(self._trace)
        return self

    def trace(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        qid: ArrayLike | None = None,
        *,
        pairs: ArrayLike | None = None,
        pair_weights: ArrayLike | None = None,
    ) -> Trace:
        """Return `trace_` again from the data of :meth:`fit`, such as after a pickle."""
        check_is_fitted(self)
        return self._traced(self._problem(X, y, qid, pairs, pair_weights, reset=False))

    @property
    def trace_(self) -> Trace:
        """The whole trace of the run."""
        if "_trace" not in vars(self):
            raise AttributeError(
                f"This {type(self).__name__} has no trace_: it is not fitted, or it comes from a pickle or a copy, "
                "which have no training data. trace(X, y) makes it again."
            )
        return self._trace

    @property
    def rounds_(self) -> pd.DataFrame:
        """One row per round, with the columns of the exported table."""
        from rankviz.engine.runs.export import to_frame  # here, because only tables need pandas

        check_is_fitted(self)
        return to_frame(self.trace_)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return scores (k,) of the rows of X (k, d): higher means further up. All 0 when no round was done."""
        return deque(self._stages(X), maxlen=1)[0]

    def staged_predict(self, X: ArrayLike) -> Iterator[np.ndarray]:
        """Yield scores (k,) after round 1, 2, … n_iter_, a new array each; the last equals :meth:`predict`."""
        stages = self._stages(X)
        next(stages)
        yield from stages

    def score(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        qid: ArrayLike | None = None,
        *,
        pairs: ArrayLike | None = None,
        pair_weights: ArrayLike | None = None,
    ) -> float:
        """1 − R̂2 (RB+ (4)): the share of pairs ordered correctly, a tie half; the AUC when y has two grades.

        With `pair_weights` it is the pairs' share of the weight.
        """
        check_is_fitted(self)
        problem = self._problem(X, y, qid, pairs, pair_weights, reset=False)
        scores, scale = self._last(X)
        return 1.0 - metrics.r2(problem, scores, scale=scale)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_iter_")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name != "_trace"}

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _traced(self, problem: Problem) -> Trace:
        return trace(problem, self._algorithm, self.n_rounds, seed=self._seed, **self._params())

    @abstractmethod
    def _without_data(self, trace: Trace) -> Any:
        """Return what :meth:`_stages` needs of the run, without the training data."""

    def _problem(
        self,
        X: ArrayLike,
        y: ArrayLike | None,
        qid: ArrayLike | None,
        pairs: ArrayLike | None,
        pair_weights: ArrayLike | None,
        reset: bool,
    ) -> Problem:
        if y is None and pairs is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: "
                "give grades, or pairs=(higher, lower) row indices."
            )
        table = validate_data(
            self, X, dtype=np.float64, ensure_all_finite="allow-nan", ensure_min_samples=2, reset=reset
        )
        if y is not None:
            y = column_or_1d(y, warn=True)
        check_consistent_length(table, y, qid)
        names = getattr(self, "feature_names_in_", None)
        queries = None if qid is None else np.asarray(qid)
        return Problem.from_arrays(
            table, y, queries, pairs=pairs, pair_weights=pair_weights, feature_names=names
        )

    def _table(self, X: ArrayLike) -> np.ndarray:
        check_is_fitted(self)
        return validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)

    @abstractmethod
    def _stages(self, X: ArrayLike) -> Iterator[np.ndarray]:
        """Yield the scores of the rows of X after round 0, 1, …"""

    def _last(self, X: ArrayLike) -> tuple[np.ndarray, float | None]:
        """Return the last scores of the rows of X, and the scale by which their ties are judged."""
        return deque(self._stages(X), maxlen=1)[0], None


@dataclass(frozen=True)
class Rounds:
    """The rankers of a run, and (ranker, α, outcome, sign) of each round."""

    rankers: dict[int, Stump | Region | Constant]
    rounds: tuple[tuple[int, float, str, int], ...]

    @classmethod
    def of(cls, trace: Trace) -> Rounds:
        run = trace.boosted[0]
        picked = run.ranker.tolist()
        rounds = zip(picked, run.alpha.tolist(), run.outcome, run.sign.tolist(), strict=True)
        return cls({ranker: trace.pool.alone(ranker) for ranker in picked}, tuple(rounds))

    def ensembles(self, X: np.ndarray) -> Iterator[EnsembleScores]:
        """Yield the ensemble on the rows of X after round 0, 1, …: one object, updated in place."""
        outputs = {ranker: each.apply(X) for ranker, each in self.rankers.items()}
        ensemble = EnsembleScores(len(X))
        yield ensemble
        for ranker, alpha, outcome, sign in self.rounds:
            ensemble.add(outputs[ranker], alpha, outcome, sign)
            yield ensemble


class BoostedRanker(Ranker):
    """An algorithm that boosts weak rankers over single features.

    Attributes
    ----------
    rankers_ : the distinct weak rankers by first pick, as {"feature", "threshold"}, a region as {"name"}.
    weights_ : (k,) their cumulative weights; after an infinite weight ±inf for that ranker alone.
    """

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        qid: ArrayLike | None = None,
        *,
        pairs: ArrayLike | None = None,
        pair_weights: ArrayLike | None = None,
    ) -> Self:
        """Learn to rank the rows of X; the arguments are those of :meth:`Ranker.fit`."""
        super().fit(X, y, qid, pairs=pairs, pair_weights=pair_weights)
        weights = self.trace_.boosted[0].weights_at(self.n_iter_)
        self.rankers_ = [self.trace_.pool.describe(ranker) for ranker in weights]
        self.weights_ = np.array(list(weights.values()))
        return self

    def _without_data(self, trace: Trace) -> Rounds:
        return Rounds.of(trace)

    def _stages(self, X: ArrayLike) -> Iterator[np.ndarray]:
        return (ensemble.scores for ensemble in self._ensembles(X))

    def _last(self, X: ArrayLike) -> tuple[np.ndarray, float | None]:
        ensemble = deque(self._ensembles(X), maxlen=1)[0]
        return ensemble.scores, ensemble.scale

    def _ensembles(self, X: ArrayLike) -> Iterator[EnsembleScores]:
        """Yield the ensemble on the rows of X after round 0, 1, …: one object, updated in place."""
        table = self._table(X)
        return self._learned.ensembles(table)


class ScoredRanker(Ranker):
    """An algorithm whose rounds may add any function: trees, steps of a kernel method."""

    def _stages(self, X: ArrayLike) -> Iterator[np.ndarray]:
        table = self._table(X)
        return (np.array(scores) for scores in self._learned(table))


def _seed(random_state: object) -> int:
    """Return the seed of a `random_state`: itself when it is a seed, else drawn from it."""
    if is_whole(random_state):
        return random_state  # type: ignore[return-value]
    if random_state is None or random_state is np.random or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**31 - 1))
    raise DataError(
        f"random_state is {as_given(random_state)}",
        remedy="Choose 0 or a larger whole number, a RandomState or None",
    )
