"""Parquet to a table. A few bytes of Parquet can stand for gigabytes, so sizes are checked before decoding."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rankviz.engine.data.reading import MAX_CELLS, MAX_FILE_BYTES, MAX_ITEMS, check_shape
from rankviz.engine.data.tables.csv_cells import HEAD
from rankviz.engine.data.tables.text_cells import is_text
from rankviz.engine.environment import IN_BROWSER
from rankviz.engine.errors import DataError, first_of

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

MAX_TEXT = 1_000
"""Bytes a cell of text may have."""

MAX_UNPACKED = 2 * MAX_FILE_BYTES
"""Bytes that the columns may take together, unpacked: 20 million numbers take 160 MB."""

_DAY = {"s": 86_400.0, "ms": 86_400e3, "us": 86_400e6, "ns": 86_400e9}
"""The number of its units in a day."""
_EXACT = 2**53
"""The whole numbers up to which a double represents each exactly."""
_MAGIC = b"PAR1"
_MAX_FOOTER = 16 * 2**20
_MAX_GROUPS = 10_000
_BATCH = 1_024  # rows of text that are decoded before their sizes are checked
_TOGETHER = 1_000_000  # cells other than text that are decoded at a time


def is_parquet(data: bytes) -> bool:
    """Return whether the bytes begin like a Parquet file."""
    return data.startswith(_MAGIC)


def opened(data: bytes, name: str) -> ParquetFile:
    """Open a file and decode only its description. Raises DataError when that is damaged or too large."""
    if IN_BROWSER:
        raise DataError("this page cannot read Parquet", file=name, remedy="Save the table as CSV")
    import pyarrow.parquet  # here, because only Parquet files need it

    footer = struct.unpack("<I", data[-8:-4])[0] if len(data) >= 12 and data.endswith(_MAGIC) else -1
    if not 0 <= footer <= min(len(data), _MAX_FOOTER):
        raise _damaged(name)
    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        text = [each.name for each in file.schema_arrow if _is_text(_value_type(each.type))]
        # Text that repeats is decoded once: 50,000 rows may all name one long text.
        return pyarrow.parquet.ParquetFile(io.BytesIO(data), read_dictionary=text)
    except Exception as error:  # pyarrow raises a dozen types on damaged files
        raise _damaged(name) from error


def names(file: ParquetFile) -> list[str]:
    """Return the names of the columns."""
    return [str(name) for name in file.schema_arrow.names]


class ParquetColumns:
    """The columns of a file under the names in `header`, decoded once; rows are counted from 1.

    Text is trimmed, in Arrow's memory, and "" where it is missing; times are days since 1970, durations days. Both
    methods raise DataError for damaged files, and beyond the limits above.

    Attributes
    ----------
    unusable : the columns of lists, records or bytes, and what they hold; they are empty here.
    notes : how times were read.
    rounded : the columns of whole numbers that a double cannot represent, once they were decoded.
    """

    def __init__(self, file: ParquetFile, header: list[str], name: str) -> None:
        self._file, self._header, self._name = file, header, name
        self._whole: pd.DataFrame | None = None
        kinds = dict(zip(header, (_value_type(field.type) for field in file.schema_arrow), strict=True))
        self.unusable = {column: what for column, kind in kinds.items() if (what := _unusable(kind))}
        self.notes = tuple(_times_in_words(kinds))
        self.rounded: set[str] = set()

    def first(self) -> pd.DataFrame:
        """Return the first `HEAD` rows."""
        return self.all(MAX_ITEMS).head(HEAD)

    def all(self, most: int) -> pd.DataFrame:
        """Return all rows. Raises DataError beyond `most`."""
        if self._whole is None:
            self._whole = _table(self._file, self._header, self._name, most, self.unusable)
            whole = (field.name for field in self._file.schema_arrow if _is_whole(field.type))
            self.rounded = {column for column in whole if is_text(self._whole[column])}
        return self._whole


def _table(
    file: ParquetFile, header: list[str], name: str, most: int, unusable: Mapping[str, str]
) -> pd.DataFrame:
    """Return the rows under a header, at most so many. Raises DataError."""
    rows = _check_sizes(file, name, most)
    try:
        columns = _decoded(file, header, name, rows, unusable)
    except DataError:
        raise
    except Exception as error:  # pyarrow raises a dozen types on damaged files
        if "Not yet implemented" in str(error):
            # Texts as differences, of which a few bytes can stand for any number: Arrow reads no dictionary of them.
            raise DataError(
                "the texts are stored in a way that cannot be read",
                file=name,
                remedy="Write them with the encoding PLAIN or a dictionary, not DELTA_BYTE_ARRAY",
            ) from error
        raise _damaged(name) from error
    if any(len(column) != rows for column in columns.values()):
        raise _damaged(name)
    return pd.DataFrame(columns, index=pd.RangeIndex(1, rows + 1), copy=False)


def _unusable(kind: Any) -> str:
    """Return what a column holds that is neither numbers, truth values, times nor text; "" for these."""
    from pyarrow import types

    if types.is_interval(kind):
        return "intervals of months and days"
    known = (types.is_integer, types.is_floating, types.is_boolean, types.is_decimal, types.is_temporal)
    if _is_text(kind) or types.is_null(kind) or any(each(kind) for each in known):
        return ""
    return "lists or records" if types.is_nested(kind) else "bytes"


def _times_in_words(kinds: Mapping[str, Any]) -> Iterator[str]:
    from pyarrow import types

    for is_kind, words in (
        (types.is_timestamp, "Dates as days since 1970"),
        (types.is_duration, "Durations in days"),
        (types.is_time, "Times of day as parts of a day"),
    ):
        if named := [column for column, kind in kinds.items() if is_kind(kind)]:
            yield f"{words}: {first_of(named)}."


def _is_whole(kind: Any) -> bool:
    from pyarrow import types

    return types.is_integer(_value_type(kind))


def _check_sizes(file: ParquetFile, name: str, most: int) -> int:
    """Return the file's number of rows as it states it. Raises DataError when the rows or their bytes are too many."""
    described = file.metadata
    width, rows, unpacked = described.num_columns, 0, 0
    fields = [_value_type(field.type) for field in file.schema_arrow]
    flat = not any(_unusable(kind) for kind in fields)  # a record is a field of several columns
    if (width != len(fields) if flat else width < len(fields)) or described.num_row_groups > _MAX_GROUPS:
        raise _damaged(name)
    for i in range(described.num_row_groups):
        group = described.row_group(i)
        if group.num_rows < 0 or group.total_byte_size < 0:
            raise _damaged(name)
        rows += group.num_rows
        unpacked += group.total_byte_size
    if rows != described.num_rows:
        raise _damaged(name)
    if rows > most or rows * width > 2 * MAX_CELLS:
        check_shape(rows, width, name)
    # A column of one value takes a few bytes in the file, whatever it takes here.
    _check_unpacked(max(unpacked, rows * sum(_width(field.type) for field in file.schema_arrow)), name)
    return rows


