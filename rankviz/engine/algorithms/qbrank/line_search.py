"""Line search: the minimum of a convex function of one variable."""

import math
from collections.abc import Callable

from rankviz.engine.numerics import TIE

Curve = Callable[[float], tuple[float, float, float]]
"""s → (R, R', R'') of R(h + s g)."""

FLAT = 1e-10
"""The search ends where the slope is this small relative to the slope at 0."""

GROWTH, PATIENCE = 16.0, 100
"""Before the minimum is passed Newton's step may multiply s by this much; after so many evaluations s is doubled."""


def line_search(curve: Curve, start: float | None = None) -> float:
    """Return the s ≥ 0 that minimises a convex curve, 0 when it does not fall at 0; |R'(s)| ≤ 1e-10 |R'(0)|.

    Newton's method on R' inside a bracket of the minimum, with bisection where Newton's steps do not halve within two
    evaluations. So the search always ends: with a flat slope, or where no float is left between. On a piecewise
    quadratic it ends on the exact minimum once it is on the right piece. Where a curve keeps falling, the first s with
    a flat enough slope is returned. R there is never above R(0), up to rounding. `start` is R'(0), read from the curve
    when left out.
    """
    if start is None:
        _, start, _ = curve(0.0)
    if start >= 0.0:
        return 0.0
    low, high, s = 0.0, math.inf, 1.0
    before_last = last = math.inf
    looks = 0
    while True:
        value, slope, second = curve(s)
        looks += 1
        if abs(slope) <= FLAT * -start:
            break
        if slope < 0.0:
            low = s
        else:  # also for a slope that no float holds: that is too far
            high = s
        newton = s - slope / second if second > 0.0 else math.inf
        if high < math.inf:
            good = low < newton < high and 2.0 * abs(newton - s) <= before_last
            there = newton if good else low + 0.5 * (high - low)
        else:
            there = newton if low < newton <= GROWTH * s and looks < PATIENCE else 2.0 * s
        if not low < there < high:
            break
        before_last, last, s = last, abs(there - s), there
    if slope < 0.0:  # the curve fell all the way
        return s
    at_zero, _, _ = curve(0.0)
    return s if value <= at_zero + TIE * abs(at_zero) else low
