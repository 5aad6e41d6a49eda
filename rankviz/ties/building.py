"""From a run and judgements as rows to one `JudgedRun`: queries and documents matched, repeated ones told."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rankviz.errors import DataError, first_of
from rankviz.kernels import tied_orders
from rankviz.number_format import counted
from rankviz.ties.judged import UNJUDGED, JudgedRun

MOST_GRADE = 1000
"""The largest grade that is taken: 2^g − 1 is a number up to there."""


@dataclass(frozen=True)
class Rows:
    """A file as rows: query and document of each as text, and a number (n,); `name` is the file's."""

    name: str
    query: pa.Array
    document: pa.Array
    number: np.ndarray = field(repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Grouped:
    """Rows query by query: start (Q + 1,), and the number and the row in the file (n,) of each."""

    start: np.ndarray
    number: np.ndarray
    row: np.ndarray


def build(run: Rows, judgements: Rows) -> JudgedRun:
    """Match a run with judgements; of a document given twice the last number counts, at the first one's place.

    Raises DataError when they share no query or a grade is no small whole number.
    """
    _check_grades(judgements)
    names, of_run = _encoded(run.query)
    names_judged, of_judged = _encoded(judgements.query)
    known = {name: i for i, name in enumerate(names_judged.to_pylist())}
    both = [i for i, name in enumerate(names.to_pylist()) if name in known]
    if not both:
        raise DataError(
            f"no query of the run is judged: it has {first_of(names.to_pylist())}, and the judgements have "
            f"{first_of(known)}",
            file=run.name,
            remedy="Give the judgements of the same queries",
        )
    queries = names.take(pa.array(both)).to_pylist()
    ids, document = _by_character(run.document)
    scored = _grouped(of_run, np.array(both), run.number)
    graded = _grouped(of_judged, np.array([known[name] for name in queries]), judgements.number)
    scored, repeated = _once(scored, document)
    graded, twice = _once(graded, _encoded(judgements.document)[1])
    document = document[scored.row]
    grades = np.full(len(document), UNJUDGED, dtype=np.int32)
    place = pc.index_in(judgements.document, ids).fill_null(-1).to_numpy()
    tied_orders.join(
        scored.start,
        document,
        graded.start,
        place[graded.row].astype(np.int64),
        graded.number.astype(np.int32),
        len(ids),
        grades,
    )
    run_names = set(names.to_pylist())
    missing = tuple(name for name in known if name not in run_names)
    extra = len(names) - len(both)
    return JudgedRun(
        queries=queries,
        start=scored.start,
        scores=scored.number,
        grades=grades,
        names=document,
        ids=ids,
        judged_start=graded.start,
        judged=graded.number.astype(np.int64),
        missing=missing,
        extra=extra,
        refused="it refuses a document twice in a query" if repeated + twice else "",
        notes=(
            *run.notes,
            *judgements.notes,
            *_repeated(repeated, run.name),
            *_repeated(twice, judgements.name),
            *_notes(missing, extra, int((grades == UNJUDGED).sum()), bool((graded.number < 0).any())),
        ),
    )


def _check_grades(judgements: Rows) -> None:
    wrong = np.flatnonzero(
        (judgements.number != np.round(judgements.number)) | ~(np.abs(judgements.number) <= MOST_GRADE)
    )
    if len(wrong):
        query, document = judgements.query[int(wrong[0])].as_py(), judgements.document[int(wrong[0])].as_py()
        raise DataError(
            f"the grade {judgements.number[wrong[0]]:g} of document {document} in query {query} is not a whole number "
            f"of at most {MOST_GRADE:,}",
            file=judgements.name,
            remedy="Give whole grades, such as 0, 1 and 2",
        )


def _encoded(texts: pa.Array) -> tuple[pa.Array, np.ndarray]:
    """Return the different texts in the order they come, and the number (n,) of each row's text."""
    found = texts if pa.types.is_dictionary(texts.type) else texts.dictionary_encode()
    return found.dictionary, found.indices.to_numpy().astype(np.int64)


def _by_character(texts: pa.Array) -> tuple[pa.Array, np.ndarray]:
    """Return the different texts by their characters, and the place (n,) of each row's text among them."""
    found, number = _encoded(texts)
    order = pc.sort_indices(found).to_numpy()  # by the bytes of UTF-8, which is by characters
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return found.take(pa.array(order)), place[number]


def _grouped(query: np.ndarray, wanted: np.ndarray, number: np.ndarray) -> _Grouped:
    """Bring the rows of each wanted query together, in the order of `wanted`; rows of others are left out."""
    place = np.full(int(query.max(initial=-1)) + 1, len(wanted))
    place[wanted] = np.arange(len(wanted))
    at = place[query]
    row = np.argsort(at, kind="stable")
    start = np.searchsorted(at[row], np.arange(len(wanted) + 1))
    row = row[: start[-1]]
    return _Grouped(start, number[row], row)


def _once(rows: _Grouped, document: np.ndarray) -> tuple[_Grouped, int]:
    """Keep each document of a query once, with its last number at its first place; document (of the file's rows)."""
    first = np.empty(len(rows.row), dtype=np.int64)
    of_row = document[rows.row]
    count = int(tied_orders.repeated(rows.start, of_row, int(document.max(initial=-1)) + 1, first))
    if not count:
        return rows, 0
    number = rows.number.copy()
    number[first] = rows.number  # of several, numpy writes the last
    kept = first == np.arange(len(first))
    start = np.concatenate([[0], np.cumsum(kept)])[rows.start]
    return _Grouped(start, number[kept], rows.row[kept]), count


def _repeated(count: int, name: str) -> list[str]:
    if not count:
        return []
    again = "a document that its query has" if count == 1 else "documents that their queries have"
    return [
        f"{name}: {counted(count, 'row')} {'gives' if count == 1 else 'give'} {again} already. trec_eval refuses "
        "such a file; here, as in Python's dictionaries, the last one counts."
    ]


def _notes(missing: Sequence[str], extra: int, unjudged: int, negative: bool) -> list[str]:
    notes = []
    if missing:
        notes.append(
            f"{counted(len(missing), 'judged query')} not in the run: {first_of(missing)}. trec_eval leaves such a "
            "query out of the mean, ranx counts it 0."
        )
    if extra:
        notes.append(f"{counted(extra, 'query')} of the run without judgements, left out by all.")
    if unjudged:
        notes.append(
            f"{counted(unjudged, 'document')} of the run without a judgement: no gain, and no part of bpref."
        )
    if negative:
        notes.append(
            "There are grades below 0. They gain nothing; for trec_eval they mean not judged, for ranx judged "
            "irrelevant, and scikit-learn, LightGBM and XGBoost refuse them."
        )
    return notes
