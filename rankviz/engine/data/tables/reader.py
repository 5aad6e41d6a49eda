"""Users' own tables, CSV or Parquet: items with grades, items with pairs, or weak rankers with pairs."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from rankviz.engine.data.entries import GRADE, ITEM
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.problem_checks import MAX_VALUE
from rankviz.engine.data.reading import Readable, build, check_shape
from rankviz.engine.data.tables import columns
from rankviz.engine.data.tables.cells import as_read, categories
from rankviz.engine.data.tables.columns import Columns
from rankviz.engine.data.tables.headers import HeaderInDoubt
from rankviz.engine.data.tables.pairs import Listed, read_pairs
from rankviz.engine.data.tables.readings import KINDS, Reading, in_words, marks_of
from rankviz.engine.data.tables.table import Table
from rankviz.engine.data.tables.text_cells import cell_text, texts
from rankviz.engine.errors import DataError, first_of, shown

Pairs = Callable[[Mapping[str, int], np.ndarray | None], Listed]
"""Pairs of items whose rows and queries are already known, in the form of :func:`read_pairs`."""

BETWEEN = (
    "Some weak rankers have values between 0 and 1. RB-C real takes them as they are with rankers=given; other "
    "algorithms take them for features."
)
"""The note on weak rankers with values other than 0 and 1."""


def read(
    source: Table | Readable,
    *,
    name: str | None = None,
    pairs: Table | Readable | Pairs | None = None,
    pairs_name: str | None = None,
    grade: str = GRADE,
    query: str = "",
    item: str = ITEM,
    ignore: str = "",
    cells: str = "",
    encoding: str = "",
    header: str = "",
    skip: str = "",
    pair_columns: str = "",
    pair_header: str = "",
    drop: bool = False,
    spec: str = "",
    binary: bool = False,
) -> Problem:
    """Return the problem of items with features, and either a column of grades or a table of pairs.

    Parameters
    ----------
    source : the items: features, empty where missing, and the columns named below.
    pairs : a table of pairs of items, higher and lower, or left, right and the preferred one, with an optional column
        "weight" or "count"; or what lists the pairs of these items. With it grades are left out.
    grade, query : names of the columns that hold the grades and, if any, the queries.
    item : name of the column of the items' names; rows are numbered when it is empty, or its default is missing.
        Without pairs a name may occur in several queries, once in each.
    ignore : names of the columns to leave out, separated by commas.
    cells : how columns that are not plain numbers are read, where the guess is wrong (`readings.parse`).
    encoding : of the text, "" for the one that is recognised.
    header : "none" where no line has the columns' names, which are then 1, 2, 3, …; "first" where the first has them,
        whatever it looks like; "" raises an error where that is in doubt. `pair_header` is that of `pairs`.
    skip : lines to leave out, such as "1-2" for titles above the header, or "2" for a further header.
    pair_columns : the columns of `pairs`, HIGHER,LOWER or LEFT,RIGHT,VERDICT, where they have other names.
    drop : leave out rows without a grade, and pairs that cannot be used (`pairs.read_pairs`); else they are refused.
    binary : the columns are weak rankers, of 0 and 1 or, for algorithms that can use them, of values in between.

    Raises DataError, naming line and column.
    """
    items = opened(source, name).read_as(encoding, header, skip)
    table, name = items.all(), items.name
    chosen = columns.choose(items, (grade, query, item, ignore), cells, pairs is not None, binary)
    if pairs is None and not chosen.grade:
        raise DataError(
            f"there is no column {f'{shown(grade)} ' if grade else ''}to take the grades from",
            file=name,
            remedy=f"Name one with grade=COLUMN, or give a table with pairs=FILE (columns: {first_of(table)})",
            page=f"Mark the column of grades, or add a table of pairs (columns: {first_of(table)})",
        )
    if not chosen.features:
        raise DataError("there is no feature column", file=name, remedy="Add at least one column of numbers")
    reading = chosen.readings.get(chosen.grade, Reading())
    notes = [*items.notes, *chosen.notes]
    if drop and pairs is None:
        table, said = _with_grades(table, chosen.grade, name, reading)
        notes += said
    qid, names = (None, None) if not chosen.query else pd.factorize(texts(table, chosen.query))
    ids, labels = _named(table, chosen.item, qid if pairs is None else None, names, name)
    X, features, odd = _features(table, chosen, name)
    between = binary and not _check_weak(X, table, features, name)
    known = {each: row for row, each in enumerate(ids)}
    notes += [f"Columns left out: {first_of(chosen.ignored)}."] if chosen.ignored else []
    if between:
        notes.append(BETWEEN)
    if rounded := items.rounded([*chosen.features, *([] if pairs is not None else [chosen.grade])]):
        notes.append(f"Whole numbers beyond 2⁵³ are rounded, as doubles are: {first_of(rounded)}.")
    grades = listed = weights = None
    if pairs is None:
        grades, plain = as_read(table, chosen.grade, name, reading, empty=False)
        odd += [] if plain else [chosen.grade]
    else:
        if callable(pairs):
            listed, weights, said = pairs(known, qid)
        else:
            beside = opened(pairs, pairs_name).read_as(header=pair_header)
            try:
                listed, weights, said = read_pairs(beside, known, qid, pair_columns, drop)
            except HeaderInDoubt as error:
                raise error.of_second("pair_header") from None
        notes += said
        if chosen.grade:
            notes.append(f"Column {shown(chosen.grade)} is left out: the pairs say the order.")
    notes += _readings_in_words(table, {column: chosen.readings[column] for column in odd})
    return build(
        name,
        X,
        grades,
        pairs=listed,
        pair_weights=weights,
        qid=qid,
        query_ids=None if names is None else list(names),
        feature_names=features,
        item_ids=ids,
        item_labels=labels,
        binary=binary and not between,
        source=spec,
        title=name,
        notes=notes,
        copy=False,
    )


def _with_grades(
    table: pd.DataFrame, grade: str, name: str, reading: Reading
) -> tuple[pd.DataFrame, list[str]]:
    """Return the rows that have a grade, and a note on those that have none."""
    missing = np.isnan(as_read(table, grade, name, reading)[0])
    if not missing.any() or missing.all():
        return table, []
    verb = "has" if missing.sum() == 1 else "have"
    return table[~missing], [f"{int(missing.sum()):,} of {len(table):,} items {verb} no grade: left out."]


def _features(table: pd.DataFrame, chosen: Columns, name: str) -> tuple[np.ndarray, list[str], list[str]]:
    """((n, d) the features, their names, the columns that hold other than plain numbers). Raises DataError.

    A column of categories becomes a feature per category.
    """
    # Compiled code, not needed to start the program.
    from rankviz.engine.kernels.data.columns import first_beyond

    plain = Reading()
    split = {
        column: categories(table, column, name)
        for column in chosen.features
        if chosen.readings.get(column, plain).kind == KINDS
    }
    d = len(chosen.features) + sum(len(found) - 1 for found, _ in split.values())
    check_shape(len(table), d, name)
    X = np.empty((len(table), d))
    names: list[str] = []
    odd = []
    for column in chosen.features:
        j = len(names)
        if column in split:
            found, values = split[column]
            X[:, j : j + len(found)] = values
            names += [f"{column} = {each}" for each in found]
            odd.append(column)
        else:
            X[:, j], is_plain = as_read(table, column, name, chosen.readings.get(column, plain))
            names.append(column)
            odd += [] if is_plain else [column]
    if (beyond := first_beyond(X, MAX_VALUE)) >= 0:
        row, j = divmod(beyond, d)
        raise DataError(
            f"{X[row, j]:g} is beyond {MAX_VALUE:g}",
            file=name,
            line=int(table.index[row]),
            column=names[j],
            remedy="Write a smaller number, or leave the cell empty when it is missing",
        )
    return X, names, odd


def _readings_in_words(table: pd.DataFrame, readings: dict[str, Reading]) -> list[str]:
    """List what was read other than plain numbers, and what was read as missing."""
    notes = in_words(readings, table)
    if marks := marks_of(table, readings):
        most = sorted(marks, key=lambda mark: -marks[mark])
        notes.append(f"Taken as missing: {first_of(f'{shown(mark)} ({marks[mark]:,})' for mark in most)}.")
    return notes


def read_weak(
    source: Table | Readable,
    *,
    pairs: Table | Readable | None = None,
    name: str | None = None,
    pairs_name: str | None = None,
    header: str = "",
    skip: str = "",
    pair_columns: str = "",
    pair_header: str = "",
    drop: bool = False,
    spec: str = "",
) -> Problem:
    """Read weak rankers: a column `item`, columns of 0 and 1 or between, and a table of pairs. Raises DataError."""
    if pairs is None:
        raise DataError(
            "weak rankers need a table of pairs",
            remedy="Add ?pairs=PAIRS.csv with columns higher,lower",
            page="Add the table of pairs",
        )
    return read(
        source,
        name=name,
        pairs=pairs,
        pairs_name=pairs_name,
        header=header,
        skip=skip,
        pair_columns=pair_columns,
        pair_header=pair_header,
        drop=drop,
        spec=spec,
        binary=True,
    )


def opened(source: Table | Readable, name: str | None = None) -> Table:
    """Return a file as a table; a table is returned unchanged."""
    return source if isinstance(source, Table) else Table(source, name)


def _check_weak(X: np.ndarray, table: pd.DataFrame, features: list[str], name: str) -> bool:
    """Return whether all weak rankers X (n, d) are of 0 and 1. Raises DataError for a value that is not from 0 to 1."""
    wrong = ~((X >= 0.0) & (X <= 1.0))
    if wrong.any():
        row, column = divmod(int(np.argmax(wrong)), wrong.shape[1])
        cell = cell_text(table[features[column]].iloc[row])
        raise DataError(
            f"{shown(cell)} is not from 0 to 1",
            file=name,
            line=int(table.index[row]),
            column=features[column],
            remedy="A weak ranker gives 0 or 1, or a value between, to every item",
        )
    return bool(np.isin(X, (0.0, 1.0)).all())


def _named(
    table: pd.DataFrame, item: str, qid: np.ndarray | None, queries: pd.Index | None, name: str
) -> tuple[list[str], list[str]]:
    """Return (ids, names to show) of the items; with `qid` an id includes the query where names repeat across queries.

    Raises DataError for an item without a name, or whose name occurred before.
    """
    if not item or item not in table:
        numbered = [str(number) for number in range(1, len(table) + 1)]
        return numbered, numbered
    ids = texts(table, item)
    within = ids.to_frame("id").assign(query=0 if qid is None else qid)
    for wrong, what in ((ids == "", "the item has no id"), (within.duplicated(), "item {} was named before")):
        if wrong.any():
            at = int(np.argmax(wrong))
            raise DataError(
                what.format(shown(ids.iloc[at])),
                file=name,
                line=int(table.index[at]),
                column=item,
                remedy="Give every item an id of its own",
            )
    if qid is None or queries is None or not ids.duplicated().any():
        return list(ids), list(ids)
    return [f"{queries[q]} · {each}" for q, each in zip(qid, ids, strict=True)], list(ids)
