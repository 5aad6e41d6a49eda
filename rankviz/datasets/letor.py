"""LETOR and svmlight files with query ids: `2 qid:10 1:0.5 2:NULL #docid = GX0-1 inc = 1 prob = 0.1`.

Formats: Qin & Liu, "Introducing LETOR 4.0 datasets" (2013); svmlight by Joachims, where an absent index is 0.
"""

from __future__ import annotations

import io
import re
from collections import Counter

import numpy as np
import pandas as pd

from rankviz.datasets.letor_lines import Row, cut_off, locate, query_of
from rankviz.datasets.reading import Source, build, check_shape, content, shown, text_of
from rankviz.errors import DataError
from rankviz.problem import Problem

_DOCID = re.compile(r"docid\s*=\s*(\S+)", re.IGNORECASE)
_NULL = re.compile(rb":NULL(?=\s|$)", re.IGNORECASE)
_NOT_FINITE = re.compile(rb"_|(?:^|:)[+-]?(?:nan|inf)", re.IGNORECASE | re.MULTILINE)


def read(source: Source, *, name: str | None = None, queries: str = "", spec: str = "") -> Problem:
    """Read a LETOR / svmlight file, plain or gzipped.

    Parameters
    ----------
    source : path, bytes or open binary file; `name` is used in messages.
    queries : ids of the queries to keep, with commas; all when empty.
    spec : the SOURCE to note in the problem.

    Raises DataError, naming the line, for whatever does not fit the format.
    """
    rows, name = _rows(source, name)
    wanted = [part.strip() for part in queries.split(",") if part.strip()]
    if wanted:
        rows = _choose(rows, wanted, name)
    X, grades, qid, first = _parse(rows, name)
    notes = cut_off(rows, name)
    names = [f"f{j}" for j in range(first, first + X.shape[1])]
    known, index = np.unique(qid, return_index=True)
    place = {query: k for k, query in enumerate(known[np.argsort(index)])}
    number = np.array([place[query] for query in qid])
    if (np.diff(number) < 0).any():
        notes.append("Lines of one query stood apart in the file; they were brought together.")
    order = np.argsort(number, kind="stable")
    ids = _ids(rows, qid, name)
    return build(
        name,
        X[order],
        grades[order],
        qid=number[order],
        query_ids=[str(query) for query in place],
        feature_names=names,
        item_ids=[ids[i] for i in order],
        source=spec,
        title=name + (f", queries {', '.join(wanted)}" if 0 < len(wanted) <= 5 else ""),
        notes=notes,
    )


def queries(source: Source, *, name: str | None = None) -> pd.DataFrame:
    """The queries of a file in file order, one row each: query, items, pairs. For menus."""
    rows, name = _rows(source, name)
    found = pd.DataFrame(
        {
            "query": [query_of(row) or "1" for row in rows],
            "grade": [row.body.split(None, 1)[0] for row in rows],
        }
    )
    same = found.groupby(["query", "grade"], sort=False).size().pow(2).groupby("query", sort=False).sum()
    items = found.groupby("query", sort=False).size()
    table = pd.DataFrame({"items": items, "pairs": (items**2 - same) // 2})
    return table.rename_axis("query").reset_index()


def _rows(source: Source, name: str | None) -> tuple[list[Row], str]:
    data, name = content(source, name)
    data = text_of(data, name).encode()
    rows = []
    for line, text in enumerate(data.splitlines(keepends=True), start=1):
        body, _, comment = text.partition(b"#")
        if body.strip():
            rows.append(Row(line, body.strip(), comment, text.endswith((b"\n", b"\r"))))
    if not rows:
        raise DataError("there is nothing but comments", file=name, remedy="Choose a file with data in it")
    return rows, name


def _choose(rows: list[Row], wanted: list[str], name: str) -> list[Row]:
    """The rows of the queries asked for."""
    keys = [query_of(row) for row in rows]
    present = set(keys)
    for query in wanted:
        if query not in present:
            some = ", ".join(list(dict.fromkeys(keys))[:5]) or "none"
            raise DataError(
                f"there is no query {shown(query)}", file=name, remedy=f"The file has queries such as {some}"
            )
    chosen = set(wanted)
    return [row for row, key in zip(rows, keys, strict=True) if key in chosen]


def _parse(rows: list[Row], name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Features (n, d) with NaN for NULL, grades (n,), query ids (n,), and the index of the first feature."""
    from sklearn.datasets import load_svmlight_file  # here, because importing it takes two seconds

    check_shape(len(rows), 1, name)
    body = b"\n".join(row.body for row in rows)
    nulls = len(_NULL.findall(body))
    try:
        if _NOT_FINITE.search(body):
            raise ValueError("not finite")
        # zero_based=True keeps feature f3 in column 3, whatever the least index of this file is.
        sparse, grades, qid = load_svmlight_file(
            io.BytesIO(_NULL.sub(b":nan", body)), query_id=True, zero_based=True
        )
        if len(grades) != len(rows) or len(qid) not in (0, len(rows)):
            raise ValueError("rows without a query id")
        if (
            int(np.isnan(sparse.data).sum()) != nulls
            or np.isinf(sparse.data).any()
            or not np.isfinite(grades).all()
        ):
            raise ValueError("not finite")
    except (ValueError, OverflowError, IndexError, MemoryError) as error:
        raise locate(rows, name) from error
    first = 0 if sparse.nnz and sparse.indices.min() == 0 else 1
    d = sparse.shape[1] - first
    if d <= 0:
        raise DataError("no line has a feature", file=name, remedy='Features are written as "1:0.5"')
    check_shape(sparse.shape[0], d, name)
    if len(qid) == 0:
        qid = np.ones(len(rows), dtype=np.int64)
    return sparse.toarray()[:, first:], grades, qid, first


def _ids(rows: list[Row], qid: np.ndarray, name: str) -> list[str]:
    """Item ids: the docid; "query:docid" where a document serves several queries; else "query/row"."""
    ids: list[str] = []
    has_docid: list[bool] = []
    seen: Counter = Counter()
    for row, query in zip(rows, qid, strict=True):
        seen[query] += 1
        found = _DOCID.search(row.comment.decode("utf-8", "replace"))
        has_docid.append(found is not None)
        ids.append(found.group(1) if found else f"{query}/{seen[query]}")
    if len(set(ids)) < len(ids):
        ids = [
            f"{query}:{each}" if doc else each for each, query, doc in zip(ids, qid, has_docid, strict=True)
        ]
    known: dict[str, int] = {}
    for each, row in zip(ids, rows, strict=True):
        if each in known:
            raise DataError(
                f"item {shown(each)} was already on line {known[each]}",
                file=name,
                line=row.line,
                remedy="A document may stand once in a query",
            )
        known[each] = row.line
    return ids
