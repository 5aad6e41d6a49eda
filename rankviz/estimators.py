"""scikit-learn style estimators over the same engine: fit, predict scores, look at every stage."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils import Tags, check_random_state, column_or_1d
from sklearn.utils.metadata_routing import UNUSED
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from rankviz import metrics
from rankviz.algorithms.rankboost.push import POWER
from rankviz.algorithms.rankboost.rb_d_rb_c import CHOOSE
from rankviz.algorithms.rankboost.rb_plus import INDEPENDENT
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.arguments import is_choice, is_whole
from rankviz.choice import Value
from rankviz.data.problem import Problem
from rankviz.errors import DataError, as_given
from rankviz.runs.ensemble_scores import EnsembleScores
from rankviz.runs.runner import trace
from rankviz.runs.trace import BoostedRun, Trace

if TYPE_CHECKING:
    import pandas as pd

VARIANTS = tuple(name for name, entry in ALGORITHMS.items() if entry.family == "rankboost")
"""The algorithms that :class:`RankBoost` can be; the others run by :func:`rankviz.trace`."""


class RankBoost(BaseEstimator):
    """RankBoost as a scikit-learn estimator: RB-D, RB-C, RankBoost+ or the P-norm push over decision stumps.

    Parameters
    ----------
    variant : one of `VARIANTS`.
    n_rounds : boosting rounds, 1 to 10,000.
    negative_alpha : whether a ranker that is mostly wrong may be used upside down.
    undefined : what to do when α is undefined: "halt", "infinite", "cap" or "limit". With "limit" scores
        order the rows that are given together as the limit does; they do not compare with those of another call.
    cap : the finite weight that "cap" gives.
    random_state : draws the thresholds of a feature that has more than 255.
    choose : which ranker a round of RB-D or RB-C picks: the one with the largest |δ| ("slope"), or the one whose own
        step leaves the smallest Z ("step"). RankBoost+ and the push have no other choice than "slope".
    p : of the variant "push", 1 to 16; with p = 1 it is RB-D.
    weak : the weak rankers: "stumps", or "regions" for stumps and conjunctions of two tests.
    independent : whether RankBoost+ keeps its rankers independent (Algorithm 2); False is Algorithm 1 as it stands.

    Attributes
    ----------
    trace_ : the whole :class:`~rankviz.runs.trace.Trace`, for figures, bounds and exports.
    n_iter_ : rounds done; fewer than `n_rounds` when the run stopped by itself, then `stopped_` says why.
    rankers_ : the distinct weak rankers by first pick, as {"feature", "threshold"}, a region as {"name"}.
    weights_ : (k,) their cumulative weights; after an infinite weight ±inf for that ranker alone.
    rounds_ : DataFrame with one row per round: what was picked, ε's, α, Z, losses, margins.
    n_features_in_, feature_names_in_ : as in scikit-learn.

    Notes
    -----
    NaN in X is a missing value, which lies below all known ones. Bad input raises ``DataError``, a ValueError.

    With several queries, `qid` must reach both `fit` and `score`, and a fold must hold whole queries. scikit-learn's
    metadata routing does it; without it `score` would compare items of different queries. `pairs` cannot be routed:
    row numbers mean nothing inside a fold. `sample_weight` is not taken.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
    >>> import rankviz
    >>> p = rankviz.load("synthetic:linear?n=200&queries=20")
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     model = RankBoost(n_rounds=30).set_fit_request(qid=True).set_score_request(qid=True)
    ...     to_route = {"qid": p.qid, "groups": p.qid}
    ...     found = cross_val_score(model, p.X, p.grades, cv=GroupKFold(4), params=to_route)
    ...     search = GridSearchCV(model, {"n_rounds": [5, 30]}, cv=GroupKFold(4)).fit(p.X, p.grades, **to_route)
    >>> len(found), bool((found > 0.8).all()), search.best_params_
    (4, True, {'n_rounds': 30})
    """

    __metadata_request__fit = {"pairs": UNUSED}
    __metadata_request__score = {"pairs": UNUSED}

    def __init__(
        self,
        variant: str = "rb-plus",
        n_rounds: int = 100,
        negative_alpha: bool = True,
        undefined: str = "halt",
        cap: float = 10.0,
        random_state: int | np.random.RandomState | None = 0,
        choose: str = "slope",
        p: float = 4.0,
        weak: str = "stumps",
        independent: bool = True,
    ) -> None:
        self.variant = variant
        self.n_rounds = n_rounds
        self.negative_alpha = negative_alpha
        self.undefined = undefined
        self.cap = cap
        self.random_state = random_state
        self.choose = choose
        self.p = p
        self.weak = weak
        self.independent = independent

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        qid: ArrayLike | None = None,
        *,
        pairs: ArrayLike | None = None,
    ) -> Self:
        """Learn to rank the rows of X.

        Parameters
        ----------
        X : (n, d) features.
        y : (n,) relevance grades: inside a query each row belongs above those of a lower grade.
        qid : (n,) query of each row; one query when left out.
        pairs : (m, 2) row indices (higher, lower), instead of y.
        """
        if not is_choice(self.variant, VARIANTS):
            raise DataError(
                f"RankBoost has no variant {as_given(self.variant)}",
                remedy=f"There are {', '.join(VARIANTS)}",
            )
        problem = self._problem(X, y, qid, pairs, reset=True)
        self.trace_: Trace = trace(
            problem,
            self.variant,
            self.n_rounds,
            seed=_seed(self.random_state),
            negative_alpha=self.negative_alpha,
            undefined=self.undefined,
            cap=self.cap,
            weak=self.weak,
            **self._of_some_variants(),
        )
        run = self._run
        weights = run.weights_at(run.n_rounds)
        self.n_iter_ = run.n_rounds
        self.stopped_ = run.stopped
        self.rankers_ = [self.trace_.pool.describe(ranker) for ranker in weights]
        self.weights_ = np.array(list(weights.values()))
        return self

    def _of_some_variants(self) -> dict[str, Any]:
        """Parameters that not every variant has; for a variant without one, only a value that must be refused."""
        known = {p.name for p in ALGORITHMS[self.variant].parameters}
        given = ((CHOOSE, self.choose), (POWER, self.p), (INDEPENDENT, self.independent))
        return {p.name: value for p, value in given if p.name in known or not _is(value, p.default)}

    @property
    def rounds_(self) -> pd.DataFrame:
        """One row per round, the columns of the exported table."""
        from rankviz.runs.export import to_frame  # here, because only tables need pandas

        check_is_fitted(self)
        return to_frame(self.trace_)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Scores (k,) of the rows of X (k, d): the higher, the further up. All 0 when no round was done."""
        return deque(self._stages(X), maxlen=1)[0]

    def staged_predict(self, X: ArrayLike) -> Iterator[np.ndarray]:
        """Scores (k,) after round 1, 2, … n_iter_, a new array each; the last equals :meth:`predict`."""
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
    ) -> float:
        """1 − R̂2 (RB+ (4)): the share of pairs ordered correctly, a tie half; the AUC when y has two grades."""
        check_is_fitted(self)
        problem = self._problem(X, y, qid, pairs, reset=False)
        ensemble = deque(self._ensembles(X), maxlen=1)[0]
        return 1.0 - metrics.r2(problem, ensemble.scores, scale=ensemble.scale)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "trace_")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    @property
    def _run(self) -> BoostedRun:
        return self.trace_.boosted[0]

    def _problem(
        self,
        X: ArrayLike,
        y: ArrayLike | None,
        qid: ArrayLike | None,
        pairs: ArrayLike | None,
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
        return Problem.from_arrays(table, y, queries, pairs=pairs, feature_names=names)

    def _stages(self, X: ArrayLike) -> Iterator[np.ndarray]:
        return (ensemble.scores for ensemble in self._ensembles(X))

    def _ensembles(self, X: ArrayLike) -> Iterator[EnsembleScores]:
        """Yield the ensemble on the rows of X after round 0, 1, …: one object, updated in place."""
        check_is_fitted(self)
        table = validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)
        run, pool = self._run, self.trace_.pool
        outputs: dict[int, np.ndarray] = {}
        ensemble = EnsembleScores(len(table))
        yield ensemble
        rounds = zip(run.ranker.tolist(), run.alpha, run.outcome, run.sign.tolist(), strict=True)
        for ranker, alpha, outcome, sign in rounds:
            if ranker not in outputs:
                outputs[ranker] = pool.apply(ranker, table)
            ensemble.add(outputs[ranker], alpha, outcome, sign)
            yield ensemble


def _is(value: object, default: Value) -> bool:
    """Whether a value equals the default; an array, which compares entry by entry, never does."""
    return isinstance(value, (bool, int, float, str)) and value == default


def _seed(random_state: object) -> int:
    """The seed of a `random_state`: itself when it is a seed, else drawn from it."""
    if is_whole(random_state):
        return random_state  # type: ignore[return-value]
    if random_state is None or random_state is np.random or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**31 - 1))
    raise DataError(
        f"random_state is {as_given(random_state)}",
        remedy="Choose 0 or a larger whole number, a RandomState or None",
    )
