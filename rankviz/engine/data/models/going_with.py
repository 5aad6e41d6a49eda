"""The choice of a folder's data that fit a model, from the names or number of features in their first lines."""

import csv
import re

from rankviz.engine.data.entries import GRADE, ITEM
from rankviz.engine.data.models.files import Wants

_INDEX = re.compile(rb"\s(\d+):")
NO_FEATURES = frozenset([ITEM, GRADE, "query", "qid", "higher", "lower"])
"""Columns of a table that are not features, by their default names."""


def features(head: bytes, kind: str) -> tuple[str, ...]:
    """Return the features of a data file that begins like this; () where they cannot be determined."""
    if kind == "letor":
        # The last line may be cut within a number.
        lines = [line.partition(b"#")[0] for line in head.splitlines()[:-1] or [head]]
        most = max((int(index[:9]) for line in lines for index in _INDEX.findall(line)), default=0)
        return tuple(f"f{j}" for j in range(1, most + 1)) if most <= 1_000_000 else ()
    if kind.partition("-")[0] not in ("table", "weak") or head.startswith(b"PAR1"):
        return ()
    first = head.decode("utf-8-sig", "replace").split("\n", 1)[0].strip("\r")
    header = next(csv.reader([first], delimiter=max(",;\t", key=first.count)), [])
    return tuple(name.strip() for name in header if name.strip().lower() not in NO_FEATURES)


def fits(wants: Wants, there: tuple[str, ...]) -> bool | None:
    """Return whether data with these features may be a model's; None where that cannot be determined."""
    if not there or not (wants.names or wants.count):
        return None
    if wants.names:
        return set(wants.names) <= set(there)
    if wants.count == len(there):
        return True
    # A model trained on an svmlight file itself counts from 0.
    return None if there[0] == "f1" and wants.count == len(there) + 1 else False
