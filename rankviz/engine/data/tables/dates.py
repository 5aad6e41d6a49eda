"""Dates and times as numbers: days since 1 January 1970, the time of day as the fraction."""

from typing import Any

import numpy as np
import pandas as pd

ISO, DAY_FIRST, MONTH_FIRST = "date", "day-month", "month-day"
_TIME = r"(?:[ T,]+(?P<t>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?))?$"
_YEAR_LAST = r"^(?P<p>[0-9]{1,2})[./-](?P<q>[0-9]{1,2})[./-](?P<y>[0-9]{4}|[0-9]{2})" + _TIME
_YEAR_FIRST = r"^[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}([ T].*)?$"
_IN_WORDS = ("%d %b %Y", "%d-%b-%Y", "%b %d, %Y", "%d %B %Y", "%B %d, %Y", "%d. %B %Y")


def days(text: Any, kind: str) -> np.ndarray:
    """(n,) float64: the dates that cells of Arrow text write, NaN where one is not a date.

    `kind`: day-first or month-first when the year comes last (`DAY_FIRST` or `MONTH_FIRST`); `ISO` are those with the
    year first, and those with the month in English.
    """
    from pyarrow import compute

    if kind == ISO:
        likely = compute.match_substring_regex(text, _YEAR_FIRST).to_numpy(zero_copy_only=False)
        written = text.to_numpy(zero_copy_only=False).astype(object)
        first = np.array([each.replace("/", "-").replace(".", "-", 2) for each in written], dtype=object)
        first[~likely] = ""
        found = _days(first, "ISO8601")
        for pattern in _IN_WORDS:
            if np.isnan(found).any():
                found = np.where(np.isnan(found), _days(written, pattern), found)
        return found
    parts = compute.extract_regex(text, _YEAR_LAST)
    first, second, year, time = (compute.struct_field(parts, part).to_pandas() for part in "pqyt")
    day, month = (first, second) if kind == DAY_FIRST else (second, first)
    # As in the C library: 69 to 99 belong to the last century.
    century = np.where(pd.to_numeric(year, errors="coerce") >= 69, "19", "20")
    year = year.where(year.str.len() == 4, century + year)
    time = time.where(time.str.len() > 0, "0:00")
    time = time.where(time.str.count(":") == 2, time + ":00").str.zfill(8)
    written = year + "-" + month.str.zfill(2) + "-" + day.str.zfill(2) + " " + time
    return _days(written.to_numpy(dtype=object), "ISO8601")


def _days(written: np.ndarray, pattern: str) -> np.ndarray:
    times = pd.to_datetime(pd.Series(written, dtype=object), format=pattern, errors="coerce", utc=True)
    epoch = pd.Timestamp("1970-01-01", tz="UTC")  # in microseconds: nanoseconds do not reach the year 1
    days: np.ndarray = ((times - epoch) / pd.Timedelta(days=1)).to_numpy(dtype=np.float64)
    return days
