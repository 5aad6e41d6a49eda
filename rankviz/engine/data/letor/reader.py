"""LETOR and svmlight files with query ids: `2 qid:10 1:0.5 2:NULL #docid = GX0-1 inc = 1 prob = 0.1`.

Formats: Qin & Liu, "Introducing LETOR 4.0 datasets" (2013); svmlight by Joachims, where an absent index is 0.
"""

from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd

from rankviz.engine.data.entries import DROP
from rankviz.engine.data.letor import cache, groups
from rankviz.engine.data.letor.blocks import Fingerprint
from rankviz.engine.data.letor.lines import cut_off
from rankviz.engine.data.letor.parse import Parsed, number_of, parse
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.problem_checks import MAX_VALUE
from rankviz.engine.data.reading import Readable, build
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import counted

companions = groups.companions

_LARGEST = 1.7976e308
"""Values from here on, of either sign, mean the largest double as files write it with fewer digits."""
_AT_ONCE = 50_000
"""Rows that are checked together."""


def read(
    source: Readable,
    *,
    name: str | None = None,
    queries: str = "",
    query_file: Readable | None = None,
    query_file_name: str | None = None,
    drop: bool = False,
    spec: str = "",
) -> Problem:
    """Read a LETOR / svmlight file, plain or gzipped.

    Parameters
    ----------
    source : path, bytes or open binary file; `name` is used in messages.
    queries : ids of the queries to keep, separated by commas; all when empty.
    query_file : sizes of the queries, one per line, where lines have no qid; else FILE.query or FILE.group is used.
    drop : leave out the lines that name a document of their query again; else they are refused.
    spec : the SOURCE to note in the problem.

    Raises DataError, naming the line, for whatever does not fit the format.
    """
    wanted = [part.strip() for part in queries.split(",") if part.strip()]
    sizes = groups.sizes_of(source, query_file, query_file_name)
    found, name = _items(source, name, wanted, sizes)
    if found.X.shape[1] == 0:
        raise DataError("no line has a feature", file=name, remedy='Features are written as "1:0.5"')
    found, notes = _finite(found, name)
    notes += cut_off(found.line, found.colons, found.equals, found.ended, name)
    notes += filter(None, [groups.note(found, sizes)])
    if drop:
        found, said = _each_once(found)
        notes += said
    known, index, number = np.unique(found.query, return_index=True, return_inverse=True)
    by_place = np.argsort(index)  # queries keep the order of the file
    place = np.empty_like(by_place)
    place[by_place] = np.arange(len(known))
    number = place[number]
    ids = _ids(found, name)
    if (np.diff(number) < 0).any():
        notes.append("Lines of one query were apart in the file; they were grouped together.")
        order = np.argsort(number, kind="stable")
        found = replace(found, X=found.X[order], grades=found.grades[order])
        number, ids = number[order], [ids[i] for i in order]
    return build(
        name,
        found.X,
        found.grades,
        qid=number,
        query_ids=[found.name_of(query) for query in known[by_place].tolist()],
        feature_names=[f"f{found.first + j}" for j in range(found.X.shape[1])],
        item_ids=ids,
        source=spec,
        title=name + (f", queries {', '.join(wanted)}" if 0 < len(wanted) <= 5 else ""),
        notes=notes,
        copy=False,
    )


def queries(
    source: Readable,
    *,
    name: str | None = None,
    query_file: Readable | None = None,
    query_file_name: str | None = None,
) -> pd.DataFrame:
    """Return the queries of a file in file order, one row each: query, items, pairs. For menus.

    `attrs["note"]` is what a reader must know about them, or empty. Raises DataError.
    """
    return _table(source, name, groups.sizes_of(source, query_file, query_file_name))


