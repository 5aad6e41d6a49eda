"""Query sizes in a file next to LETOR / svmlight lines that have no qid: LightGBM's FILE.query, XGBoost's FILE.group.

Both hold one whole number per line: how many lines of FILE belong to the first query, to the second, and so on.
"""

import os
import re
from array import array
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rankviz.engine.data.folder import inside_data_dir
from rankviz.engine.data.letor.parse import Parsed
from rankviz.engine.data.reading import LARGE_ITEMS, MAX_FILE_BYTES, Readable, content, lines_of
from rankviz.engine.errors import DataError, shown

ENDINGS = (".query", ".group")


@dataclass(frozen=True, eq=False)
class Sizes:
    """The number of items of each query, (Q,) int64, and the line (Q,) of the file that states it."""

    name: str
    counts: np.ndarray
    lines: np.ndarray


def companions(source: Readable, query_file: Readable | None = None) -> tuple[Path, ...]:
    """Return the files with the query sizes of a data file: the one named, else the companions next to it."""
    if query_file is not None:
        return (Path(query_file),) if isinstance(query_file, (str, os.PathLike)) else ()
    if not isinstance(source, (str, os.PathLike)):
        return ()
    path = Path(source)
    stems = dict.fromkeys((path.name, path.name.removesuffix(".gz")))
    return tuple(
        found for stem in stems for ending in ENDINGS if _is_file(found := path.with_name(stem + ending))
    )


def sizes_of(source: Readable, query_file: Readable | None = None, name: str | None = None) -> Sizes | None:
    """Read the query sizes named for a file, or from a companion next to it; None when there are none.

    A companion of a file of the data folder must be in that folder, too. Raises DataError, naming the line.
    """
    if query_file is not None:
        return _read(query_file, name)
    found = companions(source)
    if found and inside_data_dir(Path(str(source)).absolute()):
        outside = next((each for each in found if not inside_data_dir(each.absolute())), None)
        if outside is not None:
            raise DataError(
                "it is beside a file of the data folder and points outside it",
                file=outside,
                remedy="Put a copy there, or remove it",
            )
    read = [_read(each, None) for each in found]
    for other in read[1:]:
        if not np.array_equal(other.counts, read[0].counts):
            raise DataError(
                f"it disagrees with {read[0].name}", file=other.name, remedy="Remove one of the two"
            )
    return read[0] if read else None


def divided(found: Parsed, sizes: Sizes, name: str) -> Parsed:
    """Assign the items to queries 1, 2, … of these sizes; where lines have query ids, those stay.

    Raises DataError when the sizes do not sum to the items, or disagree with the query ids.
    """
    ends, items = np.cumsum(sizes.counts), len(found.grades)
    if ends[-1] != items:
        beyond = int(np.argmax(ends > items)) if ends[-1] > items else len(ends) - 1
        raise DataError(
            f"the sizes sum to {ends[beyond]:,} by here, but {name} has {items:,} lines with data",
            file=sizes.name,
            line=int(sizes.lines[beyond]),
            remedy="Give one size per query; together they are all lines",
        )
    if not found.has_queries:
        return replace(found, query=np.repeat(np.arange(1, len(ends) + 1), sizes.counts.astype(np.intp)))
    changes = np.append(np.flatnonzero(np.diff(found.query)) + 1, items)
    if not np.array_equal(changes, ends):
        few = min(len(changes), len(ends))
        differ = int(np.argmax(changes[:few] != ends[:few]))
        raise DataError(
            f"query {differ + 1} has {sizes.counts[differ]:,} items here, but not by the query ids (qid) of {name}",
            file=sizes.name,
            line=int(sizes.lines[differ]),
            remedy="Remove this file, or the query ids",
        )
    return found


def note(found: Parsed, sizes: Sizes | None) -> str:
    """Return what a reader must know about the queries; empty when the lines state them."""
    if found.has_queries:
        return ""
    if sizes is not None:
        return f"No line has a query id (qid): the {len(sizes.counts):,} queries are those of {sizes.name}."
    return (
        f"No line has a query id (qid), so all {len(found.grades):,} items are compared as one query. "
        "Give a file of query sizes (FILE.query or FILE.group), or write qid:ID after each grade."
    )


def _read(source: Readable, name: str | None) -> Sizes:
    data, name = content(source, name, limit=MAX_FILE_BYTES // 10)
    counts, lines = array("q"), array("q")
    for line, text in lines_of(data, name):
        text = text.strip(" \t")
        if not text:
            continue
        if not re.fullmatch(r"0*[1-9]\d{0,8}", text, re.ASCII):
            raise DataError(
                f"{shown(text)} is not the size of a query",
                file=name,
                line=line,
                remedy="Write one whole number per line: how many items the query has",
            )
        if len(counts) == LARGE_ITEMS:
            raise DataError(
                f"there are more than {LARGE_ITEMS:,} queries",
                file=name,
                line=line,
                remedy="Keep fewer queries, here and in the data",
            )
        counts.append(int(text))
        lines.append(line)
    if not counts:
        raise DataError("there is no size in it", file=name, remedy="Write one whole number per line")
    return Sizes(name, np.array(counts, dtype=np.int64), np.array(lines, dtype=np.int64))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
