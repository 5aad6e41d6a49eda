"""The explanations of a number over the rounds, by column: common texts once, and a column for each number.

A column of numbers that hardly differ from round to round compresses a quarter better than the rounds one by one (put
together again in frontend/offline/saved_explanations.js).
"""

from typing import Any

BETWEEN = "\t"
ROUND = "@"
"""Ends a key whose round is in the next column, as "e1@" of the key "e1@12"."""


def by_column(rounds: list[list[Any]]) -> dict[str, Any]:
    """Arrange `rounds`, as `rankviz.board.offline.explanations` makes them, by column.

    `texts` are theirs. `forms` are [lines, notes, inputs] without their numbers, `form` names one for each round: a
    line is [number of the equation, equation, equation with its values, how many numbers], a note [form, how many],
    an input [symbol, words, key, whether it has a text]. Each of `columns` has one of the round's numbers in the order
    in which they occur there, "" for rounds that have fewer.
    """
    forms: dict[Any, int] = {}
    form, values = [], []
    for _, lines, notes, inputs in rounds:
        found: list[str] = []
        its = (
            tuple((*line[:3], _take(line[3], found)) for line in lines),
            tuple((note, _take(numbers, found)) for note, numbers in notes),
            tuple(_input(each, found) for each in inputs),
        )
        form.append(forms.setdefault(its, len(forms)))
        values.append(found)
    width = max(map(len, values))
    padded = [found + [""] * (width - len(found)) for found in values]
    return {
        "texts": BETWEEN.join(each[0] for each in rounds),
        "forms": list(forms),
        "form": form,
        "columns": [BETWEEN.join(column) for column in zip(*padded, strict=True)],
    }


def _take(numbers: str, found: list[str]) -> int:
    """Append the numbers to `found`, and return their count."""
    each = numbers.split(BETWEEN) if numbers else []
    found += each
    return len(each)


def _input(one: list[Any], found: list[str]) -> tuple[Any, ...]:
    symbol, words, key, *text = one
    name, at, t = key.partition(ROUND)
    found += [*([t] if at else []), *text]
    return symbol, words, name + at, len(text)
