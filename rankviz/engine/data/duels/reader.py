"""Votes on two items at a time as weighted pairs: `model_a, model_b, winner`, 0, ½ and 1, or counts; CSV or Parquet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from rankviz.engine.data import battles, vote_columns
from rankviz.engine.data.battles import GOOD_ENOUGH
from rankviz.engine.data.duels import context
from rankviz.engine.data.duels.outcomes import Outcomes, Rows, of_counts, of_groups, of_rows
from rankviz.engine.data.entries import ITEM
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import MAX_LINES, Readable, check_shape
from rankviz.engine.data.tables import Table, opened, verdicts
from rankviz.engine.data.tables import read as read_table
from rankviz.engine.data.tables.cells import numbers
from rankviz.engine.data.tables.headers import HeaderInDoubt
from rankviz.engine.data.tables.lists import listed
from rankviz.engine.data.tables.pairs import Listed, weights_of
from rankviz.engine.data.tables.text_cells import as_text, cell_text, coded
from rankviz.engine.data.tally import Votes
from rankviz.engine.data.vote_columns import Layout
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.engine.number_format import counted


def read(
    source: Table | Readable,
    *,
    name: str | None = None,
    items: Table | Readable | None = None,
    items_name: str | None = None,
    tie: float = 0.5,
    bad: str = "tie",
    columns: str = "",
    only: str = "",
    outcomes: str = "",
    item: str = ITEM,
    ignore: str = "",
    cells: str = "",
    encoding: str = "",
    header: str = "",
    skip: str = "",
    spec: str = "",
) -> Problem:
    """Return the problem of a table of votes: a pair of items for either order that got a vote, with a weight.

    Parameters
    ----------
    source : two items per row, and who won (`verdicts.read`) or counts; a column "weight" or "count" is the weight of a
        row.
    items : a table of the items' features, if there is one; else there is a weak ranker "is it this one" for each item.
    tie : the wins that a tie adds to both sides, 0 to 1; 0 drops ties, and ½ counts a tie as half a win for each.
    bad : how "both bad" counts, one of `battles.BAD`.
    columns : A,B,WINNER, or A,B where the first always won, where the columns have other names.
    only : COLUMN:VALUE,… of further columns: only votes that match all of these count.
    outcomes : WORD:SIDE,… of words that are not recognised, with a, b, tie, bad or drop for SIDE (`verdicts.mapping`).
    item, ignore, cells : of the table of items, see `tables.read`.
    encoding, header, skip : of the table of votes, see `tables.read`.

    Raises DataError, naming line and column.
    """
    table = opened(source, name).read_as(encoding, header, skip)
    found, notes = counted_votes(table, columns, only, outcomes)
    if bad == "loss" and GOOD_ENOUGH in found.counts.names:
        raise DataError(
            f"an item is named {shown(GOOD_ENOUGH)}, the name of the item that both would lose to",
            file=table.name,
            remedy="Rename the item, or count “both bad” as a tie or not at all",
        )
    tallied = battles.tally(found.counts, bad)
    notes = [*table.notes, *notes, *found.notes(), battles.rule_in_words(tie, bad)]
    pairs, weights = battles.weighted_pairs(tallied, tie)
    if len(pairs) == 0:
        raise DataError(
            "by this rule no vote counts: all are ties or both bad",
            file=table.name,
            remedy="Let a tie be worth more than 0, or add votes that somebody won",
        )
    if items is None:
        check_shape(tallied.n, tallied.n, table.name)
        notes += of_groups(pairs, tallied.names)
        return battles.problem(tallied, tie, source=spec, title=table.name, notes=tuple(notes))
    listing = partial(_among, tallied.names, pairs, weights, bad, table.name)
    try:
        made = read_table(
            items, name=items_name, pairs=listing, item=item, ignore=ignore, cells=cells, spec=spec
        )
    except HeaderInDoubt as error:
        raise error.of_second() from None
    known = {name: row for row, name in enumerate(made.item_ids)}
    row = np.array([known.get(each, -1) for each in tallied.names])
    made = made.with_votes(Votes(tallied, tie).among(row, made.item_labels))
    return replace(made, title=table.name).with_notes(*notes)


def counted_votes(
    votes: Table, said: str = "", only: str = "", outcomes: str = ""
) -> tuple[Outcomes, list[str]]:
    """Count a table of votes; return the counts and notes on how it was read. Raises DataError.

    `said` is the option `columns` of :func:`read`, `only` and `outcomes` those of their names.
    """
    given = verdicts.mapping(outcomes)
    table, name = votes.all(MAX_LINES), votes.name
    columns = [str(column) for column in table]
    layout = layout_of(columns, said, name)
    votes.check(layout.columns)
    table, asked, notes = context.chosen(table, only, further(columns, layout), name)
    (left, right), known = coded(as_text(table[layout.a]), as_text(table[layout.b]))
    check_shape(len(known), 1, name)
    rows = Rows(left, right, tuple(known))
    if layout.won:
        parts = (layout.won, layout.lost, layout.tied, layout.bad)
        found = of_counts(rows, np.column_stack([_counts(table, each, name) for each in parts]))
    else:
        codes, words = (
            np.full(len(table), verdicts.FIRST, dtype=np.int8),
            (np.zeros(len(table), np.intp), [""]),
        )
        if layout.verdict:
            said_of, one, two = (as_text(table[each]) for each in (layout.verdict, layout.a, layout.b))
            codes, note = verdicts.read(said_of, one, two, (layout.a, layout.b), given)
            notes += [f"Outcomes are numbers: {note}"] if note else []
            _check(table, layout, codes, name, given)
            (said_at,), said_words = coded(said_of)
            words = said_at, said_words
        weight = vote_columns.weight(columns, layout.columns)
        each_counts = np.ones(len(table))
        if weight:
            notes.append(f"Column {shown(weight)} says how many votes a row is.")
            each_counts = weights_of(table, weight, np.ones(len(table), dtype=bool), name)
        found = of_rows(rows, codes, words, each_counts)
    if found.counts.table.sum() == 0:
        raise DataError(
            f"none of {counted(found.rows, 'row')} is a vote on two items", file=name, remedy="Add votes"
        )
    others = [column for column in further(columns, layout) if column not in asked]
    return found, notes + ([f"Columns left out: {first_of(others)}."] if others else [])


def further(columns: list[str], layout: Layout) -> list[str]:
    """Return the columns that record neither the winner nor the number of votes: the question, its language, …"""
    weight = "" if layout.won else vote_columns.weight(columns, layout.columns)
    return [column for column in columns if column not in layout.columns and column != weight]


def layout_of(names: list[str], said: str, name: str) -> Layout:
    """Return the layout of the columns, from the option `columns` or from their names. Raises DataError."""
    if said:
        given = listed(said, "columns")
        unknown = next((each for each in given if each not in names), None)
        if unknown is not None or len(set(given)) != len(given) or len(given) not in (2, 3):
            what = "are not two or three columns" if unknown is None else f"name no column {shown(unknown)}"
            raise DataError(
                f"columns={shown(said)} {what}",
                file=name,
                remedy=f"Name A,B,WINNER, or A,B where the first always won; the columns are {first_of(names)}",
            )
        return Layout(*given)
    found = vote_columns.of_votes(names)
    if found is None:
        raise DataError(
            f"no columns look like votes; the columns are {first_of(names)}",
            file=name,
            line=1,
            remedy="Name them model_a, model_b and winner, or say columns=A,B,WINNER, and header=none where no line "
            "has names",
            page="Choose the columns of the votes",
        )
    return found


def _counts(table: pd.DataFrame, column: str, name: str) -> np.ndarray:
    """(m,) a column of counts, 0 where there is none or the cell is empty. Raises DataError for one below 0."""
    if not column:
        return np.zeros(len(table))
    found = np.nan_to_num(numbers(table, column, name))
    if (found < 0).any():
        row = int(np.argmax(found < 0))
        raise DataError(
            f"{found[row]:g} is not a count",
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy="Write how many votes there are, 0 or more",
        )
    return found


def _check(
    table: pd.DataFrame, layout: Layout, codes: np.ndarray, name: str, given: Mapping[str, int]
) -> None:
    """Raise DataError where most outcomes are not recognised: they are in another column, or lack a translation."""
    unknown = codes == verdicts.UNKNOWN
    if given or unknown.sum() * 2 <= len(codes):
        return
    row = int(np.argmax(unknown))
    cell = shown(cell_text(table[layout.verdict].iloc[row]))
    raise DataError(
        f"{cell} is not a known outcome, as {int(unknown.sum()):,} of {counted(len(codes), 'row')} have none",
        file=name,
        line=int(table.index[row]),
        column=layout.verdict,
        remedy=f"Write {layout.a}, {layout.b}, the winner's name, 1, ½ and 0, tie or both bad; say "
        f"outcomes=WORD:SIDE,… with {', '.join(verdicts.SIDES)} for SIDE; or name the columns with columns=A,B,WINNER",
        page="Say what the outcomes mean, or choose the column that says who won",
    )


def _among(
    names: tuple[str, ...],
    pairs: np.ndarray,
    weights: np.ndarray,
    bad: str,
    file: str,
    known: Mapping[str, int],
    qid: np.ndarray | None,
) -> Listed:
    """List the pairs (m, 2) of items of the votes, by `names`, among the items of a table, `known` by their rows."""
    if bad == "loss" and GOOD_ENOUGH not in known:
        raise DataError(
            f"the table of items has no {shown(GOOD_ENOUGH)}, to which both would lose",
            file=file,
            remedy=f"Add an item {GOOD_ENOUGH} with its features, or count “both bad” as a tie or not at all",
        )
    row = np.array([known.get(each, -1) for each in names])
    rows = row[pairs]
    use = (rows >= 0).all(axis=1)
    notes = []
    if not use.any():
        raise DataError(
            "no vote that counts is on two items of the table of items",
            file=file,
            remedy=f"Name the items alike in both tables; the votes have {first_of(names)}",
        )
    if not use.all():
        lost = [each for each, at in zip(names, row, strict=True) if at < 0]
        share = float(weights[~use].sum() / weights.sum())
        notes.append(
            f"{share:.1%} of the votes are on items that the table of items does not have, and are left out: "
            f"{first_of(lost)}."
        )
    return Listed(rows[use], battles.unless_alike(weights[use]), notes + of_groups(rows[use], tuple(known)))
