"""The equations behind the numbers of every round, for a page that computes nothing and has no typesetter.

The browser typesets MathML itself. Equations of different rounds differ only in their numbers, so each form of one is
written once, as a tree, and a round names the form and has the numbers.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rankviz.board.drawer.mathml import Tree, equation, split_numbers, tree_of
from rankviz.board.offline.part import RunPart
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.explain import Explanation, explain, explains, menu, run_names
from rankviz.insight.explain.model import shown

MAX_NUMBERS = 3_000
"""Numbers explained in a page: some 25 bytes each."""
MOST_PAIRS = 30_000_000
"""Pairs read for these numbers, as each may be a sum over all pairs: some seconds."""

BETWEEN = "\t"
ROUND = "@"
"""Ends a key whose round is in the next column, as "e1@" of the key "e1@12"."""


def explanations(
    trace: Trace, part: RunPart, more: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Explain the numbers of `menu` for the rounds of every run (see explained.js), as far as they are in `part`.

    `at` are the rounds included: every `every`-th and the last. `math` and `texts` hold forms; each of `runs` has its
    `label` and `numbers`: by key the `symbol`, the `name`, and by column (see `_by_column`) for each of those rounds
    [text, lines, notes, inputs]. A line is [number of the equation, equation, equation with its
    values, numbers], a note [form, numbers], an input [symbol, words, key, text], without the text where it is the
    text of the key's number. `more` names further numbers of a run, such as those of a pair.
    """
    runs = {name: run for name, run in run_names(trace).items() if explains(run)}
    last = min(part.last, max((run.n_rounds for run in runs.values()), default=0))
    most = max(0, last - part.first)
    a_round = sum(len(menu(run)) for run in runs.values())
    fit = max(1, min(MAX_NUMBERS, MOST_PAIRS // trace.problem.n_pairs))
    every = max(1, -(-most * a_round // fit))
    forms = _Forms()
    at = sorted({*range(min(part.first, last), last + 1, every), last})
    found = {name: _of_run(trace, run, at, forms, more.get(name, ())) for name, run in runs.items()}
    return {"every": every, "at": at, "math": forms.math, "texts": list(forms.texts), "runs": found}


class _Forms:
    """Forms of equations and of sentences, each once."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.math: list[Tree] = []
        self.known: dict[str, int] = {}

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def sentence(self, text: str) -> tuple[int, str]:
        form, numbers = split_numbers(text)
        return self.text(form), BETWEEN.join(numbers)

    def formula(self, latex: str) -> int:
        """Return the place of an equation whose numbers belong to it."""
        return self._place(latex, equation(latex)) if latex else -1

    def equation(self, latex: str) -> tuple[int, str]:
        """Return an equation's form and its numbers; −1 where there is none."""
        if not latex:
            return -1, ""
        form, numbers = split_numbers(latex)
        return self._place(form, tree_of(form)), BETWEEN.join(numbers)

    def _place(self, name: str, tree: Tree) -> int:
        if name not in self.known:
            self.known[name] = len(self.math)
            self.math.append(tree)
        return self.known[name]


def _of_run(trace: Trace, run: Run, at: list[int], forms: _Forms, more: Sequence[str]) -> dict[str, Any]:
    there = [t for t in at if t <= run.n_rounds] or [run.n_rounds]
    if there[-1] < (last := min(run.n_rounds, at[-1])):
        there.append(last)
    named: dict[str, dict[str, str]] = {}
    rounds: dict[str, list[list[Any]]] = {}
    for key in dict.fromkeys((*menu(run), *more)):
        each = [explain(trace, run, t, key) for t in there]
        named[key] = {"symbol": each[-1].symbol, "name": each[-1].name}
        rounds[key] = [_round(one, forms) for one in each]
    _leave_out_what_is_there(rounds, there)
    numbers = {key: {**named[key], **_by_column(rounds[key])} for key in rounds}
    return {"label": on_screen(run), "at": there, "numbers": numbers}


def _leave_out_what_is_there(rounds: dict[str, list[list[Any]]], at: list[int]) -> None:
    """Leave out the texts of inputs that are explained themselves, in that round or the one that their key names."""
    place = {str(t): i for i, t in enumerate(at)}
    for number in rounds.values():
        for i, (_, _, _, inputs) in enumerate(number):
            for each in inputs:
                key, _, t = each[2].partition("@")
                k = place.get(t) if t else i
                if key in rounds and k is not None and rounds[key][k][0] == each[3]:
                    del each[3]


def _round(found: Explanation, forms: _Forms) -> list[Any]:
    lines = [
        [
            forms.text(line.equation),
            forms.formula(line.formula),
            *forms.equation(line.values),
        ]
        for line in found.lines
    ]
    notes = [list(forms.sentence(note)) for note in found.notes]
    inputs = [
        [forms.text(each.symbol), forms.text(each.words), each.key, shown(each.value)]
        for each in found.inputs
    ]
    return [found.text, lines, notes, inputs]


def _by_column(rounds: list[list[Any]]) -> dict[str, Any]:
    """Arrange the rounds of a number by column: common texts once, and a column for each number.

    A column of numbers that hardly differ from round to round compresses a quarter better than the rounds one by one
    (put together again in frontend/offline/saved_explanations.js).

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
