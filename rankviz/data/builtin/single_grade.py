"""Graded queries as a search engine collects them; of those with a single grade no pair can be made (QB section 4)."""

from __future__ import annotations

import numpy as np

from rankviz.choice import Choice
from rankviz.data.entries import Entry, seed_option
from rankviz.data.problem import Problem
from rankviz.data.reading import build

GRADES = 5
TRAP = 1.6
"""A page where one of the features f3, f7 and f8 is above this cheats its way up: it looks good and is bad."""


def single_grade(
    *,
    n: int = 900,
    pages: int = 20,
    single: float = 0.6,
    noise: float = 0.4,
    shift: float = 0.0,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Grades 0 to 4 of pages for queries; a share `single` of the queries has pages of one grade only.

    A page is good by f1, f2 and f4·f5, unless it cheats (f3, f7 or f8 > 1.6): then it is bad, however good it looks.
    One page in six cheats, except in half of the single-grade queries, which were handed in because all their pages do;
    the other half list ideal pages. f6 belongs to the query. Grades cut a page's worth at fixed places, so that a
    label means the same in all queries, unless `shift` is above 0: then the judge of each query is stricter or more
    lenient by a normal draw of that size, which moves all worths of the query and leaves their order as it is.
    """
    rng = np.random.default_rng(seed)
    queries = max(n // pages, 2)
    qid = np.arange(n) * queries // n
    alone = qid >= queries - min(round(single * queries), queries - 1)
    bad, ideal = alone & (qid % 2 == 0), alone & (qid % 2 == 1)
    X = rng.normal(size=(n, 8))
    X[:, 5] = rng.normal(size=queries)[qid]
    X[alone, :2] = np.abs(X[alone, :2])
    trick = rng.choice([2, 6, 7], n)
    X[bad, trick[bad]] = TRAP + np.abs(rng.normal(0, 0.5, n))[bad]
    X[ideal, :2] += 1.5
    X[np.ix_(ideal, [2, 6, 7])] = np.minimum(X[np.ix_(ideal, [2, 6, 7])], TRAP)
    worth = X[:, 0] + 0.6 * X[:, 1] + 0.5 * X[:, 3] * X[:, 4] + noise * rng.normal(size=n)
    worth += shift * rng.normal(size=queries)[qid]
    level = np.digitize(worth, [-1.0, 0.0, 0.8, 1.6]).astype(float)
    level[(X[:, [2, 6, 7]] > TRAP).any(axis=1)] = 0.0
    level[ideal] = GRADES - 1.0
    return build(
        None,
        X,
        level,
        qid=qid,
        query_ids=[str(query) for query in range(1, queries + 1)],
        item_ids=[str(i) for i in range(1, n + 1)],
        source=spec,
        title="Queries with a single grade",
    )


ENTRIES = (
    Entry(
        "single-grade",
        "Queries with a single grade",
        "Some queries have pages of one grade only: they give labels, but no pairs.",
        single_grade,
        (
            Choice("n", "Items", "int", 900, "How many pages there are.", 40, 4000, 1),
            Choice("pages", "Pages a query", "int", 20, "Pages are compared inside a query only.", 5, 100, 1),
            Choice(
                "single", "Single-grade share", "float", 0.6, "Share of queries of one grade.", 0, 0.75, 0.05
            ),
            Choice("noise", "Noise", "float", 0.4, "What is added to a page's worth.", 0, 3, 0.05),
            Choice(
                "shift",
                "Judges differ by",
                "float",
                0.0,
                "How much stricter or more lenient the grades of one query are than those of another.",
                0,
                3,
                0.25,
            ),
            seed_option(),
        ),
    ),
)
