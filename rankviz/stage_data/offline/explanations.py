"""The equations behind the numbers of every round, for a page that computes nothing and has no typesetter.

The browser sets MathML by itself. Equations of different rounds differ in their numbers alone, so each form of one is
written once, as a tree, and a round names the form and has the numbers.
"""

import html
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from rankviz.explain import Explanation, explain, explains, menu, run_names
from rankviz.explain.model import shown
from rankviz.runs.trace import Run, Trace
from rankviz.stage_data.offline.columns import BETWEEN, by_column
from rankviz.stage_data.offline.part import RunPart

MAX_NUMBERS = 3_000
"""Numbers explained in a page: some 25 bytes each."""
MOST_PAIRS = 30_000_000
"""Pairs read for these numbers, as each may be a sum over all pairs: some seconds."""

NUMBER = re.compile(r"(?<![\w.\\^])\d+(?:\.\d+)?")
"""A number in LaTeX or in words; not a digit that TeX takes without braces, as in \\tfrac12 and x_1."""
STANDS = 900_000
"""Stands in LaTeX for the first of its numbers while it is converted; those after it for the next ones."""

ROWS, SPACE = ("math", "mrow"), ["mspace", {"width": "0.17em"}]
"""Elements that take any number of children, and what is put between some."""

Tree = list[Any]
"""An element of MathML: its tag, its attributes, and its children: trees, texts, or the place of a number among those
of the round."""


def explanations(
    trace: Trace, part: RunPart, more: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Explain the numbers of `menu` for the rounds of every run (see explained.js), as far as they are in `part`.

    `at` are the rounds included: every `every`-th and the last. `math` and `texts` hold forms; each of `runs` has its
    `label` and `numbers`: by key the `symbol`, the `name`, and by column (see columns.py) for each of those rounds
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
        return self.text(NUMBER.sub("\f", text)), BETWEEN.join(NUMBER.findall(text))

    def equation(self, latex: str, constant: bool = False) -> tuple[int, str]:
        """Return an equation's form and its numbers; −1 where there is none. A `constant` form holds its numbers."""
        if not latex:
            return -1, ""
        form = latex if constant else NUMBER.sub("\f", latex)
        if form not in self.known:
            self.known[form] = len(self.math)
            numbers = iter(range(STANDS, 2 * STANDS))
            latex_of_form = re.sub("\f", lambda _: str(next(numbers)), form)
            self.math.append(_tree(convert_to_element(latex_of_form, display="block")))
        return self.known[form], "" if constant else BETWEEN.join(NUMBER.findall(latex))


def _tree(element: Element) -> Tree:
    text = [_leaf(html.unescape(element.text))] if element.text else []
    children = [_tree(child) for child in element]
    if element.tag in ROWS:
        children = [each for child in children for each in _apart(child)]
    return [element.tag, {k: v for k, v in element.items() if k != "xmlns"}, *text, *children]


def _apart(tree: Tree) -> list[Tree]:
    """Return a function's name with the space that TeX would leave beside it: 2 ln x."""
    named = tree[0] == "mi" and isinstance(tree[-1], str) and len(tree[-1]) > 1
    return [SPACE, tree, SPACE] if named else [tree]


def _leaf(text: str) -> str | int:
    """Return a text, or the place of the number that stands for one."""
    return int(text) - STANDS if re.fullmatch(r"9\d{5}", text) else text


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
    numbers = {key: {**named[key], **by_column(rounds[key])} for key in rounds}
    return {"label": run.label, "at": there, "numbers": numbers}


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
            forms.equation(line.formula, constant=True)[0],
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
