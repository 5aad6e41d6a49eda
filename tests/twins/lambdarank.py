"""The slow twin of RankNet and LambdaMART, typed from Burges 2010 and the libraries' sources, with loops over pairs.

It imports nothing from rankviz. Regression trees come from scikit-learn here too.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils import check_random_state

Logistic = Callable[[float], float]
"""s → 1 / (1 + e^{σ s})."""


def exact(sigma: float) -> Logistic:
    return lambda s: 1 / (1 + math.exp(sigma * s))


def by_table(sigma: float) -> Logistic:
    """LightGBM's: read from a table of 2²⁰ places between −25/σ and 25/σ."""
    bins, low = 1024 * 1024, -50 / sigma / 2
    factor = bins / (-low - low)

    def read(s: float) -> float:
        at = 0 if s <= low else bins - 1 if s >= -low else int((s - low) * factor)
        return 1 / (1 + math.exp((at / factor + low) * sigma))

    return read


def lambdas(
    grades: list[float],
    query: list[int],
    pairs: list[tuple[int, int]],
    h: list[float],
    *,
    delta: bool,
    sigma: float = 1.0,
    at: int = 0,
    norm: bool = False,
    twice: bool = False,
    logistic: Logistic | None = None,
) -> tuple[np.ndarray, np.ndarray, dict[tuple[int, int], float], float]:
    """Gradient and second derivatives by item, λ of every pair (0 where it is dropped), and Σ w ln(1 + e^{−σ s})."""
    n, p = len(h), logistic or exact(sigma)
    gradient, second, found, cost = np.zeros(n), np.zeros(n), {}, 0.0
    for q in sorted(set(query)):
        rows = [i for i in range(n) if query[i] == q]
        rows.sort(key=lambda i: -h[i])  # stable: equal scores stay in the order of the rows
        place = {i: k for k, i in enumerate(rows)}
        k = at or len(rows)
        gain = {i: 2 ** grades[i] - 1 for i in rows} if delta else {}
        best = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(gain.values(), reverse=True)[:k]))
        mine: dict[tuple[int, int], tuple[float, float, float]] = {}
        for x, y in pairs:
            if query[x] != q:
                continue
            found[x, y] = 0.0
            if min(place[x], place[y]) >= k:
                continue
            w = 1.0
            if delta:
                discounts = 1 / math.log2(place[x] + 2) - 1 / math.log2(place[y] + 2)
                w = abs((gain[x] - gain[y]) * discounts) / best if best > 0 else 0.0
            s = h[x] - h[y]
            if norm and h[rows[0]] != h[rows[-1]]:
                w /= 0.01 + abs(s)
            mine[x, y] = (
                sigma * w * p(s),
                sigma**2 * w * p(s) * (1 - p(s)) * (1 + twice),
                w * math.log1p(math.exp(-sigma * s)),
            )
        total = 2 * sum(pull for pull, _, _ in mine.values())
        scale = math.log1p(total) / math.log(2) / total if norm and total > 0 else 1.0
        for (x, y), (pull, curve, costs) in mine.items():
            found[x, y] = scale * pull
            gradient[x] -= scale * pull
            gradient[y] += scale * pull
            second[x] += scale * curve
            second[y] += scale * curve
            cost += scale * costs
    return gradient, second, found, cost


def of_problem(problem: Any, h: Any, rules: Any, logistic: Logistic | None = None) -> Any:
    """The same of a problem's own pairs, with the fields of `rules` by their names."""
    pairs = [tuple(pair) for pair in problem.pairs.tolist()]
    grades, query = problem.grades.tolist(), problem.qid.tolist()
    return lambdas(grades, query, pairs, h.tolist(), logistic=logistic, **vars(rules))


def boost(
    X: np.ndarray,
    grades: list[float],
    query: list[int],
    pairs: list[tuple[int, int]],
    rounds: int,
    *,
    eta: float,
    leaves: int,
    seed: int,
    **rules: object,
) -> tuple[list[np.ndarray], list[float]]:
    """Scores and Σ w ln(1 + e^{−σ s}) after 0, 1, … rounds: a tree on −G/H with weights H, and η of it."""
    h, draws = np.zeros(len(X)), check_random_state(seed)
    scores, costs = [h], [lambdas(grades, query, pairs, h.tolist(), **rules)[3]]  # type: ignore[arg-type]
    for _ in range(rounds):
        gradient, second, _, _ = lambdas(grades, query, pairs, h.tolist(), **rules)  # type: ignore[arg-type]
        target = np.array([-g / c if c > 0 else 0.0 for g, c in zip(gradient, second, strict=True)])
        tree = DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=draws)
        h = h + eta * tree.fit(X, target, sample_weight=second).predict(X)
        scores.append(h)
        costs.append(lambdas(grades, query, pairs, h.tolist(), **rules)[3])  # type: ignore[arg-type]
    return scores, costs
