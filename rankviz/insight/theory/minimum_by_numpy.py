"""NumPy replacements for minimum_by_scipy.py, for browsers."""

from collections.abc import Callable

import numpy as np

from rankviz.engine.kernels import matrix_game

MAX_PROGRAM = 10_000
"""Most entries of a linear program."""
LEAST = 1e-9
"""A game's value this close to 0 is 0, and so is an entry of its mixtures."""
RISE = 1e-5
"""The total gain of a direction along which no pair loses."""
ROUNDS, FAR = 200, 1e3
"""Most steps of a descent, and the distance at which it ends."""


def span(H: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (Q, r): orthonormal columns (n, k), the first of which span those of H (n, j), and sizes (k,)."""
    U, s, _ = np.linalg.svd(H, full_matrices=False)
    return U, s


def descend(
    f: Callable[[np.ndarray], float],
    gradient: Callable[[np.ndarray], np.ndarray],
    hessian: Callable[[np.ndarray], np.ndarray],
    k: int,
    steep: float,
) -> np.ndarray:
    """Return the minimiser of a convex function of k variables, from 0; or a point far out, where it keeps falling.

    Newton's steps, none longer than a radius that grows while the steps keep their promise; one that does not is
    halved.
    """
    z, radius = np.zeros(k), 1.0
    for _ in range(ROUNDS):
        slope = gradient(z)
        if np.abs(slope).max(initial=0.0) <= steep or np.abs(z).max() > FAR:
            break
        curve = hessian(z)
        flat = 1e-12 * max(float(np.trace(curve)), 1e-300)
        step = -np.linalg.solve(curve + flat * np.eye(k), slope)
        longest = float(np.abs(step).max())
        if not np.isfinite(longest):  # no curvature is left: there is no minimum out there
            break
        step *= min(1.0, radius / longest)
        promised, before = float(slope @ step), f(z)
        share = 1.0
        while f(z + share * step) > before + 1e-4 * share * promised and share > 1e-12:
            share /= 2.0
        z = z + share * step
        radius = 2.0 * radius if share == 1.0 else max(radius * share, 1e-3)
    return z


def not_separable(columns: np.ndarray) -> np.ndarray | None:
    """(m,) bool: the pairs that no direction d with columns @ d ≥ 0 separates; None when the program gave up.

    In the game between a pair and a direction or its opposite, a value above 0 is a direction that separates all. At
    the value 0 the pairs that the other player mixes stay (Gordan's theorem), and every direction leaves them
    unchanged: the rest is another game, in the directions that do.
    """
    stays = np.zeros(len(columns), dtype=bool)
    while True:
        left = columns[~stays]
        scale = np.abs(left).max(initial=0.0)
        if scale <= LEAST:
            return np.ones(len(columns), dtype=bool)
        solved = matrix_game.solve(np.hstack([left, -left]) / scale)
        if solved is None:
            return None
        mixture, mixed = solved
        k = left.shape[1]
        if float((left @ (mixture[:k] - mixture[k:])).min()) > LEAST * scale:
            return stays
        held = mixed > LEAST
        if not held.any():
            return None
        columns = columns @ _free(left[held])
        stays[np.flatnonzero(~stays)[held]] = True
        if stays.all():
            return stays
        # A pair that no direction moves any more stays, too.
        stays |= np.abs(columns).max(axis=1, initial=0.0) <= LEAST
        if stays.all():
            return stays


def _free(rows: np.ndarray) -> np.ndarray:
    """Return a basis (k, j) of the null space of rows (r, k)."""
    _, s, V = np.linalg.svd(rows)
    return np.asarray(V[int((s > LEAST * max(float(s.max(initial=0.0)), 1.0)).sum()) :].T)


def falls_for_ever(M: np.ndarray) -> bool | None:
    """Return whether some d ≠ 0 lets no pair's term of F2 rise along it: M d ≥ Σ |d| over the rankers that tie it.

    The columns are independent, so such a d has Σ M d > 0; d = p − q with p and q ≥ 0. A game with an extra row, the
    total gain of the pairs minus `RISE`, has a value of 0 or more where there is one. None when it gave up.
    """
    tied = (M == 0.0).astype(np.float64)
    gain = M.sum(axis=0)
    total = np.concatenate([gain, -gain]) / max(float(np.abs(gain).max(initial=0.0)), 1.0)
    game = np.vstack([np.hstack([M - tied, -M - tied]), total - RISE])
    solved = matrix_game.solve(game)
    return None if solved is None else bool((game @ solved[0]).min() > -LEAST)
