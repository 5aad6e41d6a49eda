"""The slow twin of Smooth Margin Ranking, AdaBoost and the margin game, typed straight from the paper.

Rudin, Cortes, Mohri, Schapire: Margin-Based Ranking Meets Boosting in the Middle (COLT 2005); numbers are theirs.
It imports nothing from rankviz, writes M out (m pairs × N rankers) and follows λ, never a recursion: F̃, G̃ and
the weights are recomputed from λ in every round.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import brentq, linprog

from twins.equations import epsilons, pair_matrix

TIE = 1e-12


@dataclass
class Twin:
    """One entry per round; `lam` after each round, `lam[0]` before any."""

    ranker: list[int] = field(default_factory=list)
    alpha: list[float] = field(default_factory=list)
    delta: list[float] = field(default_factory=list)
    eps: list[tuple[float, float, float]] = field(default_factory=list)
    z: list[float] = field(default_factory=list)
    phase: list[int] = field(default_factory=list)
    lam: list[np.ndarray] = field(default_factory=list)
    score: list[np.ndarray] = field(default_factory=list)
    stop: str = "rounds"


def f_tilde(M: np.ndarray, lam: np.ndarray) -> float:
    """F̃(λ) = Σ e^{−(Mλ)_i}, a sum."""
    return float(np.exp(-(M @ lam)).sum())


def smooth_margin(M: np.ndarray, lam: np.ndarray) -> float:
    """G̃(λ) = −ln F̃(λ) / ‖λ‖₁."""
    return -math.log(f_tilde(M, lam)) / float(np.abs(lam).sum())


def margin(M: np.ndarray, lam: np.ndarray) -> float:
    """μ(λ) = min (Mλ)_i / ‖λ‖₁."""
    return float((M @ lam).min()) / float(np.abs(lam).sum())


def weights(M: np.ndarray, lam: np.ndarray) -> np.ndarray:
    """d_i = e^{−(Mλ)_i} / F̃(λ)."""
    power = -(M @ lam)
    d = np.exp(power - power.max())
    return d / d.sum()


def alpha_2(plus: float, minus: float) -> float:
    """(2); ±inf where it is not defined."""
    if plus == 0 or minus == 0:
        return math.inf if plus > 0 else -math.inf if minus > 0 else 0.0
    return 0.5 * math.log(plus / minus)


def alpha_6(plus: float, tied: float, minus: float, g: float) -> float:
    """(6) as it is printed, and its limit as d⁻ → 0."""
    if minus == 0.0:
        return math.inf if tied == 0.0 else math.log((1 - g) * plus / (g * tied))
    r = plus - minus
    root = math.sqrt(g**2 * tied**2 + (1 + g) * (1 - g) * (1 + r - tied) * (1 - r - tied))
    return math.log((-g * tied + root) / ((1 + g) * (1 - r - tied)))


def alpha_best(M: np.ndarray, lam: np.ndarray, j: int) -> float:
    """The α > 0 where G̃(λ + α e_j) is highest: where its derivative, times ‖λ‖₁, is 0; +inf where it only rises."""

    def slope(alpha: float) -> float:
        at = lam.copy()
        at[j] += alpha
        return float(weights(M, at) @ M[:, j]) - smooth_margin(M, at)

    far = 1.0
    while slope(far) > 0.0:
        far *= 2.0
        if far > 500.0:
            return math.inf
    return float(brentq(slope, 0.0, far, xtol=1e-15, rtol=1e-14))


def lowest(score: np.ndarray) -> int:
    """The lowest index among those within 1e-12 of the best."""
    return int(np.flatnonzero(score >= score.max() - TIE)[0])


def smooth_margin_ranking(
    H: np.ndarray,
    pairs: np.ndarray,
    rounds: int,
    unbounded: float = 1.0,
    picks: list[int] | None = None,
    exact: bool = False,
) -> Twin:
    """Section 4: coordinate-descent RankBoost until G̃ > 0, then (6) or the exact step. With `picks` it follows them."""
    M = pair_matrix(H, pairs)
    lam = np.zeros(M.shape[1])
    twin = Twin(lam=[lam])
    for t in range(rounds):
        d = weights(M, lam)
        edge = d @ M
        if edge.max() <= TIE:
            twin.stop = "no positive"
            return twin
        j = lowest(edge) if picks is None else picks[t]
        plus, tied, minus = epsilons(d, M[:, j])
        g = smooth_margin(M, lam) if lam.any() else -math.inf
        second = g > TIE
        alpha = alpha_6(plus, tied, minus, g) if second else alpha_2(plus, minus)
        if second and exact and math.isfinite(alpha) and plus - minus > g:
            alpha = alpha_best(M, lam, j)
        if math.isinf(alpha):
            alpha = math.copysign(unbounded, alpha)
        lam = lam.copy()
        lam[j] += alpha
        twin.ranker.append(j)
        twin.alpha.append(alpha)
        twin.delta.append(-float(edge[j]))
        twin.eps.append((plus, tied, minus))
        twin.z.append(f_tilde(M, lam) / f_tilde(M, twin.lam[-1]))
        twin.phase.append(2 if second else 1)
        twin.lam.append(lam)
        twin.score.append(edge)
    return twin


def adaboost(
    H: np.ndarray,
    y: np.ndarray,
    rounds: int,
    *,
    constant: bool = True,
    negative_alpha: bool = True,
    picks: list[int] | None = None,
) -> Twin:
    """Section 5, in its own units: M^Ada_ij = y_i h_j(x_i) with h ∈ {−1, 1}; α is 2λ, that of the 0/1 rankers."""
    if constant:
        H = np.column_stack([H, np.ones(len(H))])
    ada = y[:, None] * (2 * H - 1)
    lam = np.zeros(ada.shape[1])
    twin = Twin(lam=[lam])
    M = pair_matrix(H, np.array([(i, k) for i in np.flatnonzero(y > 0) for k in np.flatnonzero(y < 0)]))
    for t in range(rounds):
        d = weights(ada, lam)
        edge = d @ ada
        score = np.abs(edge) if negative_alpha else edge
        if score.max() <= TIE:
            twin.stop = "converged" if negative_alpha else "no positive"
            return twin
        j = lowest(score) if picks is None else picks[t]
        right, wrong = float(d[ada[:, j] > 0].sum()), float(d[ada[:, j] < 0].sum())
        if right == 0 or wrong == 0:
            twin.stop = "undefined"
            return twin
        step = 0.5 * math.log(right / wrong)
        on_pairs = weights(M, 2 * lam)
        lam = lam.copy()
        lam[j] += step
        twin.ranker.append(j)
        twin.alpha.append(2 * step)
        twin.delta.append(-float(edge[j]))
        twin.eps.append(epsilons(on_pairs, M[:, j]))
        twin.z.append(f_tilde(M, 2 * lam) / f_tilde(M, 2 * twin.lam[-1]))
        twin.lam.append(lam)
        twin.score.append(score)
    return twin


def f_sums(H: np.ndarray, y: np.ndarray, lam: np.ndarray) -> tuple[float, float]:
    """(F₊, F₋) of λ over classifiers 2h − 1."""
    q = np.exp(-y * ((2 * H - 1) @ lam))
    return float(q[y > 0].sum()), float(q[y < 0].sum())


def value_of_game(M: np.ndarray, signed: bool = False) -> float:
    """ρ by one linear program on the whole of M: max ρ, Mλ ≥ ρ, Σλ = 1, λ ≥ 0 (λ⁺ − λ⁻ when signed)."""
    both = np.hstack([M, -M]) if signed else M
    m, k = both.shape
    found = linprog(
        np.append(np.zeros(k), -1.0),
        A_ub=np.hstack([-both, np.ones((m, 1))]),
        b_ub=np.zeros(m),
        A_eq=np.append(np.ones(k), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, None)] * k + [(None, None)],
        method="highs",
    )
    assert found.status == 0
    return -float(found.fun)
