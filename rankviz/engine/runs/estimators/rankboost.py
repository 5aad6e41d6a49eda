"""RankBoost as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.engine.algorithms.rankboost.push import POWER
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import CHOOSE
from rankviz.engine.algorithms.rankboost.rb_plus import FILL_AFTER, INDEPENDENT, PERMUTE
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.arguments import is_choice
from rankviz.engine.choice import Value
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.runs.estimators.base import BoostedRanker

VARIANTS = tuple(name for name, entry in ALGORITHMS.items() if entry.family == "rankboost")
"""The algorithms of :class:`RankBoost`; :func:`rankviz.trace` runs the others."""


class RankBoost(BoostedRanker):
    """RankBoost as a scikit-learn estimator: RB-D, RB-C, RankBoost+ or the P-norm push over decision stumps.

    Parameters
    ----------
    variant : one of `VARIANTS`.
    n_rounds : boosting rounds, 1 to 10,000.
    negative_alpha : a ranker that is mostly wrong may be used in reverse.
    undefined : what to do when α is undefined: "halt", "infinite", "cap" or "limit". With "limit" scores
        order the rows that are given together as the limit does; they do not compare with those of another call.
    cap : the finite weight that "cap" gives.
    random_state : draws the thresholds of a feature that has more than 255.
    choose : the ranker that a round of RB-D or RB-C picks: the one with the largest |δ| ("slope"), or the one whose own
        step leaves the smallest Z ("step"). RankBoost+ and the push only have "slope".
    p : of the variant "push", 1 to 16; with p = 1 it is RB-D.
    weak : the weak rankers: "stumps", "two-sided" for stumps in both directions, which matters without negative
        weights, or "regions" for stumps and conjunctions of two tests.
    independent : RankBoost+ keeps its rankers independent (Algorithm 2); False is Algorithm 1 unchanged.
    permute : of RankBoost+, the seed of the random order in which candidates fill S; 0 is by feature and threshold.
    fill_after : of RankBoost+, the rounds after which S is filled if no dependent ranker was chosen before; 0: none.

    Attributes
    ----------
    trace_ : the whole :class:`~rankviz.engine.runs.trace.Trace`, for figures, bounds and exports. It has the training
        data, so a pickle leaves it and `rounds_` out; `trace(X, y)` makes it again.
    n_iter_ : rounds done; fewer than `n_rounds` when the run stopped by itself, for the reason `stopped_`.
    rankers_ : the distinct weak rankers by first pick, as {"feature", "threshold"}, a region as {"name"}.
    weights_ : (k,) their cumulative weights; after an infinite weight ±inf for that ranker alone.
    rounds_ : DataFrame with one row per round: what was picked, ε's, α, Z, losses, margins.
    n_features_in_, feature_names_in_ : as in scikit-learn.

    Notes
    -----
    NaN in X is a missing value, which lies below all known ones. Bad input raises ``DataError``, a ValueError.

    With several queries, `qid` must reach both `fit` and `score`, and a fold must hold whole queries. scikit-learn's
    metadata routing does it; without it `score` would compare items of different queries. `pairs` cannot be routed:
    row numbers mean nothing inside a fold. `sample_weight` is not supported.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
    >>> import rankviz
    >>> from rankviz.estimators import VARIANTS, RankBoost
    >>> VARIANTS
    ('rb-d', 'rb-c', 'rb-plus', 'rb-plus-optimal', 'push')
    >>> p = rankviz.load("synthetic:linear?n=200&queries=20")
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     model = RankBoost(n_rounds=30).set_fit_request(qid=True).set_score_request(qid=True)
    ...     to_route = {"qid": p.qid, "groups": p.qid}
    ...     found = cross_val_score(model, p.X, p.grades, cv=GroupKFold(4), params=to_route)
    ...     search = GridSearchCV(model, {"n_rounds": [5, 30]}, cv=GroupKFold(4)).fit(p.X, p.grades, **to_route)
    >>> len(found), bool((found > 0.8).all()), search.best_params_
    (4, True, {'n_rounds': 30})
    """

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
        permute: int = 0,
        fill_after: int = 0,
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
        self.permute = permute
        self.fill_after = fill_after

    @property
    def _algorithm(self) -> str:
        if not is_choice(self.variant, VARIANTS):
            raise DataError(
                f"RankBoost has no variant {as_given(self.variant)}",
                remedy=f"There are {', '.join(VARIANTS)}",
            )
        return self.variant

    def _params(self) -> dict[str, Any]:
        return {
            "negative_alpha": self.negative_alpha,
            "undefined": self.undefined,
            "cap": self.cap,
            "weak": self.weak,
            **self._of_some_variants(),
        }

    def _of_some_variants(self) -> dict[str, Any]:
        """Parameters that not every variant has; for a variant without one, only a value that must be refused."""
        known = {p.name for p in ALGORITHMS[self.variant].parameters}
        given = (
            (CHOOSE, self.choose),
            (POWER, self.p),
            (INDEPENDENT, self.independent),
            (PERMUTE, self.permute),
            (FILL_AFTER, self.fill_after),
        )
        return {p.name: value for p, value in given if p.name in known or not _is(value, p.default)}


def _is(value: object, default: Value) -> bool:
    """Return whether a value equals the default; an array, which compares entry by entry, never does."""
    return isinstance(value, (bool, int, float, str)) and value == default
