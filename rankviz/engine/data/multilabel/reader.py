"""LIBSVM's multilabel files: `1,3 1:0.5 2:0.25` is an item with the labels 1 and 3; an absent index is 0.

A line without labels begins with a space or with its first feature. Labels are numbers or words.
"""

import math
import re
from array import array

import numpy as np

from rankviz.engine.data import other_formats
from rankviz.engine.data.multilabel.ranked import check_sizes, ranked
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import MAX_FEATURES, Readable, content, lines_of
from rankviz.engine.errors import DataError, shown

FEATURE = re.compile(r"(\d{1,9}):(\S+)")
LONGEST = 60
"""Most letters of a label."""


class _Items:
    """The items of a file as they are read, in little more memory than the text takes.

    Attributes
    ----------
    place : number of each label, in the order in which they come.
    labelled : the numbers of each item's labels.
    row, index, value : item, index and value of each feature given.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.place: dict[str, int] = {}
        self.labelled: list[array[int]] = []
        self.row, self.index, self.value = array("q"), array("q"), array("d")
        self.first, self.last = 0, -1

    @property
    def width(self) -> int:
        """The number of features from the first that is given to the last."""
        return self.last - self.first + 1

    def add(self, labels: list[str], features: dict[int, float]) -> None:
        """Append an item. Raises DataError once there are more items, labels or features than the limits allow."""
        if features:
            least, most = min(features), max(features)
            self.first = min(self.first, least) if self.width else least
            self.last = max(self.last, most)
        if self.width > MAX_FEATURES:
            raise DataError(
                f"feature {self.last} is beyond the {MAX_FEATURES:,} that can be shown",
                file=self._name,
                remedy="Keep fewer columns",
            )
        self.row.extend([len(self.labelled)] * len(features))
        self.index.extend(features)
        self.value.extend(features.values())
        self.labelled.append(array("q", (self.place.setdefault(each, len(self.place)) for each in labels)))
        check_sizes(len(self.labelled), len(self.place), self.width, self._name)


def read(source: Readable, *, name: str | None = None, spec: str = "") -> Problem:
    """Read a file, plain or gzipped; `name` is used in messages, `spec` is the SOURCE to note in the problem.

    Raises DataError, naming the line, for whatever does not fit the format, and as soon as a limit is exceeded: a few
    megabytes of labels can stand for gigabytes.
    """
    data, name = content(source, name)
    other_formats.check(data, name)
    items = _Items(name)
    for number, line in lines_of(data, name):
        line = line.partition("#")[0].rstrip()
        if line:
            items.add(*_line(line, name, number))
    if not items.width:
        raise DataError("no line has a feature", file=name, remedy='Features are written as "1:0.5"')
    labels = sorted(items.place, key=_by_number)
    order = np.empty(len(labels), dtype=np.int64)
    order[[items.place[label] for label in labels]] = np.arange(len(labels))
    X = np.zeros((len(items.labelled), items.width))
    X[items.row, np.asarray(items.index) - items.first] = items.value
    has = np.zeros((len(X), len(labels)), dtype=bool)
    for i, given in enumerate(items.labelled):
        has[i, order[given]] = True
    return ranked(
        X,
        has,
        labels=[f"label {label}" for label in labels],
        features=[f"f{index}" for index in range(items.first, items.last + 1)],
        items=[f"item {i}" for i in range(1, len(X) + 1)],
        name=name,
        source=spec,
        title=name,
    )


def _line(line: str, name: str, number: int) -> tuple[list[str], dict[int, float]]:
    """Return the labels of a line, and its features by index."""
    words = line.split()
    bare = line[0].isspace() or ":" in words[0]
    given = [] if bare else words.pop(0).split(",")
    if any(not label or len(label) > LONGEST for label in given) or len(set(given)) < len(given):
        raise DataError(
            f"{shown(','.join(given), 40)} is not a list of labels",
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
                f"{shown(word, 40)} is not a feature",
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
    return value if math.isfinite(value) and "_" not in text else None


def _by_number(label: str) -> tuple[bool, int, str]:
    """Return the sort key of a label: numbers by size, then words by letters."""
    whole = label.isascii() and label.isdigit()
    return not whole, int(label) if whole else 0, label
