"""AdaBoost.MR's problem as RankBoost's (Schapire, Singer, *Improved Boosting Algorithms*, Machine Learning 1999).

For every item the labels it has belong above those it lacks. A query is an item, its rows are all labels, and a row
(x, l) has the features of x in the columns of l and no known value in those of the other labels. A stump on column
(l, j) is then the weak ranker "the label is l and x_j > θ", and "(l, j) is known" is the label l itself.
"""

from collections.abc import Sequence

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build, check_shape
from rankviz.engine.errors import DataError


def check_sizes(m: int, L: int, d: int, name: str) -> None:
    """Raise DataError when m items with L labels and d features make more rows or columns than the limits allow."""
    try:
        check_shape(m * max(L, 1), max(L, 1) * d, name)
    except DataError as error:
        remedy = "An item takes a row for each label, and a label a copy of all features: keep fewer of one of them"
        raise DataError(f"{m:,} items with {L:,} labels: {error.what}", file=name, remedy=remedy) from None


def ranked(
    X: np.ndarray,
    has: np.ndarray,
    *,
    labels: Sequence[str],
    features: Sequence[str],
    items: Sequence[str],
    name: str | None = None,
    source: str = "",
    title: str = "",
) -> Problem:
    """Return the problem of m items with d features, X (m, d), and L labels, has (m, L) bool: m L rows, L d features.

    Row i L + l is item i with label l; grade 1 where the item has the label, else 0.

    Raises DataError where no item has some labels and not others, and for more rows or features than the limits allow.
    """
    m, d = X.shape
    L = len(labels)
    check_sizes(m, L, d, name or title)
    count = has.sum(axis=1)
    if not ((count > 0) & (count < L)).any():
        raise DataError(
            "no item has some of the labels and not the others, so there is nothing to rank",
            file=name,
            remedy="Give items with different labels",
        )
    rows = np.full((m, L, L, d), np.nan)
    for label in range(L):
        rows[:, label, label] = X
    return build(
        name,
        rows.reshape(m * L, L * d),
        has.astype(np.float64).ravel(),
        qid=np.repeat(np.arange(m), L),
        query_ids=list(items),
        item_ids=[f"{item}: {label}" for item in items for label in labels],
        feature_names=[f"{label}: {feature}" for label in labels for feature in features],
        source=source,
        title=title,
        copy=False,
    )
