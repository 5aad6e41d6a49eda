"""The role and reading of each column of a table, given or guessed, and the guesses in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import pandas as pd

from rankviz.engine.data.entries import GRADE, ITEM
from rankviz.engine.data.tables import ratings, readings, roles
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.readings import (
    ABOVE,
    BETWEEN,
    COMMA,
    FEW,
    KINDS,
    ORDER,
    POINT,
    RATING,
    TRUTH,
    Reading,
)
from rankviz.engine.data.tables.table import Table
from rankviz.engine.data.tables.text_cells import as_text, cell_text
from rankviz.engine.errors import DataError, first_of, shown

UNSAID = (GRADE, "", ITEM, "")
"""The options grade, query, item and ignore of a table for which nobody has named any columns."""


@dataclass(frozen=True)
class Columns:
    """The columns of a table by their roles; "" for an unused role.

    `readings` are those of the grade and the features, by name; `notes` say what was guessed.
    """

    item: str
    query: str
    grade: str
    ignored: tuple[str, ...]
    features: tuple[str, ...]
    readings: Mapping[str, Reading] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def choose(
    items: Table, said: tuple[str, str, str, str], cells: str, has_pairs: bool, plain: bool
) -> Columns:
    """Return the columns of a table by role, from the options grade, query, item and ignore, and `cells`.

    Without options, and without the expected names, the roles are guessed, too. `plain` tables hold numbers, or yes and
    no. Raises DataError for options that do not fit the table, and for guesses that are in doubt.
    """
    head, name = items.first(), items.name
    names = [str(column) for column in head]
    given = readings.parse(cells, names)
    found = _by_options(names, said, name)
    if plain:
        items.check((*found.features, found.item, found.query))
        return replace(found, readings=_of_rankers(head, found.features, name))
    guesses = {column: readings.guess(head[column]) for column in found.features if column not in given}
    notes: list[str] = []
    # A role that is given does not change the guesses of the others.
    if None in guesses.values() or (said == UNSAID and not (found.grade or has_pairs)):
        facts = [roles.column(column, head[column]) for column in names]
        guessed = roles.guess(facts, len(head), _said_roles(said, names))
        if not roles.lacking(guessed, has_pairs):
            found = _by_roles(guessed)
            guesses = {fact.name: fact.reading for fact in facts if fact.name not in given}
            notes.append(_roles_in_words(found))
    grade = "" if has_pairs else found.grade
    items.check((*found.features, grade, found.item, found.query))
    used = read_as(head, guesses, found.features, grade, given)
    for column, reading in used.items():
        if reading is not None and (error := _unclear(head, column, reading, column == grade, name)):
            raise error
    as_numbers = {column: reading or Reading() for column, reading in used.items()}
    return replace(found, readings=as_numbers, notes=tuple(notes))


def read_as(
    head: pd.DataFrame,
    guesses: Mapping[str, Reading | None],
    features: Iterable[str],
    grade: str,
    given: Mapping[str, Reading],
) -> dict[str, Reading | None]:
    """Return how the features and the grade ("" without one) are read: as `given`, or as guessed from the first rows.

    `guesses` has that of each feature by itself, as `readings.guess` makes it; None for text that is not a number.
    """
    features = list(features)
    alone = {column: guesses[column] for column in features if column not in given}
    if grade and grade not in given:
        alone[grade] = _of_grades(head[grade])
    settled = readings.settle_doubts(alone, head)
    return {
        column: given.get(column) or settled.get(column) for column in (*features, *filter(None, [grade]))
    }


def unclear(column: str, reading: Reading | None, is_grade: bool) -> str:
    """Return what has to be stated of a column's reading before it can be read, in one sentence; "" for nothing."""
    if reading is None:
        return f"Column {shown(column)} holds text: choose how it is read, or another role."
    if reading.doubt:
        return f"Column {shown(column)}: {reading.doubt}. Choose how it is read."
    if (reading.kind == ORDER and not reading.order) or (is_grade and reading.kind == KINDS):
        return f"Column {shown(column)} holds words: put them in order."
    return ""


