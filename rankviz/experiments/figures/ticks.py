"""The numbers of an axis: round ones, on a linear or a logarithmic scale."""

import math

RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
Ticks = list[tuple[float, str]]


def linear(low: float, high: float, most: int = 5) -> Ticks:
    """Return at most `most` + 1 multiples of 1, 2 or 5 times a power of ten, from low to high, with their texts."""
    span = high - low
    if not span > 0:
        return [(low, f"{low:g}".replace("-", "−"))]
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next(k * power for k in (1, 2, 5, 10) if span / (k * power) <= most)
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(k * step, f"{k * step:.{places}f}".replace("-", "−")) for k in range(first, last + 1)]


def logarithmic(low: float, high: float, most: int = 6) -> Ticks:
    """Return numbers of a logarithmic axis from low to high, both > 0: powers of ten, or 1, 2, 5 where few."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first >= 2:
        every = -(-(last - first) // most)
        return [(10.0**k, power_of_ten(k)) for k in range(first, last + 1) if k % every == 0]
    found = [k * 10.0**p for p in range(first - 1, last + 1) for k in (1, 2, 5)]
    inside = [value for value in found if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
    if len(inside) >= 2:
        return [(value, f"{value:g}") for value in inside]
    return [tick for tick in linear(low, high, 6) if tick[0] > 0]


def power_of_ten(k: int) -> str:
    """Write a power of ten: 0.01, 1, 1,000; beyond these 10⁻⁵ or 10⁷."""
    if -3 <= k <= 0:
        return f"{10.0**k:.{-k}f}"
    return f"{10**k:,}" if 0 < k <= 4 else "10" + str(k).translate(RAISED)
