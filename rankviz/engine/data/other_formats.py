"""Text formats that are not read as data: recognised by their first lines, with a pointer to where each belongs."""

import re

from rankviz.engine.data.models.files import kind
from rankviz.engine.errors import DataError, shortened

_HEAD = 64 * 1024
"""Bytes that are checked."""
_LINES = 20
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def check(data: bytes, name: str) -> None:
    """Raise DataError for text that begins as a model, a web page, ARFF, JSON, or a run or judgements of TREC."""
    if kind(data):
        raise DataError(
            "this is a trained ranker, not data",
            file=name,
            remedy="Give it with the data to watch it on: model:MODEL?data=SOURCE",
            page="Choose the format “Your own ranker”, and give the data to watch it on, too",
        )
    text = data[:_HEAD].decode("utf-8-sig", "replace")
    lines = [line.strip() for line in text.splitlines()[:_LINES] if line.strip() and line[0] not in "%#"]
    if not lines:
        return
    if re.match("<(!doctype|html|head|body|table|\\?xml)", lines[0].lower()):
        raise DataError(
            "this is a web page or XML, not a table",
            file=name,
            remedy="Save the table itself as CSV",
        )
    if lines[0].lower().startswith("@relation"):
        raise DataError(
            "this is ARFF, the format of Weka, Mulan and MEKA, which is not read",
            file=name,
            remedy="Make a table or a multilabel file of it: docs/data.md, under “What else comes”, has the lines",
        )
    if lines[0].startswith(("{", "[{")) or lines[0] == "[":
        by_line = lines[0].startswith("{") and lines[0].endswith("}")
        how = ", lines=True" if by_line else ""
        raise DataError(
            "this is JSON, an object a line, which is not read"
            if by_line
            else "this is JSON, which is not read",
            file=name,
            remedy=f'Make a table of it: pandas.read_json("{shortened(name, 60)}"{how}).to_csv("NEW.csv", index=False)',
        )
    rows = [line.split() for line in lines[: max(len(lines) - 1, 1)]]  # the last one may be cut off
    for is_trec, what in ((_is_run, "a run"), (_is_judgement, "judgements (qrels)")):
        if len(lines) > 1 and all(map(is_trec, rows)):
            raise DataError(
                f"this is TREC's format of {what}, which has no features to learn from",
                file=name,
                remedy="Give a run and its judgements to the audit of ties (rankviz ties RUN QRELS, or Ties in a run); "
                "docs/data.md makes a table of both",
            )


def _is_run(cells: list[str]) -> bool:
    if len(cells) < 6 or cells[1].upper() != "Q0" or not _WHOLE.fullmatch(cells[3]):
        return False
    try:
        float(cells[4])
    except ValueError:
        return False
    return True


def _is_judgement(cells: list[str]) -> bool:
    return len(cells) == 4 and cells[1].upper() in ("0", "Q0") and _WHOLE.fullmatch(cells[3]) is not None
