"""A synthetic search engine: queries, the documents found for them, and an index of word counts.

Everything is random; every feature is then computed from the counts, as a real index computes it.
"""

from dataclasses import dataclass

import numpy as np

STREAMS = ("body", "anchor", "title", "URL", "document")
"""The texts of a document that an index counts separately; the last is all of them together."""

MOST_TERMS = 4
"""Most words of a query."""

_LENGTH = np.array([6.2, 2.2, 1.7, 1.5])
"""ln of the typical number of words in a body, in the anchor texts that point to it, in a title and in a URL."""

_SPREAD = np.array([0.8, 1.0, 0.5, 0.4])

_RATE = np.array([0.008, 0.09, 0.12, 0.07])
"""For each stream of a document that was found, the share of its words that are a given word of the query."""

_TOPIC = np.array([0.5, 0.7, 0.9, 0.7])
"""The factor of this rate where the document is about the query."""

_NO_ANCHOR = 0.4
"""The share of documents to which no other one points with a text."""


@dataclass(frozen=True, eq=False)
class Index:
    """The counts of n documents of Q queries; S = 5 streams, T = 4 terms at most.

    Attributes
    ----------
    qid : (n,) the query of each document, 0 … Q − 1, rising.
    asked : (n, T) bool, the terms that its query has.
    rarity : (n, T) each term's share of all words of the collection.
    length : (n, S) words in each stream.  tf : (n, S, T) how often each term occurs there.
    topic : (n,) how much the document is about the query.  quality : (n,) how good a source it is; both N(0, 1).
    """

    qid: np.ndarray
    asked: np.ndarray
    rarity: np.ndarray
    length: np.ndarray
    tf: np.ndarray
    topic: np.ndarray
    quality: np.ndarray

    @property
    def silent(self) -> np.ndarray:
        """(n, S) bool: the streams that contain no term of the query."""
        return self.tf.sum(axis=2) == 0


def draw(rng: np.random.Generator, queries: int, documents: int) -> Index:
    """Draw an index of so many queries, with half to one and a half times `documents` found for each."""
    sizes = rng.integers(max(documents // 2, 2), documents + documents // 2, size=queries, endpoint=True)
    qid = np.repeat(np.arange(queries), sizes.astype(np.intp))
    n = len(qid)
    asked = np.arange(MOST_TERMS) < rng.integers(1, MOST_TERMS, size=queries, endpoint=True)[:, None]
    rarity = 10.0 ** rng.uniform(-5, -3, size=(queries, MOST_TERMS))
    topic, quality = rng.normal(size=(2, n))
    length = np.maximum(np.round(np.exp(_LENGTH + _SPREAD * rng.normal(size=(n, len(_LENGTH))))), 1.0)
    length[:, 1] *= rng.random(n) >= _NO_ANCHOR
    rate = length * _RATE * np.exp(np.outer(topic, _TOPIC))
    common = np.exp(0.5 * rng.normal(size=(queries, MOST_TERMS)))[
        qid
    ]  # some words are more frequent than others
    tf = rng.poisson(rate[:, :, None] * common[:, None, :]) * asked[qid][:, None, :]
    return Index(
        qid=qid,
        asked=asked[qid],
        rarity=rarity[qid],
        length=np.column_stack([length, length.sum(axis=1)]),
        tf=np.concatenate([tf, tf.sum(axis=1, keepdims=True)], axis=1).astype(np.float64),
        topic=topic,
        quality=quality,
    )
