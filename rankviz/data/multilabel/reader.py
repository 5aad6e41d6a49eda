"""LIBSVM's multilabel files: `1,3 1:0.5 2:0.25` is an item with the labels 1 and 3; an absent index is 0.

A line without labels begins with a space or with its first feature. Labels are numbers or words.
"""

from __future__ import annotations

import re

import numpy as np

from rankviz.data.multilabel.ranked import ranked
from rankviz.data.problem import Problem
from rankviz.data.reading import MAX_FEATURES, MAX_ITEMS, Source, content, text_of
from rankviz.errors import DataError, shown

FEATURE = re.compile(r"(\d{1,9}):(\S+)")
LONGEST = 60
"""Most letters of a label."""


def read(source: Source, *, name: str | None = None, spec: str = "") -> Problem:
    """Read a file, plain or gzipped; `name` is used in messages, `spec` is the SOURCE to note in the problem.

    Raises DataError, naming the line, for whatever does not fit the format.
    """
    data, name = content(source, name)
    labelled: list[list[str]] = []
    values: list[dict[int, float]] = []
    for number, line in enumerate(text_of(data, name).splitlines(), start=1):
        line = line.partition("#")[0].rstrip()
        if not line.strip():
            continue
        if len(values) >= MAX_ITEMS:
            raise DataError(f"there are more than {MAX_ITEMS:,} items", file=name, remedy="Keep fewer lines")
        given, found = _line(line, name, number)
        labelled.append(given)
        values.append(found)
    labels = sorted({label for given in labelled for label in given}, key=_by_number)
    first = min((index for found in values for index in found), default=1)
    last = max((index for found in values for index in found), default=0)
    if last < first:
        raise DataError("no line has a feature", file=name, remedy='Features are written as "1:0.5"')
    if last - first >= MAX_FEATURES:
        raise DataError(
            f"feature {last} is beyond the {MAX_FEATURES:,} that can be shown",
            file=name,
            remedy="Keep fewer columns",
        )
    X = np.zeros((len(values), last - first + 1))
    has = np.zeros((len(values), len(labels)), dtype=bool)
    place = {label: at for at, label in enumerate(labels)}
    for i, (given, found) in enumerate(zip(labelled, values, strict=True)):
        has[i, [place[label] for label in given]] = True
        for index, value in found.items():
            X[i, index - first] = value
    return ranked(
        X,
        has,
        labels=[f"label {label}" for label in labels],
        features=[f"f{index}" for index in range(first, last + 1)],
        items=[f"item {i}" for i in range(1, len(values) + 1)],
        name=name,
        source=spec,
        title=name,
    )


def _line(line: str, name: str, number: int) -> tuple[list[str], dict[int, float]]:
    """The labels of a line, and its features by index."""
    words = line.split()
    bare = line[0].isspace() or ":" in words[0]
    given = [] if bare else words.pop(0).split(",")
    if any(not label or len(label) > LONGEST for label in given) or len(set(given)) < len(given):
        raise DataError(
            f"{shown(','.join(given), 40)} is no list of labels",
            file=name,
            line=number,
            remedy='Write them with commas, each once: "1,3"',
        )
    found: dict[int, float] = {}
    for word in words:
        match = FEATURE.fullmatch(word)
        value = None if match is None else _value(match[2])
        if match is None or value is None or int(match[1]) in found:
            raise DataError(
                f"{shown(word, 40)} is no feature",
                file=name,
                line=number,
                remedy='Features are written as "1:0.5", each index once',
            )
        found[int(match[1])] = value
    return given, found


def _value(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if np.isfinite(value) and "_" not in text else None


def _by_number(label: str) -> tuple[bool, int, str]:
    """Sort key of labels: numbers by size, then words by letters."""
    whole = label.isascii() and label.isdigit()
    return not whole, int(label) if whole else 0, label
