"""The numbers of a logarithmic axis: round ones, on the page and in the report."""

import math

RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
MOST_STEPS = 6
"""Steps from the lowest power of ten on an axis to the highest."""


def logarithmic(low: float, high: float) -> list[tuple[float, str]]:
    """Return numbers from low to high, both > 0, with their texts: powers of ten, or 1, 2, 5 where these are few."""
    from matplotlib.ticker import LogLocator  # not needed to start the program

    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first >= 2:
        found = [10.0**k for k in range(first, last + 1) if k % -(-(last - first) // MOST_STEPS) == 0]
    else:
        found = [float(value) for value in LogLocator(subs=(1.0, 2.0, 5.0)).tick_values(low, high)]
    return [
        (value, text(value)) for value in found if low <= value * (1 + 1e-9) and value <= high * (1 + 1e-9)
    ]


def text(value: float) -> str:
    """Write a number of an axis: 0.05, 1, 1,000; beyond these 10⁻⁵ or 10⁷."""
    if 1e-3 <= value < 1e5:
        return f"{value:,.6g}"
    digit, power = f"{value:.0e}".split("e")
    return ("" if digit == "1" else f"{digit}·") + "10" + str(int(power)).translate(RAISED)
