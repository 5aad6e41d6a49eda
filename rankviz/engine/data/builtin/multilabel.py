"""Synthetic texts with several topics each: a text's topics belong above all others (AdaBoost.MR)."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.multilabel.ranked import ranked
from rankviz.engine.data.problem import Problem

TOPICS = ("politics", "sport", "music", "money", "travel", "health")
WORDS_A_TEXT = 40


def multilabel(
    *, n: int = 40, labels: int = 4, words: int = 8, mixed: float = 0.3, seed: int = 0, spec: str = ""
) -> Problem:
    """Draw texts with one to three of the topics; a word's count follows the mean of the word shares of its topics.

    `mixed` is the share of words that belong to no topic.
    """
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(words, 0.4), size=labels)
    has = np.zeros((n, labels), dtype=bool)
    for row in has:
        row[rng.choice(labels, rng.integers(1, min(3, labels - 1) + 1), replace=False)] = True
    topic = has @ shares / has.sum(axis=1, keepdims=True)
    X = rng.poisson(WORDS_A_TEXT * ((1.0 - mixed) * topic + mixed / words)).astype(float)
    return ranked(
        X,
        has,
        labels=TOPICS[:labels],
        features=[f"word {j}" for j in range(1, words + 1)],
        items=[f"text {i}" for i in range(1, n + 1)],
        source=spec,
        title="Texts with several topics",
    )


ENTRIES = (
    Entry(
        "multilabel",
        "Texts with several topics",
        "Multilabel: a query is a text, and its topics belong above the others, as in AdaBoost.MR.",
        multilabel,
        (
            Choice("n", "Texts", "int", 40, "How many texts there are: one query each.", 5, 400, 1),
            Choice("labels", "Topics", "int", 4, "How many topics there are.", 2, len(TOPICS), 1),
            Choice("words", "Words", "int", 8, "How many words are counted.", 2, 20, 1),
            Choice(
                "mixed", "Common words", "float", 0.3, "Share of words that carry no information.", 0, 1, 0.05
            ),
            seed_option(),
        ),
    ),
)
