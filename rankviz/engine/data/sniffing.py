"""Detection of a file's kind from its first bytes."""

import re
import zlib

from rankviz.engine.data import vote_columns
from rankviz.engine.data.encodings import UTF_8, recognised
from rankviz.engine.data.models.files import kind as model_kind

HEAD = 64 * 1024
"""Bytes of a file that are inspected."""


def sniff(head: bytes, name: str = "") -> str | None:
    """Return the kind of a file by its first bytes, or None.

    "letor", "multilabel", "movielens", "table" (with grades), "table-pairs" (items that need a table of pairs), "weak"
    (0/1 rankers that need one), "pairs", "duels" (two items and a verdict, or counts), or "model" (another library's).
    """
    if head.startswith(b"PAR1"):
        return "table"
    if head[:2] == b"\x1f\x8b":
        head = _unzip(head)
    if model_kind(head):
        return "model"
    whole = len(head) < HEAD
    encoding = recognised(head, whole)
    try:
        text = head.decode("utf-8-sig" if encoding == UTF_8 else encoding, "strict" if whole else "ignore")
    except UnicodeDecodeError:
        return None
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    lines = lines[:50] if len(lines) < 2 or len(head) < HEAD else lines[:-1][:50]
    first = next((line for line in lines if not line.startswith("#")), "")
    if "\0" in text or not first:
        return None
    if encoding != UTF_8:
        return _table(lines)
    if any(re.match(r"[^\s,:]+(,[^\s,:]+)+\s+\d+:\S", line) for line in lines):
        return "multilabel"
    if re.match(r"[+-]?[\d.]+\s+(qid:\S+\s*)?(\d+:\S+|#|$)", first) and ":" in first:
        return "movielens" if re.match(r"\d+::\d+::[\d.]+", first) else "letor"
    if re.match(r"\d+(\t|::)\d+(\t|::)[\d.]+((\t|::)\d+)?$", first):
        return "movielens"
    return _table(lines)


def _table(lines: list[str]) -> str | None:
    """Return the kind of a table by its first lines, or None."""
    first = next(line for line in lines if not line.startswith("#"))
    mark = max(",;\t", key=first.count)
    header = [cell.strip().strip('"') for cell in first.split(mark)]
    if header[:3] == ["userId", "movieId", "rating"]:
        return "movielens"
    if len(header) < 2 or len(lines) < 2 or header[0] in ("movieId", "userId"):
        return None
    lower = [cell.lower() for cell in header]
    if "higher" in lower and "lower" in lower:
        return "pairs"
    if "grade" in header:
        return "table"
    votes = vote_columns.of_votes(header)
    if votes is not None and (votes.verdict or votes.won):
        return "duels"
    if "item" not in header or any(_number(cell) for cell in header):
        return None
    cells = [line.split(mark) for line in lines[1:]]
    rankers = [
        cell.strip() for row in cells for cell, column in zip(row, header, strict=False) if column != "item"
    ]
    return "weak" if rankers and set(rankers) <= {"0", "1"} else "table-pairs"


def _unzip(head: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=31).decompress(head, HEAD)
    except zlib.error:
        return b""


def _number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(\.\d*)?", text) is not None
