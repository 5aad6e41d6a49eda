"""Detection of model files and the features they need, from their bytes, before any library reads them."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

HEAD = 200
"""Bytes that identify a model."""
KINDS = "LightGBM's model.txt, XGBoost's JSON or UBJSON, or CatBoost's JSON or cbm"
PART = 1 << 20
"""Bytes at either end of a file that are searched for its features."""
_NUMBERED = re.compile(r"Column_\d+")
_XGBOOST_JSON = re.compile(rb'"num_feature"\s*:\s*"(\d{1,9})"')
_XGBOOST_UBJSON = re.compile(rb"num_featureSL.{8}(\d{1,9})", re.DOTALL)
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Wants:
    """The features that a model's file states: their names, and how many there are; () and 0 where it states none."""

    names: tuple[str, ...] = ()
    count: int = 0


def kind(head: bytes) -> str | None:
    """Return the package whose model begins like this, None where none does."""
    start = head[:HEAD].removeprefix(BOM).lstrip()
    if start.startswith((b"tree\n", b"tree\r\n")):
        return "lightgbm"
    if start.startswith(b"CBM1"):
        return "catboost"
    if start.startswith(b"{L") or b'"learner"' in start:
        return "xgboost"
    if start.startswith(b"{") and any(
        key in start for key in (b'"features_info"', b'"ctr_data"', b'"oblivious')
    ):
        return "catboost"
    return None


def wants(path: Path) -> Wants:
    """Return the features that a model's file names, or their number. Raises OSError if it cannot be opened."""
    with open(path, "rb") as file:
        head = file.read(PART)
        file.seek(max(0, os.fstat(file.fileno()).st_size - PART))
        tail = file.read(PART)
    found = kind(head)
    if found == "lightgbm":
        return _of_lightgbm(head.partition(b"\nTree=")[0].decode("utf-8", "replace"))
    return _of_xgboost(head, tail) if found == "xgboost" else Wants()


def _of_lightgbm(head: str) -> Wants:
    about = dict(line.split("=", 1) for line in head.splitlines() if "=" in line)
    names = tuple(about.get("feature_names", "").split())
    most = about.get("max_feature_idx", "")
    count = int(most) + 1 if re.fullmatch(r"\d{1,9}", most) else len(names)
    return Wants(() if all(map(_NUMBERED.fullmatch, names)) else names, count)


def _of_xgboost(head: bytes, tail: bytes) -> Wants:
    counts = _XGBOOST_JSON.findall(tail) or _XGBOOST_UBJSON.findall(tail)
    behind = head.partition(b'"feature_names"')[2].lstrip(b" \t\r\n:").decode("utf-8", "replace")
    try:
        names = tuple(map(str, json.JSONDecoder().raw_decode(behind)[0])) if behind.startswith("[") else ()
    except (ValueError, RecursionError):  # cut off: the number is enough
        names = ()
    return Wants(names, int(counts[-1]) if counts else len(names))
