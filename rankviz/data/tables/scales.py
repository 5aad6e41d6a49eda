"""Words with an order: scales that are known, lowest first."""

from collections.abc import Iterable


def _scales(*written: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(word.strip() for word in scale.split("<")) for scale in written)


JUDGEMENTS = _scales(
    "terrible < awful < very bad < very poor < bad < poor < weak < below average < insufficient < fair < mediocre"
    " < ok < okay < average < acceptable < satisfactory < sufficient < decent < above average < good < very good"
    " < great < excellent < outstanding < perfect < best",
    "very dissatisfied < dissatisfied < neutral < satisfied < very satisfied",
    "hate < dislike < neutral < like < love",
    "bad < not relevant < irrelevant < marginally relevant < partially relevant < somewhat relevant < fair"
    " < relevant < highly relevant < very relevant < perfectly relevant",
    "sehr schlecht < schlecht < mangelhaft < ausreichend < mittel < befriedigend < gut < sehr gut < ausgezeichnet",
)
"""What people say of how good something is: the grade of a table without another one."""
SCALES = JUDGEMENTS + _scales(
    "never < rarely < seldom < sometimes < often < usually < always",
    "very low < low < medium < middle < moderate < high < very high",
    "xxs < xs < s < m < l < xl < xxl < xxxl",
    "very small < tiny < small < medium < large < very large < huge",
    "strongly disagree < disagree < neutral < agree < strongly agree",
    "very negative < negative < neutral < positive < very positive",
    "very unlikely < unlikely < neutral < likely < very likely",
    "beginner < intermediate < advanced < expert",
)
"""Lowest first, in lower case."""


def order(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words, two or more, lowest first, if a scale has all of them; else ()."""
    given = {word.casefold(): word for word in words}
    for scale in SCALES:
        if len(given) >= 2 and given.keys() <= set(scale):
            return tuple(given[word] for word in scale if word in given)
    return ()


def judges(words: Iterable[str]) -> bool:
    """Return whether the words, two or more, say how good something is."""
    given = {word.casefold() for word in words}
    return len(given) >= 2 and any(given <= set(scale) for scale in JUDGEMENTS)
