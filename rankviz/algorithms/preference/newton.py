"""Newton's method for a convex function of scores, and every point on its way.

SciPy's minimisers stop at a slope of a given size; here an item with two battles stands beside one with 200,000, and
no size fits both. The length of Newton's own step does not depend on such scales.
"""

from collections.abc import Callable, Iterator

import numpy as np

Derivatives = Callable[[np.ndarray], tuple[float, np.ndarray, np.ndarray]]
"""From x (d,): the value, the slope (d,) and the curvature (d, d)."""

STEPS, CLOSE = 200, 1e-10
"""Most steps, and the longest step in any direction with which the search ends: what is left is about its square."""

FALL, ROUNDING = 0.25, 1e-12
"""The share of the fall promised by the slope that a step must keep; the error of the value, relative to it."""


def newton(derivatives: Derivatives, start: np.ndarray) -> np.ndarray:
    """(t + 1, d): the start and the point after each step, the last one the minimum.

    Raises FloatingPointError when `STEPS` do not suffice, as for a function without a minimum.
    """
    return np.array([here for here, _ in points(derivatives, start)])


def points(derivatives: Derivatives, start: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the start and the point (d,) after each step, with their values, until the last is the minimum.

    A step that does not lower the value is halved (Boyd and Vandenberghe, Convex Optimization, algorithm 9.5).
    Raises FloatingPointError when `STEPS` do not suffice.
    """
    value, slope, curvature = derivatives(start)
    yield start, value
    for _ in range(STEPS):
        step = -np.linalg.solve(curvature, slope)
        fall, room = FALL * float(slope @ step), ROUNDING * abs(value)
        while True:
            here = start + step
            lower, next_slope, next_curvature = derivatives(here)
            if lower <= value + fall + room or np.abs(step).max() <= CLOSE:
                break
            step, fall = step / 2, fall / 2
        start, value, slope, curvature = here, lower, next_slope, next_curvature
        yield start, value
        if np.abs(step).max() <= CLOSE:
            return
    raise FloatingPointError("Newton's method has not come to an end")
