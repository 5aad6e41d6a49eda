"""A LETOR file as judgements, and one score per line for its lines."""

from pathlib import Path

import numpy as np
import pandas as pd

from rankviz.engine.data.letor import groups
from rankviz.engine.data.letor.parse import parse
from rankviz.engine.data.reading import lines_of
from rankviz.engine.errors import DataError, shortened, shown
from rankviz.lab.ties.building import Rows
from rankviz.lab.ties.texts import Texts

PREFIX = "letor:"


def is_letor(data: bytes) -> bool:
    """Whether the first line of data begins as LETOR's do: a grade and a query id."""
    first = next(
        (line for line in data[:4096].splitlines() if line.strip() and not line.startswith(b"#")), b""
    )
    tokens = first.split()
    return len(tokens) > 1 and tokens[1].startswith(b"qid:")


def judgements(source: Path | bytes, name: str | None) -> Rows:
    """Return the grades of a LETOR file; documents without a docid are called by their line. Raises DataError."""
    found, name = parse(source, name, store=False)
    sizes = groups.sizes_of(source)
    if sizes is not None:
        found = groups.divided(found, sizes, name)
    if not len(found.line):
        raise DataError("the file has no item", file=name, remedy="Choose a file with data in it")
    named = bool((found.docids != "").all())
    code, queries = pd.factorize(found.query)
    return Rows(
        name,
        [str(query) for query in queries.tolist()],
        code.astype(np.int32),
        Texts.from_texts(found.docids.tolist() if named else map(str, found.line.tolist())),
        found.grades,
        () if named else (f"{name} has no docids: each document is called by its line.",),
    )


def is_scores(data: bytes) -> bool:
    """Whether the first line of data is one number."""
    first = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0].strip()
    return bool(first) and _number(first.decode("utf-8", "replace")) is not None


def scores(data: bytes, name: str, graded: Rows) -> Rows:
    """Return one score per line for the documents of a LETOR file, in its order. Raises DataError with the line."""
    found = []
    for line, text in lines_of(data, name):
        if text.strip():
            value = _number(text.strip())
            if value is None or not np.isfinite(value):
                raise DataError(
                    f"{shown(text.strip())} is not a finite number",
                    file=name,
                    line=line,
                    remedy="Write one score per line",
                )
            found.append(value)
    if len(found) != len(graded.number):
        raise DataError(
            f"{len(found):,} scores for the {len(graded.number):,} documents of {shortened(graded.name, 120)}",
            file=name,
            remedy="Give one score for each document, in the order of the LETOR file",
        )
    return Rows(name, graded.queries, graded.query, graded.document, np.array(found))


def _number(text: str) -> float | None:
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None
