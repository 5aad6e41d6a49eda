"""The role of each column of a table: the item's name, its query, its grade, a feature, or ignored."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rankviz.errors import DataError, first_of, shown

ITEM, QUERY, GRADE, FEATURE, IGNORE = "item", "query", "grade", "feature", "ignore"
ROLES = (ITEM, QUERY, GRADE, FEATURE, IGNORE)

ITEM_NAMES = ("item", "item_id", "name", "title", "id", "doc", "docid", "doc_id", "document", "url")
QUERY_NAMES = ("query", "qid", "query_id", "queryid", "srch_id", "session", "session_id")
GRADE_NAMES = ("grade", "relevance", "rel", "rating", "stars", "label", "score")
"""Names a column may be known by, in any case; the first that fits is taken."""


@dataclass(frozen=True)
class Column:
    """The facts about a column on which its role depends.

    `numeric`: at least half of its filled cells are numbers. `filled` and `distinct` count cells and different ones.
    """

    name: str
    numeric: bool
    filled: int
    distinct: int

    @property
    def repeats(self) -> bool:
        """Whether the column's values occur twice or more on average."""
        return 0 < self.distinct <= self.filled / 2


def column(name: str, cells: pd.Series) -> Column:
    """Describe a column from its cells, (n,) text or numbers; "" and missing values are empty."""
    text = cells.astype(object)
    filled = text[text.notna() & (text != "")]
    numbers = pd.to_numeric(filled, errors="coerce").to_numpy(dtype=np.float64)
    return Column(
        name, 2 * int(np.isfinite(numbers).sum()) >= max(len(filled), 1), len(filled), filled.nunique()
    )


def guess(columns: Sequence[Column], rows: int) -> dict[str, str]:
    """Guess each column's role, by its name first and then by what it holds; a grade by its name only.

    `rows` is how many rows were looked at. At most one column is the item, the query or the grade.
    """
    left = {each.name: each for each in columns}
    roles: dict[str, str] = {}

    def take(role: str, found: Iterable[str]) -> None:
        name = next(iter(found), None)
        if name is not None:
            roles[name] = role
            del left[name]

    take(GRADE, [c for c in _named(left, GRADE_NAMES) if left[c].numeric])
    take(QUERY, [c for c in _named(left, QUERY_NAMES) if left[c].distinct < rows or rows < 2])
    unique = [c for c in left if left[c].distinct == rows]
    take(ITEM, _named({c: left[c] for c in left if c in unique or c.lower() == ITEM}, ITEM_NAMES))
    if ITEM not in roles.values():
        take(ITEM, [c for c in unique if not left[c].numeric])
    if QUERY not in roles.values():
        take(QUERY, [c for c in left if not left[c].numeric and left[c].repeats and left[c].distinct > 1])
    for name, each in left.items():
        roles[name] = FEATURE if each.numeric and each.filled else IGNORE
    return {each.name: roles[each.name] for each in columns}


def _named(columns: Mapping[str, Column], names: Sequence[str]) -> list[str]:
    """The columns of these names, in the order of the names."""
    found = [c for c in columns if c.lower() in names]
    return sorted(found, key=lambda c: names.index(c.lower()))


def of_options(columns: Sequence[str], options: Mapping[str, str]) -> dict[str, str]:
    """Each column's role as the options of a table's SOURCE say it, with the reader's defaults."""
    named = {
        options.get("item", ITEM): ITEM,
        options.get("grade", GRADE): GRADE,
        options.get("query", ""): QUERY,
        **dict.fromkeys(listed(options.get("ignore", "")), IGNORE),
    }
    return {name: named.get(name, FEATURE) for name in columns}


def as_options(roles: Mapping[str, str]) -> dict[str, str]:
    """The options of a table's SOURCE that say these roles; the reader's defaults are left out.

    `item` and `grade` are empty where a column of that name has another role.
    """
    ignored = [name for name, role in roles.items() if role == IGNORE]
    options = {role: _only(roles, role) for role in (ITEM, GRADE, QUERY)}
    options["ignore"] = as_list(ignored) if ignored else ""
    unsaid = {ITEM: ITEM if ITEM in roles else "", GRADE: GRADE if GRADE in roles else ""}
    return {name: value for name, value in options.items() if value != unsaid.get(name, "")}


def lacking(roles: Mapping[str, str], has_pairs: bool) -> str:
    """Why nothing can be learned with these roles, in one sentence; empty when something can."""
    for role in (ITEM, QUERY, GRADE):
        twice = [name for name, given in roles.items() if given == role]
        if len(twice) > 1:
            return f"{len(twice)} columns are marked {role} ({first_of(twice)}): leave one."
    if FEATURE not in roles.values():
        return "No column is a feature: mark at least one column of numbers."
    if GRADE not in roles.values() and not has_pairs:
        return (
            "Nothing says which item belongs above which: mark the column of grades (a higher grade belongs above), "
            "or add a table of pairs."
        )
    return ""


def listed(text: str) -> list[str]:
    """The names in a list as :func:`as_list` writes it: with commas, in quotes where a name has one itself.

    Raises DataError when a quote is not closed.
    """
    try:
        rows = list(csv.reader([text], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise DataError(
            f"ignore={shown(text)} is no list of columns",
            remedy="Write ignore=NAME,NAME and close every quote",
        ) from error
    return [name.strip() for row in rows for name in row if name.strip()]


def as_list(names: Iterable[str]) -> str:
    """Names with commas between, in quotes where needed."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()


def _only(roles: Mapping[str, str], role: str) -> str:
    return next((name for name, given in roles.items() if given == role), "")
