"""The role of each column of a table: the item's name, its query, its grade, a feature, or ignored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from rankviz.engine.data.tables import scales
from rankviz.engine.data.tables.amounts import is_missing
from rankviz.engine.data.tables.cells import is_plain
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.readings import KINDS, Reading
from rankviz.engine.data.tables.readings import guess as guess_reading
from rankviz.engine.data.tables.text_cells import as_text, is_text
from rankviz.engine.errors import first_of

ITEM, QUERY, GRADE, FEATURE, IGNORE = "item", "query", "grade", "feature", "ignore"
ROLES = (ITEM, QUERY, GRADE, FEATURE, IGNORE)

ITEM_NAMES = ("item", "item_id", "name", "title", "id", "doc", "docid", "doc_id", "document", "url")
QUERY_NAMES = ("query", "qid", "query_id", "queryid", "srch_id", "session", "session_id")
GRADE_NAMES = ("grade", "relevance", "rel", "rating", "stars", "label", "score")
"""Names by which a column may be known, in any case; the first that fits is used."""


@dataclass(frozen=True)
class Column:
    """The facts about a column on which its role depends.

    `reading` is how its cells become numbers, None where they do not. `filled` and `distinct` count cells with a value
    and different ones. `plain` is True where all are numbers as pandas reads them, or empty.
    """

    name: str
    reading: Reading | None
    filled: int
    distinct: int
    plain: bool = True

    @property
    def repeats(self) -> bool:
        """True when the column's values occur twice or more on average."""
        return 0 < self.distinct <= self.filled / 2

    @property
    def is_grade(self) -> bool:
        """True when its cells are numbers of some kind, or words with an order."""
        return self.reading is not None and self.reading.kind != KINDS

    @property
    def judges(self) -> bool:
        """True when its cells are words that express quality."""
        return self.reading is not None and scales.judges(self.reading.order)


def column(name: str, cells: pd.Series) -> Column:
    """Describe a column from its cells, (n,) text or numbers; "" and missing values are empty."""
    filled = cells[~is_missing(as_text(cells))] if is_text(cells) else cells.dropna()
    return Column(name, guess_reading(cells), len(filled), filled.nunique(), is_plain(cells))


def guess(columns: Sequence[Column], rows: int, said: Mapping[str, str] | None = None) -> dict[str, str]:
    """Guess each column's role, by its name first and then by its contents, given those that are `said`.

    A grade is recognised by its name, or as the only column whose words express quality ("bad", "fair", "good").
    `rows` is the number of rows examined. At most one column is the item, the query or the grade.
    """
    roles = dict(said or {})
    left = {each.name: each for each in columns if each.name not in roles}

    def take(role: str, found: Iterable[str]) -> None:
        name = next(iter(found), None)
        if name is not None and role not in roles.values():
            roles[name] = role
            del left[name]

    take(GRADE, [c for c in _named(left, GRADE_NAMES) if left[c].is_grade])
    judging = [c for c in left if left[c].judges]
    if GRADE not in roles.values() and len(judging) == 1:
        take(GRADE, judging)
    take(QUERY, [c for c in _named(left, QUERY_NAMES) if left[c].distinct < rows or rows < 2])
    unique = [c for c in left if left[c].distinct == rows]
    take(ITEM, _named({c: left[c] for c in left if c in unique or c.lower() == ITEM}, ITEM_NAMES))
    if ITEM not in roles.values():
        take(ITEM, [c for c in unique if left[c].reading is None])
    if QUERY not in roles.values():
        take(QUERY, [c for c in left if left[c].reading is None and left[c].repeats])
    for name, each in left.items():
        roles[name] = FEATURE if each.reading and each.filled else IGNORE
    return {each.name: roles[each.name] for each in columns}


def _named(columns: Mapping[str, Column], names: Sequence[str]) -> list[str]:
    """Return the columns with these names, in the order of the names."""
    found = [c for c in columns if c.lower() in names]
    return sorted(found, key=lambda c: names.index(c.lower()))


def of_options(columns: Sequence[str], options: Mapping[str, str]) -> dict[str, str]:
    """Return each column's role as the options of a table's SOURCE give it, with the reader's defaults."""
    named = {
        options.get("item", ITEM): ITEM,
        options.get("grade", GRADE): GRADE,
        options.get("query", ""): QUERY,
        **dict.fromkeys(listed(options.get("ignore", "")), IGNORE),
    }
    return {name: named.get(name, FEATURE) for name in columns}


def as_options(roles: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table's SOURCE that give these roles; the reader's defaults are left out.

    `item` and `grade` are empty where a column of that name has another role.
    """
    ignored = [name for name, role in roles.items() if role == IGNORE]
    options = {role: _only(roles, role) for role in (ITEM, GRADE, QUERY)}
    options["ignore"] = as_list(ignored) if ignored else ""
    unsaid = {ITEM: ITEM if ITEM in roles else "", GRADE: GRADE if GRADE in roles else ""}
    return {name: value for name, value in options.items() if value != unsaid.get(name, "")}


def lacking(roles: Mapping[str, str], has_pairs: bool) -> str:
    """Return why nothing can be learned with these roles, in one sentence; empty when something can."""
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


def _only(roles: Mapping[str, str], role: str) -> str:
    return next((name for name, given in roles.items() if given == role), "")
