"""A replacement for pandas: columns and tables of text and numbers, with an index of lines."""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np

NA = None
_NUMBER = re.compile(
    r"\s*[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|inf|infinity)\s*", re.ASCII | re.IGNORECASE
)
_ISO = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[ T](\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?",
    re.ASCII,
)
Name = str


class ArrowDtype:
    """A type that no column here has."""


class Series:
    """One column: values (n,) and the index of its rows (n,)."""

    __array_ufunc__ = None  # an array that meets a column leaves the work to the column

    def __init__(self, values: Any, dtype: Any = None, index: Any = None) -> None:
        self.values = _array(values, dtype)
        self.index = np.arange(len(self.values)) if index is None else np.asarray(index)

    @property
    def dtype(self) -> Any:
        """The type of the values: object for text."""
        return self.values.dtype

    @property
    def iloc(self) -> _Rows:
        """Rows by their places."""
        return _Rows(self)

    @property
    def str(self) -> _Text:
        """The text operations."""
        return _Text(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values.tolist())

    def __getitem__(self, which: Any) -> Series:
        return self._at(np.asarray(which.values if isinstance(which, Series) else which))

    def __eq__(self, other: object) -> Any:
        return self._like(np.array([each == other for each in self.values], dtype=bool))

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Series:
        return self._like(_added(self.values, _spread(other, len(self))))

    def __radd__(self, other: Any) -> Series:
        return self._like(_added(_spread(other, len(self)), self.values))

    def map(self, of: Callable[[Any], Any]) -> Series:
        """Return the values under the function `of`."""
        return self._like(_array([of(each) for each in self.values.tolist()], object))

    def astype(self, dtype: Any) -> Series:
        """Return the same values as another type."""
        return self._like(self.values.astype(dtype))

    def to_numpy(self, dtype: Any = None, na_value: Any = None) -> np.ndarray:
        """Return the values, None as `na_value`."""
        return self.values if dtype is None else np.asarray(self.values, dtype=dtype)

    def unique(self) -> np.ndarray:
        """Return the different values, in the order of first occurrence."""
        return _array(list(dict.fromkeys(self.values.tolist())), self.dtype)

    def nunique(self) -> int:
        """Return the number of different values, without missing ones."""
        return len(set(self.dropna()))

    def dropna(self) -> Series:
        """Return the rows that have a value."""
        return self[np.array([not _missing(each) for each in self.values], dtype=bool)]

    def duplicated(self, keep: Literal["first", False] = "first") -> Series:
        """Return whether each value has occurred before; where no row is kept, whether another row has it too."""
        cells = self.values.tolist()
        if not keep:
            times = Counter(cells)
            return self._like(np.array([times[each] > 1 for each in cells], dtype=bool))
        first: dict[Any, int] = {}
        return self._like(
            np.array([first.setdefault(each, row) < row for row, each in enumerate(cells)], dtype=bool)
        )

    def any(self) -> bool:
        """Return whether any value is true."""
        return bool(self.values.any())

    def head(self, count: int) -> Series:
        """Return the first rows."""
        return self._at(slice(count))

    def where(self, true: Series, other: Any) -> Series:
        """Return the values where a condition holds, and those of `other` elsewhere."""
        pairs = zip(self.values, true.values, _spread(other, len(self)), strict=True)
        return self._like(_array([mine if holds else theirs for mine, holds, theirs in pairs], object))

    def to_frame(self, name: Name) -> DataFrame:
        """Return a table of this column alone."""
        return DataFrame({name: self}, self.index)

    def _like(self, values: np.ndarray) -> Series:
        return Series(values, index=self.index)

    def _at(self, which: Any) -> Series:
        return Series(self.values[which], index=self.index[which])


class DataFrame:
    """Columns of one length under their names."""

    def __init__(self, columns: Mapping[str, Any], index: Any = None, copy: bool = True) -> None:
        first = next(iter(columns.values()), ())
        self.index = np.arange(len(first)) if index is None else np.asarray(index)
        self._columns = {name: _array(getattr(each, "values", each)) for name, each in columns.items()}

    @property
    def iloc(self) -> _Rows:
        """Rows by their places."""
        return _Rows(self)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.index), len(self._columns)

    def __len__(self) -> int:
        return len(self.index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, str):
            return Series(self._columns[which], index=self.index)
        return self._at(np.asarray(getattr(which, "values", which)))

    def assign(self, **more: Any) -> DataFrame:
        """Return the table with more columns, each an array or one value for all rows."""
        added = {name: _spread(each, len(self)) for name, each in more.items()}
        return DataFrame({**self._columns, **added}, self.index)

    def duplicated(self) -> Series:
        """Return whether each row has occurred before."""
        rows = list(zip(*(each.tolist() for each in self._columns.values()), strict=True))
        return Series(_array(rows, object), index=self.index).duplicated()

    def _at(self, which: Any) -> DataFrame:
        return DataFrame({name: each[which] for name, each in self._columns.items()}, self.index[which])


