"""The places where a symbol is seen: each tile and each part of the drawer, as a link to a moment with that symbol."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from rankviz.engine import boards
from rankviz.insight.reference import Symbol
from rankviz.ui.pages.reference.examples import CYCLE, GRADED, SKEW, TWO_CLASSES, ExampleRound
from rankviz.ui.pages.reference.worked import worked
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

WATCH = "./"
"""Address of the page Watch relative to the reference."""


@dataclass(frozen=True)
class Place:
    """A tile that fills the stage, or a part of the drawer, on the page of a moment."""

    name: str
    value: str
    moment: str


def _opening() -> str:
    return f"{WATCH}?{urlencode(to_link(State(), whole=True))}"


_RANKBOOST = {title: ("look", f"tiles:{name}") for name, title in boards.WATCH.tiles.items()} | {
    "Top five places": ("look", "tiles:losses,top"),
    "Candidates": ("tab", "candidates"),
    "Data": ("tab", "data"),
}
_OTHERS = {
    boards.MARGINS: ExampleRound(CYCLE, "smooth-margin", 8),
    boards.SKEW: ExampleRound(SKEW, "adaboost", 5),
    boards.QBRANK: ExampleRound(GRADED, "qbrank", 3),
    boards.KERNEL: ExampleRound(TWO_CLASSES, "kernel-gd", 3),
}
PLACES = {
    title: Place("look", f"tiles:{tile}", moment.address())
    for board, moment in _OTHERS.items()
    for tile, title in board.tiles.items()
} | {title: Place(name, value, _opening()) for title, (name, value) in _RANKBOOST.items()}
"""Places by the title of the tile or of the part of the drawer."""


def address(symbol: Symbol, title: str) -> str:
    """Return the link to a place, at a moment of one of the symbol's equations where the page is the same."""
    place = PLACES[title]
    page, _, query = _moment(symbol, place).partition("?")
    parameters = {name: value for name, value in parse_qsl(query) if name not in ("tab", "explain")}
    return f"{page}?{urlencode(parameters | {place.name: place.value})}"


def _moment(symbol: Symbol, place: Place) -> str:
    page = place.moment.partition("?")[0]
    numbers = filter(None, map(worked, symbol.equations if page == WATCH else ()))
    return next((n.address for n in numbers if n.address.partition("?")[0] == page), place.moment)
