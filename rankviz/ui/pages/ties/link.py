"""The choices of the page: read from its link, made legal, and written back."""

from dataclasses import dataclass

from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError
from rankviz.lab.ties import measure
from rankviz.lab.ties.measure import DEFAULT, Measure
from rankviz.ui.state import page_link

PAGE = "ties"
MOST_MEASURES = 12
EXAMPLES = {
    "rounds": "Five rounds of RB-C, on held-out queries of synthetic search results",
    "constant": "A scorer that gives every document the same score",
}
"""The examples shown without files."""


@dataclass(frozen=True)
class Chosen:
    """The page's choices.

    run, qrels, against : an upload's text, or a path in the data folder; empty for none.
    example : one of `EXAMPLES`, shown until there are files.
    measures : as the command line writes them.  show : the one whose queries are open.  query : the open query.
    """

    run: str = ""
    qrels: str = ""
    against: str = ""
    example: str = "rounds"
    measures: str = DEFAULT
    show: str = ""
    query: str = ""

    @property
    def read(self) -> tuple[Measure, ...]:
        """Return the measures."""
        return measure.read_all(self.measures)

    @property
    def shown(self) -> Measure:
        """The measure whose queries are open: the first, unless another one is chosen."""
        return next((each for each in self.read if each.name == self.show), self.read[0])


def with_measures(text: str) -> str:
    """Return the measures of a text as the link writes them. Raises DataError."""
    found = measure.read_all(text)
    if len(found) > MOST_MEASURES:
        raise DataError(f"There are {len(found)} measures", remedy=f"Name at most {MOST_MEASURES}")
    return ",".join(each.name for each in found)


LINK = page_link.PageLink(
    PAGE,
    Chosen(),
    Choice("example", "Example", "choice", Chosen.example, "Used without files.", choices=tuple(EXAMPLES)),
    measures=lambda _, text: (with_measures(text), None),
    show=lambda _, text: (measure.read(text).name, None),
)
