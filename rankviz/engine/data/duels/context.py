"""The further columns of a table of votes, and the rows that they select: only=language:English,turn:1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from rankviz.engine.data.tables.lists import listed
from rankviz.engine.data.tables.text_cells import as_text, coded
from rankviz.engine.errors import DataError, first_of, shortened, shown

MOST_VALUES = 5
"""Values of a column that a message lists."""


def chosen(
    table: pd.DataFrame, said: str, further: Sequence[str], name: str
) -> tuple[pd.DataFrame, list[str], list[str]]:
    """Return the rows that `said` selects by further columns, the columns it names, and a note; all rows for "".

    `said` lists COLUMN:VALUE; a row must match every one of them. Case and outer spaces do not count. Raises DataError
    for a column or a value that does not exist.
    """
    if not said:
        return table, [], []
    use, named, columns = np.ones(len(table), dtype=bool), [], []
    for part in listed(said, "only"):
        column, value = _parted(part, further, name)
        (codes,), words = coded(as_text(table[column]))
        is_it = np.array([word.casefold() == value.casefold() for word in words], dtype=bool)
        if not is_it.any():
            counts = Counter(dict(zip(words, np.bincount(codes, minlength=len(words)).tolist(), strict=True)))
            most = [f"{shortened(word) or '(empty)'} ({count:,})" for word, count in counts.most_common()]
            raise DataError(
                f"no row has {shown(value)}",
                file=name,
                column=column,
                remedy=f"Choose one of its values: {first_of(most, MOST_VALUES)}",
            )
        use &= is_it[codes]
        named.append(f"{column} is {value}")
        columns.append(column)
    if not use.any():
        raise DataError(
            f"no row is left where {' and '.join(named)}",
            file=name,
            remedy="Ask for fewer conditions in only=",
        )
    words_of = " and ".join(shortened(each, 60) for each in named)
    note = f"Only rows where {words_of}: {int(use.sum()):,} of {len(table):,}."
    return table[use], columns, [note]


def _parted(part: str, further: Sequence[str], name: str) -> tuple[str, str]:
    """Return the column and the value of COLUMN:VALUE; of columns it may begin with, the longest. Raises DataError."""
    column = max((each for each in further if part.startswith(f"{each}:")), key=len, default=None)
    if column is None:
        there = f"the further columns are {first_of(further)}" if further else "these votes have none"
        what = "is not COLUMN:VALUE" if ":" not in part else "names no further column"
        raise DataError(f"only={shown(part)} {what}", file=name, remedy=f"Write only=COLUMN:VALUE; {there}")
    return column, part[len(column) + 1 :].strip()