def _width(kind: Any) -> int:
    """Return the minimum number of bytes of a decoded cell; texts are measured one by one."""
    from pyarrow import types

    kind = _value_type(kind)
    if _is_text(kind) or types.is_null(kind) or _unusable(kind):
        return 4
    return 16 if types.is_decimal(kind) or types.is_date(kind) else max(kind.bit_width // 8, 1)


def _decoded(
    file: ParquetFile, header: list[str], name: str, rows: int, unusable: Mapping[str, str]
) -> dict[str, Any]:
    """Return header → column, in the order of the header; an unusable one is empty."""
    import pyarrow

    schema = file.schema_arrow
    text = [_is_text(_value_type(field.type)) for field in schema]
    others = [
        field.name
        for field, is_text, column in zip(schema, text, header, strict=True)
        if not is_text and column not in unusable
    ]
    step = max(1, _TOGETHER // max(file.metadata.num_rows, 1))
    values: dict[str, Any] = {}
    for start in range(0, len(others), step):
        part = file.read(columns=others[start : start + step], use_threads=False)
        values |= {name: _values(part.column(name)) for name in others[start : start + step]}
    columns, unpacked = {}, 0
    for field, textual, column in zip(schema, text, header, strict=True):
        if column in unusable:
            columns[column] = pd.arrays.ArrowExtensionArray(pyarrow.array([""] * rows, pyarrow.string()))
        elif textual:
            columns[column], more = _text(file, field.name, column, name, MAX_UNPACKED - unpacked)
            unpacked += more
        else:
            columns[column] = values[field.name]
    return columns


def _values(cells: Any) -> Any:
    """Return a column's cells as numbers, times in days; whatever a float cannot hold exactly as text."""
    import pyarrow
    from pyarrow import types

    kind = _value_type(cells.type)
    cells = cells.cast(kind)
    if types.is_timestamp(kind) or types.is_duration(kind) or types.is_time(kind):
        number = pyarrow.int32() if types.is_time32(kind) else pyarrow.int64()
        return cells.cast(number).to_pandas().to_numpy(dtype=np.float64) / _DAY[kind.unit]
    if types.is_integer(kind) and _is_rounded(cells):
        return pd.arrays.ArrowExtensionArray(cells.cast(pyarrow.string()).fill_null(""))
    if not (types.is_decimal(kind) or types.is_date(kind) or types.is_null(kind)):
        return cells.to_pandas().to_numpy()
    return pd.arrays.ArrowExtensionArray(cells.cast(pyarrow.string()).fill_null(""))


def _is_rounded(cells: Any) -> bool:
    """Return whether a double cannot represent some whole number of a column."""
    from pyarrow import compute

    ends = compute.min_max(cells).as_py()
    if all(end is None or abs(end) <= _EXACT for end in ends.values()):
        return False
    return any(int(float(each)) != each for each in cells.drop_null().to_pylist())


def _text(file: ParquetFile, field: str, column: str, name: str, room: int) -> tuple[Any, int]:
    """Return (a column of text, its bytes); each batch is measured before it is decoded in full."""
    import pyarrow
    from pyarrow import compute

    parts, taken = [], 0
    for batch in file.iter_batches(batch_size=_BATCH, columns=[field], use_threads=False):
        coded = batch.column(0)
        lengths = compute.binary_length(coded.dictionary)
        if (compute.max(lengths).as_py() or 0) > MAX_TEXT:
            raise DataError(
                f"a text has more than {MAX_TEXT:,} bytes",
                file=name,
                column=column,
                remedy="Leave that column out",
            )
        taken += compute.sum(lengths.take(coded.indices)).as_py() or 0
        if taken > room:
            _check_unpacked(MAX_UNPACKED + 1, name)
        part = coded.dictionary.take(coded.indices).cast(pyarrow.string())
        parts.append(compute.utf8_trim_whitespace(part).fill_null(""))
    return pd.arrays.ArrowExtensionArray(pyarrow.chunked_array(parts, pyarrow.string())), taken


def _value_type(kind: Any) -> Any:
    from pyarrow import types

    return kind.value_type if types.is_dictionary(kind) else kind


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)


def _check_unpacked(size: int, name: str) -> None:
    if size > MAX_UNPACKED:
        raise DataError(
            f"the columns unpack to more than {MAX_UNPACKED // 2**20} MB",
            file=name,
            remedy="Keep fewer rows or columns",
        )


def _damaged(name: str) -> DataError:
    return DataError("the Parquet file is damaged", file=name, remedy="Write it again")
