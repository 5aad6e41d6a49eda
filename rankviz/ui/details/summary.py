"""A problem in tables: its items, queries, features and weak rankers."""

import numpy as np
import pandas as pd

from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.ui.cache.byte_cache import cached

PREVIEW = 2000
MOST_FEATURES = 200


@cached
def items(problem: Problem) -> pd.DataFrame:
    """Return the items as a table: label, query, grade, features; at most 2,000 rows and 200 features."""
    rows = slice(0, PREVIEW)
    columns: dict[str, object] = {"item": list(problem.item_labels[rows])}
    if problem.n_queries > 1:
        columns["query"] = [problem.query_ids[q] for q in problem.qid[rows]]
    if problem.grades is not None:
        columns["grade"] = problem.grades[rows]
    frame = pd.DataFrame(columns)
    features = pd.DataFrame(
        problem.X[rows, :MOST_FEATURES], columns=list(problem.feature_names[:MOST_FEATURES])
    )
    return pd.concat([frame, features], axis=1)


def query_table(problem: Problem) -> pd.DataFrame:
    """Return the numbers of items and critical pairs of each query."""
    count = np.bincount(problem.qid, minlength=problem.n_queries)
    return pd.DataFrame({"query": list(problem.query_ids), "items": count, "pairs": pairs_per_query(problem)})


def feature_table(problem: Problem, pool: CandidatePool) -> pd.DataFrame:
    """Return each feature's range, middle, missing share, distinct values, and number of weak rankers."""
    with np.errstate(all="ignore"):
        frame = pd.DataFrame(problem.X, columns=list(problem.feature_names))
    table = pd.DataFrame(
        {
            "feature": frame.columns,
            "smallest": frame.min().to_numpy(),
            "median": frame.median().to_numpy(),
            "largest": frame.max().to_numpy(),
            "missing": frame.isna().mean().to_numpy(),
            "distinct values": frame.nunique().to_numpy(),
        }
    )
    table["weak rankers"] = np.diff(pool.without_added().without_constant().offsets)
    return table
