"""Files that mean harm: small ones that grow, and large ones with nothing in them."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

MB = 2**20


def table_of_nothing(size: int) -> bytes:
    return (b",\n" * (size // 2))[:size]


def wide_rows(size: int) -> bytes:
    line = b",".join([b"1"] * 100) + b"\n"
    return b",".join(b"f%d" % k for k in range(99)) + b",grade\n" + line * (size // len(line) - 4)


def many_columns(size: int) -> bytes:
    names = b",".join(b"n%d" % k for k in range(50_000))
    return names + b"\n" + b",".join([b"1"] * 50_000) + b"\n"


def shared_strings(size: int) -> bytes:
    """50,000 rows that all name one string of 1 MB."""
    column = pa.DictionaryArray.from_arrays(pa.array(np.zeros(50_000, np.int32)), pa.array(["x" * MB]))
    return _parquet(pa.table({"name": column, "grade": pa.array(np.arange(50_000) % 3)}))


def nested(size: int) -> bytes:
    """Ten rows, each a list of a million zeros."""
    lists = pa.ListArray.from_arrays(
        pa.array(np.arange(11, dtype=np.int32) * 1_000_000), pa.array(np.zeros(10_000_000))
    )
    return _parquet(pa.table({"x": lists, "grade": pa.array(np.arange(10) % 3)}))


def _parquet(table: pa.Table) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()


def line_ends(size: int) -> bytes:
    return b"\n" * size


def short_lines(size: int) -> bytes:
    line = b"1 q:1\n"
    return line * (size // len(line))


def bomb(size: int) -> bytes:
    return gzip.compress(bytes(600 * MB), 9)


def empty_members(size: int) -> bytes:
    one = gzip.compress(b"")
    return one * (size // len(one))


def picture(size: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes(2000)


FILES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "nothing.csv": ("table", table_of_nothing),
    "strings.parquet": ("table", shared_strings),
    "columns.csv": ("table", many_columns),
    "ends.txt": ("letor", line_ends),
    "nested.parquet": ("table", nested),
    "members.txt.gz": ("letor", empty_members),
    "wide.csv": ("table", wide_rows),
    "bomb.txt.gz": ("letor", bomb),
    "short.txt": ("letor", short_lines),
    "photo.csv": ("table", picture),
}


def write(folder: Path, size: int) -> Iterator[tuple[str, Path]]:
    """Write each file when asked for the next: its format, and where it is."""
    for name, (kind, make) in FILES.items():
        path = folder / name
        if not path.exists():
            path.write_bytes(make(size))
        yield kind, path
