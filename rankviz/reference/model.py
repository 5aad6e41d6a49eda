"""The parts of the reference: symbols, entries, and the tests that check them."""

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
    """A test that checks an equation.

    Attributes
    ----------
    test : its node id, tests/test_x.py::test_y.
    tolerance : how exact the test is, in words and numbers.
    written : the tolerance in the test's source; "NAME = value" stands for a constant of the test's module.
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
    keys : the names in links; the first is the entry's key, such as "34", "theorem-1", "sm-3".
    group : one of GROUPS.
    source : the paper's number, or another source.
    title, latex, says : its name, the equation in lines, and what it says in a sentence.
    code : where it lives, "module:object".
    checks : the tests that check the entry.
    symbols : the symbols it is made of.
    theorems : the rows of the theorem monitor that check the entry on the running numbers, by their keys.
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
    theorems: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The entry's first name in links."""
        return self.keys[0]

    @property
    def link(self) -> str:
        """The entry alone in the address bar: its key, marked where the key is also a word to search for."""
        return self.key if re.search(r"[-\d]", self.key) else f"entry-{self.key}"
