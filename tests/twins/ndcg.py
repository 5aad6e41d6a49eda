"""NDCG as four libraries count it, typed from their sources line by line; imports nothing of rankviz.

microsoft/LightGBM src/metric/{rank_metric.hpp, dcg_calculator.cpp}; dmlc/xgboost src/metric/rank_metric.cc; AmenRa/ranx
ranx/metrics/ndcg.py; LETOR 4.0's Eval-Score-4.0.pl as its paper (Xu, Liu 2009) describes it.
"""

import math
from fractions import Fraction

Query = tuple[list[float], list[float]]
"""Labels and scores of a query's documents, in the order of the file."""


def _falling(scores: list[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: -scores[i])  # stable


def exact(labels: list[int], scores: list[float], k: int, less: int = 1) -> Fraction | None:
    """NDCG@k of a query with gains 2^label − `less` in whole numbers, tied scores averaged; None without a gain."""
    discount = [Fraction(1 / math.log2(i + 2)) for i in range(min(k, len(labels)))]

    def dcg(gains: list[Fraction]) -> Fraction:
        return sum((gain * each for gain, each in zip(gains, discount, strict=False)), Fraction(0))

    shared = []
    for score in sorted(set(scores), reverse=True):
        group = [2**label - less for label, found in zip(labels, scores, strict=True) if found == score]
        shared += [Fraction(sum(group), len(group))] * len(group)
    best = dcg(sorted((Fraction(2**label - less) for label in labels), reverse=True))
    return dcg(shared) / best if best else None


def exact_delta(labels: list[int], scores: list[float], x: int, y: int, k: int) -> Fraction:
    """|ΔNDCG@k| of a query, gains 2^label − 1, if x and y changed places; equal scores in the order of the rows."""
    place = {i: p for p, i in enumerate(_falling(scores))}
    inverse = [Fraction(1 / math.log2(i + 2)) for i in range(len(labels))]
    gains = sorted((2**label - 1 for label in labels), reverse=True)
    best = sum(gain * each for gain, each in zip(gains[:k], inverse, strict=False))
    change = (2 ** labels[x] - 2 ** labels[y]) * (inverse[place[x]] - inverse[place[y]])
    return abs(change) / best if best else Fraction(0)


def lightgbm(queries: list[Query], k: int) -> float:
    """CalDCG over CalMaxDCG with label_gain 2^i − 1 and discount 1 / ln(2 + i); max DCG 0 counts 1."""
    total = 0.0
    for labels, scores in queries:
        top = sorted(labels, reverse=True)
        cut = min(k, len(labels))
        most = sum((2 ** top[j] - 1) / math.log(2 + j) for j in range(cut))
        if most <= 0:
            total += 1.0
            continue
        order = _falling(scores)
        total += sum((2 ** labels[order[j]] - 1) / math.log(2 + j) for j in range(cut)) / most
    return total / len(queries)


def xgboost(queries: list[Query], k: int) -> float:
    """EvalGroup: stable_sort by prediction, CalcDCG with ((1 << rel) − 1) / log2(i + 2); idcg 0 counts 1."""

    def dcg(ranked: list[float]) -> float:
        return sum(((1 << int(rel)) - 1) / math.log2(i + 2.0) for i, rel in enumerate(ranked[:k]) if rel != 0)

    total = 0.0
    for labels, scores in queries:
        ideal = dcg(sorted(labels, reverse=True))
        total += 1.0 if ideal == 0.0 else dcg([labels[i] for i in _falling(scores)]) / ideal
    return total / len(queries)


def ranx(queries: list[Query], k: int) -> float:
    """ndcg (Järvelin): the run by falling score, documents with relevance ≥ 1 alone in the qrels; nothing there: 0."""
    total = 0.0
    for labels, scores in queries:
        relevant = {i: label for i, label in enumerate(labels) if label >= 1}
        if not relevant:
            continue
        hits = [relevant.get(i, 0.0) for i in _falling(scores)[:k]]
        ideal = sorted(relevant.values(), reverse=True)[:k]
        best = sum(rel / math.log2(i + 1) for i, rel in enumerate(ideal, 1))
        total += sum(rel / math.log2(i + 1) for i, rel in enumerate(hits, 1)) / (best or 1.0)
    return total / len(queries)


def letor(queries: list[Query], k: int) -> float:
    """DCG@1 = gain, DCG@i = DCG@(i − 1) + gain / log2(i); NDCG@k is 0 of fewer than k documents or an ideal of 0."""
    total = 0.0
    for labels, scores in queries:
        if len(labels) < k:
            continue

        def dcg(ranked: list[float]) -> float:
            found = 2 ** ranked[0] - 1
            for i in range(2, k + 1):
                found += (2 ** ranked[i - 1] - 1) / math.log2(i)
            return found

        ideal = dcg(sorted(labels, reverse=True))
        if ideal > 0:
            total += dcg([labels[i] for i in _falling(scores)]) / ideal
    return total / len(queries)


LIBRARIES = {"lightgbm": lightgbm, "xgboost": xgboost, "ranx": ranx, "letor": letor}