class _Rows:
    """Rows of a column or a table by their places."""

    def __init__(self, of: Series | DataFrame) -> None:
        self._of = of

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, (int, np.integer)):
            assert isinstance(self._of, Series)
            return self._of.values[which]
        return self._of._at(which)


class _Text:
    """The operations on a column of text; a missing cell stays missing."""

    def __init__(self, of: Series) -> None:
        self._of = of

    def len(self) -> Any:
        """Return the length of each cell, as numbers to compare."""
        return _numbers([math.nan if _missing(each) else float(len(each)) for each in self._of])

    def count(self, what: str) -> Any:
        """Count `what` in each cell."""
        return _numbers([math.nan if _missing(each) else float(each.count(what)) for each in self._of])

    def zfill(self, width: int) -> Series:
        """Return each cell with zeros in front, up to `width`."""
        return self._of.map(lambda each: None if _missing(each) else each.zfill(width))


class _Numbers(Series):
    """A column of numbers, compared with one number."""

    def __eq__(self, other: object) -> Any:
        return Series(self.values == other)

    def __gt__(self, other: float) -> Series:
        return Series(self.values > other)

    def __ge__(self, other: float) -> np.ndarray:
        found: np.ndarray = self.values >= other
        return found

    __hash__ = None


class _Times(_Numbers):
    """Seconds since 1970: what is subtracted from them and what divides them have the same unit."""

    def __sub__(self, other: float) -> _Times:
        return _Times(self.values - other, np.float64)

    def __truediv__(self, other: float) -> _Times:
        return _Times(self.values / other, np.float64)


def _numbers(values: list[float]) -> _Numbers:
    return _Numbers(values, np.float64)


def unique(values: Any) -> np.ndarray:
    """Return the different values, in the order of first occurrence."""
    return Series(values).unique()


def factorize(values: Any) -> tuple[np.ndarray, np.ndarray]:
    """Number the different values in the order of first occurrence, −1 for a missing one."""
    places: dict[Any, int] = {}
    cells = _array(getattr(values, "values", values)).tolist()
    codes = [-1 if _missing(each) else places.setdefault(each, len(places)) for each in cells]
    return np.array(codes, dtype=np.intp), _array(list(places), object)


def to_numeric(cells: Series, errors: str) -> _Numbers:
    """Return the numbers that cells of text write, NaN where they write none."""
    return _numbers([_number(each) for each in cells])


def to_datetime(cells: Series, format: str, errors: str, utc: bool) -> _Times:
    """Return the times that cells write, in UTC; NaN where they write none."""
    return _Times([_time(each, format) for each in cells], np.float64)


def Timestamp(moment: str, tz: str) -> float:
    """Return a moment in ISO 8601, in UTC."""
    return _time(moment, "ISO8601")


def Timedelta(days: int) -> float:
    """Return a number of days."""
    return 86_400.0 * days


def _number(cell: Any) -> float:
    """Read a number as pandas does; Python's float also accepts underscores and the digits of other scripts."""
    if isinstance(cell, (int, float, np.number)):
        return float(cell)
    return float(cell) if isinstance(cell, str) and _NUMBER.fullmatch(cell) else math.nan


def _time(cell: Any, pattern: str) -> float:
    if not isinstance(cell, str):
        return math.nan
    try:
        if pattern != "ISO8601":
            found = datetime.datetime.strptime(cell, pattern)  # noqa: DTZ007 a day, taken as UTC below
            return found.replace(tzinfo=datetime.UTC).timestamp()
        parts = _ISO.fullmatch(cell)
        if parts is None:
            return math.nan
        year, month, day, hour, minute, second = (int(parts[k] or 0) for k in range(1, 7))
        moment = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC)
    except ValueError:
        return math.nan
    zone = (parts[8] or "Z").replace(":", "")
    offset = 0 if zone == "Z" else (60 * int(zone[1:3]) + int(zone[3:])) * (-60 if zone[0] == "-" else 60)
    return moment.timestamp() + float(parts[7] or 0.0) - offset


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _array(values: Any, dtype: Any = None) -> np.ndarray:
    if isinstance(values, np.ndarray) and dtype is None:
        return values
    values = list(values)
    if dtype is not None and np.dtype(dtype) != np.dtype(object):
        return np.array(values, dtype=dtype)
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def _spread(value: Any, count: int) -> np.ndarray:
    if isinstance(value, Series):
        return value.values
    return value if isinstance(value, np.ndarray) else _array([value] * count)


def _added(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    return _array([None if _missing(one) or _missing(two) else one + two for one, two in pairs], object)


Index = np.ndarray
arrays = SimpleNamespace(ArrowExtensionArray=lambda cells: _array(cells.to_pylist(), object))
