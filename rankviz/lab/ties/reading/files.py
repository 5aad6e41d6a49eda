"""Which format a file has, and the run with its judgements that two files make."""

import os
import re
from pathlib import Path

from rankviz.engine.data import folder
from rankviz.engine.data.reading import LARGE_FILE_BYTES, MAX_FILE_BYTES, content
from rankviz.engine.errors import DataError
from rankviz.lab.ties import building
from rankviz.lab.ties.building import Rows
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.reading import letor, tables, trec

File = str | os.PathLike[str] | bytes
"""A path, or what was sent."""
_JSON = re.compile(rb'\{\s*(["}]|$)')
"""How a JSON object begins: a query of a TREC file may be named "{", too."""


def read(run: File, judgements: File, *, run_name: str | None = None, name: str | None = None) -> JudgedRun:
    """Read a run and judgements and match them.

    A run is a TREC run, ranx' JSON or Parquet, a CSV, or one score per line for the lines of a LETOR file; judgements
    are TREC's qrels, ranx' JSON or Parquet, a CSV, or a LETOR file (`letor:PATH`). All but Parquet may be gzipped.
    Names are those of sent files. Raises DataError with file and line.
    """
    return matched(run, *graded(judgements, name), run_name)


def graded(judgements: File, name: str | None = None) -> tuple[Rows, bool]:
    """Read judgements, and say whether they are a LETOR file's. Raises DataError."""
    if isinstance(judgements, str) and judgements.startswith(letor.PREFIX):
        return letor.judgements(folder.find(judgements.removeprefix(letor.PREFIX)), None), True
    data, name = _content(judgements, name)
    if letor.is_letor(data):
        return letor.judgements(
            data if isinstance(judgements, bytes) else folder.find(os.fspath(judgements)), name
        ), True
    return rows(data, name, trec.JUDGEMENTS), False


def matched(run: File, judgements: Rows, of_letor: bool, name: str | None = None) -> JudgedRun:
    """Read a run and match it with judgements. Raises DataError."""
    data, name = _content(run, name)
    if not letor.is_scores(data):
        return building.build(rows(data, name, trec.RUN), judgements)
    if not of_letor:
        raise DataError(
            "scores without documents are read only with a LETOR file",
            file=name,
            remedy=f"Give the judgements as {letor.PREFIX}PATH, or the scores as a TREC run",
        )
    return building.build(letor.scores(data, name, judgements), judgements)


def rows(data: bytes, name: str, columns: int) -> Rows:
    """Read a run or judgements in whatever format. Raises DataError."""
    ending = Path(name.removesuffix(".gz")).suffix.lower()
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if data.startswith(b"PAR1"):
        return tables.table(data, name)
    first = next(
        (line for line in head.splitlines() if line.strip() and not line.lstrip().startswith(b"#")), b""
    )
    if ending == ".json" or (_JSON.match(head) and not trec.is_line(first, columns)):
        return tables.from_json(data, name)
    if trec.is_line(first, columns):  # MS MARCO's qrels are called .tsv
        return trec.read(data, name, columns)
    if ending in (".csv", ".tsv") or (len(first.split()) != columns and _is_header(first)):
        return tables.table(data, name)
    return trec.read(data, name, columns)


def _is_header(line: bytes) -> bool:
    cells = line.decode("utf-8", "replace").lower().replace(";", ",").replace("\t", ",").split(",")
    return any(cell.strip(' "') in tables.QUERY for cell in cells)


def _content(source: File, name: str | None) -> tuple[bytes, str]:
    if isinstance(source, bytes):
        return content(source, name, limit=MAX_FILE_BYTES)
    return content(folder.find(os.fspath(source)), name, limit=LARGE_FILE_BYTES)
