"""Line search: the least point of a convex function of one variable."""

from __future__ import annotations

from collections.abc import Callable

Curve = Callable[[float], tuple[float, float, float]]
"""s → (R, R', R'') of R(h + s g)."""

FLAT = 1e-10
"""The search ends where the slope is this small relative to the slope at 0."""

MOST_LOOKS = 100


def line_search(curve: Curve, start: float | None = None) -> float:
    """The s ≥ 0 where a convex curve is least, 0 when it does not fall at 0; |R'(s)| ≤ 1e-10 |R'(0)|.

    Newton's method on R', kept inside a shrinking bracket. On a piecewise quadratic it ends on the exact
    minimum once it is on the right piece. Where a curve falls for ever the first flat enough s is returned.
    `start` is R'(0), read from the curve when left out.
    """
    if start is None:
        _, start, _ = curve(0.0)
    if start >= 0.0:
        return 0.0
    low, high, s = 0.0, float("inf"), 1.0
    for _ in range(MOST_LOOKS):
        _, slope, second = curve(s)
        if abs(slope) <= FLAT * -start:
            break
        if slope < 0.0:
            low = s
        else:
            high = s
        newton = s - slope / second if second > 0.0 else float("inf")
        if low < newton < high and newton <= 16.0 * s:
            s = newton
        elif high < float("inf"):
            s = 0.5 * (low + high)
        else:
            s *= 2.0
        if s in (low, high):  # no float lies between the two
            break
    return s
