"""Twins of the scores from battles, on dense tables: W[i, j] battles that i won over j, T[i, j] = T[j, i] ties.

Typed from the equations: the fixed points of Hunter, MM algorithms for generalized Bradley–Terry models (2004),
Davidson (1970), Elo's rule, and the coordinate descents of RankBoost and RankBoost+.
"""

import math

import numpy as np

ROUNDS = 20_000
SMALL = 1e-14


def bradley_terry(W: np.ndarray) -> np.ndarray:
    """ln π, Σ ln π = 0, with π_i = wins of i / Σ_j N_ij / (π_i + π_j)."""
    n = len(W)
    pi = np.ones(n)
    for _ in range(ROUNDS):
        before = pi.copy()
        for i in range(n):
            wins = sum(W[i, j] for j in range(n) if j != i)
            over = sum((W[i, j] + W[j, i]) / (pi[i] + pi[j]) for j in range(n) if j != i)
            pi[i] = wins / over
        pi /= math.exp(sum(math.log(p) for p in pi) / n)
        if np.abs(pi - before).max() < SMALL * pi.max():
            break
    return np.log(pi)


def davidson(W: np.ndarray, T: np.ndarray) -> tuple[np.ndarray, float]:
    """(ln π, ν): the chances of i's win, of j's and of a tie are as π_i : π_j : ν √(π_i π_j)."""
    n = len(W)
    pi, nu = np.ones(n), 1.0
    for _ in range(ROUNDS):
        before, nu_before = pi.copy(), nu
        for i in range(n):
            points, over = 0.0, 0.0
            for j in range(n):
                if j == i:
                    continue
                battles = W[i, j] + W[j, i] + T[i, j]
                whole = pi[i] + pi[j] + nu * math.sqrt(pi[i] * pi[j])
                points += 2 * W[i, j] + T[i, j]
                over += battles * (2 + nu * math.sqrt(pi[j] / pi[i])) / whole
            pi[i] = points / over
        pi /= math.exp(sum(math.log(p) for p in pi) / n)
        ties, over = 0.0, 0.0
        for i in range(n):
            for j in range(i):
                root = math.sqrt(pi[i] * pi[j])
                ties += T[i, j]
                over += (W[i, j] + W[j, i] + T[i, j]) * root / (pi[i] + pi[j] + nu * root)
        nu = ties / over
        if np.abs(pi - before).max() < SMALL * pi.max() and abs(nu - nu_before) < SMALL * nu:
            break
    return np.log(pi), nu


def elo(n: int, battles: list[tuple[int, int, int]], tie: float, k: float) -> list[float]:
    """The ratings; a battle is (i, j, 1, 0 or −1), a tie `tie` wins of i and as many of j at once."""
    rating = [0.0] * n
    for i, j, outcome in battles:
        expected = 1 / (1 + 10 ** ((rating[j] - rating[i]) / 400))
        gain = {1: 1 - expected, -1: -expected, 0: tie * (1 - expected) + tie * (0 - expected)}[outcome]
        rating[i] += k * gain
        rating[j] -= k * gain
    return rating


def net_wins(W: np.ndarray) -> list[float]:
    """Wins less losses of each item."""
    return [sum(W[i]) - sum(W[:, i]) for i in range(len(W))]


def rb_d(W: np.ndarray) -> np.ndarray:
    """The weights of "is it item i" that RB-D's rounds tend to: α = ½ ln(ε⁺ / ε⁻) (14), item after item."""
    n = len(W)
    F = np.zeros(n)
    for _ in range(ROUNDS):
        before = F.copy()
        for i in range(n):
            right = sum(W[i, j] * math.exp(-(F[i] - F[j])) for j in range(n))
            wrong = sum(W[j, i] * math.exp(-(F[j] - F[i])) for j in range(n))
            F[i] += 0.5 * math.log(right / wrong)
        if np.abs(F - before).max() < SMALL:
            break
    return F - F.mean()


def rb_plus(W: np.ndarray, rankers: int) -> np.ndarray:
    """The weights that RankBoost+'s rounds tend to: α by (34), ranker after ranker, over the first `rankers` items."""
    n = len(W)
    eta = np.zeros(rankers)
    for _ in range(ROUNDS):
        before = eta.copy()
        for k in range(rankers):
            right = tied = wrong = 0.0
            for i in range(n):
                for j in range(n):
                    if W[i, j] == 0:
                        continue
                    weight = W[i, j] * _omega(eta, i, j)
                    if i == k:
                        right += weight
                    elif j == k:
                        wrong += weight
                    else:
                        tied += weight
            old = eta[k]
            up = right + tied * math.exp(-old) / (2 * math.cosh(old))
            down = wrong + tied * math.exp(old) / (2 * math.cosh(old))
            eta[k] += 0.5 * math.log(up / down)
        if np.abs(eta - before).max() < SMALL:
            break
    return eta


def _omega(eta: np.ndarray, i: int, j: int) -> float:
    """∏ ω* of the pair i above j (24)."""
    found = 1.0
    for k, weight in enumerate(eta):
        found *= math.exp(-weight) if k == i else math.exp(weight) if k == j else math.cosh(weight)
    return found


def davidson_farthest(W: np.ndarray, T: np.ndarray, ridge: float) -> float:
    """The largest |θ| or |ln ν| where −ln L + ½ ridge ‖x‖² is least; it grows for ever with smaller ridges, or not."""
    n = len(W)
    x = np.zeros(n + 1)

    def at(x: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        value, slope, curve = ridge / 2 * x @ x, ridge * x, ridge * np.eye(n + 1)
        for i in range(n):
            for j in range(i):
                counts = np.array([W[i, j], W[j, i], T[i, j]])
                weigh = np.zeros((3, n + 1))  # ½ (θ_i − θ_j), the same turned around, ln ν
                weigh[0, [i, j]], weigh[1, [i, j]], weigh[2, n] = (0.5, -0.5), (-0.5, 0.5), 1.0
                u = weigh @ x
                p = np.exp(u - u.max())
                log_z = u.max() + math.log(p.sum())
                p = p / p.sum()
                apart = weigh - p @ weigh
                value = value + counts.sum() * log_z - counts @ u
                slope = slope + counts.sum() * (p @ weigh) - counts @ weigh
                curve = curve + counts.sum() * (apart.T * p) @ apart
        return value, slope, curve

    value, slope, curve = at(x)
    for _ in range(200):
        step, size = -np.linalg.solve(curve, slope), 1.0
        while (
            at(x + size * step)[0] > value + 1e-4 * size * (slope @ step) + 1e-13 * abs(value)
            and size > 1e-12
        ):
            size /= 2
        x = x + size * step
        value, slope, curve = at(x)
        if np.abs(size * step).max() < 1e-9:
            break
    return float(np.abs(x).max())
