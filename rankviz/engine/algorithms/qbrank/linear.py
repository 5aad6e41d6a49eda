"""The linear score with the lowest squared hinge: ½‖v‖² + C · mean over pairs of max(0, 1 − v·d)², d a difference.

The variant: Newton's method, from v = 0. Its systems are solved by conjugate gradients, more exactly as the slope
shrinks; a line search finds the minimum along each direction, so that every step lowers J. On the right piece of J,
which is quadratic there, Newton's step is the last up to rounding.
"""

from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.qbrank.line_search import line_search

STEPS = 100
"""Most Newton steps; some ten are usual."""

LOOSE, EXACT = 0.1, 1e-12
"""The allowed residual of a system, as a share of its right side, far from the solution and near it."""


def least(differences: np.ndarray, cost: float) -> np.ndarray:
    """The v (d,) that minimises J for differences (k, d), as exactly as rounding permits."""
    v = np.zeros(differences.shape[1])
    first = left = slope(differences, v, cost)
    for _ in range(STEPS):
        if left == 0.0:
            break
        times = _curvature(differences[differences @ v < 1.0], 2.0 * cost / len(differences))
        # Of a slope whose largest part is 1, because the square of the slope itself may be beyond floats.
        share = min(LOOSE, max(EXACT, left / first))
        down = -_conjugate_gradients(times, gradient(differences, v, cost) / left, share)
        further = v + line_search(_along(differences, v, down, left, cost)) * left * down
        now = slope(differences, further, cost)
        if now >= left and value(differences, further, cost) >= value(differences, v, cost):
            break
        v, left = further, now
    return v


def _conjugate_gradients(
    times: Callable[[np.ndarray], np.ndarray], right: np.ndarray, share: float
) -> np.ndarray:
    """The x (d,) of A x = b, A positive definite, by Hestenes and Stiefel: ‖A x − b‖ ≤ `share` · ‖b‖ up to rounding.

    times : x → A x. Ends after 10 d steps at the latest.
    """
    x, rest = np.zeros_like(right), right.copy()
    direction, square = rest.copy(), float(rest @ rest)
    enough = share * share * square
    for _ in range(10 * len(right)):
        if square <= enough:
            break
        image = times(direction)
        step = square / float(direction @ image)
        x += step * direction
        rest -= step * image
        before, square = square, float(rest @ rest)
        direction = rest + square / before * direction
    return x


def gradient(differences: np.ndarray, v: np.ndarray, cost: float) -> np.ndarray:
    """∂J/∂v (d,) at v (d,) over differences (k, d)."""
    short = np.maximum(1.0 - differences @ v, 0.0)
    return np.asarray(v - 2.0 * cost * (short @ differences) / len(differences))


def slope(differences: np.ndarray, v: np.ndarray, cost: float) -> float:
    """The largest |∂J/∂v| at v (d,)."""
    return float(np.abs(gradient(differences, v, cost)).max())


def terms(differences: np.ndarray, v: np.ndarray, cost: float) -> float:
    """The largest |v| + 2C · mean (1 + |v|·|d|) |d|, part by part: the sizes of the terms of ∂J/∂v."""
    size = np.abs(differences)
    return float((np.abs(v) + 2.0 * cost * ((1.0 + size @ np.abs(v)) @ size) / len(size)).max())


def value(differences: np.ndarray, v: np.ndarray, cost: float) -> float:
    """J at v (d,)."""
    short = np.maximum(1.0 - differences @ v, 0.0)
    return 0.5 * float(v @ v) + cost * float(np.mean(short**2))


def _curvature(short: np.ndarray, factor: float) -> Callable[[np.ndarray], np.ndarray]:
    """x → ∂²J/∂v² x where the pairs with the differences `short` (k, d) cost something."""
    return lambda x: x + factor * ((short @ x) @ short)


def _along(
    differences: np.ndarray, v: np.ndarray, down: np.ndarray, length: float, cost: float
) -> Callable[[float], tuple[float, float, float]]:
    """s → (J, J' / length², J'' / length²) of J(v + s · length · down): neither is beyond floats where length² is."""
    here, change = differences @ v, differences @ down

    def at(s: float) -> tuple[float, float, float]:
        w = v + s * length * down
        short = np.maximum(1.0 - (here + s * length * change), 0.0)
        return (
            0.5 * float(w @ w) + cost * float(np.mean(short**2)),
            (float(w @ down) - 2.0 * cost * float(np.mean(short * change))) / length,
            float(down @ down) + 2.0 * cost * float(np.mean(np.where(short > 0.0, change**2, 0.0))),
        )

    return at
