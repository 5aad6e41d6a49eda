"""Newton's method for a convex function of scores, with every point on its path.

SciPy's minimisers stop at a slope of a fixed size; here one item may have two battles and another 200,000, and no size
fits both. The length of Newton's own step does not depend on such scales.
"""

from collections.abc import Callable, Iterator

import numpy as np

from rankviz.engine.errors import DataError

Derivatives = Callable[[np.ndarray], tuple[float, np.ndarray, np.ndarray]]
"""From x (d,): the value, the slope (d,) and the curvature (d, d)."""

STEPS, CLOSE = 200, 1e-10
"""Most steps, and the longest step in any direction with which the search ends: the rest is about its square."""

ROUGH = 1e-5
"""Rounding alone may hide that a step of up to this length lowers the value, but not for a longer one."""
BEYOND = "the weights differ by more than Newton's method can tell apart"
FALL, ROUNDING = 0.25, 1e-12
"""The share of the fall promised by the slope that a step must keep; the error of the value, relative to it."""


class Unsettled(DataError):
    """Newton's steps have not reached a minimum: rounding hides it, or there is none."""

    def __init__(self, why: str) -> None:
        super().__init__(why, remedy="Leave out items with few battles, or give weights of similar size")


def newton(derivatives: Derivatives, start: np.ndarray) -> np.ndarray:
    """(t + 1, d): the start and the point after each step, the last one the minimum. Raises Unsettled like `points`."""
    return np.array([here for here, _ in points(derivatives, start)])


def points(derivatives: Derivatives, start: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the start and the point (d,) after each step, with their values, until the last is the minimum.

    A step that does not lower the value is halved (Boyd and Vandenberghe, Convex Optimization, algorithm 9.5).
    Raises Unsettled where `STEPS` do not suffice, as for a function without a minimum, and where no step is a number.
    """
    value, slope, curvature = _at(derivatives, start)
    yield start, value
    longest = np.inf
    for _ in range(STEPS):
        step = _step(slope, curvature)
        fall, room = FALL * float(slope @ step), ROUNDING * abs(value)
        # Near the minimum steps shrink; those that do not, and that promise less than rounding, are rounding alone.
        whole = float(np.abs(step).max())
        noise = -fall <= FALL * room and whole > longest / 2
        while True:
            here = start + step
            lower, next_slope, next_curvature = _at(derivatives, here)
            if lower <= value + fall + room:
                break
            if np.abs(step).max() <= CLOSE:
                if whole > ROUGH or not np.isfinite(lower):
                    raise Unsettled(BEYOND)
                break
            step, fall = step / 2, fall / 2
        start, value, slope, curvature = here, lower, next_slope, next_curvature
        longest = float(np.abs(step).max())
        yield start, value
        if longest <= CLOSE or noise:
            return
    raise Unsettled(f"Newton's method did not reach the best scores in {STEPS} steps")


def _at(derivatives: Derivatives, x: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    # A step that is too long may end where values are not numbers; it is halved.
    with np.errstate(all="ignore"):
        return derivatives(x)


def _step(slope: np.ndarray, curvature: np.ndarray) -> np.ndarray:
    try:
        step = -np.linalg.solve(curvature, slope)
    except np.linalg.LinAlgError:
        raise Unsettled(BEYOND) from None
    if not np.isfinite(step).all():
        raise Unsettled(BEYOND)
    return step
