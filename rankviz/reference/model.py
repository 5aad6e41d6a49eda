"""What an entry of the reference says: a symbol, an equation, and the test that holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rankviz.reference.learn.papers import PARTS

GROUPS = tuple(group for part in PARTS for group in part.groups)
"""In the order of the page."""


@dataclass(frozen=True)
class Symbol:
    """A symbol on the screen.

    Attributes
    ----------
    symbol, name : as it is shown, and in words.
    meaning : one plain sentence.
    seen : the panels, tabs and columns that show it, by their titles.
    equations : keys of the entries it belongs to.
    """

    symbol: str
    name: str
    meaning: str
    seen: tuple[str, ...]
    equations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """A test that holds an equation.

    Attributes
    ----------
    test : its node id, tests/test_x.py::test_y.
    tolerance : how exact it is, in words and numbers.
    written : how the test's source says so; "NAME = value" stands for a constant of the test's module.
    by : the function of that module that compares, where the test leaves it to one.
    """

    test: str
    tolerance: str
    written: str
    by: str = ""


@dataclass(frozen=True)
class Entry:
    """An equation, theorem or convention that the program uses.

    Attributes
    ----------
    keys : its names in links; the first one is its own, such as "34", "theorem-1", "sm-3".
    group : one of GROUPS.
    source : the paper's number, or where else it is from.
    title, latex, says : its name, the equation in lines, and what it says in a sentence.
    code : where it lives, "module:object".
    checks : the tests that hold it.
    symbols : the symbols it is made of.
    claims : the rows of the theorem monitor that check it on the running numbers, by their names.
    """

    keys: tuple[str, ...]
    group: str
    source: str
    title: str
    latex: tuple[str, ...]
    says: str
    code: tuple[str, ...]
    checks: tuple[Check, ...]
    symbols: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its own name in links."""
        return self.keys[0]

    @property
    def link(self) -> str:
        """What the address bar says of it alone: its own key, marked where that is a word one searches for."""
        return self.key if re.search(r"[-\d]", self.key) else f"entry-{self.key}"
