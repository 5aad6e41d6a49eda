"""Slow twins of the experiments' numbers, typed from the definitions: loops and plain Python, nothing of rankviz."""

import itertools
import math

import numpy as np

from twins import pairs


def orders_of_ties(scores: list[float]) -> list[list[int]]:
    """Every ranking of the items that sorts them by falling score."""
    levels = sorted(set(scores), reverse=True)
    groups = [[i for i, s in enumerate(scores) if s == level] for level in levels]
    choices = itertools.product(*(itertools.permutations(group) for group in groups))
    return [[i for group in choice for i in group] for choice in choices]


def rankings(scores: list[float], grades: list[float], ties: str) -> list[list[int]]:
    """The rankings a convention averages over."""
    if ties == "mean":
        return orders_of_ties(scores)
    if ties == "file":
        return [sorted(range(len(scores)), key=lambda i: (-scores[i], i))]
    return [sorted(range(len(scores)), key=lambda i: (-scores[i], grades[i], i))]


def discount(place: int, how: str) -> float:
    if how == "log2":
        return 1.0 / math.log2(place + 1)
    return 1.0 if place == 1 else 1.0 / math.log2(place)


def gain(grade: float, how: str, lowest: float) -> float:
    if how == "above":
        return grade - lowest
    level = grade - min(lowest, 0.0)
    return 2.0**level - 1.0 if how == "exp2" else level


def dcg(order: list[int], gains: list[float], k: int, how: str) -> float:
    return sum(gains[i] * discount(p, how) for p, i in enumerate(order[:k], start=1))


def query_values(
    scores: list[float], grades: list[float], lowest: float, k: int, conventions: dict
) -> dict[str, float | None]:
    """dcg, ndcg and average precision of one query; None where it is left out."""
    gains = [gain(g, conventions["gain"], lowest) for g in grades]
    good = [g > lowest if conventions["relevant"] is None else g >= conventions["relevant"] for g in grades]
    nothing = {"skip": None, "zero": 0.0, "one": 1.0}[conventions["empty"]]
    listed = rankings(scores, grades, conventions["ties"])
    best = dcg(sorted(range(len(gains)), key=lambda i: -gains[i]), gains, k, conventions["discount"])
    found = float(np.mean([dcg(order, gains, k, conventions["discount"]) for order in listed]))
    out: dict[str, float | None] = {}
    if max(gains) > 0:
        out["dcg"] = found
    else:
        out["dcg"] = None if nothing is None else 0.0
    out["ndcg"] = nothing if best <= 0 else found / best
    if conventions["short"] == "zero" and len(scores) < k:
        out["ndcg"] = 0.0
    out["map"] = nothing
    if any(good):
        out["map"] = float(np.mean([average_precision(order, good) for order in listed]))
    return out


def average_precision(order: list[int], good: list[bool]) -> float:
    hits, total = 0, 0.0
    for place, i in enumerate(order, start=1):
        if good[i]:
            hits += 1
            total += hits / place
    return total / hits


def part_values(
    scores: np.ndarray, grades: np.ndarray, qid: np.ndarray, lowest: float, k: int, conventions: dict
) -> dict[str, float]:
    """Means over the queries; NaN where every query is left out."""
    listed = [
        query_values(scores[qid == q].tolist(), grades[qid == q].tolist(), lowest, k, conventions)
        for q in sorted(set(qid.tolist()))
    ]
    out = {}
    for name in ("dcg", "ndcg", "map"):
        known = [values[name] for values in listed if values[name] is not None]
        out[name] = float(np.mean(known)) if known else math.nan
    return out


def errors(scores: np.ndarray, listed: list[tuple[int, int]]) -> tuple[float, float]:
    """R̂1 and R̂2."""
    s = [scores[a] - scores[b] for a, b in listed]
    wrong, tied = sum(v < 0 for v in s), sum(v == 0 for v in s)
    return (wrong + tied) / len(s), (wrong + tied / 2) / len(s)


def letor_script(labels: list[int], scores: list[float]) -> tuple[list[float], float]:
    """NDCG@1 … @10 and AP of one query as LETOR 4.0's Eval-Score prints them, step by step."""
    ranked = [
        labels[i] for i in sorted(range(len(labels)), key=lambda i: -scores[i])
    ]  # stable, as Perl's sort

    def cumulated(rates: list[int]) -> list[float]:
        found = [2.0 ** rates[0] - 1]
        for position in range(1, len(rates)):
            value = 2.0 ** rates[position] - 1
            if position >= 2:
                value *= math.log(2.0) / math.log(position + 1.0)
            found.append(found[-1] + value)
        return found

    ours, ideal = cumulated(ranked), cumulated(sorted(labels, reverse=True))
    ndcg = [a / b if b else 0.0 for a, b in zip(ours, ideal, strict=True)]
    hits, total = 0, 0.0
    for position, rate in enumerate(ranked):
        if rate >= 1:
            hits += 1
            total += hits / (position + 1)
    # The script adds undefined as 0 beyond the end of a short list.
    return (ndcg + [0.0] * 10)[:10], total / hits if hits else 0.0


def ranks(values: list[float], lower: bool) -> list[float]:
    """Ranks from 1; equal values share the mean."""
    return pairs.ranks(values if lower else [-v for v in values])