def _table(source: Readable, name: str | None, sizes: groups.Sizes | None) -> pd.DataFrame:
    found, name = parse(source, name, store=False)
    _something(found, name)
    if sizes is not None:
        found = groups.divided(found, sizes, name)
    frame = pd.DataFrame({"query": found.query, "grade": found.grades})
    same = frame.groupby(["query", "grade"], sort=False).size().pow(2).groupby("query", sort=False).sum()
    items = frame.groupby("query", sort=False).size()
    table = pd.DataFrame({"items": items, "pairs": (items**2 - same) // 2})
    table = table.rename_axis("query").reset_index()
    table["query"] = [found.name_of(query) for query in table["query"].tolist()]
    table.attrs["note"] = groups.note(found, sizes)
    return table


def _items(
    source: Readable, name: str | None, wanted: list[str], sizes: groups.Sizes | None
) -> tuple[Parsed, str]:
    """Return the items of a file, or of some of its queries, from the cache when the file was read before."""
    cached = cache.find(source)
    whole = not wanted or sizes is not None
    if cached is not None and cached.parsed is not None:
        found, name = cached.parsed, name or cached.name
    else:
        fingerprint = Fingerprint() if cached is not None and whole else None
        found, name = parse(source, name, () if whole else _numbers(wanted), fingerprint=fingerprint)
        if cached is not None and fingerprint is not None:
            cached.keep(found, fingerprint.hexdigest())
    if whole:
        _something(found, name)
    if sizes is not None:
        found = groups.divided(found, sizes, name)
    if wanted:
        found = found.rows(np.isin(found.query, _numbers(wanted)))
    missing = [query for query in wanted if not (found.query == number_of(query)).any()]
    if missing:
        some = ", ".join(_table(source, name, sizes)["query"].head(5))
        raise DataError(
            f"there is no query {shown(missing[0])}", file=name, remedy=f"The file has queries such as {some}"
        )
    return found, name


def _something(found: Parsed, name: str) -> None:
    if len(found.grades) == 0:
        raise DataError("there is nothing but comments", file=name, remedy="Choose a file with data in it")


def _numbers(wanted: list[str]) -> tuple[int, ...]:
    return tuple(map(number_of, wanted))


def _finite(found: Parsed, name: str) -> tuple[Parsed, list[str]]:
    """Read the largest double as missing, as in Istella's files. Raises DataError for other values as large."""
    # Compiled code, not needed to start the program.
    from rankviz.engine.kernels.data.columns import first_beyond

    if first_beyond(found.X, MAX_VALUE) < 0:
        return found, []
    X, count = np.array(found.X), 0
    for start in range(0, len(X), _AT_ONCE):
        part = X[start : start + _AT_ONCE]
        largest = np.abs(part) >= _LARGEST
        part[largest] = np.nan
        count += int(largest.sum())
    beyond = first_beyond(X, MAX_VALUE)
    if beyond >= 0:
        row, column = divmod(beyond, X.shape[1])
        raise DataError(
            f"feature {found.first + column} has the value {X[row, column]:g}, which is beyond {MAX_VALUE:g}",
            file=name,
            line=int(found.line[row]),
            remedy="Write a smaller number, or NULL where it is missing",
        )
    times = f"{counted(count, 'value')} of ±{_LARGEST:g}, the largest number there is"
    return replace(found, X=X), [f"Taken as missing: {times}."]


def _each_once(found: Parsed) -> tuple[Parsed, list[str]]:
    """Leave out the lines that name a document of their query again; return a note on how many."""
    named = pd.DataFrame({"query": found.query, "document": found.docids})
    again = named.duplicated().to_numpy() & (found.docids != "")
    if not again.any():
        return found, []
    count = counted(int(again.sum()), "line")
    return found.rows(~again), [f"{count} on a document that its query has already: left out."]


def _ids(found: Parsed, name: str) -> list[str]:
    """Return item ids: the docid; "query:docid" where a document belongs to several queries; else "query/row"."""
    ids: list[str] = []
    seen: Counter[str] = Counter()
    queries, docids = [found.name_of(query) for query in found.query.tolist()], found.docids.tolist()
    for query, doc in zip(queries, docids, strict=True):
        seen[query] += 1
        ids.append(doc or f"{query}/{seen[query]}")
    if len(set(ids)) < len(ids):
        ids = [
            f"{query}:{doc}" if doc else each for each, query, doc in zip(ids, queries, docids, strict=True)
        ]
    if len(set(ids)) < len(ids):
        known: dict[str, int] = {}
        for each, line in zip(ids, found.line.tolist(), strict=True):
            if each in known:
                raise DataError(
                    f"item {shown(each)} was already on line {known[each]}",
                    file=name,
                    line=line,
                    remedy="A document may appear once per query; drop=1 keeps its first line",
                    page=f"A document may appear once per query; switch “{DROP}” on to keep its first line",
                )
            known[each] = line
    return ids
