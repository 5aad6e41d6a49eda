"""Graded queries as a search engine collects them; those with a single grade yield no pair (QB section 4)."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build

CUTS = (-1.0, 0.0, 0.9, 1.8)
"""A page's worth at which the next grade begins."""

CHEATS = 1.0
"""A page whose f6 or f7 is above this cheats: it looks good and is bad."""


def single_grade(
    *,
    n: int = 900,
    pages: int = 20,
    single: float = 0.6,
    noise: float = 0.4,
    shift: float = 1.0,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw grades 0 to 4 of pages for queries; a share `single` of the queries has pages of one grade only.

    A page is good by f1, f2, f5 and |f3| with the sign of f4, unless it cheats (f6 or f7 > 1): then it is bad, however
    good it looks. f8 belongs to the query. All pages come from one population. Single-grade queries come from editors:
    half of them list pages of the best grade, the other half pages of the worst that look good. Each other query has
    its own judge, stricter or more lenient by a normal draw of size `shift`, which moves the worth of all its pages:
    labels of different queries then say little about each other, while the order inside a query does not change.
    """
    rng = np.random.default_rng(seed)
    queries = max(n // pages, 2)
    qid = np.arange(n) * queries // n
    alone = np.arange(queries) >= queries - min(round(single * queries), queries - 1)
    judge = np.where(alone, 0.0, shift * rng.normal(size=queries))
    of_query = rng.normal(size=queries)
    X, worth = np.empty((n, 8)), np.empty(n)
    for query in range(queries):
        here = np.flatnonzero(qid == query)
        wanted = None if not alone[query] else len(CUTS) * (query % 2)
        X[here], worth[here] = _drawn(rng, len(here), noise, wanted)
    X[:, 7] = of_query[qid]
    level = np.digitize(worth + judge[qid], CUTS).astype(float)
    return build(
        None,
        X,
        level,
        qid=qid,
        query_ids=[str(query) for query in range(1, queries + 1)],
        item_ids=[str(i) for i in range(1, n + 1)],
        source=spec,
        title="Queries with a single grade" if alone.any() else "Graded queries",
    )


def _drawn(
    rng: np.random.Generator, count: int, noise: float, wanted: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Draw features (count, 8) and worth (count,) of pages of the population, or of its pages of one grade."""
    drawn: list[tuple[np.ndarray, np.ndarray]] = []
    while sum(len(worth) for _, worth in drawn) < count:
        X = rng.normal(size=(count if wanted is None else 50 * count, 8))
        worth = X[:, 0] + 0.6 * X[:, 1] + 0.7 * np.abs(X[:, 2]) * np.sign(X[:, 3]) + 0.4 * X[:, 4]
        worth += noise * rng.normal(size=len(X))
        worth = np.where((X[:, [5, 6]] > CHEATS).any(axis=1), -3.0 + 0.2 * X[:, 0], worth)
        rows = np.ones(len(X), dtype=bool)
        if wanted is not None:
            rows = np.digitize(worth, CUTS) == wanted
        if wanted == 0:
            rows &= X[:, 0] + 0.6 * X[:, 1] > 0.5  # editors list no page that also looks bad
        drawn.append((X[rows], worth[rows]))
    X, worth = (np.concatenate(each) for each in zip(*drawn, strict=True))
    return X[:count], worth[:count]


ENTRIES = (
    Entry(
        "single-grade",
        "Queries with a single grade",
        "Some queries have pages of one grade only: they give labels, but no pairs.",
        single_grade,
        (
            Choice("n", "Items", "int", 900, "How many pages there are.", 40, 4000, 1),
            Choice(
                "pages", "Pages per query", "int", 20, "Pages are compared inside a query only.", 5, 100, 1
            ),
            Choice(
                "single", "Single-grade share", "float", 0.6, "Share of queries of one grade.", 0, 0.75, 0.05
            ),
            Choice("noise", "Noise", "float", 0.4, "Noise added to a page's true score.", 0, 3, 0.05),
            Choice(
                "shift",
                "Judges differ by",
                "float",
                1.0,
                "How much stricter or more lenient the grades of one query are than those of another. At 0 a label "
                "means the same in all queries.",
                0,
                3,
                0.25,
            ),
            seed_option(),
        ),
    ),
)
