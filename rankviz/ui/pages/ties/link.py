"""The choices of the page: read from its link, made legal, and written back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from rankviz.errors import DataError, shortened
from rankviz.ties import measure
from rankviz.ties.measure import DEFAULT, Measure
from rankviz.ui.state import page_link

PAGE = "ties"
MOST_MEASURES = 12
EXAMPLES = {
    "rounds": "Five rounds of RB-C, on held-out queries of synthetic search results",
    "constant": "A scorer that gives every document the same score",
}
"""What is shown without files."""


@dataclass(frozen=True)
class Chosen:
    """The page's choices.

    run, qrels, against : an upload's text, or a path in the data folder; empty for none.
    example : one of `EXAMPLES`, shown as long as there are no files.
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
        """The measures."""
        return measure.read_all(self.measures)

    @property
    def shown(self) -> Measure:
        """The measure whose queries are open: the first, unless another one of them is chosen."""
        return next((each for each in self.read if each.name == self.show), self.read[0])


def current() -> tuple[Chosen, list[str]]:
    """Return the choices of the link, made valid, and warnings about the link."""
    link, fresh = page_link.current(PAGE)
    chosen, warnings = read(link)
    return chosen, warnings if fresh else []


def read(link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
    """Read the choices of a link; each invalid one gets the page's default and a warning. Never raises."""
    chosen, warnings = Chosen(), []
    known = {field.name for field in fields(Chosen)}
    for name, text in link.items():
        if name not in known:
            warnings.append(
                f"The link names “{shortened(name, 40)}”, which is not a choice here; it was dropped."
            )
            continue
        try:
            chosen = _with(chosen, name, text.strip())
        except DataError as error:
            warnings.append(f"{error} The page's own choice is used.")
    return chosen, warnings


def with_measures(text: str) -> str:
    """Return the measures of a text as the link writes them. Raises DataError."""
    found = measure.read_all(text)
    if len(found) > MOST_MEASURES:
        raise DataError(f"There are {len(found)} measures", remedy=f"Name at most {MOST_MEASURES}")
    return ",".join(each.name for each in found)


def _with(chosen: Chosen, name: str, text: str) -> Chosen:
    if name == "measures":
        text = with_measures(text)
    elif name == "show":
        text = measure.read(text).name
    elif name == "example" and text not in EXAMPLES:
        raise DataError(f"There is no example “{shortened(text, 40)}”")
    return replace(chosen, **{name: text})


def as_link(chosen: Chosen) -> dict[str, str]:
    """Return the choices as a link's parameters; defaults are left out."""
    plain = Chosen()
    changed = {field.name: str(getattr(chosen, field.name)) for field in fields(Chosen)}
    return {name: value for name, value in changed.items() if value != getattr(plain, name)}


def write(chosen: Chosen) -> None:
    """Write the choices into the address bar."""
    page_link.write(PAGE, as_link(chosen))
