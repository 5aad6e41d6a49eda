"""From a run and judgements as rows to one `JudgedRun`: queries and documents matched, repeated ones reported."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rankviz.engine.data.whole_grades import MOST_GRADE
from rankviz.engine.errors import DataError, first_of, shortened
from rankviz.engine.kernels import tied_texts
from rankviz.engine.number_format import counted
from rankviz.lab.ties.judged import UNJUDGED, JudgedRun, per_query
from rankviz.lab.ties.texts import Texts

_SEED = secrets.randbits(62)


@dataclass(frozen=True)
class Rows:
    """A file as rows.

    name : the file's.  queries : the different ones.  query : (n,) int32, the number of each row's query.
    document : (n,) its id.  number : (n,) float64, its score or its grade.  notes : for the reader.
    """

    name: str
    queries: Sequence[str]
    query: np.ndarray = field(repr=False)
    document: Texts = field(repr=False)
    number: np.ndarray = field(repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Grouped:
    """Rows query by query: start (Q + 1,), and the document and the number (n,) of each."""

    start: np.ndarray
    document: Texts
    number: np.ndarray


def build(run: Rows, judgements: Rows) -> JudgedRun:
    """Match a run with judgements; of a document given twice the last number counts, at the first one's place.

    Raises DataError when they share no query or a grade is not a small whole number.
    """
    _check_grades(judgements)
    known = {name: i for i, name in enumerate(judgements.queries)}
    both = [i for i, name in enumerate(run.queries) if name in known]
    if not both:
        raise DataError(
            f"no query of the run is judged: it has {first_of(run.queries)}, and the judgements have "
            f"{first_of(known)}",
            file=run.name,
            remedy="Give the judgements of the same queries",
        )
    queries = [run.queries[i] for i in both]
    scored, repeated = _once(_grouped(run, np.array(both)))
    graded, twice = _once(_grouped(judgements, np.array([known[name] for name in queries])))
    grades = np.full(len(scored.number), UNJUDGED, dtype=np.int32)
    judged = graded.number.astype(np.int32)
    ours, theirs = scored.document, graded.document
    tied_texts.join(
        ours.data, ours.begin, ours.size, scored.start,
        theirs.data, theirs.begin, theirs.size, graded.start, judged, _SEED, grades,
    )  # fmt: skip
    run_names = set(run.queries)
    missing = tuple(name for name in known if name not in run_names)
    extra = len(run.queries) - len(both)
    return JudgedRun(
        queries=queries,
        start=scored.start,
        scores=scored.number,
        grades=grades,
        documents=ours,
        judged_start=graded.start,
        judged=judged,
        missing=missing,
        extra=extra,
        refused="it refuses a document twice in a query" if repeated + twice else "",
        name=run.name,
        judgements=judgements.name,
        notes=(
            *run.notes,
            *judgements.notes,
            *_repeated(repeated, run.name),
            *_repeated(twice, judgements.name),
            *_notes(missing, extra, int((grades == UNJUDGED).sum()), bool((judged < 0).any())),
            *without_relevant(int((per_query(judged >= 1, graded.start) == 0).sum())),
        ),
    )


def _check_grades(judgements: Rows) -> None:
    whole = judgements.number == np.round(judgements.number)
    wrong = np.flatnonzero(~whole | ~(np.abs(judgements.number) <= MOST_GRADE))
    if len(wrong):
        row = int(wrong[0])
        query = shortened(judgements.queries[judgements.query[row]])
        document = shortened(judgements.document[row])
        raise DataError(
            f"the grade {judgements.number[row]:g} of document {document} in query {query} is "
            + (f"beyond {MOST_GRADE:,}, the largest that is counted" if whole[row] else "not a whole number"),
            file=judgements.name,
            remedy="Give whole grades, such as 0, 1 and 2",
        )


def _grouped(rows: Rows, wanted: np.ndarray) -> _Grouped:
    """Bring the rows of each wanted query together, in the order of `wanted`; rows of others are left out."""
    place = np.full(len(rows.queries), len(wanted), dtype=np.int32)
    place[wanted] = np.arange(len(wanted))
    at = place[rows.query]
    if (np.diff(at) >= 0).all():  # as in most files
        start = np.searchsorted(at, np.arange(len(wanted) + 1))
        row: slice | np.ndarray = slice(0, int(start[-1]))
    else:
        row = np.argsort(at, kind="stable")
        start = np.searchsorted(at[row], np.arange(len(wanted) + 1))
        row = row[: start[-1]]
    return _Grouped(start, rows.document.select(row), rows.number[row])


def _once(rows: _Grouped) -> tuple[_Grouped, int]:
    """Keep each document of a query once, with its last number at its first place; return how many rows repeat one."""
    texts, first = rows.document, np.empty(len(rows.number), dtype=np.int32)
    count = int(tied_texts.repeated(texts.data, texts.begin, texts.size, rows.start, _SEED, first))
    if not count:
        return rows, 0
    number = rows.number.copy()
    number[first] = rows.number  # of several, numpy writes the last
    kept = first == np.arange(len(first))
    start = np.concatenate([[0], np.cumsum(kept)])[rows.start]
    return _Grouped(start, texts.select(kept), number[kept]), count


def _repeated(count: int, name: str) -> list[str]:
    if not count:
        return []
    again = "a document that its query has" if count == 1 else "documents that their queries have"
    return [
        f"{name}: {counted(count, 'row')} {'gives' if count == 1 else 'give'} {again} already. trec_eval refuses "
        "such a file; here, as in Python's dictionaries, the last one counts."
    ]


def without_relevant(count: int, level: int = 1) -> list[str]:
    """Describe how queries without a document judged `level` or more are counted; nothing where there is none."""
    if not count:
        return []
    of_level = f" of grade {level} or more" if level > 1 else ""
    them, they = ("It is", "it") if count == 1 else ("They are", "them")
    return [
        f"{counted(count, 'query')} without a relevant document{of_level}. {them} left out of the means of the "
        f"intervals; trec_eval, pytrec_eval, ranx and MTEB count {they} 0, LightGBM and XGBoost 1, so that their "
        "means may lie outside."
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
