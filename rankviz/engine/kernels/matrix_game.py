"""A small matrix game, solved by the simplex method: for a browser, which has no SciPy.

The row player's program max Σu with Aᵀu ≤ 1, u ≥ 0, where A is the game raised above 0, starts at u = 0, so it needs no
first phase; its dual values are the other player's. Among rows with equal ratios the lexicographic rule picks one, so
the method terminates (Dantzig, Orden & Wolfe 1955).
"""

import numpy as np

ROUNDING = 1e-11
"""Numbers up to this are 0."""


def solve(game: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return (λ, d) of a game M (m, k): λ (k,) maximises the smallest entry of Mλ, d (m,) minimises the largest of dᵀM.

    Both are ≥ 0 and sum to 1. None where rounding keeps the method from terminating.
    """
    m, k = game.shape
    raised = (game - game.min() + 1.0).T
    table = np.hstack([np.ones((k, 1)), np.eye(k), raised])
    gain = np.concatenate([np.zeros(1 + k), np.ones(m)])
    basis = np.arange(1, k + 1)
    for _ in range(50 * (m + k)):
        enters = 1 + int(np.argmax(gain[1:]))
        if gain[enters] <= ROUNDING:
            return _exact(raised, basis - 1 - k)
        leaves = _leaves(table, enters)
        if leaves is None:
            return None
        basis[leaves] = enters
        table[leaves] /= table[leaves, enters]
        others = table[:, enters].copy()
        others[leaves] = 0.0
        table -= np.outer(others, table[leaves])
        gain -= gain[enters] * table[leaves]
    return None


def _leaves(table: np.ndarray, enters: int) -> int | None:
    """Return the row of the lexicographically smallest ratio; None where no row is bounded."""
    rows = np.flatnonzero(table[:, enters] > ROUNDING)
    for column in range(1 + len(table)):
        if len(rows) <= 1:
            break
        ratio = table[rows, column] / table[rows, enters]
        rows = rows[ratio <= ratio.min() + ROUNDING]
    return int(rows[0]) if len(rows) else None


def _exact(raised: np.ndarray, basis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Solve for both mixtures again at the last basis, free of the pivots' rounding; a basis below 0 is a slack."""
    k, m = raised.shape
    columns = np.hstack([np.eye(k), raised])[:, basis + k]
    d, weights = np.zeros(m), np.linalg.solve(columns.T, (basis >= 0).astype(float))
    d[basis[basis >= 0]] = np.linalg.solve(columns, np.ones(k))[basis >= 0]
    d, weights = np.maximum(d, 0.0), np.maximum(weights, 0.0)
    return weights / weights.sum(), d / d.sum()
