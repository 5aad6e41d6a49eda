"""Data of LETOR's shape: its features by name, grades, NULLs, long lists, and queries without a relevant document.

Features: Qin & Liu, "Introducing LETOR 4.0 datasets" (2013), Table 3, and the list of MSLR-WEB10K. BM25 and the three
language models are computed from a drawn index (`search_index`) by their formulas, with LETOR's constants.
"""

from functools import partial
from statistics import NormalDist

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.builtin.search_index import STREAMS, Index, draw
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build

DOCUMENTS = 1e6
"""Documents of the whole collection, of which a few are found."""

K1, B = 2.5, 0.8
"""BM25's constants."""

DISCOUNT, DIRICHLET, JELINEK = 0.7, 2000.0, 0.1
"""The language models' smoothing: δ of absolute discounting, μ of Dirichlet, λ of Jelinek-Mercer."""

LOWER = {3: (0.75, 0.92), 5: (0.52, 0.84, 0.96, 0.985)}
"""By number of grades: the share of documents below grade 1, 2, …, about as in MQ2008 and in MSLR-WEB10K."""

STRICT = 0.4
"""The spread between queries in the worth of their documents."""

Columns = list[tuple[str, np.ndarray]]


def letor_like(
    *,
    queries: int = 20,
    documents: int = 40,
    empty: float = 0.25,
    missing: bool = True,
    noise: float = 1.0,
    grades: int = 3,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Draw documents found for queries, with LETOR's 46 features and 3 grades, or MSLR-WEB10K's 136 and 5.

    A document's worth comes from its topic, a little from its quality, and noise. Every feature counts or scales
    something of it, so features of one stream are correlated and few of them add information. Each is scaled to [0, 1]
    within its query, to six digits. A share `empty` of the queries has only grade 0; each other query has grade 0 and a
    higher one. The language models of a stream without any of the query's words are NULL, or 0, the lowest, unless
    `missing`.
    """
    rng = np.random.default_rng(seed)
    index = draw(rng, queries, documents)
    worth = index.topic + 0.35 * index.quality + noise * rng.normal(size=len(index.qid))
    nothing = rng.permutation(queries) < min(round(empty * queries), queries - 1)
    level = _graded(rng, index.qid, worth, nothing, LOWER[grades], float(np.sqrt(1 + 0.35**2 + noise**2)))
    columns = _letor(rng, index) if grades == 3 else _web(rng, index)
    X = _scaled_within(np.column_stack([values for _, values in columns]), index.qid)
    first = np.searchsorted(index.qid, index.qid)
    return build(
        None,
        X if missing else np.nan_to_num(X, nan=0.0),
        level,
        qid=index.qid,
        query_ids=[str(query) for query in range(1, queries + 1)],
        feature_names=[name for name, _ in columns],
        item_ids=[f"{q + 1}/{i + 1}" for q, i in zip(index.qid, np.arange(len(first)) - first, strict=True)],
        source=spec,
        title="Synthetic searches" if grades == 3 else "Synthetic searches, 136 features",
    )


def _scaled_within(X: np.ndarray, qid: np.ndarray) -> np.ndarray:
    """Scale features (n, d) to [0, 1] within each query, to six digits; constant ones become 0. NaN stays.

    `qid` (n,) rises.
    """
    starts = np.flatnonzero(np.diff(qid, prepend=-1))
    low = np.fmin.reduceat(X, starts)[qid]
    wide = np.fmax.reduceat(X, starts)[qid] - low
    return np.round(np.where(wide > 0, (X - low) / np.where(wide > 0, wide, 1.0), 0.0 * X), 6)


def _graded(
    rng: np.random.Generator,
    qid: np.ndarray,
    worth: np.ndarray,
    nothing: np.ndarray,
    lower: tuple[float, ...],
    spread: float,
) -> np.ndarray:
    """Grades (n,) by worth, whose own spread is given; only 0 where the query found nothing."""
    normal = NormalDist(sigma=float(np.hypot(spread, STRICT)))
    shift = STRICT * rng.normal(size=len(nothing))
    level = np.digitize(worth + shift[qid], [normal.inv_cdf(share) for share in lower]).astype(float)
    for query in range(len(nothing)):
        rows = np.flatnonzero(qid == query)
        best, worst = rows[worth[rows].argmax()], rows[worth[rows].argmin()]
        level[best], level[worst] = max(level[best], 1.0), 0.0
    level[nothing[qid]] = 0.0
    return level


def _letor(rng: np.random.Generator, index: Index) -> Columns:
    """Compute the 46 features of LETOR 4.0, in the order in which LETOR lists them."""
    kinds = {**_of_terms(index), **_models(index)}
    wanted = ("TF", "IDF", "TF·IDF", "length", "BM25", "LM ABS", "LM DIR", "LM JM")
    columns = [(f"{kind} {stream}", kinds[kind][:, s]) for kind in wanted for s, stream in enumerate(STREAMS)]
    return columns + _of_pages(rng, index)


def _web(rng: np.random.Generator, index: Index) -> Columns:
    """Compute the 136 features of MSLR-WEB10K: 25 of each stream and 11 of the page."""
    kinds = {**_spreads(index), **_of_terms(index), **_models(index)}
    for doubled in ("TF", "TF·IDF"):  # there they are a sum among minimum, maximum, mean and variance
        kinds.pop(doubled)
    columns = [(f"{kind} {stream}", kinds[kind][:, s]) for kind in kinds for s, stream in enumerate(STREAMS)]
    n = len(index.qid)
    clicks = rng.poisson(np.exp(0.9 * index.topic + 0.3 * index.quality - 1.5))
    return [
        *columns,
        *_of_pages(rng, index)[:-1],  # all but the child pages
        ("SiteRank", np.exp(0.6 * index.quality + rng.normal(size=n))),
        ("quality 1", -index.quality + 2.0 * rng.normal(size=n)),
        ("quality 2", index.quality + 2.0 * rng.normal(size=n)),
        ("clicks for query", clicks.astype(float)),
        ("clicks", clicks + rng.poisson(np.exp(index.quality))),
        ("dwell time", clicks * np.exp(1.0 + 0.4 * index.topic + 0.5 * rng.normal(size=n))),
    ]


def _idf(index: Index) -> np.ndarray:
    """(n, S, T) ln((N − df + ½) / (df + ½)) of each term in each stream of the collection."""
    typical = index.length.mean(axis=0)
    found = DOCUMENTS * -np.expm1(-index.rarity[:, None, :] * typical[:, None])
    return np.asarray(np.log((DOCUMENTS - found + 0.5) / (found + 0.5)) * index.asked[:, None, :])


def _of_terms(index: Index) -> dict[str, np.ndarray]:
    """Compute plain counts, (n, S) each."""
    idf = _idf(index)
    return {
        "TF": index.tf.sum(axis=2),
        "IDF": idf.sum(axis=2),
        "TF·IDF": (index.tf * idf).sum(axis=2),
        "length": index.length,
    }


def _models(index: Index) -> dict[str, np.ndarray]:
    """Compute BM25 and three smoothed language models, (n, S) each; NaN where the stream has no word of the query."""
    tf, words = index.tf, np.maximum(index.length, 1.0)[:, :, None]
    relative = words / np.maximum(index.length.mean(axis=0), 1.0)[:, None]
    bm25 = (_idf(index) * tf * (K1 + 1) / (tf + K1 * (1 - B + B * relative))).sum(axis=2)
    asked, background = index.asked[:, None, :], index.rarity[:, None, :]
    distinct = words**0.8  # by Heaps' law
    chance = {
        "LM ABS": np.maximum(tf - DISCOUNT, 0) / words + DISCOUNT * distinct / words * background,
        "LM DIR": (tf + DIRICHLET * background) / (words + DIRICHLET),
        "LM JM": (1 - JELINEK) * tf / words + JELINEK * background,
    }
    logs = {name: np.where(asked, np.log(p), 0.0).sum(axis=2) for name, p in chance.items()}
    return {"BM25": bm25, **{name: np.where(index.silent, np.nan, value) for name, value in logs.items()}}


def _spreads(index: Index) -> dict[str, np.ndarray]:
    """Compute the term features that MSLR-WEB10K has besides those of LETOR, (n, S) each."""
    count = index.asked.sum(axis=1)[:, None]
    covered = (index.tf > 0).sum(axis=2)
    weighted = index.tf * _idf(index)
    kinds = {"terms covered": covered.astype(float), "share covered": covered / count}
    density = index.tf / np.maximum(index.length, 1.0)[:, :, None]
    for name, values in (("TF", index.tf), ("TF / length", density), ("TF·IDF", weighted)):
        asked = np.broadcast_to(index.asked[:, None, :], values.shape)
        mean = values.sum(axis=2) / count
        kinds |= {
            f"sum of {name}": values.sum(axis=2),
            f"least {name}": np.where(asked, values, np.inf).min(axis=2),
            f"most {name}": np.where(asked, values, -np.inf).max(axis=2),
            f"mean {name}": mean,
            f"variance of {name}": np.where(asked, (values - mean[:, :, None]) ** 2, 0.0).sum(axis=2) / count,
        }
    length = np.sqrt((weighted**2).sum(axis=2))
    kinds["boolean"] = (covered == count).astype(float)
    kinds["vector space"] = weighted.sum(axis=2) / np.where(length > 0, length * np.sqrt(count), 1.0)
    return kinds


def _of_pages(rng: np.random.Generator, index: Index) -> Columns:
    """Compute the features of a page that do not depend on the query."""
    n, quality = len(index.qid), index.quality
    links = np.floor(np.exp(1.5 + 0.9 * quality + 0.8 * rng.normal(size=n)))
    slashes = 1 + rng.poisson(np.exp(0.8 - 0.25 * quality))
    return [
        ("PageRank", np.log1p(links) + 0.5 * rng.normal(size=n)),
        ("inlinks", links),
        ("outlinks", rng.poisson(20.0, size=n).astype(float)),
        ("slashes in URL", slashes.astype(float)),
        ("letters of URL", np.round(12 + 9 * slashes + 6 * rng.normal(size=n))),
        ("child pages", rng.poisson(0.6, size=n).astype(float)),
    ]


def _options(queries: int) -> tuple[Choice, ...]:
    return (
        Choice(
            "queries", "Queries", "int", queries, "Documents are compared inside a query only.", 2, 100, 1
        ),
        Choice(
            "documents",
            "Documents per query",
            "int",
            40,
            "On average: half as many to half as many more.",
            5,
            200,
            1,
        ),
        Choice(
            "empty",
            "All-0 share",
            "float",
            0.25,
            "Share of queries for which nothing is relevant.",
            0,
            0.75,
            0.05,
        ),
        Choice(
            "missing",
            "NULLs",
            "bool",
            True,
            "The language model of a text without a word of the query has no value; off: it is the query's lowest, 0.",
        ),
        Choice(
            "noise",
            "Noise",
            "float",
            1.0,
            "Standard deviation of the noise added to each document's true score; the scores' own is 1.",
            0,
            3,
            0.05,
        ),
        seed_option(),
    )


ENTRIES = (
    Entry(
        "letor",
        "Synthetic searches",
        "Laid out like the LETOR 4.0 data: 46 features, 3 grades, missing values, and queries without a relevant page.",
        letor_like,
        _options(20),
    ),
    Entry(
        "letor-136",
        "Synthetic searches, 136 features",
        "Laid out like the MSLR-WEB10K data: 136 features, 25 of each text and some of clicks, and 5 grades.",
        partial(letor_like, grades=5),
        _options(10),
    ),
)
