"""Numbers for readers: few significant digits, a true minus sign, never NaN; and exact ones, to be read back."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

RAISED = str.maketrans("0123456789−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
"""Translation from digits to raised ones."""

MOST_LOG = 700.0
"""The largest natural log whose number a float holds."""


def number(value: float, digits: int = 3) -> str:
    """Return `value` with `digits` significant digits: 0.0312, 12,400, 3.1e−9; "—" when there is no value."""
    size, sign = abs(value), "" if value > 0 else "−"
    if 1e-4 <= size < 1e6:
        decimals = max(digits - 1 - math.floor(math.log10(size)), 0)
        # A run writes ten thousand numbers, most of them small: without a thousands separator it takes half the time.
        return sign + (f"{size:.{decimals}f}" if size < 999.0 else f"{size:,.{decimals}f}")
    if math.isnan(value):
        return "—"
    if math.isinf(value):
        return f"{sign}∞"
    if value == 0:
        return "0"
    mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
    return f"{sign}{mantissa}e{int(exponent)}".replace("-", "−")


def spelt(value: float, digits: int = 3) -> str:
    """Return `value` like :func:`number`, with a power of ten instead of an e: 2.72×10¹⁰, for figures."""
    text = number(value, digits)
    if "e" not in text:
        return text
    mantissa, _, power = text.partition("e")
    return f"{mantissa}×10{power.translate(RAISED)}"


def spelt_of_log(log: float, digits: int = 3) -> str:
    """Return e^log like :func:`spelt`, and as a power of ten where no float holds it: 3.14×10⁻⁴¹²."""
    if not MOST_LOG <= abs(log) < math.inf:
        return "∞" if log == math.inf else spelt(math.exp(log), digits)
    power = math.floor(log / math.log(10))
    mantissa = number(math.exp(log - power * math.log(10)), digits)
    if mantissa.startswith("10"):  # 9.996 with three digits
        mantissa, power = number(1.0, digits), power + 1
    return f"{mantissa}×10{str(power).replace('-', '−').translate(RAISED)}"


def exact(value: float) -> str:
    """Return the shortest decimal that reads back as the same float: 0.1, 25, 1e-07. Runs are saved with it."""
    return repr(float(value)).removesuffix(".0")


def percent(value: float) -> float:
    """Return a share in percent, shifted in decimals: 7 for 0.07, where a product gives 7.000000000000001."""
    return float(Decimal(exact(value)).scaleb(2))


def part(value: float) -> float:
    """Return the share of a percentage: the one whose :func:`percent` it is, if that has no more than 15 digits."""
    return float(Decimal(exact(value)).scaleb(-2))


def on_tiles(value: float) -> str:
    """Return `value` as the stage's tiles print it (stage/draw/format.js: num): 0.031, 33.30, 2,682; "—" for none."""
    size, sign = abs(value), "−" if value < 0 else ""
    if not math.isfinite(value):
        return "—"
    if size == 0:
        return "0"
    if size >= 99_999.5 or size < 0.0005:
        two = Context(prec=2, rounding=ROUND_HALF_UP).create_decimal(size)
        mantissa, power = f"{two:.1e}".split("e")
        return f"{sign}{mantissa}×10{str(int(power)).replace('-', '−').translate(RAISED)}"
    if size >= 1000:
        return f"{math.floor(value + 0.5):,}".replace("-", "−")
    return sign + _half_up(size, 3 if size < 10 else 2 if size < 100 else 1)


def times_on_tiles(factor: float) -> str:
    """Return a factor without its × as the tiles print it (stage/draw/format.js: asFactor): 1.033, 5.25, 76.0."""
    if not math.isfinite(factor):
        return "—"
    off = abs(factor - 1)
    if factor == 0 or off < 1e-12:
        return _half_up(factor, 0)
    if off < 0.05:
        return _half_up(factor, 4 if off < 0.005 else 3)
    if factor >= 99.95 or factor < 0.005:
        return on_tiles(factor)
    return _half_up(factor, 1 if factor >= 9.995 else 2)


def _half_up(size: float, decimals: int) -> str:
    """Round as a browser does: 0.0625 is 0.063, where Python's own formats would have 0.062."""
    return str(Decimal(size).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def counted(count: int, thing: str) -> str:
    """Return a count with its noun: 1 pair, 1,200 pairs, 2 queries."""
    if count == 1:
        return f"1 {thing}"
    several = f"{thing[:-1]}ies" if thing.endswith("ry") else f"{thing}s"
    return f"{count:,} {several}"


def share(value: float) -> str:
    """Return a weight or share as a percentage: 41.2 % (unbreakable), and never 100 % for anything below 1."""
    if math.isnan(value):
        return "—"
    percent = 100 * value
    if 0 < percent < 0.05:
        return "<\u00a00.1\u00a0%"
    if percent >= 99.95 and value < 1 - 1e-9:
        return ">\u00a099.9\u00a0%"
    return f"{percent:.1f}\u00a0%".replace(".0\u00a0%", "\u00a0%")
