"""Runs and judgements with named columns or keys: CSV, ranx' Parquet, and ranx' JSON {query: {document: number}}."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from rankviz.engine.data.entries import FIRST
from rankviz.engine.data.reading import MAX_LINES, text_of
from rankviz.engine.data.tables.cells import numbers
from rankviz.engine.data.tables.table import Table
from rankviz.engine.data.tables.text_cells import texts
from rankviz.engine.errors import DataError, shown
from rankviz.lab.ties.building import Rows
from rankviz.lab.ties.texts import Texts

QUERY = ("q_id", "qid", "query", "query_id", "query-id", "topic")
DOCUMENT = ("doc_id", "docid", "docno", "doc", "document", "corpus-id", "item", "item_id")
NUMBER = ("score", "grade", "rel", "relevance", "label", "sim")
"""The names that a column may have; the first that there is counts. ranx writes the first, for judgements too."""
MOST = float(np.finfo(np.float64).max)


def table(data: bytes, name: str) -> Rows:
    """Read a CSV or Parquet file with a header. Raises DataError with the line of what does not fit."""
    opened = Table(data, name, header=FIRST)
    found = opened.all(MAX_LINES)
    columns = [str(column) for column in found.columns]
    query, document, number = (_named(columns, names, name) for names in (QUERY, DOCUMENT, NUMBER))
    try:
        values = numbers(found, number, name, empty=False)
    except DataError as wrong:
        raise DataError(
            wrong.what, file=name, line=wrong.line, column=wrong.column, remedy="Write a number such as 3.5"
        ) from wrong
    of_query, of_document = texts(found, query), texts(found, document)
    for column, cells in ((query, of_query), (document, of_document)):
        empty = np.flatnonzero((cells == "").to_numpy())
        if len(empty):
            raise DataError(
                "the cell is empty",
                file=name,
                line=int(found.index[empty[0]]),
                column=column,
                remedy="Name a query and a document in every row",
            )
    code, queries = pd.factorize(of_query)
    ids = Texts.from_arrow(pa.array(of_document, pa.string()))
    return Rows(name, [str(each) for each in queries], code.astype(np.int32), ids, values)


def _named(columns: list[str], names: tuple[str, ...], file: str) -> str:
    """Return the column with the first of these names that there is."""
    by_name = {column.strip().lower(): column for column in reversed(columns)}
    found = next((by_name[name] for name in names if name in by_name), None)
    if found is None:
        raise DataError(
            f"no column is named {', '.join(names[:-1])} or {names[-1]}",
            file=file,
            line=1,
            remedy="Name the columns q_id, doc_id and score",
        )
    return found


def from_json(data: bytes, name: str) -> Rows:
    """Read ranx' JSON. Raises DataError."""
    found = _parsed(text_of(data, name), name)
    queries: dict[str, int] = {}
    query: list[int] = []
    documents: list[str] = []
    values: list[float] = []
    for of_query, inside in found:
        if not isinstance(inside, _Pairs):
            raise DataError(
                f"query {shown(of_query)} has no documents with numbers",
                file=name,
                remedy="Save it with ranx, as {query: {document: number}}",
            )
        at = queries.setdefault(of_query, len(queries))
        for document, value in inside:
            query.append(at)
            documents.append(document)
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
                raise DataError(
                    f"document {shown(document)} of query {shown(of_query)} has no finite number",
                    file=name,
                    remedy="Write a number such as 3.5",
                )
            values.append(float(value))
    if not values:
        raise DataError("no query has a document", file=name, remedy="Save the run again")
    return Rows(
        name, list(queries), np.array(query, dtype=np.int32), Texts.from_texts(documents), np.array(values)
    )


def _parsed(text: str, name: str) -> _Pairs:
    try:
        found = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        raise DataError(
            f"this is not JSON ({error.msg})", file=name, line=error.lineno, remedy="Save the run again"
        ) from error
    except ValueError as error:  # a whole number of thousands of digits
        raise DataError("a number has too many digits", file=name, remedy="Save the run again") from error
    except RecursionError as error:
        raise DataError("the JSON is nested too deep", file=name, remedy="Save the run again") from error
    if not isinstance(found, _Pairs) or not found:
        raise DataError("this is not {query: {document: number}}", file=name, remedy="Save the run with ranx")
    return found


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON with every key as often as it stands there."""
