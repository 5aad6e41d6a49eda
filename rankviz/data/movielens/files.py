"""The files MovieLens ships: ratings in three formats, and the titles beside them."""

from __future__ import annotations

import csv
import io
import os
import re
from pathlib import Path

import numpy as np
import pandas as pd

from rankviz.data.reading import MAX_FILE_BYTES, Source, content, text_of
from rankviz.errors import DataError, shown

_COLUMNS = ["user", "movie", "rating"]


def parse_ratings(data: bytes, name: str) -> pd.DataFrame:
    """Columns user, movie (int64) and rating (float64). Raises DataError, naming line and column."""
    text = text_of(data, name)
    first = text.lstrip().split("\n", 1)[0].strip()
    header = None
    if "::" in first:
        text, separator = text.replace("::", "\t"), "\t"
        first = first.replace("::", "\t")
    elif "\t" in first:
        separator = "\t"
    else:
        separator, header = ",", 0
        if [cell.strip().strip('"') for cell in first.split(",")][:3] != ["userId", "movieId", "rating"]:
            raise DataError(
                "this is not a MovieLens ratings file",
                file=name,
                line=1,
                remedy="Give u.data (user, movie, rating, time between tabs) or ratings.csv with its header",
            )
    try:
        ratings = _read_csv(text, separator, header)
        rows = len(ratings) + (header == 0)
        ids = ratings[["user", "movie"]]
        if ratings.empty or not np.isfinite(ratings["rating"]).all() or (ids < 0).any(axis=None):
            raise ValueError("no or impossible values")
        if text.count(separator) != rows * first.count(separator):
            raise ValueError("a row is shorter or longer than the first")
    except (ValueError, OverflowError, MemoryError) as error:
        raise _locate(text, separator, header, first.count(separator) + 1, name) from error
    twice = ratings.duplicated(["user", "movie"])
    if twice.any():
        user, movie = ratings.loc[twice, ["user", "movie"]].iloc[0]
        raise DataError(
            f"user {user} rates movie {movie} twice", file=name, remedy="Keep one of the two lines"
        )
    return ratings


def _read_csv(text: str, separator: str, header: int | None) -> pd.DataFrame:
    with np.errstate(invalid="ignore"):  # pandas casts an id such as 1e999 before it refuses it
        return pd.read_csv(
            io.StringIO(text),
            sep=separator,
            header=header,
            names=_COLUMNS,
            usecols=[0, 1, 2],
            dtype={"user": np.int64, "movie": np.int64, "rating": np.float64},
            na_filter=False,
            quoting=csv.QUOTE_MINIMAL if header == 0 else csv.QUOTE_NONE,
        )


def _locate(text: str, separator: str, header: int | None, width: int, name: str) -> DataError:
    """Return the error for the first line that is no rating."""
    for line, row in enumerate(text.split("\n"), start=1):
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
            number = r"\d{1,18}" if column != "rating" else r"[+-]?(\d{1,9}\.?\d*|\.\d+)"
            if not re.fullmatch(number, cell, re.ASCII):
                wanted = "number" if column == "rating" else "whole number"
                return DataError(
                    f"{shown(cell)} is not a {wanted}",
                    file=name,
                    line=line,
                    column=column,
                    remedy="Write a number such as 3.5" if column == "rating" else "Write an id such as 42",
                )
    return DataError("there are no ratings in it", file=name, remedy="Choose a file with data in it")


def titles_beside(source: Source) -> Path | None:
    """The file of titles that MovieLens ships beside its ratings."""
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


def titles_in(source: Source | None) -> dict[int, str]:
    """Movie number to title; movies without a readable line keep their number."""
    if source is None:
        return {}
    try:
        data, _ = content(source, limit=MAX_FILE_BYTES // 4)
    except DataError:
        return {}
    first = data.split(b"\n", 1)[0]
    if first.lstrip(b"\xef\xbb\xbf").startswith(b"movieId"):
        try:
            rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline="")))[1:]
        except csv.Error:
            return {}
    else:
        separator = "::" if b"::" in first else "|"
        rows = [line.split(separator) for line in data.decode("latin-1").split("\n")]
    return {
        int(row[0]): row[1] for row in rows if len(row) > 1 and re.fullmatch(r"\d{1,18}", row[0], re.ASCII)
    }
