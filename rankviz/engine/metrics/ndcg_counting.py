"""The conventions of libraries for NDCG where the definition leaves it open: gains, discounts, ties, no gain.

Every entry of `LIBRARIES` is re-derived from the library's own source or documentation, which it cites.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.gains import exp2_gains
from rankviz.engine.metrics.ranking import places

TIES = {
    "best": "of items with equal scores the more relevant are first",
    "mean": "equal scores count as the mean over all orders of the tied items",
    "input": "items with equal scores are in the order of the rows",
    "worst": "of items with equal scores the less relevant are first",
}
EMPTY = {"skip": "left out", "zero": "0", "one": "1"}


@dataclass(frozen=True)
class Counting:
    """One convention for NDCG@k.

    Attributes
    ----------
    label : its name.
    gain : "exp2" for 2^l − 1 of grade l, "linear" for l.
    ties : one of `TIES`.
    empty : the value of a query without any gain, one of `EMPTY`.
    letor : the gain at place i is divided by log2(i), at place 1 by 1, instead of log2(i + 1); and a query of fewer
        than k items has value 0.
    source : the place where the library states it.
    """

    label: str
    gain: str
    ties: str
    empty: str
    source: str = ""
    letor: bool = False

    @property
    def parts(self) -> tuple[str, str, str, str]:
        """The gain of grade g, its discount at place i, the order of ties, and a query without a gain."""
        gain = "2ᵍ − 1" if self.gain == "exp2" else "g"
        discount = "log2(i), 1 at place 1" if self.letor else "log2(i + 1)"
        ties = {"input": "input order", "mean": "averaged", "best": "best first", "worst": "worst first"}
        return gain, discount, ties[self.ties], EMPTY[self.empty]

    @property
    def summary(self) -> str:
        """The convention in one line."""
        gain, discount, ties, empty = self.parts
        return f"gain {gain} over {discount}, ties: {ties}, no relevant item: {empty}"


LIBRARIES: dict[str, Counting] = {
    "scikit-learn": Counting(
        "scikit-learn",
        "linear",
        "mean",
        "zero",
        "sklearn.metrics.ndcg_score, _tie_averaged_dcg, _ndcg_sample_scores",
    ),
    "lightgbm": Counting(
        "LightGBM",
        "exp2",
        "input",
        "one",
        "microsoft/LightGBM, src/metric/rank_metric.hpp and dcg_calculator.cpp; issues 2091, 3363",
    ),
    "xgboost": Counting(
        "XGBoost",
        "exp2",
        "input",
        "one",
        "dmlc/xgboost, src/metric/rank_metric.cc (“ndcg-” counts 0); issue 3050",
    ),
    "letor": Counting(
        "LETOR script", "exp2", "input", "zero", "LETOR 4.0, Eval-Score-4.0.pl (Xu, Liu 2009)", letor=True
    ),
    "ranx": Counting(
        "ranx", "linear", "input", "zero", "AmenRa/ranx, ranx/metrics/ndcg.py (“ndcg_burges” has 2^g − 1)"
    ),
}
"""Conventions by name. LightGBM and ranx do not guarantee the order of ties: only short lists keep the input order."""

HERE = Counting("RankViz", "exp2", "mean", "skip", "rankviz.engine.metrics.ndcg")


def ndcg_as(
    problem: Problem, scores: ArrayLike, k: int, counting: Counting, *, scale: float | None = None
) -> float:
    """Mean NDCG@k over the queries as `counting` says. scores (n,); NaN when every query is left out.

    Scores within 1e-12 of `scale` (the largest |score| when left out) are equal; a library compares them exactly, which
    is scale = 0.

    Raises DataError without grades, for a grade below 0, or k < 1.
    """
    if problem.grades is None:
        raise DataError("NDCG needs grades, and here the pairs were given one by one")
    if float(problem.grades.min()) < 0.0:
        raise DataError("A grade is below 0", remedy="Give grades of 0 and more: libraries take no others")
    if k < 1:
        raise DataError(f"NDCG@{k} has no places", remedy="Choose k of 1 or more")
    place, found = places(problem, scores, scale), []
    for rows in problem.query_rows():
        value = _of_query(place[rows], problem.grades[rows], k, counting)
        if not math.isnan(value):
            found.append(value)
    return float(np.mean(found)) if found else math.nan


def _of_query(place: np.ndarray, grades: np.ndarray, k: int, counting: Counting) -> float:
    """Return NDCG@k of one query from the items' places, equal scores sharing one; NaN where it is left out."""
    gain = exp2_gains(grades, np.floor(grades.max())) if counting.gain == "exp2" else grades
    if counting.letor and len(grades) < k:
        return 0.0
    at = np.arange(1.0, min(k, len(gain)) + 1.0)
    discount = np.log2(at + 1.0)
    if counting.letor:
        discount = np.maximum(np.log2(at), 1.0)
    best = float((np.sort(gain)[::-1][: len(at)] / discount).sum())
    if best <= 0.0:
        return {"skip": math.nan, "zero": 0.0, "one": 1.0}[counting.empty]
    second = {"best": -gain, "worst": gain}.get(counting.ties, np.zeros(len(gain)))
    order = np.lexsort((np.arange(len(gain)), second, place))
    gains = gain[order]
    if counting.ties == "mean":
        _, group, size = np.unique(place, return_inverse=True, return_counts=True)
        gains = (np.bincount(group, gain) / size)[group][order]
    return float((gains[: len(at)] / discount).sum()) / best


def spread(problem: Problem, scores: ArrayLike, k: int, *, scale: float | None = None) -> dict[str, float]:
    """Return NDCG@k by each rule of `TIES`, all else as in RankViz: worst and best are the extremes of all orders."""
    return {
        ties: ndcg_as(problem, scores, k, Counting(ties, HERE.gain, ties, HERE.empty), scale=scale)
        for ties in TIES
    }
