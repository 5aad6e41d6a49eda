"""Measures of one ranking, typed from their definitions, and all rankings that equal scores allow."""

import math
from collections.abc import Iterator, Mapping, Sequence

from twins.experiments import orders_of_ties

Judged = Mapping[str, int]


def orders(scores: Mapping[str, float]) -> Iterator[list[str]]:
    """Yield every ranking of documents by falling score."""
    names = list(scores)
    for order in orders_of_ties(list(scores.values())):
        yield [names[i] for i in order]


def value(ranking: Sequence[str], judged: Judged, kind: str, k: int, level: int = 1) -> float:
    """A measure of one ranking, as trec_eval -l level defines it; k = 0 counts all places."""
    top = ranking[: k or None]
    relevant = sum(grade >= level for grade in judged.values())
    hit = [judged.get(document, 0) >= level for document in top]
    if kind in ("dcg", "ndcg", "dcg-exp2", "ndcg-exp2"):
        ideal = sorted(judged.values(), reverse=True)[: k or None]
        best = dcg(ideal, kind) if kind.startswith("ndcg") else 1.0
        return dcg([judged.get(document, 0) for document in top], kind) / best
    if kind == "map":
        return sum(sum(hit[: i + 1]) / (i + 1) for i in range(len(hit)) if hit[i]) / relevant
    if kind == "mrr":
        return 1 / (hit.index(True) + 1) if True in hit else 0.0
    if kind == "p":
        return sum(hit) / k
    if kind == "recall":
        return sum(hit) / relevant
    return bpref(ranking, judged, relevant, level)


def dcg(grades: Sequence[int], kind: str) -> float:
    """Gains over log2(place + 1); a grade below 0 gains nothing."""
    gains = [2 ** max(g, 0) - 1 if kind.endswith("exp2") else max(g, 0) for g in grades]
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))


def bpref(ranking: Sequence[str], judged: Judged, relevant: int, level: int) -> float:
    """Buckley and Voorhees (2004), with trec_eval's denominator: the smaller of both counts."""
    irrelevant = sum(0 <= grade < level for grade in judged.values())
    total, above = 0.0, 0
    for document in ranking:
        if 0 <= judged.get(document, -1) < level:
            above += 1
        elif judged.get(document, 0) >= level:
            total += 1 - min(above, relevant) / min(irrelevant, relevant) if above else 1
    return total / relevant
