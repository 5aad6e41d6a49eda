"""Equations as MathML, which browsers typeset themselves: the page that shows them has no typesetter.

Equations of different rounds differ only in their numbers, so a form is converted once and its numbers are filled in.
"""

import html
import re
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

NUMBER = re.compile(r"(?<![\w.\\^])\d+(?:\.\d+)?")
"""A number in LaTeX or in words, except a digit that TeX reads without braces, as in \\tfrac12 and x_1."""
STANDS = 900_000
"""The placeholder in LaTeX for the first of its numbers while it is converted; the next code points follow it."""
GAP = "\f"
"""The placeholder of a number in a form."""

INSTEAD = {"{aligned}": "{split}", r"\arg\min": r"\argmin"}
"""LaTeX that the converter does not know, and what it knows that looks the same."""

ROWS, SPACE = ("math", "mrow"), ["mspace", {"width": "0.17em"}]
"""Elements with any number of children, and the separator put between some."""

Tree = list[Any]
"""An element of MathML: its tag, its attributes, and its children: trees, texts, or the place of a number among those
of the equation."""


def equation(latex: str) -> Tree:
    """Return an equation as a tree without places."""
    form, numbers = split_numbers(latex)
    return _filled(tree_of(form), numbers)


def split_numbers(text: str) -> tuple[str, list[str]]:
    """Return the form of a text, with gaps, and the numbers that fill them."""
    return NUMBER.sub(GAP, text), NUMBER.findall(text)


@lru_cache(maxsize=2048)
def tree_of(form: str) -> Tree:
    """Convert a form of LaTeX; each gap becomes the place of a number. The tree is shared and must not be changed."""
    numbers = iter(range(STANDS, 2 * STANDS))
    latex = re.sub(GAP, lambda _: str(next(numbers)), _known(form))
    return _tree(convert_to_element(latex, display="block"))


def _known(latex: str) -> str:
    for unknown, known in INSTEAD.items():
        latex = latex.replace(unknown, known)
    return latex


def _filled(tree: Tree, numbers: list[str]) -> Tree:
    tag, attributes, *children = tree
    return [
        tag,
        attributes,
        *(
            _filled(child, numbers)
            if isinstance(child, list)
            else numbers[child]
            if isinstance(child, int)
            else child
            for child in children
        ),
    ]


def _tree(element: Element) -> Tree:
    text = [_leaf(html.unescape(element.text))] if element.text else []
    children = [_tree(child) for child in element]
    if element.tag in ROWS:
        children = [each for child in children for each in _apart(child)]
    return [element.tag, {k: v for k, v in element.items() if k != "xmlns"}, *text, *children]


def _apart(tree: Tree) -> list[Tree]:
    """Return a function's name with the space that TeX would leave after it: 2 ln x."""
    named = tree[0] == "mi" and isinstance(tree[-1], str) and len(tree[-1]) > 1
    return [SPACE, tree, SPACE] if named else [tree]


def _leaf(text: str) -> str | int:
    """Return a text, or the place of the number that stands for one."""
    return int(text) - STANDS if re.fullmatch(r"9\d{5}", text) else text
