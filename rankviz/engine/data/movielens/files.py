"""The files MovieLens ships: ratings in three formats, and the titles next to them."""

import codecs
import contextlib
import csv
import io
import os
import re
from collections.abc import Iterator, Set
from pathlib import Path

import numpy as np
import pandas as pd

from rankviz.engine.data.reading import (
    MAX_FILE_BYTES,
    MAX_LINE,
    Readable,
    check_lines,
    check_text,
    content,
    lines_in,
    lines_of,
)
from rankviz.engine.errors import DataError, shown

_COLUMNS = ["user", "movie", "rating"]


def parse_ratings(data: bytes, name: str) -> pd.DataFrame:
    """Return columns user, movie (int64) and rating (float64). Raises DataError, naming line and column."""
    check_text(data, name)
    check_lines(data, name)
    data = data.removeprefix(codecs.BOM_UTF8)
    first = data[:MAX_LINE].lstrip().split(b"\n", 1)[0].strip()
    header = None
    if b"::" in first:
        data, separator = data.replace(b"::", b"\t"), "\t"
        first = first.replace(b"::", b"\t")
    elif b"\t" in first:
        separator = "\t"
    else:
        separator, header = ",", 0
        if [cell.strip().strip(b'"') for cell in first.split(b",")][:3] != [b"userId", b"movieId", b"rating"]:
            raise DataError(
                "this is not a MovieLens ratings file",
                file=name,
                line=1,
                remedy="Give u.data (user, movie, rating, time between tabs) or ratings.csv with its header",
            )
    marks = first.count(separator.encode())
    try:
        if marks not in (2, 3) or data.count(separator.encode()) > (lines_in(data) + 1) * marks:
            raise ValueError("a row is longer than it may be")
        ratings = _read_csv(data, separator, header)
        rows = len(ratings) + (header == 0)
        ids = ratings[["user", "movie"]]
        if ratings.empty or not np.isfinite(ratings["rating"]).all() or (ids < 0).any(axis=None):
            raise ValueError("no or impossible values")
        if data.count(separator.encode()) != rows * marks:
            raise ValueError("a row is shorter or longer than the first")
    except (ValueError, OverflowError, MemoryError) as error:
        raise _locate(data, separator, header, marks + 1, name) from error
    twice = ratings.duplicated(["user", "movie"])
    if twice.any():
        user, movie = ratings.loc[twice, ["user", "movie"]].iloc[0]
        raise DataError(
            f"user {user} rates movie {movie} twice", file=name, remedy="Keep one of the two lines"
        )
    return ratings


def _read_csv(data: bytes, separator: str, header: int | None) -> pd.DataFrame:
    with np.errstate(invalid="ignore"):  # pandas casts an id such as 1e999 before it refuses it
        return pd.read_csv(
            io.BytesIO(data),
            sep=separator,
            header=header,
            names=_COLUMNS,
            usecols=[0, 1, 2],
            dtype={"user": np.int64, "movie": np.int64, "rating": np.float64},
            na_filter=False,
            quoting=csv.QUOTE_MINIMAL if header == 0 else csv.QUOTE_NONE,
        )


def _locate(data: bytes, separator: str, header: int | None, width: int, name: str) -> DataError:
    """Return the error for the first line that is not a rating."""
    number, stars = r"\d{1,18}", r"[+-]?(\d{1,9}\.?\d*|\.\d+)"
    rating = re.compile(separator.join((number, number, stars)) + f'({separator}[^{separator}"]*)?', re.ASCII)
    for line, row in lines_of(data, name):
        if rating.fullmatch(row) and row.count(separator) == width - 1:
            continue
        cells = [cell.strip().strip('"') for cell in row.split(separator)]
        if cells == [""] or (header == 0 and line == 1):
            continue
        if len(cells) != width or width not in (3, 4):
            return DataError(
                f"there are {len(cells)} values instead of user, movie, rating, time",
                file=name,
                line=line,
                remedy="Complete the line or remove it; the file may be cut off",
            )
        for column, cell in zip(_COLUMNS, cells, strict=False):
            if not re.fullmatch(stars if column == "rating" else number, cell, re.ASCII):
                wanted = "number" if column == "rating" else "whole number"
                return DataError(
                    f"{shown(cell)} is not a {wanted}",
                    file=name,
                    line=line,
                    column=column,
                    remedy="Write a number such as 3.5" if column == "rating" else "Write an id such as 42",
                )
        if row.count('"') % 2:
            return DataError(
                "a quote is opened and not closed", file=name, line=line, remedy="Close it, or remove it"
            )
    return DataError("there are no ratings in it", file=name, remedy="Choose a file with data in it")


def titles_beside(source: Readable) -> Path | None:
    """Return the file of titles that MovieLens ships next to its ratings."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        stem = path.name.removesuffix(".gz")
        for mine, other in (
            ("u.data", "u.item"),
            ("ratings.csv", "movies.csv"),
            ("ratings.dat", "movies.dat"),
        ):
            if stem.endswith(mine):
                candidate = path.with_name(stem[: -len(mine)] + other)
                return candidate if candidate.is_file() else None
    return None


def titles_in(source: Readable | None, movies: Set[int]) -> dict[int, str]:
    """Return the title of each of these movies; those without a readable line keep their number."""
    if source is None:
        return {}
    try:
        data, _ = content(source, limit=MAX_FILE_BYTES // 4)
    except DataError:
        return {}
    first = data[:MAX_LINE].split(b"\n", 1)[0]
    is_csv = first.removeprefix(codecs.BOM_UTF8).startswith(b"movieId")
    separator = "::" if b"::" in first else "|"
    text = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig" if is_csv else "latin-1", "replace", newline="\n")
    lines = (line for line in text if len(line) <= MAX_LINE)
    rows = _cells(lines) if is_csv else (line.rstrip("\n").split(separator, 2) for line in lines)
    return {
        int(row[0]): row[1]
        for row in rows
        if len(row) > 1 and re.fullmatch(r"\d{1,18}", row[0], re.ASCII) and int(row[0]) in movies
    }


def _cells(lines: Iterator[str]) -> Iterator[list[str]]:
    """Yield the cells of each line that is CSV by itself, so that a broken line spoils no other."""
    for line in lines:
        with contextlib.suppress(csv.Error):
            yield from csv.reader([line])
