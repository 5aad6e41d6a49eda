"""Synthetic data, seeded: the same options give the same numbers. Each set shows one thing."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.builtin import arena, letor_like, multilabel, plane_laws, single_grade
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build
from rankviz.engine.errors import DataError


def linear(
    *,
    n: int = 100,
    features: int = 8,
    noise: float = 0.3,
    grades: int = 5,
    queries: int = 1,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw grades that follow a weighted sum of the features; the later a feature, the smaller its weight.

    `noise` is the spread of the noise added, the spread of the sum being 1.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, features))
    qid = _queries(n, queries)
    level = _grade(_sum(X) + noise * rng.normal(size=n), qid, grades)
    return _problem(X, level, "Linear with noise", spec, qid, queries)


def interaction(
    *,
    n: int = 120,
    features: int = 4,
    noise: float = 0.1,
    product: bool = False,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw grade 1 where f1 and f2 share their sign. Points come in fours (±f1, ±f2): no stump on either helps.

    A region of both does (`weak=regions`). `noise` is the share of grades that are flipped; `product` adds the
    feature f1·f2, which determines the grade.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, features))
    corner = rng.normal(size=((n + 3) // 4, 2))
    mirrored = np.stack([corner * signs for signs in ([1, 1], [-1, -1], [1, -1], [-1, 1])], axis=1)
    X[:, :2] = mirrored.reshape(-1, 2)[:n]
    level = (X[:, 0] * X[:, 1] > 0).astype(float)
    flipped = rng.permutation(n)[: round(noise * n)]
    level[flipped] = 1 - level[flipped]
    names = [f"f{j}" for j in range(1, features + 1)]
    if product:
        X, names = np.column_stack([X, X[:, 0] * X[:, 1]]), [*names, "f1·f2"]
    return _problem(X, level, "Interaction", spec, names=names)


def blobs(
    *,
    n: int = 100,
    features: int = 4,
    distance: float = 2.0,
    positives: float = 0.5,
    seed: int = 0,
    spec: str = "",
    title: str = "Two blobs",
    towards: np.ndarray | None = None,
) -> Problem:
    """Draw two round clouds of spread 1 whose centres are `distance` apart, `towards` a direction or any."""
    rng = np.random.default_rng(seed)
    count = min(max(round(positives * n), 1), n - 1)
    level = np.zeros(n)
    level[rng.permutation(n)[:count]] = 1
    towards = _direction(rng, features) if towards is None else towards
    X = rng.normal(size=(n, features)) + distance * np.outer(level, towards)
    return _problem(X, level, title, spec)


def direction_of_blobs(n: int, features: int, seed: int) -> np.ndarray:
    """Return the direction (features,), of length 1, between the centres of `blobs` of these sizes and this seed."""
    rng = np.random.default_rng(seed)
    rng.permutation(n)
    return _direction(rng, features)


def _direction(rng: np.random.Generator, features: int) -> np.ndarray:
    towards = rng.normal(size=features)
    return np.asarray(towards / np.linalg.norm(towards))


def imbalanced(
    *,
    n: int = 200,
    features: int = 6,
    distance: float = 2.0,
    positives: float = 0.05,
    seed: int = 0,
    spec: str = "",
    towards: np.ndarray | None = None,
) -> Problem:
    """Draw bipartite blobs with few positives: each positive item has many pairs."""
    return blobs(
        n=n,
        features=features,
        distance=distance,
        positives=positives,
        seed=seed,
        spec=spec,
        title="Few positives",
        towards=towards,
    )


def separable(
    *,
    n: int = 60,
    features: int = 5,
    gap: float = 0.2,
    grades: int = 2,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw grades that follow a weighted sum of the features exactly; items near a border between grades are left out.

    Each feature only helps, so stumps with weights ≥ 0 order every pair. `gap` is the width left free at each border,
    the spread of the sum being 1.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40 * n, features))
    score = _sum(X)
    borders = np.quantile(score, np.arange(1, grades) / grades)
    free = np.abs(score[:, None] - borders).min(axis=1) >= gap / 2
    level = np.searchsorted(borders, score).astype(float)
    rows = np.concatenate([np.flatnonzero(free & (level == g))[: (n + g) // grades] for g in range(grades)])
    rows = np.sort(rows)
    return _problem(X[rows], level[rows], "Separable", spec)


def coarse(
    *,
    n: int = 100,
    features: int = 6,
    levels: int = 3,
    noise: float = 0.5,
    grades: int = 5,
    queries: int = 1,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw features of a few whole numbers, 0 to levels − 1: every stump ties most pairs."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels, size=(n, features)).astype(float)
    X[:levels, :] = np.arange(levels)[:, None]  # no feature is constant
    qid = _queries(n, queries)
    level = _grade(_sum(X - X.mean(axis=0)) + noise * rng.normal(size=n), qid, grades)
    return _problem(X, level, "Coarse features", spec, qid, queries)


def cycles(
    *,
    n: int = 40,
    features: int = 6,
    pairs: int = 8,
    circles: int = 10,
    noise: float = 0.3,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw preferences pair by pair, some in cycles a > b > c > a, so that no ranking satisfies them all.

    About n · pairs / 2 preferences follow a noisy weighted sum of the features; `circles` triangles are added.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, features))
    score = _sum(X) + noise * rng.normal(size=n)
    chosen = set()
    for a, b in rng.integers(0, n, size=(n * pairs // 2, 2)):
        if a != b:
            chosen.add((int(a), int(b)) if score[a] > score[b] else (int(b), int(a)))
    for _ in range(circles):
        a, b, c = (int(each) for each in rng.choice(n, 3, replace=False))
        chosen |= {(a, b), (b, c), (c, a)}
    return build(None, X, pairs=sorted(chosen), source=spec, title="Preferences with cycles")


def _sum(X: np.ndarray) -> np.ndarray:
    """Return a weighted sum with weights 1, 1/2, 1/3, …, scaled to a spread of 1."""
    total = X @ (1 / np.arange(1, X.shape[1] + 1))
    return total / max(float(total.std()), 1e-12)


def _queries(n: int, queries: int) -> np.ndarray:
    if 2 * queries > n:
        raise DataError(
            f"{queries} queries are too many for {n} items", remedy="Take at least two items per query"
        )
    return np.arange(n) * queries // n


def _grade(score: np.ndarray, qid: np.ndarray, grades: int) -> np.ndarray:
    """Return grades 0 … grades − 1 of equal size inside each query."""
    level = np.zeros(len(score))
    for query in np.unique(qid):
        rows = np.flatnonzero(qid == query)
        rank = np.argsort(np.argsort(score[rows], kind="stable"), kind="stable")
        level[rows] = rank * grades // len(rows)
    return level


def _problem(
    X: np.ndarray,
    level: np.ndarray,
    title: str,
    spec: str,
    qid: np.ndarray | None = None,
    queries: int = 1,
    names: list[str] | None = None,
) -> Problem:
    ids = None if queries == 1 else [str(query) for query in range(1, queries + 1)]
    return build(
        None,
        X,
        level,
        qid=qid,
        query_ids=ids,
        feature_names=names,
        item_ids=_ids(len(X)),
        source=spec,
        title=title,
    )


def _ids(n: int) -> list[str]:
    return [str(i) for i in range(1, n + 1)]


def _n(default: int, most: int = 2000) -> Choice:
    return Choice("n", "Items", "int", default, "How many items there are.", 10, most, 1)


def _features(default: int) -> Choice:
    return Choice("features", "Features", "int", default, "How many features each item has.", 2, 50, 1)


def _noise(
    default: float,
    help: str = "Standard deviation of the noise added to each item's true score; the scores' own is 1.",
    most: float = 3,
) -> Choice:
    return Choice("noise", "Noise", "float", default, help, 0, most, 0.05)


_GRADES = Choice("grades", "Grades", "int", 5, "Levels of relevance.", 2, 10, 1)
_QUERIES = Choice("queries", "Queries", "int", 1, "Items are compared inside a query only.", 1, 50, 1)
_DISTANCE = Choice(
    "distance", "Distance", "float", 2.0, "Distance between the centres, in spreads.", 0, 6, 0.1
)

ENTRIES = (
    Entry(
        "linear",
        "Linear with noise",
        "Grades follow a weighted sum of the features.",
        linear,
        (_n(100), _features(8), _noise(0.3), _GRADES, _QUERIES, seed_option()),
    ),
    Entry(
        "interaction",
        "Interaction",
        "Two features matter only together: no stump can see it, a region of two tests can.",
        interaction,
        (
            _n(120),
            _features(4),
            _noise(0.1, "The share of grades that are flipped.", 0.5),
            Choice("product", "Add f1·f2", "bool", False, "The feature in which a stump sees everything."),
            seed_option(),
        ),
    ),
    Entry(
        "blobs",
        "Two blobs",
        "Bipartite: one cloud belongs above the other.",
        blobs,
        (
            _n(100),
            _features(4),
            _DISTANCE,
            Choice("positives", "Positives", "float", 0.5, "Their share of the items.", 0.1, 0.9, 0.05),
            seed_option(),
        ),
    ),
    Entry(
        "imbalanced",
        "Few positives",
        "Bipartite, with few items that belong above the many.",
        imbalanced,
        (
            _n(200),
            _features(6),
            _DISTANCE,
            Choice("positives", "Positives", "float", 0.05, "Their share of the items.", 0.01, 0.3, 0.01),
            seed_option(),
        ),
    ),
    Entry(
        "separable",
        "Separable",
        "Grades that follow the features exactly: weights ≥ 0 order every pair.",
        separable,
        (
            _n(60, 500),
            _features(5),
            Choice("gap", "Gap", "float", 0.2, "Gap between grades, in spreads.", 0, 0.5, 0.05),
            Choice("grades", "Grades", "int", 2, "Levels of relevance.", 2, 4, 1),
            seed_option(),
        ),
    ),
    Entry(
        "coarse",
        "Coarse features",
        "Features with few distinct values, so weak rankers tie most pairs.",
        coarse,
        (
            _n(100),
            _features(6),
            Choice("levels", "Levels", "int", 3, "Distinct values of a feature.", 2, 10, 1),
            _noise(0.5),
            _GRADES,
            _QUERIES,
            seed_option(),
        ),
    ),
    Entry(
        "cycles",
        "Preferences with cycles",
        "Pairs given one by one, some in circles: no ranking satisfies all.",
        cycles,
        (
            _n(40, 500),
            _features(6),
            Choice("pairs", "Pairs per item", "int", 8, "How often an item is compared, about.", 2, 40, 1),
            Choice(
                "circles", "Circles", "int", 10, "Triangles a > b > c > a among the preferences.", 1, 100, 1
            ),
            _noise(0.3),
            seed_option(),
        ),
    ),
    *plane_laws.ENTRIES,
    *single_grade.ENTRIES,
    *multilabel.ENTRIES,
    *letor_like.ENTRIES,
    arena.SYNTHETIC,
)
