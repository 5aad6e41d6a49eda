"""The slow twin's candidates, pair matrix, linear independence and losses, typed from the papers; see naive.py."""

import math

import numpy as np

# ---------------------------------------------------------------- candidates and pairs


def thresholds(values: np.ndarray) -> list[float]:
    """The places between distinct known values; one more below the lowest when some value is missing."""
    known = sorted({float(v) for v in values if not math.isnan(v)})
    places = [a + (b - a) / 2 for a, b in zip(known, known[1:], strict=False)]
    if known and any(math.isnan(v) for v in values):
        places.insert(0, known[0] - max(1.0, abs(known[0])))
    return places


def stumps(X: np.ndarray) -> list[tuple[int, float]]:
    """(feature, threshold) of every candidate of a table of numbers."""
    return [(j, cut) for j in range(X.shape[1]) for cut in thresholds(X[:, j])]


def outputs(candidates: list[tuple[int, float]], X: np.ndarray) -> np.ndarray:
    """H (n, N): 1 where feature > threshold. Missing is never above a threshold."""
    H = np.zeros((X.shape[0], len(candidates)))
    for k, (j, cut) in enumerate(candidates):
        for i in range(X.shape[0]):
            H[i, k] = 1.0 if not math.isnan(X[i, j]) and X[i, j] > cut else 0.0
    return H


def implied_pairs(grades: np.ndarray, qid: np.ndarray) -> np.ndarray:
    """All (higher, lower) of one query with different grades, sorted."""
    n = len(grades)
    found = [(a, b) for a in range(n) for b in range(n) if qid[a] == qid[b] and grades[a] > grades[b]]
    return np.array(found, dtype=int).reshape(-1, 2)


def pair_matrix(H: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """M_ij = h_j(x'_i) − h_j(x_i): 1 correct, 0 tied, −1 reversed."""
    return H[pairs[:, 0]] - H[pairs[:, 1]]


def first_copies(M: np.ndarray) -> list[int]:
    """Columns of M without duplicates, the lowest index of each kept (Algorithm 2, line 2)."""
    seen: dict[bytes, int] = {}
    for j in range(M.shape[1]):
        seen.setdefault((M[:, j] + 0.0).astype(np.int8).tobytes(), j)
    return sorted(seen.values())


# ---------------------------------------------------------------- linear independence, in pair space


class Span:
    """The span of columns of M, added in order; decided on all m pairs."""

    def __init__(self, m: int) -> None:
        self.basis = np.zeros((m, 0))
        self.members: list[int] = []

    def residual(self, column: np.ndarray) -> np.ndarray:
        left = column - self.basis @ (self.basis.T @ column)
        return left - self.basis @ (self.basis.T @ left)  # twice is enough for an orthonormal basis

    def holds(self, column: np.ndarray) -> bool:
        return float(np.linalg.norm(self.residual(column))) <= 1e-7 * max(float(np.linalg.norm(column)), 1.0)

    def add(self, j: int, column: np.ndarray) -> None:
        left = self.residual(column)
        self.basis = np.column_stack([self.basis, left / np.linalg.norm(left)])
        self.members.append(j)


# ---------------------------------------------------------------- losses


def log_mean_exp(a: np.ndarray, weights: np.ndarray | None = None) -> float:
    """ln of the mean of e^a, weighted by the pairs' weights where they have any."""
    top = float(np.max(a))
    return top + math.log(float(np.average(np.exp(a - top), weights=weights))) if math.isfinite(top) else top


def log_cosh(x: float) -> float:
    return abs(x) + math.log1p(math.exp(-2.0 * abs(x))) - math.log(2.0)


def log_f1(s: np.ndarray, weights: np.ndarray | None = None) -> float:
    """ln Ê1 (5) from pair scores."""
    return log_mean_exp(-s, weights)


def log_factors(M: np.ndarray, eta: dict[int, float]) -> np.ndarray:
    """ln Π_j ω* (24) of every pair."""
    total = np.zeros(M.shape[0])
    for j, weight in eta.items():
        total += np.where(M[:, j] == 0, log_cosh(weight), -weight * M[:, j])
    return total


def log_f2(M: np.ndarray, eta: dict[int, float], weights: np.ndarray | None = None) -> float:
    """ln F2(η) (22), (23): the mean over pairs of Π_j ω*."""
    return log_mean_exp(log_factors(M, eta), weights)


def rank_loss(s: np.ndarray, scale: float, weights: np.ndarray | None = None) -> tuple[float, float]:
    """R̂1 (3) and R̂2 (4); |s| up to 1e-12 of the total weight is a tie."""
    zero = 1e-12 * max(scale, np.finfo(float).tiny)
    tied, wrong = np.abs(s) <= zero, s < -zero
    wrong, tied = (float(np.average(which, weights=weights)) for which in (wrong, tied))
    return tied + wrong, wrong + 0.5 * tied


def ndcg_at_5(score: np.ndarray, grades: np.ndarray, qid: np.ndarray, scale: float) -> float:
    """Gain 2^g − 1, discount log2(rank + 1), score ties averaged over all their orders, mean over queries."""
    zero = 1e-12 * max(scale, np.finfo(float).tiny)
    values = []
    for q in sorted(set(qid.tolist())):
        rows = [i for i in range(len(qid)) if qid[i] == q]
        gains = {i: 2.0 ** grades[i] - 1.0 for i in rows}
        ideal = sum(g / math.log2(k + 2) for k, g in enumerate(sorted(gains.values(), reverse=True)[:5]))
        if ideal == 0:
            continue
        rows.sort(key=lambda i: -score[i])
        groups: list[list[int]] = []
        for i in rows:
            if groups and score[groups[-1][-1]] - score[i] <= zero:
                groups[-1].append(i)
            else:
                groups.append([i])
        got, place = 0.0, 0
        for group in groups:
            average = sum(gains[i] for i in group) / len(group)
            for _ in group:
                got += average / math.log2(place + 2) if place < 5 else 0.0
                place += 1
        values.append(got / ideal)
    return float(np.mean(values)) if values else math.nan


# ---------------------------------------------------------------- the weight of pairs


def epsilons(D: np.ndarray, column: np.ndarray) -> tuple[float, float, float]:
    """ε⁺, ε⁰, ε⁻ (8)."""
    return float(D[column > 0].sum()), float(D[column == 0].sum()), float(D[column < 0].sum())
