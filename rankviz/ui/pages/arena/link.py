"""The choices of the page: read from its link, made legal, and written back."""

from dataclasses import dataclass

from rankviz.engine.algorithms.preference.ladder import METHODS
from rankviz.engine.choice import Choice
from rankviz.engine.data.battles import BAD
from rankviz.ui.pages.arena import votes
from rankviz.ui.pages.arena.votes import REAL
from rankviz.ui.state import page_link

PAGE = "arena"
TOPS = (10, 20, 40, 200)
"""The choices of the number of places; the last is all."""


METHOD_NAMES = tuple(method.name for method in METHODS)


@dataclass(frozen=True)
class Chosen:
    """The page's choices.

    data : battles, as a link names them.
    pair : the numbers of two items, 3-17; empty for the page's own.
    top : the number of places drawn.  tie, bad : the rule.  by : the method whose changes are listed.
    """

    data: str = REAL
    pair: str = ""
    top: int = 20
    tie: float = 0.5
    bad: str = "tie"
    by: str = METHODS[0].name


def _battles(choice: Choice, text: str) -> tuple[str, None]:
    return votes.parse(text).text, None


def _places(choice: Choice, text: str) -> tuple[int, str]:
    value, sentence = choice.clamp(text)
    return int(value), sentence


def _hundredths(choice: Choice, text: str) -> tuple[float, str]:
    value, sentence = choice.clamp(text)
    return round(float(value), 2), sentence


LINK = page_link.PageLink(
    PAGE, Chosen(),
    Choice("top", "Ranks", "choice", Chosen.top, "How many ranks are drawn.", choices=tuple(map(str, TOPS))),
    Choice("tie", "A tie is worth", "float", Chosen.tie, "Wins for each side.", 0.0, 1.0, 0.01),
    Choice("bad", "“Both bad” counts as", "choice", Chosen.bad, "How “both bad” counts.", choices=BAD),
    Choice("by", "Method", "choice", Chosen.by, "The method whose changes are listed.", choices=METHOD_NAMES),
    data=_battles, top=_places, tie=_hundredths,
)  # fmt: skip
