"""The choices of the page: read from its link, made legal, and written back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rankviz.algorithms.preference.ladder import METHODS
from rankviz.choice import Choice, Value
from rankviz.data.battles import BAD
from rankviz.errors import DataError, shortened
from rankviz.ui.pages.arena import votes
from rankviz.ui.pages.arena.votes import REAL
from rankviz.ui.state import page_link

PAGE = "arena"
TOPS = (10, 20, 40, 200)
"""How many places may be drawn; the last is all."""

CHOICES = {
    choice.name: choice
    for choice in (
        Choice("tie", "A tie is worth", "float", 0.5, "Wins for each side.", 0.0, 1.0, 0.01),
        Choice("bad", "“Both bad” counts as", "choice", "tie", "How “both bad” counts.", choices=BAD),
        Choice("top", "Places", "choice", "20", "How many places are drawn.", choices=tuple(map(str, TOPS))),
        Choice("by", "Method", "choice", METHODS[0].name, "The method whose changes are listed.",
               choices=tuple(method.name for method in METHODS)),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Chosen:
    """The page's choices.

    data : battles, as a link names them. tie, bad : the rule. top : places drawn.
    by : the method whose changes are told.
    pair : the numbers of two items, 3-17; empty for the page's own.
    """

    data: str = REAL
    tie: float = 0.5
    bad: str = "tie"
    top: int = 20
    by: str = METHODS[0].name
    pair: str = ""


def current() -> tuple[Chosen, list[str]]:
    """Return the choices of the link, made valid, and warnings about the link."""
    link, fresh = page_link.current(PAGE)
    chosen, warnings = read(link)
    return chosen, warnings if fresh else []


def read(link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
    """Read the choices of a link; each invalid one gets the page's default and a warning. Never raises."""
    chosen, warnings = Chosen(), []
    for name, text in link.items():
        try:
            if name == "data":
                chosen = replace(chosen, data=votes.parse(text).text)
            elif name == "pair":
                chosen = replace(chosen, pair=text)
            elif name in CHOICES:
                value, message = CHOICES[name].clamp(text)
                if message:
                    warnings.append(message)
                chosen = _with(chosen, name, value)
            else:
                raise DataError(f"The link names “{shortened(name, 40)}”, which is not a choice here")
        except DataError as error:
            warnings.append(f"{error} The page's own choice is used.")
    return chosen, warnings


def _with(chosen: Chosen, name: str, value: Value) -> Chosen:
    if name == "tie":
        return replace(chosen, tie=round(float(value), 2))
    if name == "top":
        return replace(chosen, top=int(value))
    return replace(chosen, bad=str(value)) if name == "bad" else replace(chosen, by=str(value))


def as_link(chosen: Chosen) -> dict[str, str]:
    """Return the choices as a link's parameters; defaults are left out."""
    plain = Chosen()
    written = {"data": chosen.data, "pair": chosen.pair, "top": str(chosen.top)}
    for name in ("tie", "bad", "by"):
        written[name] = CHOICES[name].write(getattr(chosen, name))
    usual = {"data": plain.data, "pair": "", "top": "20", "tie": "0.5", "bad": plain.bad, "by": plain.by}
    return {name: text for name, text in written.items() if text != usual[name]}


def write(chosen: Chosen) -> None:
    """Write the choices into the address bar."""
    page_link.write(PAGE, as_link(chosen))
