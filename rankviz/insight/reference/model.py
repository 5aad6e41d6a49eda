"""What the reference is made of: papers with their figures, symbols, entries, and the tests that check them."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class PaperFigure:
    """A figure or a table of a paper, and what makes it here.

    Attributes
    ----------
    name, title : "Figure 1", and what it shows.
    opens : the address of the page that makes it, relative to the Reference.
    says : what to do there, or the command that makes it, in a sentence or two.
    also : other words that find it.
    """

    name: str
    title: str
    opens: str
    says: str
    also: str = ""


@dataclass(frozen=True)
class BookPart:
    """A part of the reference: a paper, or what stands in none.

    Attributes
    ----------
    tag : how the part's equations are cited; empty where the part is no paper's.
    title : its heading.
    about : what it asks and finds, in three to five sentences.
    pages : the pages of the app that show the part, by their names on screen.
    groups : its topics.
    figures : the paper's figures and tables.
    citation, bibtex : the paper in full, and its BibTeX entry; empty where the part is no paper's.
    """

    tag: str
    title: str
    about: str
    pages: tuple[str, ...]
    groups: tuple[str, ...]
    figures: tuple[PaperFigure, ...] = ()
    citation: str = ""
    bibtex: str = ""

    @property
    def doi(self) -> str:
        """Where the paper is; "" where nothing is known of it."""
        found = re.search(r"\bdoi = {(.+?)}", self.bibtex)
        return found[1] if found else ""

    @property
    def cited(self) -> str:
        """The key of its BibTeX entry."""
        found = re.match(r"@\w+{(\w+),", self.bibtex)
        return found[1] if found else ""


@dataclass(frozen=True)
class Symbol:
    """A symbol on the screen.

    Attributes
    ----------
    symbol, name : as it is shown, and in words.
    meaning : one plain sentence.
    seen : the panels, tabs and columns that show it, by their titles.
    equations : keys of the entries it belongs to.
    also : other words that find it.
    """

    symbol: str
    name: str
    meaning: str
    seen: tuple[str, ...]
    equations: tuple[str, ...] = ()
    also: str = ""


@dataclass(frozen=True)
class Check:
    """A test that checks an equation: its node id, tests/test_x.py::test_y, and how exact it is, in words."""

    test: str
    tolerance: str


@dataclass(frozen=True)
class Number:
    """A number of a run that shows an entry at work.

    Attributes
    ----------
    run : the name of a small run.
    algorithm, t : the algorithm in it, and the round.
    key : of the number's explanation, such as "alpha" and "score:0:1", or of a theorem's row.
    line : the line of the explanation, counted from 1.
    of_theorem : whether the key is a theorem's.
    """

    run: str
    algorithm: str
    t: int
    key: str
    line: int = 1
    of_theorem: bool = False


@dataclass(frozen=True)
class Entry:
    """An equation, theorem or convention that the program uses.

    Attributes
    ----------
    keys : the names in links; the first is the entry's key, such as "34", "theorem-1", "sm-3".
    group : the topic that it stands in.
    source : the paper's number, or another source.
    title, latex, says : its name, the equation in lines, and what it says in a sentence.
    why : why it is so, in a few paragraphs of Markdown.
    code : where it lives, "module:object".
    checks : the tests that check the entry.
    symbols : the symbols it is made of.
    theorems : the rows of the theorem monitor that check the entry on the running numbers, by their keys.
    claims : the claims of the gallery that show it, by their names.
    lessons : the steps of lessons that show it: the lesson's name and the step's number.
    number : a number of a run that shows it at work, if any.
    also : other words that find it.
    """

    keys: tuple[str, ...]
    group: str
    source: str
    title: str
    latex: tuple[str, ...]
    says: str
    why: tuple[str, ...]
    code: tuple[str, ...]
    checks: tuple[Check, ...]
    symbols: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    lessons: tuple[tuple[str, int], ...] = ()
    number: Number | None = None
    also: str = ""

    @property
    def key(self) -> str:
        """The entry's first name in links."""
        return self.keys[0]

    @property
    def link(self) -> str:
        """The entry alone in the address bar: its key, marked where the key is also a word to search for."""
        return self.key if re.search(r"[-\d]", self.key) else f"entry-{self.key}"
