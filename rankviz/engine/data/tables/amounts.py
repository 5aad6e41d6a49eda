"""Numbers as people write them: "1,234.50", "1.234,50", "€ 84,68", "38 %"; and the marks of a missing one."""

from typing import Any

import numpy as np

MISSING = frozenset(
    ("na", "n/a", "n.a.", "#n/a", "#na", "<na>", "nan", "-nan", "null", "none", "nil", "missing", "unknown")
    + ("k.a.", "k. a.", "-", "--", "–", "—", "?", ".", "#null!", "#value!", "#div/0!")
)
"""The marks of a cell without a value, in lower case; an empty cell is one, too."""

_SPACE = "[ \u00a0\u2009\u202f]"
_APART = " \u00a0\u2009\u202f'’"
_UNIT = r"[A-Z]{0,2}\p{Sc}|[A-Z]{3}|%|‰|kr|zł|Kč|Ft|Fr\.?"
_POWER = r"(?:[eE][+-]?[0-9]{1,3})?"
_WRITTEN = {
    mark: rf"[0-9]{{1,3}}(?:[{other}{_APART}][0-9]{{3}})+(?:{mark}[0-9]*)?"
    rf"|(?:[0-9]+{mark}?[0-9]*|{mark}[0-9]+){_POWER}"
    for mark, other in ((r"\.", ","), (",", r"\."))
}


def is_missing(text: Any) -> np.ndarray:
    """(n,) bool: the cells of Arrow text that are empty or a mark of a missing value."""
    import pyarrow
    from pyarrow import compute

    marks = pyarrow.array(["", *sorted(MISSING)], pyarrow.string())
    return compute.is_in(compute.utf8_lower(text), value_set=marks).to_numpy(zero_copy_only=False)


def amounts(text: Any, comma: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers in cells of Arrow text, (n,) float64, and the units after or before them, (n,) text.

    `comma` sets the decimal separator, a comma or else a point. A cell without a finite number is NaN.
    """
    import pyarrow
    from pyarrow import compute

    mark = "," if comma else r"\."
    sign = "[+\\-\u2212]?"
    text = compute.replace_substring_regex(
        text, "^\\(([^()+\\-\u2212]+)\\)$", "-\\1"
    )  # accountants' notation: ($15.00)
    found = compute.extract_regex(
        text,
        rf"^(?P<a>{sign}){_SPACE}?(?P<u>{_UNIT})?{_SPACE}?(?P<b>{sign})"
        rf"(?P<n>{_WRITTEN[mark]}){_SPACE}?(?P<v>{_UNIT})?$",
    )
    before, after, digits, unit, other = (compute.struct_field(found, part) for part in "abnuv")
    digits = compute.replace_substring_regex(digits, f"[{_APART}{'.' if comma else ','}]", "")
    digits = compute.replace_substring(digits, ",", ".")
    size = compute.cast(digits, pyarrow.float64()).to_numpy(zero_copy_only=False).astype(np.float64)
    less = compute.is_in(before, value_set=_minus()), compute.is_in(after, value_set=_minus())
    minus = [each.to_numpy(zero_copy_only=False) for each in less]
    values = np.where(minus[0] ^ minus[1], -size, size)
    signs = [
        each.fill_null("").to_numpy(zero_copy_only=False).astype(object)
        for each in (unit, other, before, after)
    ]
    twice = ((signs[0] != "") & (signs[1] != "")) | ((signs[2] != "") & (signs[3] != ""))
    values[twice | ~np.isfinite(values)] = np.nan
    units = np.where(signs[0] != "", signs[0], signs[1])
    return values, np.where(np.isnan(values), "", units)


def _minus() -> Any:
    import pyarrow

    return pyarrow.array(["-", "\u2212"], pyarrow.string())