def _by_options(names: list[str], said: tuple[str, str, str, str], name: str) -> Columns:
    """Return the columns as options name them. Raises DataError for a name that is not a column, or has two roles."""
    grade, query, item, ignore = said
    ignored = listed(ignore)
    given = [each for each in (query, item if item != ITEM else "", *ignored) if each]
    for column in given:
        if column not in names:
            raise DataError(
                f"there is no column {shown(column)}", file=name, remedy=f"The columns are {first_of(names)}"
            )
    # The defaults are not requests: a column named grade may be left out, or be the query.
    asked = [*given, *([grade] if grade in names and grade != GRADE else [])]
    for column in asked:
        if asked.count(column) > 1:
            raise DataError(
                f"column {shown(column)} is asked for twice",
                file=name,
                remedy="A column is the item, the query, the grade or ignored",
            )
    item, grade = ("" if each in ignored else each for each in (item, grade))
    features = tuple(column for column in names if column not in (item, grade, query, *ignored))
    return Columns(item, query, grade if grade in names else "", tuple(ignored), features)


def _said_roles(said: tuple[str, str, str, str], names: list[str]) -> dict[str, str]:
    """Return the roles that options give; the defaults are not requests."""
    grade, query, item, ignore = said
    by_role = {
        roles.GRADE: grade if grade != GRADE else "",
        roles.QUERY: query,
        roles.ITEM: item if item != ITEM else "",
    }
    named = {name: role for role, name in by_role.items() if name in names}
    if item == "":
        named[""] = roles.ITEM  # rows are to be numbered: no column is the item
    return named | dict.fromkeys(listed(ignore), roles.IGNORE)


def _by_roles(guessed: Mapping[str, str]) -> Columns:
    of = {role: [name for name, each in guessed.items() if each == role] for role in roles.ROLES}
    item, query, grade = (next(iter(of[role]), "") for role in (roles.ITEM, roles.QUERY, roles.GRADE))
    return Columns(item, query, grade, tuple(of[roles.IGNORE]), tuple(of[roles.FEATURE]))


def _roles_in_words(found: Columns) -> str:
    """Return the roles of the columns in words; those that are left out are named in another note."""
    said = [
        f"{role} {shown(name)}"
        for role, name in vars(found).items()
        if name and role in ("item", "query", "grade")
    ]
    return f"Guessed from names and contents: {', '.join([*said, f'features {first_of(found.features)}'])}."


def _of_rankers(head: pd.DataFrame, features: Iterable[str], name: str) -> dict[str, Reading]:
    """Return the readings of weak rankers, which are numbers or truth values. Raises DataError for other text."""
    found = {column: readings.guess(head[column]) for column in features}
    for column, reading in found.items():
        if reading is None or reading.kind not in (POINT, COMMA, TRUTH):
            raise DataError(
                f"the column holds text such as {shown(cell_text(head[column].iloc[0]))}",
                file=name,
                line=int(head.index[0]),
                column=column,
                remedy="A weak ranker gives 0 or 1, or a value between, to every item: take other columns out",
            )
    return {column: reading for column, reading in found.items() if reading is not None}


def _of_grades(cells: pd.Series) -> Reading:
    """Guess the reading of grades: a few words without a known order are ordered words whose order must be given."""
    found = readings.guess(cells)
    if found is None or found.kind == KINDS:
        words = readings.kinds(cells)
        if ratings.are_numbered(words):
            return Reading(RATING)
        return Reading(ORDER) if len(words) <= FEW else Reading()
    return found


def _unclear(
    head: pd.DataFrame, column: str, reading: Reading, is_grade: bool, name: str
) -> DataError | None:
    """Return the error for a reading that has to be given first."""
    if not unclear(column, reading, is_grade):
        return None
    text = as_text(head[column]).to_pylist()
    if reading.doubt:
        row = next((i for i, cell in enumerate(text) if shown(cell) in reading.doubt), 0)
        what, remedy = (
            reading.doubt,
            f"Say which: cells={_said(column, reading.kind)} or cells={_said(column, reading.other)}",
        )
    else:
        words = readings.kinds(head[column])
        row = text.index(words[0])
        what = f"the column holds words, and their order is not known: {first_of(words, FEW)}"
        remedy = f"Say it, the highest first: cells={_said(column, f'HIGHEST{ABOVE}{BETWEEN}{ABOVE}LOWEST')}"
    return DataError(
        what,
        file=name,
        line=int(head.index[row]),
        column=column,
        remedy=remedy,
        page="Choose how the column is read" if reading.doubt else "Put the words in order",
    )


def _said(column: str, how: str) -> str:
    return as_list([f"{column}:{how}"])
